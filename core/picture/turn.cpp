// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/turn.h"

#include <algorithm>

namespace espy::picture {
namespace {

__extension__ using Wide = __int128;

constexpr int kFine = 60;
constexpr Wide kFineOne = static_cast<Wide>(1) << kFine;

Wide times(Wide a, Wide b) {
  return (a * b + kFineOne / 2) >> kFine;
}

/// Taylor series: sum over k of (-1)^k x^(2k + first) / (2k + first)!, for 0 <= x < pi / 4.
template <int first>
Wide series(Wide x) {
  const Wide square = times(x, x);
  Wide sum = 0;
// Unrolled, so that no divisor is a variable.
#pragma GCC unroll 9
  for (int k = 8; k >= 0; --k) {
    // 64-bit operands, since |sum| <= 1: a wider division would dominate the cost.
    const std::int64_t divisor = std::int64_t{2 * k + first + 1} * (2 * k + first + 2);
    sum = kFineOne - static_cast<std::int64_t>(times(square, sum)) / divisor;
  }
  return first == 0 ? sum : times(x, sum);
}

std::int64_t rounded(Wide fine) {
  constexpr int kShift = kFine - TurnMap::kBits;
  return static_cast<std::int64_t>((fine + (static_cast<Wide>(1) << (kShift - 1))) >> kShift);
}

/// For 0 to 45 degrees.
Direction firstEighth(std::int64_t angle) {
  constexpr Wide kPi = 3'622'009'729'038'561'421;  // pi 2^60
  const Wide x = (static_cast<Wide>(angle) * kPi + 90 * Turn::kOne) / (180 * Turn::kOne);
  return {rounded(series<0>(x)), rounded(series<1>(x))};
}

std::int64_t ceiling(Wide position) {
  const Wide one = static_cast<Wide>(1) << TurnMap::kBits;
  return static_cast<std::int64_t>((position + one - 1) >> TurnMap::kBits);
}

}  // namespace

Direction directionOf(std::int64_t angle) {
  constexpr std::int64_t kQuarter = Turn::kCircle / 4;
  angle %= Turn::kCircle;
  if (angle < 0) angle += Turn::kCircle;
  const std::int64_t quarters = angle / kQuarter;
  angle %= kQuarter;
  Direction at;
  if (2 * angle <= kQuarter) {
    at = firstEighth(angle);
  } else {
    const Direction other = firstEighth(kQuarter - angle);
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

TurnMap::TurnMap(Size picture, const Turn& turn) : from(picture), mirrored(turn.mirrored) {
  const Direction direction = directionOf(turn.angle);
  const std::int64_t absCosine = std::max(direction.cosine, -direction.cosine);
  const std::int64_t absSine = std::max(direction.sine, -direction.sine);
  const auto side = [&](std::int64_t alongCosine, std::int64_t alongSine) {
    const Wide extent =
        static_cast<Wide>(alongCosine) * absCosine + static_cast<Wide>(alongSine) * absSine;
    const std::int64_t least =
        std::max<std::int64_t>(1, ceiling(extent * turn.scale / Turn::kOne - kTolerance));
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
