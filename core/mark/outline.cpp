// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// The outline is the dilation of the flagged pixels by a square, minus the flagged pixels. The
// dilation is separable, on one bit per pixel, and its cost hardly depends on the thickness: along
// rows each step doubles the reach; along columns running unions from both ends of blocks of the
// square's height give every window as the union of two (van Herk/Gil-Werman).
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "mark/engines.h"
#include "mark/flag_bits.h"
#include "picture/formats.h"
#include "picture/tiles.h"

namespace espy::mark {
namespace {

using Word = std::uint64_t;

/// row |= row shifted right by `distance` pixels.
void spreadRight(Word* row, std::int64_t words, int distance) {
  const std::int64_t whole = distance / kWordPixels;
  const int part = distance % kWordPixels;
  if (part == 0) {
    for (std::int64_t i = words - 1; i >= whole; --i) row[i] |= row[i - whole];
    return;
  }
  for (std::int64_t i = words - 1; i > whole; --i) {
    row[i] |= row[i - whole] << part | row[i - whole - 1] >> (kWordPixels - part);
  }
  if (words > whole) row[whole] |= row[0] << part;
}

/// row |= row shifted left by `distance` pixels.
void spreadLeft(Word* row, std::int64_t words, int distance) {
  const std::int64_t whole = distance / kWordPixels;
  const int part = distance % kWordPixels;
  if (part == 0) {
    for (std::int64_t i = 0; i < words - whole; ++i) row[i] |= row[i + whole];
    return;
  }
  for (std::int64_t i = 0; i < words - whole - 1; ++i) {
    row[i] |= row[i + whole] >> part | row[i + whole + 1] << (kWordPixels - part);
  }
  if (words > whole) row[words - whole - 1] |= row[words - 1] >> part;
}

/// Dilates a row by `thickness` pixels to both sides.
void growAlongRow(Word* row, std::int64_t words, int thickness) {
  for (int reach = 0; reach < thickness;) {
    const int step = std::min(reach + 1, thickness - reach);
    spreadRight(row, words, step);
    spreadLeft(row, words, step);
    reach += step;
  }
}

/// Finds the outline pixels of a tile. Reused for all tiles of a thread, to reuse its memory.
class OutlineFinder {
 public:
  /// Reads the flags of the tile and its halo; false if all are 0.
  bool look(const ImageView& flags, const picture::Tile& tile, int thickness) {
    tileWords_ = (tile.x1 - tile.x0 + kWordPixels - 1) / kWordPixels;
    const std::int64_t haloWords = (thickness + kWordPixels - 1) / kWordPixels;
    rowWords_ = tileWords_ + 2 * haloWords;
    const std::int64_t rows = tile.y1 - tile.y0 + 2 * thickness;
    own_.resize(static_cast<std::size_t>((tile.y1 - tile.y0) * tileWords_));
    below_.resize(static_cast<std::size_t>(rows * rowWords_));

    bool any = false;
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::int64_t y = tile.y0 - thickness + i;
      Word* row = &below_[static_cast<std::size_t>(i * rowWords_)];
      const bool flagged =
          y >= 0 && y < flags.height() && pack(flags, y, tile.x0 - haloWords * kWordPixels, row);
      if (!flagged) std::fill_n(row, rowWords_, Word{0});
      if (y >= tile.y0 && y < tile.y1) {
        std::copy_n(row + haloWords, tileWords_,
                    &own_[static_cast<std::size_t>((y - tile.y0) * tileWords_)]);
      }
      if (flagged) growAlongRow(row, rowWords_, thickness);
      any = any || flagged;
    }
    if (any) growAlongColumns(rows, 2 * thickness + 1);
    window_ = 2 * thickness;
    haloWords_ = haloWords;
    return any;
  }

  /// Mask of the pixels to paint among 64, from column 64 `word` of row `row` of the tile.
  Word painted(std::int64_t row, std::int64_t word) const {
    const std::int64_t at = row * rowWords_ + haloWords_ + word;
    const Word near = below_[static_cast<std::size_t>(at)] |
                      above_[static_cast<std::size_t>(at + window_ * rowWords_)];
    return near & ~own_[static_cast<std::size_t>(row * tileWords_ + word)];
  }

  std::int64_t words() const { return tileWords_; }

 private:
  /// Packs the flags of row y from column x, a multiple of 64 that may be outside the picture.
  /// Returns false, with `row` unchanged, if all are 0.
  bool pack(const ImageView& flags, std::int64_t y, std::int64_t x, Word* row) const {
    const std::int64_t first = std::max<std::int64_t>(x, 0);
    const std::int64_t last = std::min(x + rowWords_ * kWordPixels, flags.width());
    if (!anyFlag(flags.pixel(first, y), last - first)) return false;
    for (std::int64_t i = 0; i < rowWords_; ++i, x += kWordPixels) {
      const std::int64_t count = std::min<std::int64_t>(kWordPixels, last - x);
      row[i] = x < 0 || count <= 0 ? 0 : flagBits(flags.pixel(x, y), count);
    }
    return true;
  }

  /// Suffix and prefix unions within blocks: row i of below_ becomes the union of rows i to the end
  /// of its block, row i of above_ that of the start of its block to i.
  void growAlongColumns(std::int64_t rows, std::int64_t block) {
    above_.resize(below_.size());
    std::copy_n(below_.data(), rowWords_, above_.data());
    for (std::int64_t i = 1; i < rows; ++i) {
      const Word* here = &below_[static_cast<std::size_t>(i * rowWords_)];
      Word* to = &above_[static_cast<std::size_t>(i * rowWords_)];
      if (i % block == 0) {
        std::copy_n(here, rowWords_, to);
      } else {
        for (std::int64_t w = 0; w < rowWords_; ++w) to[w] = here[w] | to[w - rowWords_];
      }
    }
    for (std::int64_t i = rows - 2; i >= 0; --i) {
      Word* to = &below_[static_cast<std::size_t>(i * rowWords_)];
      if ((i + 1) % block == 0) continue;
      for (std::int64_t w = 0; w < rowWords_; ++w) to[w] |= to[w + rowWords_];
    }
  }

  std::int64_t tileWords_ = 0;  // words per row of the tile
  std::int64_t haloWords_ = 0;  // words on either side that can reach into it
  std::int64_t rowWords_ = 0;
  std::int64_t window_ = 0;  // height of the square, minus one row
  std::vector<Word> own_;    // flagged pixels of the tile
  std::vector<Word> below_;  // rows of the tile and its halo, see growAlongColumns
  std::vector<Word> above_;
};

/// 64 pixels of the outline's colour, for copying.
template <class Sample, int channels>
std::array<Sample, kWordPixels * channels> filled(const Samples& colour) {
  std::array<Sample, kWordPixels * channels> pixels;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = static_cast<Sample>(colour[i % channels]);
  }
  return pixels;
}

template <class Sample, int channels>
void paintTile(const MutableImageView& picture, const picture::Tile& tile,
               const OutlineFinder& finder, const Samples& colour) {
  const auto fill = filled<Sample, channels>(colour);
  for (std::int64_t y = tile.y0; y < tile.y1; ++y) {
    auto* row = picture::samplesOf<Sample>(picture.row(y));
    for (std::int64_t word = 0; word < finder.words(); ++word) {
      const std::int64_t x = tile.x0 + word * kWordPixels;
      Word bits = finder.painted(y - tile.y0, word) &
                  lowBits(std::min<std::int64_t>(kWordPixels, tile.x1 - x));
      if (bits == kAllFlagged) {
        std::memcpy(row + x * channels, fill.data(), sizeof fill);
        continue;
      }
      for (; bits != 0; bits &= bits - 1) {
        std::memcpy(row + (x + std::countr_zero(bits)) * channels, fill.data(),
                    channels * sizeof(Sample));
      }
    }
  }
}

/// Halo rows are read again by adjacent tiles; they are at most half of a tile's height.
Size tileFor(int thickness) {
  return {8192, std::max(128, 4 * thickness)};
}

}  // namespace

void paintOutline(const MutableImageView& picture, const ImageView& flags, int thickness,
                  Colour colour, int threads, const Control& control) {
  const Samples samples = opaquePixel(picture.format(), colour);
  const picture::Tiling tiles(picture.size(), tileFor(thickness));
  std::vector<OutlineFinder> finders(
      static_cast<std::size_t>(picture::usefulThreads(tiles, threads)));
  picture::forEachTile(tiles, threads, control, [&](const picture::Tile& tile, int thread) {
    OutlineFinder& finder = finders[static_cast<std::size_t>(thread)];
    if (!finder.look(flags, tile, thickness)) return;
    picture::withFormat(picture.format(), [&]<class Sample, int channels>() {
      paintTile<Sample, channels>(picture, tile, finder, samples);
    });
  });
}

}  // namespace espy::mark
