// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of the blocks to keep: plain, sequential, never optimised.
#include <algorithm>
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

}  // namespace

TolerantValues tolerantValuesByReference(const ImageView& picture, std::int64_t x, std::int64_t y) {
  TolerantValues values{};
  std::int64_t red = 0;
  std::int64_t blue = 0;
  for (std::int64_t cell = 0; cell < kCells * kCells; ++cell) {
    std::int64_t luma = 0;
    for (std::int64_t i = 0; i < kCellSide * kCellSide; ++i) {
      const std::uint64_t colour = colourAt(picture, x + cell % kCells * kCellSide + i % kCellSide,
                                            y + cell / kCells * kCellSide + i / kCellSide);
      const auto r = static_cast<std::int64_t>(colour >> 16U & 255U);
      const auto g = static_cast<std::int64_t>(colour >> 8U & 255U);
      const auto b = static_cast<std::int64_t>(colour & 255U);
      luma += r + 2 * g + b;
      red += r - g;
      blue += b - g;
    }
    // 64 pixels of 4 samples each, 16 units a level.
    values[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(luma * 16 / (64 * 4));
  }
  // Truncated towards zero: 576 pixels of one difference each.
  values[kLumas] = static_cast<std::uint16_t>(256 * 16 + red * 16 / 576);
  values[kLumas + 1] = static_cast<std::uint16_t>(256 * 16 + blue * 16 / 576);
  return values;
}

std::uint64_t blockKeyByReference(const ImageView& picture, std::int64_t side, std::int64_t x,
                                  std::int64_t y, BlockKind block) {
  const std::int64_t window = side - blockSideOf(block) + 1;
  const bool wins = x % window == 0 && y % window == 0;
  const std::uint64_t tie = wins ? 0 : tieOf(x, y);
  if (block != BlockKind::exact) {
    const TolerantValues values = tolerantValuesByReference(picture, x, y);
    return tolerantHash(values, block) >> kTieBits << kTieBits | tie;
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
