// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "find/window_lanes.h"
#include "picture/means_map.h"
#include "picture/planes.h"
#include "score/needle.h"
#include "score/row_loops.h"

/// Exact distances of windows, by reading their samples: of single ones, of stretches of them and
/// of whole tiles.
namespace espy::score {

/// The exact distances of single windows from a needle, and no more of them than is asked for.
class WindowDistances {
 public:
  /// Is it 8-bit samples that all take part?
  static bool can(const ScoredNeedle& needle);

  /// `method`: sad or ssd.
  WindowDistances(const ScoredNeedle& needle, Method method);

  /// Of the window whose first sample is `window`, row by row and channel by channel so far apart
  /// as in `planes`. Of one that is greater than `most` only so much that this shows.
  std::uint64_t at(const std::uint8_t* window, const picture::SamplePlanes& planes,
                   std::uint64_t most) const;

  /// What it takes, as measured on one core.
  double nanoseconds() const;

 private:
  finders::WindowLanes lanes_;
  double uncachedSamples_;
};

/// Distances of stretches of windows, of any needle, by reading every sample of every window; or,
/// where all of a stretch exceed what is wanted, not all of them.
class DistanceRows {
 public:
  /// Windows that are computed together.
  static constexpr std::int64_t kPlaces = kStretch;

  DistanceRows(const ScoredNeedle& needle, Method method);

  /// The distances of up to `kPlaces` neighbouring windows, the first at (x, y) of
  /// the tile. False, and nothing written, if all distances exceed `most`; else a value that
  /// exceeds `most` need not be exact.
  template <class Sample>
  bool at(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y,
          std::int64_t count, std::uint64_t most, std::uint64_t* distances) const;

  /// What a window takes, as measured on one core.
  double nanoseconds() const;

 private:
  const RowLoops& loops_;
  std::optional<DifferenceTaps> taps_;         ///< sad of 8 bits without weights
  std::optional<finders::WindowLanes> lanes_;  ///< else
};

/// The sums of absolute differences of all places of a tile from a needle, exactly, by reading
/// every sample.
class DifferenceRows {
 public:
  /// Is it of 8-bit samples that all take part, and of sums that fit into 32 bits?
  static bool can(const ScoredNeedle& needle);

  explicit DifferenceRows(const ScoredNeedle& needle);

  /// What a place takes, as measured on one core.
  static double nanoseconds(const ScoredNeedle& needle);

  /// Writes those of all these places, the first of which is in column 0 of this row of the tile,
  /// rows so far apart.
  void compare(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t top, Size places,
               std::uint32_t* to, std::int64_t pitch) const;

 private:
  const RowLoops& loops_;
  DifferenceTaps taps_;
};

}  // namespace espy::score
