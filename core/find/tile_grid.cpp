// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/tile_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace espy::find {
namespace {

constexpr std::int64_t kLeastSide = 16;
constexpr std::int64_t kMostSide = 8192;
constexpr Size kDirectPlaces{384, 128};

/// Own places from tile to tile along one side: all of them, or what the neighbours leave.
std::int64_t stepFor(std::int64_t scene, std::int64_t needle, std::int64_t tile) {
  return scene <= tile ? scene : tile - needle + 1 - 2;
}

std::int64_t tilesFor(std::int64_t scene, std::int64_t needle, std::int64_t step) {
  const std::int64_t places = std::max<std::int64_t>(scene - needle + 1, 1);
  return (places + step - 1) / step;
}

}  // namespace

TileArea TileArea::within(Size places) const {
  TileArea area = *this;
  area.ownEndX = std::min(ownEndX, places.width - x);
  area.ownEndY = std::min(ownEndY, places.height - y);
  return area;
}

TileGrid::TileGrid(Size scene, Size smallest, Size largest, Size tile)
    : tile_(tile),
      places_{scene.width - smallest.width + 1, scene.height - smallest.height + 1},
      stepX_(stepFor(scene.width, largest.width, tile.width)),
      stepY_(stepFor(scene.height, largest.height, tile.height)),
      columns_((places_.width + stepX_ - 1) / stepX_),
      rows_((places_.height + stepY_ - 1) / stepY_) {}

TileArea TileGrid::area(std::int64_t index) const {
  const std::int64_t firstX = index % columns_ * stepX_;
  const std::int64_t firstY = index / columns_ * stepY_;
  TileArea area;
  area.ownX = firstX > 0 ? 1 : 0;
  area.ownY = firstY > 0 ? 1 : 0;
  area.x = firstX - area.ownX;
  area.y = firstY - area.ownY;
  area.ownEndX = std::min(firstX + stepX_, places_.width) - area.x;
  area.ownEndY = std::min(firstY + stepY_, places_.height) - area.y;
  return area;
}

Size chooseTile(Size scene, Size needle, int channels, std::int64_t needles) {
  Size best;
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t height = kLeastSide; height <= kMostSide; height *= 2) {
    const std::int64_t stepY = stepFor(scene.height, needle.height, height);
    if (stepY < 1 || height < needle.height) continue;
    for (std::int64_t width = kLeastSide; width <= kMostSide; width *= 2) {
      const std::int64_t stepX = stepFor(scene.width, needle.width, width);
      if (stepX < 1 || width < needle.width) continue;
      const double count = static_cast<double>(tilesFor(scene.width, needle.width, stepX)) *
                           static_cast<double>(tilesFor(scene.height, needle.height, stepY));
      const auto size = static_cast<double>(width * height);
      // Transforms each way, and what is done for every pixel; slower where two tiles of numbers
      // leave the second cache, and once more where they leave the third.
      const double outOfCache = size > 512.0 * 512 ? 2.2 : size > 256.0 * 256 ? 1.3 : 1;
      const double work = size * (std::log2(size) * static_cast<double>(channels + needles) +
                                  8 * static_cast<double>(needles));
      const double cost = (std::ceil(count / 2) * work + 20000) * outOfCache;
      if (cost < least) {
        least = cost;
        best = {width, height};
      }
    }
  }
  return best;
}

Size chooseDirectTile(Size scene, Size needle) {
  return {std::min(scene.width, kDirectPlaces.width + needle.width - 1),
          std::min(scene.height, kDirectPlaces.height + needle.height - 1)};
}

}  // namespace espy::find
