// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What scored search takes, in nanoseconds on one core, by which it chooses. `tools/bench score`
/// shows whether the choice is right.
namespace espy::score::costs {

// What there is to do, for `auto`.
inline constexpr double kTransformedPixel = 3.5;  ///< of one channel
inline constexpr double kPlace = 5;               ///< where every window is read
inline constexpr double kSampleOfPlace = 0.012;   ///< and one sample of a needle at one place

// Where means of blocks leave places.
inline constexpr double kLongWindow = 300;  ///< a window that finer blocks are asked of first
inline constexpr double kFineMeans = 1.5;   ///< a place: what it takes to make their means

/// A pixel, when all windows are multiplied: little more than a tenth of what any search may take.
inline constexpr double kFewWindows = 2000;

}  // namespace espy::score::costs
