// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What looking for a motif takes, by which `auto` chooses an engine. `tools/bench signal` and the
/// timeline of a search show it.
namespace espy::signal::costs {

/// Nanoseconds of one thread for a window's level and bounds.
inline constexpr double kBoundNanoseconds = 45;
/// Cells of tables in a nanosecond, 32 windows beside each other; and of one whose ends are open.
inline constexpr double kCells = 20;
inline constexpr double kOpenCells = 9;
/// Of windows, what bounds leave: a band this wide leaves nearly all that they cannot rule out.
inline constexpr double kLeftNarrow = 0.04;
inline constexpr double kLeftWide = 0.4;
inline constexpr double kWideBand = 0.2;  ///< as a part of the query
/// Cells in double, sixteen windows beside each other, and samples that are compared in double.
inline constexpr double kSettledCells = 10;
inline constexpr double kSettledSamples = 1;
/// Cells in a nanosecond on a card, and windows whose bounds are known in one.
inline constexpr double kCardCells = 6000;
inline constexpr double kCardBounds = 6;
/// Samples that are made floats and travel to a card in a nanosecond.
inline constexpr double kCardUpload = 3;
/// Lags of windows that are looked at in one, and the longest that a card takes.
inline constexpr double kCardLags = 3000;
inline constexpr std::int64_t kMostCardLag = std::int64_t{1} << 14;
inline constexpr std::int64_t kMostCardLength = std::int64_t{1} << 21;

}  // namespace espy::signal::costs
