// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/planes.h"
#include "score/needle.h"
#include "score/row_loops.h"

namespace espy::score {

/// Correlates 8-bit tiles with a needle, exactly, by multiplying every sample: what is computed at
/// each place is D = sum I (T - t) over the pixels that take part. Many places are done at once.
///
/// The whole number t brings the needle's samples within a signed byte; of those that do, it is the
/// nearest to their mean. From D follows sum I T = D + t sum I.
class DirectRows {
 public:
  /// Can it be done in 32 bits, and is there no pixel that weighs more than others?
  static bool fits(const ScoredNeedle& needle);

  /// Only where it fits.
  explicit DirectRows(const ScoredNeedle& needle);

  std::int32_t centre() const { return centre_; }          ///< t
  std::int64_t rest() const { return rest_; }              ///< sum (T - t)
  std::int64_t magnitudes() const { return magnitudes_; }  ///< sum |T - t|

  /// What a place takes, as measured on one core.
  static double nanoseconds(const ScoredNeedle& needle);

  /// Numbers that a row of so many places takes in `correlate`.
  static std::int64_t pitchFor(std::int64_t places) {
    return (places + kStretch - 1) / kStretch * kStretch;
  }

  /// Writes D of all these places from the tile's upper-left one on; each row begins
  /// `pitchFor(places.width)` numbers behind the one before. What is behind the last place of a row
  /// is undefined.
  void correlate(const picture::TilePlanes<std::uint8_t>& tile, Size places,
                 std::int32_t* to) const;

 private:
  const RowLoops& loops_;
  std::int32_t centre_ = 0;
  std::int64_t rest_ = 0;
  std::int64_t magnitudes_ = 0;
  ProductTaps taps_;  ///< T - t
};

}  // namespace espy::score
