// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "espy/engine/pose.h"

namespace espy::pose {

/// Suppresses candidates of one level that would climb to the same peak: at most one is taken
/// within a pixel and a stride of angles and scales. One that is nearly as good in another pose is
/// kept: round objects have many, and only finer levels separate them.
class Suppression {
 public:
  /// For up to `most` candidates.
  Suppression(const PoseGrid& grid, std::uint32_t angleStride, std::uint32_t scaleStride,
              std::size_t most)
      : grid_(grid),
        angleStride_(angleStride),
        scaleStride_(scaleStride),
        angles_((grid.angles + angleStride - 1) / angleStride),
        heads_(std::bit_ceil(most + 1), kNone) {}

  /// Takes a candidate with this centre, in half pixels; false if a better one covers it.
  bool take(const PosedPeak& place, std::int64_t middleX, std::int64_t middleY) {
    Cell own = cellOf(grid_.poses[place.pose]);
    own.score = place.peak.score;
    own.x = static_cast<std::int32_t>(middleX >> 1);
    own.y = static_cast<std::int32_t>(middleY >> 1);
    for (std::int32_t y = own.y - 1; y <= own.y + 1; ++y) {
      const std::int32_t last = (own.x + 1) >> kBits;
      for (std::int32_t column = (own.x - 1) >> kBits; column <= last; ++column) {
        for (std::uint32_t i = heads_[slotOf(column, y)]; i != kNone; i = cells_[i].next) {
          const Cell& cell = cells_[i];
          if (cell.y == y && std::abs(cell.x - own.x) <= 1 && standsFor(cell, own)) return false;
        }
      }
    }
    std::uint32_t& head = heads_[slotOf(own.x >> kBits, own.y)];
    own.next = std::exchange(head, static_cast<std::uint32_t>(cells_.size()));
    cells_.push_back(own);
    return true;
  }

 private:
  static constexpr int kBits = 2;
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Cell {
    double score = 0;
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t angle = 0;
    std::int32_t scale = 0;
    std::int32_t block = 0;      ///< and polarity
    std::uint32_t next = kNone;  ///< the next cell of its slot
  };

  Cell cellOf(const GridPose& pose) const {
    Cell cell;
    const std::uint32_t angle = (pose.angleIndex + angleStride_ / 2) / angleStride_;
    const std::uint32_t scale = (pose.scaleIndex + scaleStride_ / 2) / scaleStride_;
    cell.angle = static_cast<std::int32_t>(grid_.circle ? angle % angles_ : angle);
    cell.scale = static_cast<std::int32_t>(scale);
    cell.block = pose.block * 2 + (pose.inverted ? 1 : 0);
    return cell;
  }
  bool standsFor(const Cell& better, const Cell& other) const {
    constexpr double kNearlyAsGood = 0.02;
    const std::int32_t turned = std::abs(better.angle - other.angle);
    const std::int32_t grown = std::abs(better.scale - other.scale);
    if (better.block != other.block || grown > 1) return false;
    if (turned == 0 && grown == 0) return true;
    return better.score - other.score > kNearlyAsGood &&
           (turned <= 1 || (grid_.circle && turned == static_cast<std::int32_t>(angles_) - 1));
  }
  /// Hash of a position's row and of its column divided by 2^kBits.
  std::size_t slotOf(std::int32_t column, std::int32_t y) const {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    const std::uint64_t bits =
        (static_cast<std::uint64_t>(y) << 32U ^ static_cast<std::uint32_t>(column)) * kOdd;
    return (bits >> 32U) & (heads_.size() - 1);
  }

  const PoseGrid& grid_;
  std::uint32_t angleStride_;
  std::uint32_t scaleStride_;
  std::uint32_t angles_;
  std::vector<Cell> cells_;           ///< taken
  std::vector<std::uint32_t> heads_;  ///< the last cell of each slot; a power of two
};

}  // namespace espy::pose
