// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/tolerant_blocks.h"

#include <algorithm>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "index/block_rows.h"
#include "index/scene_blocks.h"
#include "index/scene_hash.h"

namespace espy::index {
namespace {

/// Sums of a cell's samples, 4 in a pixel, in a sixteenth of a grey level of luma.
constexpr int kLumaUnit = 4 * kCellSide * kCellSide / 16;
/// The same of a block's differences.
constexpr int kChromaUnit = kTolerantBlockSide * kTolerantBlockSide / 16;
constexpr int kChromaZero = 256 * 16;
constexpr unsigned kMostLuma = 255 * 16;
/// Standard deviation of the changes of values by noise and JPEG, in sixteenths of a grey level.
constexpr double kDeviation = 10;
constexpr unsigned kLevelBits = 6;

using Levels = std::array<std::uint8_t, kTolerantValues>;

constexpr unsigned stepOf(std::size_t value) {
  return value < kLumas ? kLumaStep : kChromaStep;
}

unsigned shiftOf(std::size_t value, BlockKind kind) {
  return kind == BlockKind::tolerantShifted ? stepOf(value) / 2 : 0;
}

Levels levelsOf(const TolerantValues& values, BlockKind kind) {
  Levels levels{};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i] = static_cast<std::uint8_t>((values[i] + shiftOf(i, kind)) / stepOf(i));
  }
  return levels;
}

std::uint64_t hashOf(const Levels& levels, BlockKind kind, bool across, bool down) {
  std::uint64_t word = kind == BlockKind::tolerantShifted ? 1 : 0;
  for (std::size_t i = 0; i < kLumas; ++i) word = word << kLevelBits | levels[i];
  word = mixed(word);
  for (std::size_t i = kLumas; i < levels.size(); ++i) word = word << kLevelBits ^ levels[i];
  const std::uint64_t flatness = 2U - (across ? 1U : 0U) - (down ? 1U : 0U);
  return flatness << 62U | mixed(word) >> 2U;
}

/// The greatest difference of horizontally, and of vertically adjacent cells.
std::pair<unsigned, unsigned> contrastOf(const TolerantValues& v) {
  const auto differ = [&](std::size_t a, std::size_t b) {
    return static_cast<unsigned>(std::abs(int{v[a]} - int{v[b]}));
  };
  unsigned across = 0;
  unsigned down = 0;
  for (const std::size_t i : {0, 1, 2}) {
    across = std::max({across, differ(3 * i, 3 * i + 1), differ(3 * i + 1, 3 * i + 2)});
    down = std::max({down, differ(i, i + 3), differ(i + 3, i + 6)});
  }
  return {across, down};
}

/// A value next to the limit of its level.
struct Doubt {
  unsigned distance = 0;
  std::size_t value = 0;
  std::uint8_t level = 0;  ///< beyond the limit
};

/// Those with the least distances first.
std::vector<Doubt> doubtsOf(const TolerantValues& values, BlockKind kind) {
  constexpr std::size_t kMost = 4;
  std::vector<Doubt> doubts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const unsigned step = stepOf(i);
    const unsigned shift = shiftOf(i, kind);
    const unsigned level = (values[i] + shift) / step;
    const unsigned above = (values[i] + shift) % step;
    const bool black = level == 0;
    const bool white = i < kLumas && (level + 1) * step - shift > kMostLuma;
    if (above < kTolerated && !black) doubts.push_back({above, i, std::uint8_t(level - 1)});
    if (step - above <= kTolerated && !white) {
      doubts.push_back({step - above, i, std::uint8_t(level + 1)});
    }
  }
  std::ranges::stable_sort(doubts, {}, &Doubt::distance);
  if (doubts.size() > kMost) doubts.resize(kMost);
  return doubts;
}

/// Bits of information against a change of this size: of a normal distribution.
double costOf(unsigned change, double deviation) {
  const double times = change / deviation;
  return times * times / 2 / std::numbers::ln2;
}

/// Whether a contrast is one, and what else it may be, with its cost.
std::vector<std::pair<bool, double>> contrasts(unsigned contrast) {
  const bool is = contrast >= kTolerantContrast;
  const unsigned from = is ? contrast - kTolerantContrast : kTolerantContrast - contrast;
  std::vector<std::pair<bool, double>> all{{is, 0}};
  if (from < 2 * kTolerated) all.emplace_back(!is, costOf(from, 2 * kDeviation));
  return all;
}

}  // namespace

std::uint64_t tolerantHash(const TolerantValues& values, BlockKind kind) {
  const auto [across, down] = contrastOf(values);
  return hashOf(levelsOf(values, kind), kind, across >= kTolerantContrast,
                down >= kTolerantContrast);
}

void variantsOf(const TolerantValues& values, BlockKind kind, std::vector<Variant>& variants) {
  const Levels own = levelsOf(values, kind);
  const std::vector<Doubt> doubts = doubtsOf(values, kind);
  const auto [across, down] = contrastOf(values);
  for (std::size_t changed = 0; changed < std::size_t{1} << doubts.size(); ++changed) {
    Levels levels = own;
    double cost = 0;
    for (std::size_t i = 0; i < doubts.size(); ++i) {
      if ((changed >> i & 1U) == 0) continue;
      levels[doubts[i].value] = doubts[i].level;
      cost += costOf(doubts[i].distance, kDeviation);
    }
    for (const auto& [a, costAcross] : contrasts(across)) {
      for (const auto& [d, costDown] : contrasts(down)) {
        variants.push_back({hashOf(levels, kind, a, d), cost + costAcross + costDown});
      }
    }
  }
}

void TolerantBlocks::compute(const ImageView& picture, const BlockArea& area) {
  const std::int64_t pixels = area.width + kTolerantBlockSide - 1;
  const std::int64_t height = area.height + kTolerantBlockSide - kCellSide;
  pitch_ = area.width + kTolerantBlockSide - kCellSide;
  colours_.assign(static_cast<std::size_t>(kCellSide * pixels), 0U);
  columns_.assign(static_cast<std::size_t>(kPlanes * pixels), 0);
  cells_.resize(static_cast<std::size_t>(kPlanes * pitch_ * height));
  for (std::int64_t y = 0; y < height + kCellSide - 1; ++y) {
    std::uint32_t* const row = colours_.data() + y % kCellSide * pixels;
    const auto add = [&](std::int32_t sign) {
      for (std::int64_t x = 0; x < pixels; ++x) {
        const auto red = static_cast<std::int32_t>(row[x] >> 16U & 255U);
        const auto green = static_cast<std::int32_t>(row[x] >> 8U & 255U);
        const auto blue = static_cast<std::int32_t>(row[x] & 255U);
        std::int32_t* const sums = &columns_[static_cast<std::size_t>(kPlanes * x)];
        sums[0] += sign * (red + 2 * green + blue);
        sums[1] += sign * (red - green);
        sums[2] += sign * (blue - green);
      }
    };
    add(-1);
    coloursOfRow(picture.format(), picture.pixel(area.x, area.y + y), pixels, row);
    add(1);
    if (y < kCellSide - 1) continue;
    std::int32_t* const to = &cells_[kPlanes * pitch_ * (y - kCellSide + 1)];
    for (int plane = 0; plane < kPlanes; ++plane) {
      const std::int32_t* const from = columns_.data() + plane;
      std::int32_t sum = 0;
      for (std::int64_t x = 0; x < kCellSide - 1; ++x) sum += from[kPlanes * x];
      for (std::int64_t x = 0; x < pitch_; ++x) {
        sum += from[kPlanes * (x + kCellSide - 1)];
        to[kPlanes * x + plane] = sum;
        sum -= from[kPlanes * x];
      }
    }
  }
}

TolerantValues TolerantBlocks::valuesAt(std::int64_t x, std::int64_t y) const {
  TolerantValues values{};
  std::int32_t red = 0;
  std::int32_t blue = 0;
  for (std::int64_t row = 0; row < kCells; ++row) {
    for (std::int64_t column = 0; column < kCells; ++column) {
      const std::int32_t* const cell =
          &cells_[kPlanes * ((y + row * kCellSide) * pitch_ + x + column * kCellSide)];
      values[static_cast<std::size_t>(row * kCells + column)] =
          static_cast<std::uint16_t>(cell[0] / kLumaUnit);
      red += cell[1];
      blue += cell[2];
    }
  }
  values[kLumas] = static_cast<std::uint16_t>(red / kChromaUnit + kChromaZero);
  values[kLumas + 1] = static_cast<std::uint16_t>(blue / kChromaUnit + kChromaZero);
  return values;
}

const std::uint64_t* BlockKeys::computeTolerant(const ImageView& picture, const BlockArea& area) {
  tolerant_.compute(picture, area);
  sums_.resize(static_cast<std::size_t>(area.width * area.height));
  for (std::int64_t y = 0; y < area.height; ++y) {
    for (std::int64_t x = 0; x < area.width; ++x) {
      const std::int64_t i = area.x + x;
      const std::int64_t j = area.y + y;
      const bool wins = i % window_ == 0 && j % window_ == 0;
      const std::uint64_t hash = tolerantHash(tolerant_.valuesAt(x, y), kind_) >> kTieBits;
      sums_[static_cast<std::size_t>(y * area.width + x)] =
          hash << kTieBits | (wins ? 0 : tieOf(i, j));
    }
  }
  return sums_.data();
}

}  // namespace espy::index
