// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "find/window_lanes.h"
#include "picture/means_map.h"
#include "score/needle.h"

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

}  // namespace espy::score
