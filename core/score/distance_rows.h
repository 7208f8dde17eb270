// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "find/window_lanes.h"
#include "picture/planes.h"
#include "score/needle.h"
#include "score/row_loops.h"

namespace espy::score {

/// Distances of stretches of windows, of any needle, by reading every sample of every window; or,
/// where all of a stretch exceed what is wanted, not all of them.
class DistanceRows {
 public:
  /// Windows that are computed together.
  static constexpr std::int64_t kPlaces = kStretch;

  DistanceRows(const ScoredNeedle& needle, Method method);

  /// The distances of up to `kPlaces` windows beside each other, the first of which is at (x, y) of
  /// the tile. False, and nothing written, if all of them are greater than `most`; else each of
  /// those is greater than `most` that its distance is.
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

}  // namespace espy::score
