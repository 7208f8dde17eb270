// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What exact search takes, by which it chooses among its ways: in nanoseconds on a machine of
/// 2023; only their ratios matter. `tools/bench find` shows whether the choice is right, and
/// `tools/bench worst` where pictures are such that sampling fails.
namespace espy::exact::costs {

// Sampling.
inline constexpr double kProbe = 2.0;    ///< load, hash and filter one place
inline constexpr double kInsert = 16.0;  ///< hash one run and put it into the table
inline constexpr double kVerify = 10.0;  ///< look up a hit and compare the window; mostly in vain
/// More hits than this at a place that is looked at, and a plan is made with more care.
inline constexpr double kTooManyHits = 0.5;

// A pixel of the searches that need no lattice.
inline constexpr double kLeastFallback = 0.35;  ///< any of them
inline constexpr double kAutomata = 6.0;
inline constexpr double kSweep = 1.0;         ///< where its first tests rule most places out
inline constexpr double kPlanePixel = 0.2;    ///< reading the scene and listing what was found
inline constexpr double kPlaneColour = 0.15;  ///< comparing a pixel with one colour
inline constexpr double kPlaneJoin = 0.008;   ///< 64 pixels a word, several words an instruction

// Distances of what was found.
inline constexpr double kDistanceByte = 0.025;  ///< of a sample
inline constexpr double kDistanceSum = 2.5;     ///< a sample whose differences are summed up
inline constexpr double kDistancePart = 8;      ///< one part of one window

/// A pixel for `auto`: with a tolerance every place is looked at.
inline constexpr double kTolerantPixel = 1.5;

}  // namespace espy::exact::costs
