// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "canvas/device_map.h"
#include "canvas/rectangle_painter.h"

namespace espy::desktop {

/// A visible mark and its window in device pixels.
struct SeenMark {
  std::uint32_t index;
  Box window;
  std::uint8_t colour;
  /// In a crowd: the outline width that does not reach the neighbours; 0: drawn as a dot.
  std::uint8_t room = 0;
  /// Boxed marks only: the number of other marks with the same window whose boxes are drawn inside.
  std::uint8_t inside = 0;
  std::uint8_t outside = 0;  ///< likewise, drawn around this one
};

/// Separates marks that get a box of their own from crowds, in which boxes would hide each other. A
/// grid cell is crowded if it, or an adjacent cell, has the centres of more than `kMost` different
/// boxes, and it has more than one itself. The grid moves with the picture, so panning changes
/// nothing.
class Crowds {
 public:
  static constexpr int kMost = 4;

  /// `side`: of a grid cell, `most`: the widest outline, both in device pixels.
  void sort(std::span<const SeenMark> marks, const DeviceMap& map, int side, int most);

  /// Marks outside crowds; of those with the same window and colour, the first.
  const std::vector<SeenMark>& single() const { return single_; }
  const std::vector<SeenMark>& crowded() const { return crowded_; }
  /// One mark of each crowd that is small enough to be overlooked.
  const std::vector<SeenMark>& spots() const { return spots_; }

 private:
  struct Cell {
    int all = 0;                             ///< marks
    int count = 0;                           ///< different boxes, at most kMost + 1
    std::array<std::uint32_t, kMost> first;  ///< indices of those
    int left = 0;                            ///< bounds of all centres
    int right = 0;
    int top = 0;
    int bottom = 0;
  };

  bool isCrowd(std::size_t cell) const { return most_[cell] > 0; }
  /// Sets most_: for crowded cells, the largest number of marks in a crowded cell of the 3x3 block.
  void markCrowdedCells(int across, int down);

  std::vector<Cell> cells_;
  std::vector<int> most_;              ///< by cell; 0: not crowded
  std::vector<std::uint32_t> cellOf_;  ///< by mark
  std::vector<SeenMark> single_;
  std::vector<SeenMark> crowded_;
  std::vector<SeenMark> spots_;
};

}  // namespace espy::desktop
