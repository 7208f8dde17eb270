// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>
#include <vector>

#include "espy/engine/pose.h"

namespace espy::pose {

/// Suppresses candidates of one level that would climb to the same peak: at most one is taken
/// within a pixel and a stride of angles and scales. One that is nearly as good in another pose is
/// kept: round objects have many, and only finer levels separate them.
class Suppression {
 public:
  Suppression(const PoseGrid& grid, std::uint32_t angleStride, std::uint32_t scaleStride)
      : grid_(grid),
        angleStride_(angleStride),
        scaleStride_(scaleStride),
        angles_((grid.angles + angleStride - 1) / angleStride) {}

  /// Takes a candidate with this centre, in half pixels; false if a better one covers it.
  bool take(const PosedPeak& place, std::int64_t middleX, std::int64_t middleY) {
    Cell own = cellOf(grid_.poses[place.pose]);
    own.score = place.peak.score;
    const std::int64_t x = middleX >> 1;
    const std::int64_t y = middleY >> 1;
    for (int k = 0; k < 9; ++k) {
      const auto there = taken_.find(keyOf(x + k % 3 - 1, y + k / 3 - 1));
      if (there == taken_.end()) continue;
      const std::vector<Cell>& cells = there->second;
      if (std::any_of(cells.begin(), cells.end(),
                      [&](const Cell& cell) { return standsFor(cell, own); })) {
        return false;
      }
    }
    taken_[keyOf(x, y)].push_back(own);
    return true;
  }

 private:
  struct Cell {
    std::int64_t block = 0;  ///< and polarity
    std::int64_t angle = 0;
    std::int64_t scale = 0;
    double score = 0;
  };

  Cell cellOf(const GridPose& pose) const {
    const std::int64_t angle = (pose.angleIndex + angleStride_ / 2) / angleStride_;
    return {pose.block * 2 + (pose.inverted ? 1 : 0), grid_.circle ? angle % angles_ : angle,
            (pose.scaleIndex + scaleStride_ / 2) / scaleStride_};
  }
  bool standsFor(const Cell& better, const Cell& other) const {
    constexpr double kNearlyAsGood = 0.02;
    const std::int64_t turned = std::abs(better.angle - other.angle);
    const std::int64_t grown = std::abs(better.scale - other.scale);
    if (better.block != other.block || grown > 1) return false;
    if (turned == 0 && grown == 0) return true;
    return better.score - other.score > kNearlyAsGood &&
           (turned <= 1 || (grid_.circle && turned == angles_ - 1));
  }
  static std::int64_t keyOf(std::int64_t x, std::int64_t y) {
    return y * (std::int64_t{1} << 32) + x;
  }

  const PoseGrid& grid_;
  std::uint32_t angleStride_;
  std::uint32_t scaleStride_;
  std::int64_t angles_;
  std::unordered_map<std::int64_t, std::vector<Cell>> taken_;  ///< by position
};

}  // namespace espy::pose
