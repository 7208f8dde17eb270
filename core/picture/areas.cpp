// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/areas.h"

#include <algorithm>
#include <utility>

namespace espy::picture {

Area clipped(const Area& area, Size size) {
  const std::int64_t left = std::clamp<std::int64_t>(area.x, 0, size.width);
  const std::int64_t top = std::clamp<std::int64_t>(area.y, 0, size.height);
  const std::int64_t right = std::clamp<std::int64_t>(area.x + area.width, left, size.width);
  const std::int64_t bottom = std::clamp<std::int64_t>(area.y + area.height, top, size.height);
  return {left, top, right - left, bottom - top};
}

bool meet(const Area& a, const Area& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

Area around(const Area& a, const Area& b) {
  const std::int64_t left = std::min(a.x, b.x);
  const std::int64_t top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left,
          std::max(a.y + a.height, b.y + b.height) - top};
}

std::vector<Area> areasOfCells(std::span<const std::uint8_t> marked, std::int64_t columns,
                               std::int64_t rows) {
  std::vector<Area> areas;
  std::size_t above = 0;  // first area of the row above
  for (std::int64_t y = 0; y < rows; ++y) {
    const std::uint8_t* const row = marked.data() + y * columns;
    const std::size_t first = areas.size();
    for (std::int64_t x = 0; x < columns;) {
      if (row[x] == 0) {
        ++x;
        continue;
      }
      std::int64_t end = x;
      while (end < columns && row[end] != 0) ++end;
      // An equal run above grows down; it moves to this row's areas.
      const auto same =
          std::find_if(areas.begin() + static_cast<std::ptrdiff_t>(above),
                       areas.begin() + static_cast<std::ptrdiff_t>(first), [&](const Area& area) {
                         return area.x == x && area.width == end - x && area.y + area.height == y;
                       });
      if (same != areas.begin() + static_cast<std::ptrdiff_t>(first)) {
        Area grown = *same;
        ++grown.height;
        *same = {};
        areas.push_back(grown);
      } else {
        areas.push_back({x, y, end - x, 1});
      }
      x = end;
    }
    above = first;
  }
  std::erase_if(areas, [](const Area& area) { return area.height == 0; });
  return areas;
}

void mergeAreas(std::vector<Area>& areas, std::size_t most) {
  if (areas.size() > 4 * most) {  // the loops below take quadratic time
    for (const Area& area : areas) areas.front() = around(areas.front(), area);
    areas.resize(1);
    return;
  }
  for (bool merged = true; merged;) {
    merged = false;
    for (std::size_t i = 0; i < areas.size(); ++i) {
      for (std::size_t k = i + 1; k < areas.size();) {
        const Area both = around(areas[i], areas[k]);
        if (both.pixels() <= areas[i].pixels() + areas[k].pixels()) {
          areas[i] = both;
          areas.erase(areas.begin() + static_cast<std::ptrdiff_t>(k));
          merged = true;
        } else {
          ++k;
        }
      }
    }
  }
  if (areas.size() <= most) return;
  for (const Area& area : areas) areas.front() = around(areas.front(), area);
  areas.resize(1);
}

std::vector<Area> partsAround(std::span<const Area> changed, Size window, Size scene) {
  // Each search has a fixed cost of about 0.1 ms.
  constexpr std::size_t kMostParts = 16;
  std::vector<Area> parts;
  for (const Area& area : changed) {
    const Area part =
        clipped({area.x - window.width - 1, area.y - window.height - 1,
                 area.width + 2 * window.width + 2, area.height + 2 * window.height + 2},
                scene);
    if (part.pixels() > 0) parts.push_back(part);
  }
  mergeAreas(parts, kMostParts);
  return parts;
}

double shareOf(std::span<const Area> parts, Size scene) {
  std::int64_t pixels = 0;
  for (const Area& part : parts) pixels += part.pixels();
  return static_cast<double>(pixels) / static_cast<double>(scene.pixels());
}

Area positionsIn(const Area& part, Size window, Size scene) {
  const auto range = [](std::int64_t first, std::int64_t count, std::int64_t needed,
                        std::int64_t all) {
    const std::int64_t end = first + count;
    const std::int64_t from = first == 0 ? 0 : first + 1;
    const std::int64_t to = end == all ? all : end - needed;
    return std::pair(from, std::max(from, to) - from);
  };
  const auto [x, width] = range(part.x, part.width, window.width, scene.width);
  const auto [y, height] = range(part.y, part.height, window.height, scene.height);
  return {x, y, width, height};
}

}  // namespace espy::picture
