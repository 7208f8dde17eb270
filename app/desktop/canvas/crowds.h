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

/// A mark in sight and its window on the screen.
struct SeenMark {
  std::uint32_t index;
  Box window;
  std::uint8_t colour;
  /// In a crowd: how wide its outline may be to leave the next one alone; 0: it can but be a dot.
  std::uint8_t room = 0;
  /// Of those with a box: how many others have the very same window, whose boxes go inside.
  std::uint8_t inside = 0;
  std::uint8_t outside = 0;  ///< likewise, whose boxes go around this one
};

/// Tells marks that have room for a box of their own from crowds, in which boxes would only hide
/// each other: more than `kMost` different ones whose middles lie in one square of the screen, and
/// several in a square beside such a one. The squares move with the picture, so that nothing
/// changes while it is moved.
class Crowds {
 public:
  static constexpr int kMost = 4;

  /// `side`: of the squares, in pixels of the screen. Nobody gets more room than `most`.
  void sort(std::span<const SeenMark> marks, const DeviceMap& map, int side, int most);

  /// Those with room; of those that cover each other exactly, the first.
  const std::vector<SeenMark>& single() const { return single_; }
  const std::vector<SeenMark>& crowded() const { return crowded_; }
  /// One of each crowd that lies on so small a spot that it could be overlooked.
  const std::vector<SeenMark>& spots() const { return spots_; }

 private:
  struct Cell {
    int all = 0;    ///< marks
    int count = 0;  ///< of different boxes; more than kMost are not counted
    std::array<std::uint32_t, kMost> first;  ///< of them, into the marks
    int left = 0;                            ///< of all middles
    int right = 0;
    int top = 0;
    int bottom = 0;
  };

  bool isCrowd(std::size_t cell) const { return most_[cell] > 0; }
  /// Says of each square how many marks are at most in it or in one beside it, if it is crowded.
  void lookAround(int across, int down);

  std::vector<Cell> cells_;
  std::vector<int> most_;              ///< by square; 0: it is no crowd
  std::vector<std::uint32_t> cellOf_;  ///< by mark
  std::vector<SeenMark> single_;
  std::vector<SeenMark> crowded_;
  std::vector<SeenMark> spots_;
};

}  // namespace espy::desktop
