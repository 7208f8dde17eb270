// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of the blocks to keep: plain, sequential, never optimised.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "index/scene_blocks.h"
#include "index/scene_hash.h"

namespace espy::index {
namespace {

std::uint64_t colourAt(const ImageView& picture, std::int64_t x, std::int64_t y) {
  const PixelFormat format = picture.format();
  const int shift = format.depth == Depth::u8 ? 0 : 8;
  std::uint64_t colour = 0;
  for (int c = 0; c < 3; ++c) {
    const int own = format.colourChannels() == 1 ? 0 : c;
    colour = colour << 8U | sampleAt(picture, x, y, own) >> shift;
  }
  return colour;
}

/// The product of the factors of the halves in which a pixel is the left, or upper.
std::uint64_t factorOf(const std::array<std::uint64_t, 3>& factors, std::int64_t at) {
  std::uint64_t product = 1;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if ((at >> k & 1) == 0) product *= factors[k];
  }
  return product;
}

/// The sum of a channel in a quarter of a tolerant block.
std::int64_t quarterAt(const ImageView& picture, std::int64_t x, std::int64_t y, int channel) {
  std::int64_t sum = 0;
  for (std::int64_t j = y; j < y + kQuarterSide; ++j) {
    for (std::int64_t i = x; i < x + kQuarterSide; ++i) {
      sum += static_cast<std::int64_t>(colourAt(picture, i, j) >> (16 - 8 * channel) & 255U);
    }
  }
  return sum;
}

std::uint64_t tolerantKey(const ImageView& picture, std::int64_t x, std::int64_t y,
                          BlockKind kind) {
  constexpr std::int64_t kPixels = kQuarterSide * kQuarterSide;
  const bool shifted = kind == BlockKind::tolerantShifted;
  std::uint64_t word = shifted ? 1 : 0;
  bool across = false;
  bool down = false;
  for (int channel = 0; channel < 3; ++channel) {
    std::int64_t sums[2][2];
    for (const int row : {0, 1}) {
      for (const int column : {0, 1}) {
        sums[row][column] =
            quarterAt(picture, x + column * kQuarterSide, y + row * kQuarterSide, channel);
        const std::int64_t from = shifted ? kTolerantStep / 2 * kPixels : 0;
        const std::int64_t level = (sums[row][column] + from) / (kTolerantStep * kPixels);
        const int place = (row * 2 + column) * 3 + channel;
        word |= static_cast<std::uint64_t>(level) << (5 * place + 1);
      }
    }
    const auto differ = [](std::int64_t a, std::int64_t b) {
      return std::abs(a - b) >= kTolerantContrast * kPixels;
    };
    across = across || differ(sums[0][0], sums[0][1]) || differ(sums[1][0], sums[1][1]);
    down = down || differ(sums[0][0], sums[1][0]) || differ(sums[0][1], sums[1][1]);
  }
  const std::uint64_t flatness = 2U - (across ? 1U : 0U) - (down ? 1U : 0U);
  return flatness << 62U | mixed(word) >> 2U;
}

}  // namespace

std::uint64_t blockKeyByReference(const ImageView& picture, std::int64_t side, std::int64_t x,
                                  std::int64_t y, BlockKind block) {
  const std::int64_t window = side - blockSideOf(block) + 1;
  const bool wins = x % window == 0 && y % window == 0;
  const std::uint64_t tie = wins ? 0 : tieOf(x, y);
  if (block != BlockKind::exact) {
    return tolerantKey(picture, x, y, block) >> kTieBits << kTieBits | tie;
  }
  std::uint64_t sum = 0;
  bool across = false;
  bool down = false;
  for (std::int64_t dy = 0; dy < kBlockSide; ++dy) {
    for (std::int64_t dx = 0; dx < kBlockSide; ++dx) {
      const std::uint64_t colour = colourAt(picture, x + dx, y + dy);
      sum += colour * factorOf(kAcross, dx) * factorOf(kDown, dy);
      across = across || (dx > 0 && colourAt(picture, x + dx - 1, y + dy) != colour);
      down = down || (dy > 0 && colourAt(picture, x + dx, y + dy - 1) != colour);
    }
  }
  const BlockClass kind = across && down   ? BlockClass::varied
                          : across || down ? BlockClass::straight
                                           : BlockClass::flat;
  const std::uint64_t hash =
      (static_cast<std::uint64_t>(kind) << 62U | mixed(sum) >> 2U) >> kTieBits;
  return hash << kTieBits | tie;
}

std::vector<KeptBlock> keptBlocksByReference(const ImageView& picture, std::int64_t side,
                                             BlockKind kind) {
  const std::int64_t window = side - blockSideOf(kind) + 1;
  std::set<KeptBlock> kept;
  for (std::int64_t y = 0; y + side <= picture.height(); ++y) {
    for (std::int64_t x = 0; x + side <= picture.width(); ++x) {
      std::uint64_t least = ~std::uint64_t{0};
      std::vector<KeptBlock> blocks;  // those with the least key
      for (std::int64_t j = y; j < y + window; ++j) {
        for (std::int64_t i = x; i < x + window; ++i) {
          const std::uint64_t key = blockKeyByReference(picture, side, i, j, kind);
          if (key < least) blocks.clear();
          least = std::min(least, key);
          if (key == least) blocks.push_back({key >> kTieBits, i, j});
        }
      }
      kept.insert(blocks.begin(), blocks.end());
    }
  }
  return {kept.begin(), kept.end()};
}

}  // namespace espy::index
