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

/// Collects the exact scores of a tile's positions that reach the minimum, and finds local maxima.
class PeakFinder {
 public:
  /// Clears, for a tile of up to this size.
  void begin(Size tile);

  /// Adds a position of the tile and its score; `beaten`: it is no peak, but is needed for
  /// comparisons.
  void add(std::int64_t x, std::int64_t y, double score, std::uint64_t distance,
           bool beaten = false) {
    scores_[static_cast<std::size_t>((y + 1) * pitch_ + x + 1)] = score;
    places_.push_back(
        {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), beaten, score, distance});
  }

  /// Appends the local maxima among the tile's own positions, and clears for the next tile.
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
  std::vector<double> scores_;  ///< with a one-pixel halo
  std::vector<Scored> places_;
};

/// Converts a position of a tile to a peak.
Peak peakAt(const picture::TileArea& area, const PreparedNeedle& needle, std::int64_t x,
            std::int64_t y, double score, std::uint64_t distance);

}  // namespace espy::finders
