// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/cpu.h"
#include "base/work_memory.h"
#include "picture/planes.h"
#include "score/needle.h"

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

  /// Only where it fits, and the processor has the level. An instruction sums up the products of
  /// two samples at 8 places with AVX2, of four at 16 with VNNI.
  explicit DirectRows(const ScoredNeedle& needle, SimdLevel level = simdLevel());

  std::int32_t centre() const { return centre_; }          ///< t
  std::int64_t rest() const { return rest_; }              ///< sum (T - t)
  std::int64_t magnitudes() const { return magnitudes_; }  ///< sum |T - t|

  /// What a place takes, as measured on one core.
  static double nanoseconds(const ScoredNeedle& needle, SimdLevel level = simdLevel());

  /// Numbers that a row of so many places takes in `correlate`.
  static std::int64_t pitchFor(std::int64_t places) {
    return (places + kPlaces - 1) / kPlaces * kPlaces;
  }

  /// Writes D of all these places from the tile's upper-left one on; each row begins
  /// `pitchFor(places.width)` numbers behind the one before. What is behind the last place of a row
  /// is undefined.
  void correlate(const picture::TilePlanes<std::uint8_t>& tile, Size places,
                 std::int32_t* to) const;

 private:
  /// Places beside each other that are done at a time, and rows of them.
  static constexpr std::int64_t kPlaces = 64;
  static constexpr std::int64_t kRows = 4;

  /// Where windows begin, and where their numbers go.
  struct Stretch {
    const std::uint8_t* from;
    std::int64_t pitch;         ///< from row to row
    std::int64_t channelPitch;  ///< from channel to channel
    std::int32_t* to;
    std::int64_t toPitch;
  };

  const std::int32_t* taps(int channel, std::int64_t row) const {
    return taps_.data() + (channel * paddedHeight() + kRows - 1 + row) * groups_;
  }
  std::int64_t paddedHeight() const { return size_.height + 2 * (kRows - 1); }

  template <int rows>
  void byVnni(const Stretch& stretch) const;
  template <int rows>
  void byAvx2(const Stretch& stretch) const;
  void plainly(const Stretch& stretch) const;

  SimdLevel level_;
  Size size_;
  int channels_ = 1;
  std::int32_t centre_ = 0;
  std::int64_t rest_ = 0;
  std::int64_t magnitudes_ = 0;
  std::int64_t groups_ = 0;  ///< of neighbouring samples, in a row of the needle
  /// T - t, as many in a number as the level multiplies at once; rows of zeros above and below each
  /// channel, so that several rows of places can be done together.
  WorkVector<std::int32_t> taps_;
};

}  // namespace espy::score
