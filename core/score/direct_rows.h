// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/planes.h"
#include "score/needle.h"
#include "score/row_loops.h"

namespace espy::score {

/// Correlates 8-bit tiles with a needle by exact direct multiplication: D = sum I (T - t) over the
/// pixels that take part.
///
/// The integer t maps the needle's samples into a signed byte; of those that do, it is the nearest
/// to their mean. sum I T = D + t sum I.
class DirectRows {
 public:
  /// Do the sums fit into 32 bits, and have all pixels equal weight?
  static bool fits(const ScoredNeedle& needle);

  /// Requires `fits(needle)`.
  explicit DirectRows(const ScoredNeedle& needle);

  std::int32_t centre() const { return centre_; }          ///< t
  std::int64_t rest() const { return rest_; }              ///< sum (T - t)
  std::int64_t magnitudes() const { return magnitudes_; }  ///< sum |T - t|

  /// Cost per position, measured on one core.
  static double nanoseconds(const ScoredNeedle& needle);

  /// Pitch of the output of `correlate` for rows of `places` positions.
  static std::int64_t pitchFor(std::int64_t places) {
    return (places + kStretch - 1) / kStretch * kStretch;
  }

  /// Writes D of `places` positions from the tile's upper-left one on, with pitch
  /// `pitchFor(places.width)`. The values behind the last position of a row are undefined.
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
