// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/average_bound.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "score/tile_loops.h"

namespace espy::score {
namespace {

/// Rounding error of a window's average as a byte; slightly above a half for 16-bit samples.
constexpr double kHalf = 0.5001;

bool isOpaqueBlock(const ScoredNeedle& needle, std::int64_t x, std::int64_t y, int side) {
  for (std::int64_t dy = 0; dy < side; ++dy) {
    for (std::int64_t dx = 0; dx < side; ++dx) {
      if (needle.weight(x + dx, y + dy) == 0) return false;
    }
  }
  return true;
}

}  // namespace

AverageBound::AverageBound(const ScoredNeedle& needle, Method method, double minScore, int side)
    : method_(method), side_(side), unit_(needle.form.depth == Depth::u8 ? 1 : 257) {
  const Size grid{needle.size.width / side, needle.size.height / side};
  const int channels = needle.form.channels;
  Image picture(grid, {channels, Depth::u8});
  Image mask(grid, {1, Depth::u8});
  std::vector<double> means;
  const double area = static_cast<double>(side) * side;
  const std::int64_t width = needle.size.width;
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(width * channels));
  for (std::int64_t y = 0; y < grid.height; ++y) {
    for (int c = 0; c < channels; ++c) {
      sumRows(needle.row(c, y * side), width, side, columns.data() + c * width);
    }
    for (std::int64_t x = 0; x < grid.width; ++x) {
      const bool opaque = needle.solid || isOpaqueBlock(needle, x * side, y * side, side);
      *mask.pixels().pixel(x, y) = opaque ? 255 : 0;
      for (int c = 0; opaque && c < channels; ++c) {
        const std::uint32_t* first = columns.data() + c * width + x * side;
        const std::uint64_t sum = std::accumulate(first, first + side, std::uint64_t{0});
        means.push_back(static_cast<double>(sum) / area / unit_);
        picture.pixels().pixel(x, y)[c] = static_cast<std::uint8_t>(std::lround(means.back()));
      }
    }
  }
  if (means.empty()) return;
  blocks_ = makeScoredNeedle({picture.view(), mask.view()}, needle.index, picture.format(), false);
  setReach(needle, minScore, means);
}

void AverageBound::setReach(const ScoredNeedle& needle, double minScore,
                            const std::vector<double>& means) {
  const auto count = static_cast<double>(means.size());
  const double area = static_cast<double>(side_) * side_;
  const auto samples = static_cast<double>(needle.sums.samples);
  double offSquares = 0;
  double off = 0;
  for (const double mean : means) {
    const double rounded = mean - static_cast<double>(std::lround(mean));
    offSquares += rounded * rounded;
    off += std::abs(rounded);
  }
  // In units of bytes; slightly more than allowed.
  const double share = (1 - minScore) * (1 + 1e-9) + 1e-9;
  if (method_ == Method::sad) {
    const double most = share * 255 * samples / area + kHalf * count + off + 1;
    mostDifferences_ = static_cast<std::uint64_t>(std::max(most, 0.0));
  } else {
    const double reach = std::sqrt(std::max(share, 0.0) * 255 * 255 * samples / area) +
                         kHalf * std::sqrt(count) + std::sqrt(offSquares);
    mostSquares_ =
        static_cast<std::uint32_t>(std::min(reach * reach * (1 + 1e-9) + 1, 4294967295.0));
  }
  usable_ = true;
}

std::int64_t AverageBound::mark(std::int32_t centre, const std::int32_t* products,
                                const std::uint32_t* sums, const std::uint32_t* squares,
                                std::int64_t count, std::uint8_t* flags) const {
  return markReach(static_cast<std::uint32_t>(centre),
                   static_cast<std::uint32_t>(blocks_.sums.squares), mostSquares_, products, sums,
                   squares, count, flags);
}

bool AverageBound::mayReach(const WindowSums& means) const {
  // With t = 0.
  const auto products = static_cast<std::int32_t>(means.products);
  const auto sum = static_cast<std::uint32_t>(means.sum);
  const auto squares = static_cast<std::uint32_t>(means.squares);
  std::uint8_t flag = 0;
  return mark(0, &products, &sum, &squares, 1, &flag) != 0;
}

std::optional<AverageBound> chooseMeansBound(const ScoredNeedle& needle, Method method,
                                             double minScore) {
  // Below the first too many positions pass; above the second large blocks leave so few that finer
  // ones would not pay.
  constexpr double kLeastScore = 0.6;
  constexpr double kHighScore = 0.74;
  // Comparing more blocks costs as much as the search that they are to save.
  constexpr std::int64_t kMostAsked = 1024;
  constexpr std::size_t kMostRectangles = 24;
  if (needle.weighted || minScore < kLeastScore) return {};
  const std::int64_t shorter = std::min(needle.size.width, needle.size.height);
  std::optional<AverageBound> best;
  for (int side = 128; side >= 2; side /= 2) {
    const std::int64_t blocks = (needle.size.width / side) * (needle.size.height / side);
    if (shorter / side < 4 || blocks < 36) continue;
    if (blocks * needle.form.channels > kMostAsked) break;
    AverageBound bound(needle, method, minScore, side);
    // Nor are masks of many rectangles, whose sums are slow.
    if (method != Method::sad && bound.blocks().rectangles.size() > kMostRectangles) continue;
    if (!bound.isUsable()) continue;
    best = std::move(bound);
    if (minScore >= kHighScore) break;
  }
  return best;
}

}  // namespace espy::score
