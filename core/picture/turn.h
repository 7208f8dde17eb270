// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "espy/image.h"

/// Rotation, scaling and mirroring in integer arithmetic, so that results are the same bytes
/// everywhere. GPU kernels compute with the same functions.
namespace espy::picture {

struct Turn {
  static constexpr std::int64_t kOne = 1'000'000;  ///< one degree, or a scale of 1
  static constexpr std::int64_t kCircle = 360 * kOne;

  std::int64_t angle = 0;  ///< millionths of a degree, counter-clockwise on the screen
  std::int64_t scale = kOne;
  bool mirrored = false;  ///< flipped left-right before the rotation

  bool operator==(const Turn&) const = default;
};

/// Cosine and sine of an angle, times 2^30, rounded. Integer arithmetic only; exactly 0 and 1 for
/// quarter turns.
struct Direction {
  std::int64_t cosine = 0;
  std::int64_t sine = 0;
};
constexpr Direction directionOf(std::int64_t angle);

/// Maps pixels of a turned picture to their sources, in units of 2^-30 pixels. The centres of both
/// pictures coincide.
struct TurnMap {
  /// Positions are rounded to 2^-8 pixels, which is also the tolerance at the picture's border.
  static constexpr int kBits = 30;
  static constexpr std::int64_t kTolerance = std::int64_t{1} << (kBits - 8);

  constexpr TurnMap(Size picture, const Turn& turn);

  Size from;  ///< the picture
  /// Size of the turned picture: the least that contains it and whose sides have the parity of the
  /// scaled sides. So pixel centres coincide in the middle for small angles and for enlargement.
  Size to;
  int samples = 1;          ///< per side: samples per pixel when shrinking, evenly spread
  std::int64_t cosine = 0;  ///< source offset to the right for a step to the right,
  std::int64_t sine = 0;    ///< and downwards; both divided by the scale
  bool mirrored = false;
};

namespace turning {

__extension__ using Wide = __int128;

constexpr int kFine = 60;
constexpr Wide kFineOne = static_cast<Wide>(1) << kFine;

constexpr Wide times(Wide a, Wide b) {
  return (a * b + kFineOne / 2) >> kFine;
}

/// Taylor series: sum over k of (-1)^k x^(2k + first) / (2k + first)!, for 0 <= x < pi / 4. `k`:
/// from this term on; a template, so that no divisor is a variable.
template <int first, int k = 0>
constexpr Wide seriesFrom(Wide square) {
  constexpr int kTerms = 9;
  if constexpr (k == kTerms) {
    return 0;
  } else {
    // 64-bit operands, since |sum| <= 1: a wider division would dominate the cost.
    constexpr std::int64_t kDivisor = std::int64_t{2 * k + first + 1} * (2 * k + first + 2);
    const Wide rest = seriesFrom<first, k + 1>(square);
    return kFineOne - static_cast<std::int64_t>(times(square, rest)) / kDivisor;
  }
}
template <int first>
constexpr Wide series(Wide x) {
  const Wide sum = seriesFrom<first>(times(x, x));
  return first == 0 ? sum : times(x, sum);
}

constexpr std::int64_t rounded(Wide fine) {
  constexpr int kShift = kFine - TurnMap::kBits;
  return static_cast<std::int64_t>((fine + (static_cast<Wide>(1) << (kShift - 1))) >> kShift);
}

/// For 0 to 45 degrees.
constexpr Direction firstEighth(std::int64_t angle) {
  constexpr Wide kPi = 3'622'009'729'038'561'421;  // pi 2^60
  const Wide x = (static_cast<Wide>(angle) * kPi + 90 * Turn::kOne) / (180 * Turn::kOne);
  return {rounded(series<0>(x)), rounded(series<1>(x))};
}

constexpr std::int64_t ceiling(Wide position) {
  const Wide one = static_cast<Wide>(1) << TurnMap::kBits;
  return static_cast<std::int64_t>((position + one - 1) >> TurnMap::kBits);
}

}  // namespace turning

constexpr Direction directionOf(std::int64_t angle) {
  constexpr std::int64_t kQuarter = Turn::kCircle / 4;
  angle %= Turn::kCircle;
  if (angle < 0) angle += Turn::kCircle;
  const std::int64_t quarters = angle / kQuarter;
  angle %= kQuarter;
  Direction at;
  if (2 * angle <= kQuarter) {
    at = turning::firstEighth(angle);
  } else {
    const Direction other = turning::firstEighth(kQuarter - angle);
    at = {other.sine, other.cosine};
  }
  switch (quarters) {
    case 1:
      return {-at.sine, at.cosine};
    case 2:
      return {-at.cosine, -at.sine};
    case 3:
      return {at.sine, -at.cosine};
    default:
      return at;
  }
}

constexpr TurnMap::TurnMap(Size picture, const Turn& turn)
    : from(picture), mirrored(turn.mirrored) {
  const Direction direction = directionOf(turn.angle);
  const std::int64_t absCosine = std::max(direction.cosine, -direction.cosine);
  const std::int64_t absSine = std::max(direction.sine, -direction.sine);
  const auto side = [&](std::int64_t alongCosine, std::int64_t alongSine) {
    const turning::Wide extent = static_cast<turning::Wide>(alongCosine) * absCosine +
                                 static_cast<turning::Wide>(alongSine) * absSine;
    const std::int64_t least =
        std::max<std::int64_t>(1, turning::ceiling(extent * turn.scale / Turn::kOne - kTolerance));
    // The parity of the scaled source side.
    const std::int64_t own = absCosine >= absSine ? alongCosine : alongSine;
    const std::int64_t scaled = (own * turn.scale + Turn::kOne / 2) / Turn::kOne;
    return least + ((least ^ std::max<std::int64_t>(1, scaled)) & 1);
  };
  to = {side(picture.width, picture.height), side(picture.height, picture.width)};
  samples = static_cast<int>(std::max<std::int64_t>(1, (Turn::kOne + turn.scale - 1) / turn.scale));
  const auto overScale = [&](std::int64_t value) {
    const std::int64_t twice = 2 * value * Turn::kOne;
    const std::int64_t sign = value < 0 ? -turn.scale : turn.scale;
    return (twice + sign) / (2 * turn.scale);
  };
  cosine = overScale(direction.cosine);
  sine = overScale(direction.sine);
}

}  // namespace espy::picture
