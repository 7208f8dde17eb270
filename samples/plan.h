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

/// Room that something takes: so far to either side and up in the picture, and so far to either
/// side and back on the ground, which is nothing for what lies, hangs or sticks where others are.
struct Room {
  int side;
  int up;
  int groundSide;
  int groundBack;
};

Room roomOf(Kind kind);

struct Item {
  Kind kind;
  int x;
  int y;
  int back;  ///< the row that decides who is in front of whom
  std::uint64_t seed;
  bool emptyHanded;  ///< what this person holds would hide somebody who must be seen
};

/// Who and what stands where: knows where nothing more may stand and what must stay in view.
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

  /// Adds something unless it would stand where something stands, or hide what must be seen.
  bool add(Kind kind, int x, int y, std::uint64_t seed);

  /// Keeps the upper part of this person, as much as the needle shows, from being hidden.
  void keepInView(int x, int y);

  /// All items, from the back to the front.
  const std::vector<Item>& sorted();

 private:
  static constexpr int kUnit = 4;  // pixels of a square of the plan

  /// Does `test` hold for a square of the plan from (x - side, y - up) to (x + side, y)?
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
  std::vector<int> inView_;  // the feet of whom must be seen here, or 0
};

}  // namespace samples
