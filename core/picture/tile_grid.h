// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "espy/image.h"

namespace espy::picture {

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

/// Own positions per tile along one side: all of them, or what the halo leaves.
std::int64_t tileStep(std::int64_t scene, std::int64_t needle, std::int64_t tile);

/// Cuts the positions of a scene into tiles that read `tile` pixels each.
class TileGrid {
 public:
  /// For needles from `smallest` to `largest`. The tile must be larger than `largest` by two
  /// pixels, or as large as the scene.
  TileGrid(Size scene, Size smallest, Size largest, Size tile);

  /// Covers only the own positions of these tiles of another grid, which are in order.
  TileGrid(Size scene, Size largest, Size tile, const std::vector<TileArea>& only);

  std::int64_t count() const { return static_cast<std::int64_t>(areas_.size()); }
  Size tile() const { return tile_; }
  TileArea area(std::int64_t index) const { return areas_[static_cast<std::size_t>(index)]; }

 private:
  void cut(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom);

  Size tile_;
  Size step_;  ///< own positions per tile
  std::vector<TileArea> areas_;
};

}  // namespace espy::picture
