// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/engine/score.h"
#include "find/match.h"
#include "find/needle.h"

/// From exact integer sums to scores: the only code that rounds scores, so that all engines agree.
namespace espy::score {

/// Sums over a window I and a needle T, for zncc.
struct WindowSums {
  std::uint64_t sum = 0;       ///< of I
  std::uint64_t squares = 0;   ///< of I^2
  std::uint64_t products = 0;  ///< of I T
};

/// The greatest possible distance, which scores 0.
finders::Wide greatestDistance(Method method, const finders::NeedleSums& needle);
/// sad, ssd: an upper bound of the distance of every position with at least this score.
std::uint64_t mostDistanceFor(Method method, const finders::NeedleSums& needle, double score);

double scoreOfDistance(Method method, const finders::NeedleSums& needle, std::uint64_t distance);
double scoreOfWideDistance(Method method, const finders::NeedleSums& needle,
                           finders::Wide distance);
/// zncc of a = n sum IT - sum I sum T and the variances b of the window and c of the needle, both
/// scaled by n^2: exactly 1 or -1 if a^2 = b c, and 0 if b is. With one mean per channel, a, b and
/// c are sums over channels, and n is the samples of one channel.
double correlationOf(finders::Wide a, finders::Wide b, finders::Wide c);
double scoreOfWindow(const finders::NeedleSums& needle, const WindowSums& window);
/// For needles with one or several means; `sumOf`: sum of I by channel.
double scoreOfWindow(const finders::NeedleSums& needle, const WindowSums& window,
                     const finders::ChannelSums& sumOf);

}  // namespace espy::score
