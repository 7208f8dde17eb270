// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/area.h"
#include "espy/image.h"

namespace espy::picture {

/// The part of `area` inside a picture of this size; without pixels if there is none.
Area clipped(const Area& area, Size size);

/// Whether they have a pixel in common.
bool meet(const Area& a, const Area& b);

/// The smallest rectangle around both.
Area around(const Area& a, const Area& b);

/// Rectangles of a grid's marked cells: runs of a row, merged with an equal run above. `marked`:
/// columns x rows, row-major. In cells.
std::vector<Area> areasOfCells(std::span<const std::uint8_t> marked, std::int64_t columns,
                               std::int64_t rows);

/// Merges rectangles where one search of the rectangle around them reads no more than searches of
/// both, and all if more than `most` are left.
void mergeAreas(std::vector<Area>& areas, std::size_t most);

/// The parts of a scene to search again for windows of up to this size, whose matches depend on
/// their own pixels and on the windows of the eight neighbours.
std::vector<Area> partsAround(std::span<const Area> changed, Size window, Size scene);

/// From this share of the scene in such parts on, searching all of it is no more work.
inline constexpr double kMostShare = 0.7;

/// The share of a scene in these parts; more than 1 if they overlap much.
double shareOf(std::span<const Area> parts, Size scene);

/// The positions that a search of `part` decides: their neighbours' windows are in it.
Area positionsIn(const Area& part, Size window, Size scene);

inline bool contains(const Area& area, std::int64_t x, std::int64_t y) {
  return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

/// Renews what was found in a scene whose pixels changed: `search(part)`, in coordinates of the
/// part, replaces what each part decides. `positionOf` returns the {x, y} of something found.
/// Returns the share of the scene that was searched; nothing, and `found` is undefined, if that is
/// more than kMostShare or if a search returns nothing.
template <class Found, class Search, class PositionOf = std::identity>
std::optional<double> searchAround(std::span<const Area> changed, Size window, Size scene,
                                   std::vector<Found>& found, const Search& search,
                                   const PositionOf& positionOf = {}) {
  const std::vector<Area> parts = partsAround(changed, window, scene);
  const double share = shareOf(parts, scene);
  if (share > kMostShare) return {};
  for (const Area& part : parts) {
    std::optional<std::vector<Found>> fresh = search(part);
    if (!fresh) return {};
    const Area decided = positionsIn(part, window, scene);
    const auto isDecided = [&](const Found& one) {
      const auto& at = std::invoke(positionOf, one);
      return contains(decided, at.x, at.y);
    };
    std::erase_if(found, isDecided);
    for (Found& one : *fresh) {
      auto& at = std::invoke(positionOf, one);
      at.x += static_cast<std::uint32_t>(part.x);
      at.y += static_cast<std::uint32_t>(part.y);
      if (isDecided(one)) found.push_back(one);
    }
  }
  return share;
}

}  // namespace espy::picture
