// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "traveller.h"

namespace samples {

enum class Kind : std::uint8_t {
  towel,
  sunbather,
  swimmer,
  boat,
  parasol,
  deckchair,
  surfboard,
  toy,
  animal,
  flowerPot,
  lamp,
  bunting,
  stall,
  cart,
  fountain,
  palm,
  tree,
  bench,
  picnic,
  balloons,
  bather,
  passer,
  traveller,
};

/// Extent in pixels: to either side and up in the picture, to either side and back on the ground.
/// The ground extent is 0 for things that may overlap others there.
struct Footprint {
  int side;
  int up;
  int groundSide;
  int groundBack;
};

Footprint footprintOf(Kind kind);

struct Item {
  Kind kind;
  int x;
  int y;
  int back;  ///< drawing order: the row that decides what is in front
  std::uint64_t seed;
  bool emptyHanded;  ///< a held object would hide the needle of a traveller
};

/// Places items without collisions, and keeps marked areas visible.
class Plan {
 public:
  Plan(int width, int height)
      : width_(width),
        height_(height),
        across_(width / kUnit + 1),
        taken_(static_cast<std::size_t>(across_) * static_cast<std::size_t>(height / kUnit + 1)),
        inView_(taken_.size()) {}

  int width() const { return width_; }
  int height() const { return height_; }

  /// Adds an item; returns false if it collides with another or hides a marked area.
  bool add(Kind kind, int x, int y, std::uint64_t seed);

  /// Marks the traveller's upper part, which the needle shows, as an area that nothing may hide.
  void keepInView(int x, int y);

  /// All items, back to front.
  const std::vector<Item>& sorted();

 private:
  static constexpr int kUnit = 4;  // pixels per cell of the grid

  /// Whether `test` holds for a cell from (x - side, y - up) to (x + side, y).
  template <class Test>
  bool anyOf(int x, int y, int side, int up, const Test& test) const {
    const int left = std::max(0, x - side) / kUnit;
    const int right = std::min(width_ - 1, x + side) / kUnit;
    const int top = std::max(0, y - up) / kUnit;
    const int bottom = std::min(height_ - 1, y) / kUnit;
    for (int v = top; v <= bottom; ++v) {
      for (int u = left; u <= right; ++u) {
        if (test(static_cast<std::size_t>(v) * static_cast<std::size_t>(across_) +
                 static_cast<std::size_t>(u))) {
          return true;
        }
      }
    }
    return false;
  }

  int width_;
  int height_;
  int across_;
  std::vector<Item> items_;
  std::vector<char> taken_;
  std::vector<int> inView_;  // y of the feet of the person to be kept visible in the cell, or 0
};

}  // namespace samples
