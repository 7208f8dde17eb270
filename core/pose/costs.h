// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a search from coarse to fine takes on one thread, in nanoseconds, by which `auto` chooses
/// an engine. `tools/bench pose` shows it.
namespace espy::pose::costs {

inline constexpr double kPose = 2000;  ///< of a grid, of which few are tried
inline constexpr double kPixel = 3;    ///< of the scene, which is halved

/// A place of a pose where every pose is looked for, with zncc and with distances.
inline constexpr double kCorrelatedPlace = 8;
inline constexpr double kComparedPlace = 24;
/// A place that a climb asks for, and a sample there, the needle's turning included.
inline constexpr double kAskedPlace = 300;
inline constexpr double kAskedSample = 0.12;
/// Places that a climb asks for at a size, and the share of climbs that go on to the next one.
inline constexpr double kAskedByClimb = 32;
inline constexpr double kGoOn = 0.5;

}  // namespace espy::pose::costs
