// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/window_distances.h"

#include <algorithm>

#include "score/costs.h"

namespace espy::score {

bool WindowDistances::can(const ScoredNeedle& needle) {
  return needle.form.depth == Depth::u8 && needle.solid && !needle.weighted;
}

WindowDistances::WindowDistances(const ScoredNeedle& needle, Method method)
    : lanes_(needle, method),
      uncachedSamples_(
          std::max(0.0, static_cast<double>(needle.values.size()) - costs::kCachedSamples)) {}

double WindowDistances::nanoseconds() const {
  return lanes_.nanoseconds() + costs::kUncachedSample * uncachedSamples_;
}

std::uint64_t WindowDistances::at(const std::uint8_t* window, const picture::SamplePlanes& planes,
                                  std::uint64_t most) const {
  finders::Wide distance = 0;
  lanes_.at(&window, 1, planes.pitch, planes.channelPitch, most, &distance);
  return static_cast<std::uint64_t>(distance);
}

}  // namespace espy::score
