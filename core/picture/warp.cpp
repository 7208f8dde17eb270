// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/warp.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "picture/formats.h"

namespace espy::picture {
namespace {

constexpr int kShift = TurnMap::kBits - 8;

std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Columns [begin, end).
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Where of 0 <= x < width the number a + b x lies within +-most.
Span within(std::int64_t a, std::int64_t b, std::int64_t most, std::int64_t width) {
  if (most < 0) return {};
  if (b == 0) return std::abs(a) <= most ? Span{0, width} : Span{};
  if (b < 0) return within(-a, -b, most, width);
  const std::int64_t first = -floorOf(most + a, b);
  const std::int64_t last = floorOf(most - a, b);
  return {std::max<std::int64_t>(0, first), std::min(width, last + 1)};
}

/// Goes through the pixels of one turned picture.
template <class Sample, int channels>
class Warper {
 public:
  static constexpr int kColours = channels == 2 || channels == 4 ? channels - 1 : channels;

  Warper(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
         const Turn& turn)
      : picture_(picture), weights_(weights), weighted_(weighted), map_(picture.size(), turn) {
    made_.picture = Image(map_.to, {kColours, picture.format().depth});
    made_.weights = Image(map_.to, {1, Depth::u8});
  }

  Warped run() {
    for (std::int64_t y = 0; y < map_.to.height; ++y) {
      const Span span = insideOf(y);
      if (span.begin >= span.end) continue;
      if (weights_.empty()) {
        std::fill(made_.weights.pixels().pixel(span.begin, y),
                  made_.weights.pixels().pixel(span.end, y), 255);
        made_.counted += span.end - span.begin;
        fill<false>(y, span);
      } else {
        fill<true>(y, span);
      }
    }
    return std::move(made_);
  }

 private:
  /// A position in the picture, and how it changes from column to column: 2^-30 pixels from the
  /// middle of its first one.
  struct Line {
    std::int64_t x;
    std::int64_t y;
    std::int64_t stepX;
    std::int64_t stepY;
  };

  std::int64_t mirror(std::int64_t x) const { return map_.mirrored ? -x : x; }

  /// The columns of a row whose pixels lie wholly inside.
  Span insideOf(std::int64_t y) const {
    const std::int64_t half = std::abs(map_.cosine) + std::abs(map_.sine);
    const auto room = [&](std::int64_t side) {
      return (side << TurnMap::kBits) + 2 * TurnMap::kTolerance - half;
    };
    const std::int64_t u = 1 - map_.to.width;
    const std::int64_t v = 2 * y + 1 - map_.to.height;
    const Span columns = within(u * map_.cosine - v * map_.sine, 2 * map_.cosine,
                                room(map_.from.width), map_.to.width);
    const Span rows = within(u * map_.sine + v * map_.cosine, 2 * map_.sine, room(map_.from.height),
                             map_.to.width);
    return {std::max(columns.begin, rows.begin), std::min(columns.end, rows.end)};
  }

  /// Of sample (i, j) of the pixels of row `y`.
  Line lineOf(std::int64_t y, int i, int j) const {
    const std::int64_t n = map_.samples;
    const std::int64_t u = 2 * i + 1 - n * map_.to.width;
    const std::int64_t v = 2 * n * y + 2 * j + 1 - n * map_.to.height;
    const auto middle = [](std::int64_t side) { return (side - 1) << (TurnMap::kBits - 1); };
    return {floorOf(mirror(u * map_.cosine - v * map_.sine), 2 * n) + middle(map_.from.width),
            floorOf(u * map_.sine + v * map_.cosine, 2 * n) + middle(map_.from.height),
            mirror(map_.cosine), map_.sine};
  }

  template <bool weighs>
  void fill(std::int64_t y, Span span) {
    constexpr std::size_t kSums = kColours + 1;
    const auto count = static_cast<std::size_t>(span.end - span.begin);
    sums_.assign(count * kSums, 0);
    ignored_.assign(weighs ? count : 0, 0);
    for (int j = 0; j < map_.samples; ++j) {
      for (int i = 0; i < map_.samples; ++i) add<weighs>(lineOf(y, i, j), span);
    }
    const std::uint64_t all = static_cast<std::uint64_t>(map_.samples) * map_.samples << 16U;
    auto* to = samplesOf<Sample>(made_.picture.pixels().pixel(span.begin, y));
    std::uint8_t* weight = made_.weights.pixels().pixel(span.begin, y);
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint64_t* sums = sums_.data() + k * kSums;
      if constexpr (weighs) {
        if (ignored_[k] != 0) continue;
        const std::uint64_t mean = (sums[kColours] + all / 2) / all;
        weight[k] = static_cast<std::uint8_t>(weighted_ ? std::max<std::uint64_t>(1, mean) : 255);
        ++made_.counted;
      }
      for (int c = 0; c < kColours; ++c) {
        to[k * kColours + static_cast<std::size_t>(c)] =
            static_cast<Sample>((sums[c] + all / 2) / all);
      }
    }
  }

  /// Adds one sample of each pixel of a row.
  template <bool weighs>
  void add(const Line& line, Span span) {
    constexpr std::size_t kSums = kColours + 1;
    constexpr std::int64_t kHalf = std::int64_t{1} << (kShift - 1);
    const std::int64_t lastX = map_.from.width - 1;
    const std::int64_t lastY = map_.from.height - 1;
    std::uint64_t* sums = sums_.data();
    for (std::int64_t column = span.begin; column < span.end; ++column, sums += kSums) {
      const std::int64_t x = (line.x + column * line.stepX + kHalf) >> kShift;
      const std::int64_t y = (line.y + column * line.stepY + kHalf) >> kShift;
      const std::int64_t left = std::clamp<std::int64_t>(x >> 8, 0, lastX);
      const std::int64_t right = std::clamp<std::int64_t>((x >> 8) + 1, 0, lastX);
      const std::int64_t top = std::clamp<std::int64_t>(y >> 8, 0, lastY);
      const std::int64_t bottom = std::clamp<std::int64_t>((y >> 8) + 1, 0, lastY);
      const auto alongX = static_cast<std::uint32_t>(x & 255);
      const auto alongY = static_cast<std::uint32_t>(y & 255);
      const std::uint32_t shares[4] = {(256 - alongX) * (256 - alongY), alongX * (256 - alongY),
                                       (256 - alongX) * alongY, alongX * alongY};
      const auto* above = samplesOf<Sample>(picture_.row(top));
      const auto* below = samplesOf<Sample>(picture_.row(bottom));
      for (int c = 0; c < kColours; ++c) {
        const Sample corners[4] = {above[left * channels + c], above[right * channels + c],
                                   below[left * channels + c], below[right * channels + c]};
        std::uint64_t value = 0;
        for (int k = 0; k < 4; ++k) value += std::uint64_t{shares[k]} * corners[k];
        sums[c] += value;
      }
      if constexpr (weighs) {
        const std::int64_t pixels[4] = {top * (lastX + 1) + left, top * (lastX + 1) + right,
                                        bottom * (lastX + 1) + left, bottom * (lastX + 1) + right};
        std::uint64_t value = 0;
        for (int k = 0; k < 4; ++k) {
          const std::uint8_t weight = weights_[static_cast<std::size_t>(pixels[k])];
          value += std::uint64_t{shares[k]} * weight;
          if (shares[k] != 0 && weight == 0) {
            ignored_[static_cast<std::size_t>(column - span.begin)] = 1;
          }
        }
        sums[kColours] += value;
      }
    }
  }

  const ImageView& picture_;
  std::span<const std::uint8_t> weights_;
  bool weighted_;
  TurnMap map_;
  Warped made_;
  std::vector<std::uint64_t> sums_;    ///< of a row: of each channel, and of weights
  std::vector<std::uint8_t> ignored_;  ///< likewise
};

}  // namespace

Warped warp(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
            const Turn& turn) {
  return withFormat(picture.format(), [&]<class Sample, int channels>() {
    return Warper<Sample, channels>(picture, weights, weighted, turn).run();
  });
}

}  // namespace espy::picture
