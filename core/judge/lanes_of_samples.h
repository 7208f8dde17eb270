// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy::judge {

/// Brings some numbers of a few samples beside each other: lanes[i * width + s] = samples[s *
/// pitch + i], and 0 for s from `count` to `width`.
void toLanes(const float* samples, std::int64_t pitch, int count, std::int64_t numbers, int width,
             float* lanes);
/// And back.
void fromLanes(const float* lanes, int width, std::int64_t numbers, float* samples,
               std::int64_t pitch, int count);

}  // namespace espy::judge
