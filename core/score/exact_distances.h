// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "find/window_lanes.h"
#include "picture/block_averages.h"
#include "picture/planes.h"
#include "score/needle.h"
#include "score/row_loops.h"

/// Exact distances of single windows, of stretches of windows and of tiles, by reading their
/// samples.
namespace espy::score {

/// Exact distances of single windows from a needle.
class WindowDistances {
 public:
  /// Requires 8-bit samples that all take part.
  static bool can(const ScoredNeedle& needle);

  /// `method`: sad or ssd.
  WindowDistances(const ScoredNeedle& needle, Method method);

  /// The distance of the window whose first sample is `window`, with the pitches of `planes`. A
  /// result above `most` may be a partial sum.
  std::uint64_t at(const std::uint8_t* window, const picture::SamplePlanes& planes,
                   std::uint64_t most) const;

  /// Cost per window, measured on one core.
  double nanoseconds() const;

 private:
  finders::WindowLanes lanes_;
  double uncachedSamples_;
};

/// Distances of stretches of windows, for any needle. Stops early once all windows of a stretch
/// exceed the limit.
class DistanceRows {
 public:
  /// Maximal number of windows per call.
  static constexpr std::int64_t kPlaces = kStretch;

  DistanceRows(const ScoredNeedle& needle, Method method);

  /// Writes the distances of `count` <= `kPlaces` neighbouring windows, the first at (x, y) of the
  /// tile. Returns false and writes nothing if all exceed `most`; otherwise values above `most` may
  /// be partial sums.
  template <class Sample>
  bool at(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y,
          std::int64_t count, std::uint64_t most, std::uint64_t* distances) const;

  /// Cost per window, measured on one core.
  double nanoseconds() const;

 private:
  const RowLoops& loops_;
  std::optional<DifferenceTaps> taps_;         ///< sad, 8 bits, without weights
  std::optional<finders::WindowLanes> lanes_;  ///< otherwise
};

/// Exact sums of absolute differences of all positions of a tile.
class DifferenceRows {
 public:
  /// Requires 8-bit samples that all take part, and sums that fit into 32 bits.
  static bool can(const ScoredNeedle& needle);

  explicit DifferenceRows(const ScoredNeedle& needle);

  /// Cost per position, measured on one core.
  static double nanoseconds(const ScoredNeedle& needle);

  /// Writes the distances of `places` positions, from column 0 of row `top` of the tile on.
  /// `pitch`: of the output, in numbers.
  void compare(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t top, Size places,
               std::uint32_t* to, std::int64_t pitch) const;

 private:
  const RowLoops& loops_;
  DifferenceTaps taps_;
};

}  // namespace espy::score
