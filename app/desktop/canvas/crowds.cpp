// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/crowds.h"

#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

bool sameWindow(const SeenMark& a, const SeenMark& b) {
  return a.window.x0 == b.window.x0 && a.window.y0 == b.window.y0 && a.window.x1 == b.window.x1 &&
         a.window.y1 == b.window.y1;
}
bool same(const SeenMark& a, const SeenMark& b) {
  return sameWindow(a, b) && a.colour == b.colour;
}

/// Grid cells along one axis: those of the screen and as many beyond it, for the centres of large
/// marks.
struct Squares {
  Squares(double pictureBegin, int screen, int squareSide)
      : side(squareSide),
        begin(static_cast<int>(std::lround(pictureBegin))),
        count(2 * screen / squareSide + 4),
        first(floored(-screen / 2 - begin) - 1) {}
  int floored(int place) const { return place >= 0 ? place / side : -((side - 1 - place) / side); }
  int at(int place) const { return std::clamp(floored(place - begin) - first, 0, count - 1); }

  int side;
  int begin;  ///< origin of the picture
  int count;
  int first;
};

}  // namespace

void Crowds::markCrowdedCells(int across, int down) {
  most_.assign(cells_.size(), 0);
  const auto at = [&](int x, int y) -> std::size_t {
    return static_cast<std::size_t>(y) * across + x;
  };
  for (int y = 0; y < down; ++y) {
    for (int x = 0; x < across; ++x) {
      const Cell& cell = cells_[at(x, y)];
      if (cell.count == 0) continue;
      int crowd = 0;
      for (int v = std::max(y - 1, 0); v <= std::min(y + 1, down - 1); ++v) {
        for (int u = std::max(x - 1, 0); u <= std::min(x + 1, across - 1); ++u) {
          const Cell& beside = cells_[at(u, v)];
          if (beside.count > kMost) crowd = std::max(crowd, beside.all);
        }
      }
      // A lone box at the edge of a crowd stays a box.
      if (cell.count > 1) most_[at(x, y)] = crowd;
    }
  }
}

void Crowds::sort(std::span<const SeenMark> marks, const DeviceMap& map, int side, int most) {
  const Squares across(map.left, map.width, side);
  const Squares down(map.top, map.height, side);
  cells_.assign(static_cast<std::size_t>(across.count) * down.count, {});
  cellOf_.resize(marks.size());
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    const Box& window = marks[i].window;
    const int x = (window.x0 + window.x1) / 2;
    const int y = (window.y0 + window.y1) / 2;
    const auto number = static_cast<std::uint32_t>(down.at(y) * across.count + across.at(x));
    cellOf_[i] = number;
    Cell& cell = cells_[number];
    ++cell.all;
    if (cell.count == 0) {
      cell.left = cell.right = x;
      cell.top = cell.bottom = y;
    }
    cell.left = std::min(cell.left, x);
    cell.right = std::max(cell.right, x);
    cell.top = std::min(cell.top, y);
    cell.bottom = std::max(cell.bottom, y);
    if (cell.count > kMost) continue;
    const auto known = static_cast<std::size_t>(cell.count);
    const bool again = std::any_of(cell.first.begin(), cell.first.begin() + cell.count,
                                   [&](std::uint32_t k) { return same(marks[k], marks[i]); });
    if (again) continue;
    if (cell.count < kMost) cell.first[known] = i;
    ++cell.count;
  }
  markCrowdedCells(across.count, down.count);
  single_.clear();
  crowded_.clear();
  spots_.clear();
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    const int all = most_[cellOf_[i]];
    if (all == 0) continue;
    crowded_.push_back(marks[i]);
    // Estimate: marks on a regular grid; each gap is shared by two neighbours.
    const Box& window = marks[i].window;
    const int larger = std::max(window.x1 - window.x0, window.y1 - window.y0);
    const double apart = side / std::sqrt(all);
    const int room = larger > side ? most : static_cast<int>((apart - larger - 1) / 2);
    crowded_.back().room = static_cast<std::uint8_t>(std::clamp(room, 0, most));
  }
  for (std::size_t number = 0; number < cells_.size(); ++number) {
    const Cell& cell = cells_[number];
    if (isCrowd(number)) {
      if (cell.count <= kMost) continue;  // belongs to a larger crowd in an adjacent cell
      const bool spot = std::max(cell.right - cell.left, cell.bottom - cell.top) < side / 2;
      if (spot) spots_.push_back(marks[cell.first[0]]);
      continue;
    }
    for (int k = 0; k < cell.count; ++k) {
      const SeenMark& mark = marks[cell.first[static_cast<std::size_t>(k)]];
      const auto alike = [&](int from, int to) {
        const auto begin = cell.first.begin();
        return static_cast<std::uint8_t>(
            std::count_if(begin + from, begin + to,
                          [&](std::uint32_t other) { return sameWindow(marks[other], mark); }));
      };
      single_.push_back(mark);
      single_.back().inside = alike(0, k);
      single_.back().outside = alike(k + 1, cell.count);
    }
  }
  // Paint order: by index, independent of the cells.
  std::sort(single_.begin(), single_.end(),
            [](const SeenMark& a, const SeenMark& b) { return a.index < b.index; });
}

}  // namespace espy::desktop
