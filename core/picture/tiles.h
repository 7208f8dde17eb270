// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/large_pages.h"
#include "base/parallel.h"
#include "espy/image.h"

namespace espy::picture {

/// A part of a picture: columns [x0, x1), rows [y0, y1).
struct Tile {
  std::int64_t x0 = 0;
  std::int64_t x1 = 0;
  std::int64_t y0 = 0;
  std::int64_t y1 = 0;
};

/// The tiles of a picture, row-major. Both dimensions are split, so that latency of cancellation
/// and memory are bounded for any aspect ratio.
class Tiling {
 public:
  Tiling(Size picture, Size tile)
      : picture_(picture),
        tile_(tile),
        across_((picture.width + tile.width - 1) / tile.width),
        down_((picture.height + tile.height - 1) / tile.height) {}

  std::int64_t count() const { return across_ * down_; }

  Tile operator[](std::int64_t index) const {
    const std::int64_t x0 = index % across_ * tile_.width;
    const std::int64_t y0 = index / across_ * tile_.height;
    return {x0, std::min(x0 + tile_.width, picture_.width), y0,
            std::min(y0 + tile_.height, picture_.height)};
  }

 private:
  Size picture_;
  Size tile_;
  std::int64_t across_;
  std::int64_t down_;
};

/// Tile for a single pass over pixels: a quarter of a megapixel, well under a millisecond. Its
/// width is a multiple of 64.
inline constexpr Size kPlainTile{8192, 32};

/// For a new picture that will be written completely: huge pages, because page faults would take
/// several times as long as writing.
inline void adviseWhole(const MutableImageView& picture) {
  const std::int64_t bytes = picture.height() * picture.rowBytes();
  if (bytes > 0) adviseLargePages(picture.row(0), static_cast<std::size_t>(bytes));
}

/// Number of threads, limited to the number of tiles.
inline int usefulThreads(const Tiling& tiles, int threads) {
  return static_cast<int>(std::clamp<std::int64_t>(tiles.count(), 1, threads));
}

/// Calls `body(tile, thread)` for every tile, in parallel; thread < usefulThreads().
inline void forEachTile(const Tiling& tiles, int threads, const Control& control,
                        const std::function<void(const Tile&, int)>& body) {
  parallelFor(tiles.count(), usefulThreads(tiles, threads), control,
              [&](std::int64_t index, int thread) { body(tiles[index], thread); });
}

}  // namespace espy::picture
