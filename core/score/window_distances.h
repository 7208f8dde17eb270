// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/means_map.h"
#include "score/needle.h"

namespace espy::score {

/// The exact distances of single windows from a needle, and no more of them than is asked for.
class WindowDistances {
 public:
  /// Is it 8-bit samples that all take part, and has the processor what it takes (AVX-512)?
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
  std::uint64_t differences(const std::uint8_t* window, const picture::SamplePlanes& planes,
                            std::uint64_t most) const;
  std::uint64_t squares(const std::uint8_t* window, const picture::SamplePlanes& planes,
                        std::uint64_t most) const;

  Method method_;
  Size size_;
  int channels_;
  std::int64_t chunks_;               ///< of a row: as many samples as a register holds
  std::uint64_t lastMask_;            ///< samples of the last chunk
  WorkVector<std::uint8_t> samples_;  ///< sad
  WorkVector<std::int16_t> wide_;     ///< ssd
};

}  // namespace espy::score
