// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/tile_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
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
      step_{stepFor(scene.width, largest.width, tile.width),
            stepFor(scene.height, largest.height, tile.height)} {
  cut(0, 0, scene.width - smallest.width + 1, scene.height - smallest.height + 1);
}

TileGrid::TileGrid(Size scene, Size largest, Size tile, const std::vector<TileArea>& only)
    : tile_(tile),
      step_{stepFor(scene.width, largest.width, tile.width),
            stepFor(scene.height, largest.height, tile.height)} {
  // Tiles beside each other become one piece, and pieces of one width below each other.
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

/// Tiles that leave the second cache take longer, and longer still those that leave the third to
/// themselves.
double transformNanoseconds(std::int64_t numbers) {
  constexpr double kMeasured[] = {1.1, 1.25, 1.4, 2.0, 2.7, 4.0, 5.4};  // of 2^14, 2^15, ...
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(numbers))) - 1;
  const int last = static_cast<int>(std::size(kMeasured)) - 1;
  return kMeasured[std::clamp(bits - 14, 0, last)] + 0.3 * std::max(0, bits - 14 - last);
}

TransformTile chooseTile(Size scene, Size needle, const TransformForm& form, std::int64_t needles,
                         int threads) {
  const TransformTile none{{}, std::numeric_limits<double>::infinity()};
  // With room for exact products, without it, and, of those with too little room, the smallest.
  TransformTile best = none;
  TransformTile lesser = none;
  TransformTile smallest = none;
  double least = std::numeric_limits<double>::infinity();
  const double room = mostTransformMemory(scene, form);
  for (std::int64_t height = kLeastSide; height <= kMostSide; height *= 2) {
    const std::int64_t stepY = stepFor(scene.height, needle.height, height);
    if (stepY < 1 || height < needle.height) continue;
    for (std::int64_t width = kLeastSide; width <= kMostSide; width *= 2) {
      const std::int64_t stepX = stepFor(scene.width, needle.width, width);
      if (stepX < 1 || width < needle.width) continue;
      const std::int64_t count =
          tilesFor(scene.width, needle.width, stepX) * tilesFor(scene.height, needle.height, stepY);
      const auto numbers = static_cast<double>(width * height);
      const double transform = numbers * transformNanoseconds(width * height);
      const auto many = static_cast<double>(needles);
      // Each number of a tile is taken over, has its sums, and is looked at for each needle; and
      // products of spectra go there and back.
      const double pair =
          transform * (form.channels + many) +
          numbers * (2 * 0.8 * form.channels + many * (2 * 0.8 + 0.4 * form.channels));
      // Spectra of needles are made one after another.
      const double spectra = transform * form.channels * many + 20000;
      // Memory of a thread that is touched for the first time, as a search in a new process does.
      const double touched = numbers * 4.0;
      const std::int64_t pairs = (count + 1) / 2;
      const TransformMemory memory = transformMemory({width, height}, count, needle, form);
      const int exactThreads = memory.threads(room, true);
      const int allowed =
          std::clamp(form.holes ? exactThreads : memory.threads(room, false), 1, threads);
      const std::int64_t rounds = (pairs + allowed - 1) / allowed;
      const double cost = static_cast<double>(rounds) * pair + spectra + touched;
      const TransformTile tile{{width, height}, cost};
      if (exactThreads > 0) {
        if (cost < best.nanoseconds) best = tile;
      } else if (memory.threads(room, false) > 0) {
        if (cost < lesser.nanoseconds) lesser = tile;
      } else if (memory.thread + memory.spectra < least) {
        least = memory.thread + memory.spectra;
        smallest = tile;
      }
    }
  }
  for (const TransformTile& tile : {best, lesser, smallest}) {
    if (tile.size.width > 0) return tile;
  }
  return {};
}

Size chooseDirectTile(Size scene, Size needle) {
  return {std::min(scene.width, kDirectPlaces.width + needle.width - 1),
          std::min(scene.height, kDirectPlaces.height + needle.height - 1)};
}

}  // namespace espy::find
