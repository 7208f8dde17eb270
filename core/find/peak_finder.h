// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "find/needle.h"
#include "find/peak_list.h"
#include "picture/tile_grid.h"

namespace espy::finders {

/// Gathers the exact scores of a tile's places that reach the minimum, and tells which are peaks.
class PeakFinder {
 public:
  /// For a tile of up to this size; clears what was there.
  void begin(Size tile);

  /// A place of the tile and its score; `beaten`: it is no peak, but others must be held against
  /// it.
  void add(std::int64_t x, std::int64_t y, double score, std::uint64_t distance,
           bool beaten = false) {
    scores_[static_cast<std::size_t>((y + 1) * pitch_ + x + 1)] = score;
    places_.push_back(
        {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), beaten, score, distance});
  }

  /// Adds the peaks among the tile's own places, and makes ready for the next tile of this size.
  void finish(const picture::TileArea& area, const PreparedNeedle& needle, PeakList& peaks);

 private:
  struct Scored {
    std::int32_t x;
    std::int32_t y;
    bool beaten;
    double score;
    std::uint64_t distance;
  };
  static constexpr double kNone = -std::numeric_limits<double>::infinity();

  bool isPeak(const Scored& place) const;

  std::int64_t pitch_ = 0;
  std::vector<double> scores_;  ///< with a rim of places that do not count
  std::vector<Scored> places_;
};

/// A place of a tile as a peak.
Peak peakAt(const picture::TileArea& area, const PreparedNeedle& needle, std::int64_t x,
            std::int64_t y, double score, std::uint64_t distance);

}  // namespace espy::finders
