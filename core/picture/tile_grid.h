// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "espy/image.h"

namespace espy::picture {

/// The positions of a window in a picture, across and down.
inline Size positionsIn(Size picture, Size window) {
  return {picture.width - window.width + 1, picture.height - window.height + 1};
}

/// The positions of one tile. Scores are computed for its own positions plus a one-pixel halo for
/// non-maximum suppression.
struct TileArea {
  std::int64_t x = 0;  ///< origin of the tile in the scene: its first position
  std::int64_t y = 0;
  std::int64_t ownX = 0;  ///< own positions, relative to the origin: [ownX, ownEndX)
  std::int64_t ownY = 0;
  std::int64_t ownEndX = 0;
  std::int64_t ownEndY = 0;

  /// Clipped to a needle's positions in the scene: `places`, across and down.
  TileArea within(Size places) const;
  /// Ends of the positions with halo.
  std::int64_t endX(Size places) const { return std::min(ownEndX + 1, places.width - x); }
  std::int64_t endY(Size places) const { return std::min(ownEndY + 1, places.height - y); }
  bool empty() const { return ownX >= ownEndX || ownY >= ownEndY; }
};

/// A rectangle of positions: [left, right) x [top, bottom).
struct PositionRange {
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t right = 0;
  std::int64_t bottom = 0;

  std::int64_t positions() const { return (right - left) * (bottom - top); }
};
using PositionRanges = std::vector<PositionRange>;

/// The own positions of tiles of one grid, which are in order: adjacent ones are merged.
PositionRanges mergedPositions(const std::vector<TileArea>& tiles);

/// Own positions per tile along one side: all of them, or what the halo leaves.
std::int64_t tileStep(std::int64_t scene, std::int64_t needle, std::int64_t tile);

/// Cuts the positions of a scene into tiles that read `tile` pixels each.
class TileGrid {
 public:
  /// For needles from `smallest` to `largest`. The tile must be larger than `largest` by two
  /// pixels, or as large as the scene.
  TileGrid(Size scene, Size smallest, Size largest, Size tile);

  /// Covers these positions, and others where that takes fewer tiles.
  TileGrid(Size scene, Size largest, Size tile, const PositionRanges& only);

  /// The number of tiles, with `step` own positions each, that cover these positions.
  static std::int64_t countFor(const PositionRanges& only, Size step);

  std::int64_t count() const { return static_cast<std::int64_t>(areas_.size()); }
  Size tile() const { return tile_; }
  TileArea area(std::int64_t index) const { return areas_[static_cast<std::size_t>(index)]; }

 private:
  void cut(const PositionRange& range);

  Size tile_;
  Size step_;  ///< own positions per tile
  std::vector<TileArea> areas_;
};

}  // namespace espy::picture
