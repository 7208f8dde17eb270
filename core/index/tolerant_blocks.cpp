// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Keys of tolerant blocks (scene_blocks.h).
#include <algorithm>
#include <cstdlib>

#include "index/block_rows.h"
#include "index/scene_blocks.h"
#include "index/scene_hash.h"

namespace espy::index {
namespace {

constexpr int kChannels = 3;
constexpr int kPixels = kQuarterSide * kQuarterSide;

/// Whether quarters differ in some channel.
bool differ(const std::uint16_t* a, const std::uint16_t* b) {
  constexpr int kLeast = kTolerantContrast * kPixels;
  return std::abs(a[0] - b[0]) >= kLeast || std::abs(a[1] - b[1]) >= kLeast ||
         std::abs(a[2] - b[2]) >= kLeast;
}

/// The quantised averages of a quarter, 5 bits each.
std::uint64_t levelsOf(const std::uint16_t* sums, unsigned from) {
  constexpr unsigned kStep = kTolerantStep * kPixels;
  return std::uint64_t{(sums[0] + from) / kStep} | std::uint64_t{(sums[1] + from) / kStep} << 5U |
         std::uint64_t{(sums[2] + from) / kStep} << 10U;
}

}  // namespace

/// Fills the sums of 8 x 8 pixels from each pixel of the area and the quarters beside it.
void BlockKeys::averageQuarters(const ImageView& picture, const BlockArea& area) {
  const std::int64_t pixels = area.width + blockSide() - 1;
  const std::int64_t width = area.width + kQuarterSide;
  const std::int64_t height = area.height + kQuarterSide;
  colours_.resize(static_cast<std::size_t>(kQuarterSide * pixels));
  columns_.assign(static_cast<std::size_t>(kChannels * pixels), 0);
  quarters_.resize(static_cast<std::size_t>(kChannels * width * height));
  std::fill(colours_.begin(), colours_.end(), 0U);
  for (std::int64_t y = 0; y < height + kQuarterSide - 1; ++y) {
    std::uint32_t* const row = colours_.data() + y % kQuarterSide * pixels;
    const auto add = [&](bool remove) {
      for (std::int64_t x = 0; x < pixels; ++x) {
        for (int c = 0; c < kChannels; ++c) {
          const std::uint32_t sample = row[x] >> (16 - 8 * c) & 255U;
          std::uint32_t& sum = columns_[static_cast<std::size_t>(kChannels * x + c)];
          sum = remove ? sum - sample : sum + sample;
        }
      }
    };
    add(true);
    coloursOfRow(picture.format(), picture.pixel(area.x, area.y + y), pixels, row);
    add(false);
    if (y < kQuarterSide - 1) continue;
    std::uint16_t* to = &quarters_[kChannels * width * (y - kQuarterSide + 1)];
    for (int c = 0; c < kChannels; ++c) {
      const std::uint32_t* const from = columns_.data() + c;
      std::uint32_t sum = 0;
      for (std::int64_t x = 0; x < kQuarterSide - 1; ++x) sum += from[kChannels * x];
      for (std::int64_t x = 0; x < width; ++x) {
        sum += from[kChannels * (x + kQuarterSide - 1)];
        to[kChannels * x + c] = static_cast<std::uint16_t>(sum);
        sum -= from[kChannels * x];
      }
    }
  }
}

const std::uint64_t* BlockKeys::computeTolerant(const ImageView& picture, const BlockArea& area) {
  averageQuarters(picture, area);
  const bool shifted = kind_ == BlockKind::tolerantShifted;
  const unsigned from = shifted ? kTolerantStep / 2 * kPixels : 0;
  const std::int64_t pitch = kChannels * (area.width + kQuarterSide);
  sums_.resize(static_cast<std::size_t>(area.width * area.height));
  for (std::int64_t y = 0; y < area.height; ++y) {
    const std::uint16_t* const upper = &quarters_[y * pitch];
    const std::uint16_t* const lower = upper + kQuarterSide * pitch;
    for (std::int64_t x = 0; x < area.width; ++x) {
      const std::uint16_t* const a = upper + kChannels * x;
      const std::uint16_t* const b = a + kChannels * kQuarterSide;
      const std::uint16_t* const c = lower + kChannels * x;
      const std::uint16_t* const d = c + kChannels * kQuarterSide;
      const std::uint64_t word = (shifted ? 1U : 0U) | levelsOf(a, from) << 1U |
                                 levelsOf(b, from) << 16U | levelsOf(c, from) << 31U |
                                 levelsOf(d, from) << 46U;
      const std::uint64_t flatness =
          2U - (differ(a, b) || differ(c, d) ? 1U : 0U) - (differ(a, c) || differ(b, d) ? 1U : 0U);
      const std::uint64_t key = flatness << 62U | mixed(word) >> 2U;
      const std::int64_t i = area.x + x;
      const std::int64_t j = area.y + y;
      const bool wins = i % window_ == 0 && j % window_ == 0;
      sums_[static_cast<std::size_t>(y * area.width + x)] =
          key >> kTieBits << kTieBits | (wins ? 0 : tieOf(i, j));
    }
  }
  return sums_.data();
}

}  // namespace espy::index
