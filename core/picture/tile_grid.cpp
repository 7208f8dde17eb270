// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/tile_grid.h"

#include <algorithm>

namespace espy::picture {
std::int64_t tileStep(std::int64_t scene, std::int64_t needle, std::int64_t tile) {
  return scene <= tile ? scene : tile - needle + 1 - 2;
}

TileArea TileArea::within(Size places) const {
  TileArea area = *this;
  area.ownEndX = std::min(ownEndX, places.width - x);
  area.ownEndY = std::min(ownEndY, places.height - y);
  return area;
}

PositionRanges mergedPositions(const std::vector<TileArea>& tiles) {
  // Horizontally first, then strips of equal width vertically.
  PositionRanges ranges;
  for (const TileArea& area : tiles) {
    const PositionRange own{area.x + area.ownX, area.y + area.ownY, area.x + area.ownEndX,
                            area.y + area.ownEndY};
    if (!ranges.empty() && ranges.back().top == own.top && ranges.back().right == own.left) {
      ranges.back().right = own.right;
    } else {
      ranges.push_back(own);
    }
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::size_t k = i + 1; k < ranges.size(); ++k) {
      const PositionRange& below = ranges[k];
      if (below.top != ranges[i].bottom || below.left != ranges[i].left ||
          below.right != ranges[i].right) {
        continue;
      }
      ranges[i].bottom = below.bottom;
      ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(k--));
    }
  }
  return ranges;
}

namespace {

std::int64_t stepsFor(std::int64_t length, std::int64_t step) {
  return (length + step - 1) / step;
}

/// The tiles of a grid over the whole scene that touch the ranges.
class TouchedTiles {
 public:
  TouchedTiles(const PositionRanges& ranges, Size step) : step_(step) {
    for (const PositionRange& range : ranges) {
      columns_ = std::max(columns_, stepsFor(range.right, step.width));
      rows_ = std::max(rows_, stepsFor(range.bottom, step.height));
      right_ = std::max(right_, range.right);
      bottom_ = std::max(bottom_, range.bottom);
    }
    touched_.resize(static_cast<std::size_t>(columns_ * rows_));
    for (const PositionRange& range : ranges) {
      for (std::int64_t row = range.top / step.height; row * step.height < range.bottom; ++row) {
        for (std::int64_t column = range.left / step.width; column * step.width < range.right;
             ++column) {
          touched_[static_cast<std::size_t>(row * columns_ + column)] = true;
        }
      }
    }
  }

  std::int64_t count() const { return std::count(touched_.begin(), touched_.end(), true); }

  template <class Visit>
  void forEach(const Visit& visit) const {
    for (std::int64_t tile = 0; tile < columns_ * rows_; ++tile) {
      if (!touched_[static_cast<std::size_t>(tile)]) continue;
      const std::int64_t left = tile % columns_ * step_.width;
      const std::int64_t top = tile / columns_ * step_.height;
      visit(PositionRange{left, top, std::min(left + step_.width, right_),
                          std::min(top + step_.height, bottom_)});
    }
  }

 private:
  Size step_;
  std::int64_t columns_ = 0;
  std::int64_t rows_ = 0;
  std::int64_t right_ = 0;
  std::int64_t bottom_ = 0;
  std::vector<bool> touched_;
};

/// Tiles that cover each range by itself.
std::int64_t tilesOfEach(const PositionRanges& ranges, Size step) {
  std::int64_t count = 0;
  for (const PositionRange& range : ranges) {
    count += stepsFor(range.right - range.left, step.width) *
             stepsFor(range.bottom - range.top, step.height);
  }
  return count;
}

}  // namespace

TileGrid::TileGrid(Size scene, Size smallest, Size largest, Size tile)
    : tile_(tile),
      step_{tileStep(scene.width, largest.width, tile.width),
            tileStep(scene.height, largest.height, tile.height)} {
  const Size positions = positionsIn(scene, smallest);
  cut({0, 0, positions.width, positions.height});
}

TileGrid::TileGrid(Size scene, Size largest, Size tile, const PositionRanges& only)
    : tile_(tile),
      step_{tileStep(scene.width, largest.width, tile.width),
            tileStep(scene.height, largest.height, tile.height)} {
  const TouchedTiles touched(only, step_);
  if (touched.count() < tilesOfEach(only, step_)) {
    touched.forEach([&](const PositionRange& range) { cut(range); });
  } else {
    for (const PositionRange& range : only) cut(range);
  }
}

std::int64_t TileGrid::countFor(const PositionRanges& only, Size step) {
  return std::min(TouchedTiles(only, step).count(), tilesOfEach(only, step));
}

void TileGrid::cut(const PositionRange& range) {
  for (std::int64_t y = range.top; y < range.bottom; y += step_.height) {
    for (std::int64_t x = range.left; x < range.right; x += step_.width) {
      TileArea area;
      area.ownX = x > 0 ? 1 : 0;
      area.ownY = y > 0 ? 1 : 0;
      area.x = x - area.ownX;
      area.y = y - area.ownY;
      area.ownEndX = std::min(x + step_.width, range.right) - area.x;
      area.ownEndY = std::min(y + step_.height, range.bottom) - area.y;
      areas_.push_back(area);
    }
  }
}

}  // namespace espy::picture
