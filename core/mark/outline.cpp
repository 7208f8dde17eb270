// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// The outline is the flagged pixels grown by a square, less the flagged pixels. A square grows
// along rows and then along columns, on one bit per pixel, and neither takes longer for a thicker
// line than a few words more: along rows each step doubles the reach, along columns running unions
// from both ends of blocks as long as the square is high give every window as the union of two.
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

/// row |= row moved by `distance` pixels to the right.
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

/// row |= row moved by `distance` pixels to the left.
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

/// Sets every bit that has a set one within `thickness` pixels in its row.
void growAlongRow(Word* row, std::int64_t words, int thickness) {
  for (int reach = 0; reach < thickness;) {
    const int step = std::min(reach + 1, thickness - reach);
    spreadRight(row, words, step);
    spreadLeft(row, words, step);
    reach += step;
  }
}

/// Finds the pixels of one tile that the outline paints. Lives as long as its thread has tiles, so
/// that memory is taken once.
class OutlineFinder {
 public:
  /// Looks at the flags of the tile and around it; false where there are none.
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

  /// The pixels to paint among the 64 from column 64 `word` of row `row` of the tile.
  Word painted(std::int64_t row, std::int64_t word) const {
    const std::int64_t at = row * rowWords_ + haloWords_ + word;
    const Word near = below_[static_cast<std::size_t>(at)] |
                      above_[static_cast<std::size_t>(at + window_ * rowWords_)];
    return near & ~own_[static_cast<std::size_t>(row * tileWords_ + word)];
  }

  std::int64_t words() const { return tileWords_; }

 private:
  /// Packs the flags of row y from column x, a multiple of 64 that may lie outside. False where
  /// all are 0, which leaves the row of bits as it was.
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

  /// Turns row i of below_ into the union of the rows from i to the last of its block, and row i of
  /// above_ into that from the first of its block to i.
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

  std::int64_t tileWords_ = 0;  // words of a row of the tile
  std::int64_t haloWords_ = 0;  // words to either side that may reach into it
  std::int64_t rowWords_ = 0;
  std::int64_t window_ = 0;  // rows from the first to the last that reach a pixel
  std::vector<Word> own_;    // flagged pixels of the tile
  std::vector<Word> below_;  // rows of the tile and around it, see growAlongColumns
  std::vector<Word> above_;
};

/// 64 pixels of the outline's colour, so that filled stretches are copied.
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

/// Rows around a tile are looked at again by its neighbours: half of its height at the most.
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
