// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/score.h"

/// From exact integer sums to scores: the only place where a score is rounded, so that all engines
/// round alike.
namespace espy::find {

/// An integer that holds the product of a count of samples and a sum of squares of 16-bit samples.
__extension__ using Wide = __int128;

/// More than any distance.
inline constexpr Wide kFar = static_cast<Wide>(1) << 120;

/// What a score needs to know of the needle, over the samples that are compared.
struct NeedleSums {
  std::int64_t samples = 0;  ///< compared: colour channels times pixels that take part
  std::int64_t weight = 0;   ///< the same, each as often as it weighs
  std::int64_t maxValue = 255;
  std::uint64_t sum = 0;      ///< of T
  std::uint64_t squares = 0;  ///< of T^2

  /// Of the needle's samples, times n^2. Without it there is no zncc.
  Wide variance() const {
    return static_cast<Wide>(samples) * static_cast<Wide>(squares) -
           static_cast<Wide>(sum) * static_cast<Wide>(sum);
  }
};

/// Of a window I against a needle T, with zncc.
struct WindowSums {
  std::uint64_t sum = 0;       ///< of I
  std::uint64_t squares = 0;   ///< of I^2
  std::uint64_t products = 0;  ///< of I T
};

/// The greatest distance that there can be, which scores 0.
Wide greatestDistance(Method method, const NeedleSums& needle);
/// Can a sum that is not negative be counted in 64 bits?
bool fitsInto64(Wide sum);
/// Writes a distance of up to 96 bits down.
void setDistance(Match& match, Wide distance);

/// sad, ssd: a distance that every place with this score is within.
std::uint64_t mostDistanceFor(Method method, const NeedleSums& needle, double score);

double scoreOfDistance(Method method, const NeedleSums& needle, std::uint64_t distance);
double scoreOfWideDistance(Method method, const NeedleSums& needle, Wide distance);
/// zncc of a = n sum IT - sum I sum T and the variances b of the window and c of the needle, each
/// times n^2: exactly 1 or -1 where a^2 = b c, and 0 where b is.
double correlationOf(Wide a, Wide b, Wide c);
double scoreOfWindow(const NeedleSums& needle, const WindowSums& window);

/// Is match `a` to be listed before `b`? By score, then y, then x, then needle.
bool isBetter(const Match& a, const Match& b);

}  // namespace espy::find
