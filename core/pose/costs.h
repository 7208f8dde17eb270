// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Costs of pose search in nanoseconds on one thread, from which `auto` chooses an engine. Measured
/// by `tools/bench pose`.
namespace espy::pose::costs {

inline constexpr double kPixel = 3;  ///< per scene pixel, for the pyramid
/// Per pose that is searched at all positions, and per sample of its window, to turn the needle;
/// per sample and position, to compare distances.
inline constexpr double kPose = 2000;
inline constexpr double kTurnedSample = 20;
inline constexpr double kComparedSample = 0.25;

/// Per position and pose of the exhaustive search, for zncc and for distances.
inline constexpr double kCorrelatedPlace = 8;
inline constexpr double kComparedPlace = 24;
/// Per score that a climb computes, and per sample of it, warping included.
inline constexpr double kAskedPlace = 300;
inline constexpr double kAskedSample = 0.12;
/// Scores per climb and level, and the share of climbs that reach the next level.
inline constexpr double kAskedByClimb = 32;
inline constexpr double kGoOn = 0.5;

}  // namespace espy::pose::costs
