// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

namespace espy::lab {

inline constexpr float kGreatestHalf = 65504;

/// The nearest number of half precision (IEEE 754 binary16, ties to even); infinite if there is
/// none, NaN for an infinite one. Without branches, so that loops vectorise. Requires finite
/// numbers below 1e34, and no contraction.
inline float toHalf(float number) {
  // 11 significant bits, by Veltkamp's splitting.
  const float scaled = number * 8193.0F;
  const float normal = scaled - (scaled - number);
  // Below 2^-14 multiples of 2^-24.
  constexpr float kShift = 0.75F;
  const float subnormal = (number + kShift) - kShift;
  const float rounded = std::abs(number) < 0x1p-14F ? subnormal : normal;
  const float infinite = std::copysign(std::numeric_limits<float>::infinity(), number);
  return std::abs(rounded) > kGreatestHalf ? infinite : rounded;
}

}  // namespace espy::lab
