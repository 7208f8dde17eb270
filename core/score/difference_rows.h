// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/work_memory.h"
#include "picture/planes.h"
#include "score/needle.h"

namespace espy::score {

/// The sums of absolute differences of all places of a tile from a needle, exactly, by reading
/// every sample: 64 places beside each other in four rows are done at a time, so that a row of the
/// tile that is taken up meets four rows of the needle.
class DifferenceRows {
 public:
  /// Is it of 8-bit samples that all take part, of sums that fit into 32 bits, and has the
  /// processor what it takes (AVX-512)?
  static bool can(const ScoredNeedle& needle);

  explicit DifferenceRows(const ScoredNeedle& needle);

  /// What a place takes, as measured on one core.
  static double nanoseconds(const ScoredNeedle& needle);

  /// Writes those of all these places, the first of which is in column 0 of this row of the tile,
  /// rows so far apart.
  void compare(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t top, Size places,
               std::uint32_t* to, std::int64_t pitch) const;

 private:
  static constexpr std::int64_t kPlaces = 64;
  static constexpr std::int64_t kRows = 4;

  template <int rows>
  void stretch(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t x, std::int64_t y,
               std::uint32_t* sums) const;

  Size size_;
  int channels_;
  std::int64_t fours_;  ///< of neighbouring samples, in a row of the needle
  std::int64_t ones_;   ///< what is left of it
  WorkVector<std::uint32_t> taps_;
  WorkVector<std::uint16_t> rest_;
};

}  // namespace espy::score
