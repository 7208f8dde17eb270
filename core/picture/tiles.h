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

/// The tiles of a picture, in rows from the top. They are split in both directions so that a
/// picture of one endless row can be cancelled as fast as any other, and needs no more memory.
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

/// The tile of work that looks at each pixel once: a quarter of a megapixel, well under a
/// millisecond. Its width is a multiple of 64.
inline constexpr Size kPlainTile{8192, 32};

/// For a new picture of which every page will be written to: without it, page faults take several
/// times as long as the writing.
inline void adviseWhole(const MutableImageView& picture) {
  const std::int64_t bytes = picture.height() * picture.rowBytes();
  if (bytes > 0) adviseLargePages(picture.row(0), static_cast<std::size_t>(bytes));
}

/// Not more threads than there are tiles to give them.
inline int usefulThreads(const Tiling& tiles, int threads) {
  return static_cast<int>(std::clamp<std::int64_t>(tiles.count(), 1, threads));
}

/// Calls `body(tile, thread)` for every tile, with thread < usefulThreads().
inline void forEachTile(const Tiling& tiles, int threads, const Control& control,
                        const std::function<void(const Tile&, int)>& body) {
  parallelFor(tiles.count(), usefulThreads(tiles, threads), control,
              [&](std::int64_t index, int thread) { body(tiles[index], thread); });
}

}  // namespace espy::picture
