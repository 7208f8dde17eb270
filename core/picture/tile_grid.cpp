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

TileGrid::TileGrid(Size scene, Size smallest, Size largest, Size tile)
    : tile_(tile),
      step_{tileStep(scene.width, largest.width, tile.width),
            tileStep(scene.height, largest.height, tile.height)} {
  cut(0, 0, scene.width - smallest.width + 1, scene.height - smallest.height + 1);
}

TileGrid::TileGrid(Size scene, Size largest, Size tile, const std::vector<TileArea>& only)
    : tile_(tile),
      step_{tileStep(scene.width, largest.width, tile.width),
            tileStep(scene.height, largest.height, tile.height)} {
  // Merges adjacent tiles horizontally, then strips of equal width vertically.
  struct Piece {
    std::int64_t left, top, right, bottom;
  };
  std::vector<Piece> pieces;
  for (const TileArea& area : only) {
    const Piece own{area.x + area.ownX, area.y + area.ownY, area.x + area.ownEndX,
                    area.y + area.ownEndY};
    if (!pieces.empty() && pieces.back().top == own.top && pieces.back().right == own.left) {
      pieces.back().right = own.right;
    } else {
      pieces.push_back(own);
    }
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t k = i + 1; k < pieces.size(); ++k) {
      const Piece& below = pieces[k];
      if (below.top != pieces[i].bottom || below.left != pieces[i].left ||
          below.right != pieces[i].right) {
        continue;
      }
      pieces[i].bottom = below.bottom;
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(k--));
    }
    cut(pieces[i].left, pieces[i].top, pieces[i].right, pieces[i].bottom);
  }
}

void TileGrid::cut(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom) {
  for (std::int64_t y = top; y < bottom; y += step_.height) {
    for (std::int64_t x = left; x < right; x += step_.width) {
      TileArea area;
      area.ownX = x > 0 ? 1 : 0;
      area.ownY = y > 0 ? 1 : 0;
      area.x = x - area.ownX;
      area.y = y - area.ownY;
      area.ownEndX = std::min(x + step_.width, right) - area.x;
      area.ownEndY = std::min(y + step_.height, bottom) - area.y;
      areas_.push_back(area);
    }
  }
}

}  // namespace espy::picture
