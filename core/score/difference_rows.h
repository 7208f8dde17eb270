// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/planes.h"
#include "score/needle.h"
#include "score/row_loops.h"

namespace espy::score {

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
