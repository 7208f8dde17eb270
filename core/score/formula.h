// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/engine/score.h"
#include "find/match.h"
#include "find/needle.h"

/// From exact integer sums to scores: the only place where a score is rounded, so that all engines
/// round alike.
namespace espy::score {

/// Of a window I against a needle T, with zncc.
struct WindowSums {
  std::uint64_t sum = 0;       ///< of I
  std::uint64_t squares = 0;   ///< of I^2
  std::uint64_t products = 0;  ///< of I T
};

/// The greatest distance that there can be, which scores 0.
finders::Wide greatestDistance(Method method, const finders::NeedleSums& needle);
/// sad, ssd: a distance that every place with this score is within.
std::uint64_t mostDistanceFor(Method method, const finders::NeedleSums& needle, double score);

double scoreOfDistance(Method method, const finders::NeedleSums& needle, std::uint64_t distance);
double scoreOfWideDistance(Method method, const finders::NeedleSums& needle,
                           finders::Wide distance);
/// zncc of a = n sum IT - sum I sum T and the variances b of the window and c of the needle, each
/// times n^2: exactly 1 or -1 where a^2 = b c, and 0 where b is. Where each channel has a mean of
/// its own, a, b and c are those of the channels added up, and n the samples of one.
double correlationOf(finders::Wide a, finders::Wide b, finders::Wide c);
double scoreOfWindow(const finders::NeedleSums& needle, const WindowSums& window);
/// The same of a needle that may have a mean for each channel; `sumOf`: of I, by channel.
double scoreOfWindow(const finders::NeedleSums& needle, const WindowSums& window,
                     const finders::ChannelSums& sumOf);

}  // namespace espy::score
