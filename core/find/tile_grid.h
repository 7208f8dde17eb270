// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "espy/image.h"
#include "find/score_memory.h"

namespace espy::find {

/// The places of one tile. Scores are wanted of its own places and of those just around, since a
/// peak is told by its neighbours.
struct TileArea {
  std::int64_t x = 0;  ///< where the tile begins in the scene: its first place
  std::int64_t y = 0;
  std::int64_t ownX = 0;  ///< its own places, counted from there: [ownX, ownEndX)
  std::int64_t ownY = 0;
  std::int64_t ownEndX = 0;
  std::int64_t ownEndY = 0;

  /// Less what is outside, for a needle of which only so many places are in the scene.
  TileArea within(Size places) const;
  /// The same with the neighbours.
  std::int64_t endX(Size places) const { return std::min(ownEndX + 1, places.width - x); }
  std::int64_t endY(Size places) const { return std::min(ownEndY + 1, places.height - y); }
  bool empty() const { return ownX >= ownEndX || ownY >= ownEndY; }
};

/// How the places of a scene are cut into tiles of which each sees `tile` pixels.
class TileGrid {
 public:
  /// For needles from `smallest` to `largest`. The tile must be larger than that by two pixels, or
  /// as large as the scene.
  TileGrid(Size scene, Size smallest, Size largest, Size tile);

  /// Only of the own places of these tiles of another grid, which are in order.
  TileGrid(Size scene, Size largest, Size tile, const std::vector<TileArea>& only);

  std::int64_t count() const { return static_cast<std::int64_t>(areas_.size()); }
  Size tile() const { return tile_; }
  TileArea area(std::int64_t index) const { return areas_[static_cast<std::size_t>(index)]; }

 private:
  void cut(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom);

  Size tile_;
  Size step_;  ///< own places of a tile
  std::vector<TileArea> areas_;
};

/// A tile for a search by transforms, its sides powers of two from 16 on, and what the search
/// takes.
struct TransformTile {
  Size size;  ///< 0 x 0 where none would do
  double nanoseconds = 0;
};

/// Nanoseconds a number of a tile of so many numbers that is transformed, as measured on one core.
double transformNanoseconds(std::int64_t numbers);

/// The fastest tile for needles of up to this size on so many threads, as far as a small model of
/// measured costs tells: tiles go in pairs, and threads that find none left wait.
/// One that takes more memory than the scene allows is chosen only where every other does.
TransformTile chooseTile(Size scene, Size needle, const TransformForm& form, std::int64_t needles,
                         int threads);

/// The tile for a search that correlates directly: small enough for the second cache with all that
/// belongs to it, and with as many places beside each other as are done together.
Size chooseDirectTile(Size scene, Size needle);

}  // namespace espy::find
