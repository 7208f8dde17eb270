// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Costs of exact search in nanoseconds on a machine of 2023. Only ratios matter: they choose the
/// strategy. `tools/bench find` checks the choice, `tools/bench worst` with scenes for which
/// sampling fails.
namespace espy::exact::costs {

// Sampling.
inline constexpr double kProbe = 2.0;    ///< load, hash and filter one probe
inline constexpr double kInsert = 16.0;  ///< hash one run and insert it into the table
inline constexpr double kVerify = 10.0;  ///< look up a hit and compare its window; mostly a false
                                         ///< positive
/// Hits per probe above which a plan is made by `planCarefully`.
inline constexpr double kTooManyHits = 0.5;

// Searches without a lattice, per pixel of the scene.
inline constexpr double kLeastFallback = 0.35;  ///< any of them
inline constexpr double kAutomata = 6.0;
inline constexpr double kSweep = 1.0;         ///< if its first tests prune most positions
inline constexpr double kPlanePixel = 0.2;    ///< reading the scene and listing the matches
inline constexpr double kPlaneColour = 0.15;  ///< comparing with one colour
inline constexpr double kPlaneJoin = 0.008;   ///< 64 pixels a word, several words an instruction

// Distances of matches.
inline constexpr double kDistanceByte = 0.025;  ///< per byte read
inline constexpr double kDistanceSum = 2.5;     ///< per sample whose differences are summed
inline constexpr double kDistancePart = 8;      ///< per part and window

/// Per pixel, for `auto`: with a tolerance every position is tested.
inline constexpr double kTolerantPixel = 1.5;

}  // namespace espy::exact::costs
