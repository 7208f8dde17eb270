// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Costs of a motif search, from which `auto` chooses an engine. Measured by `tools/bench signal`.
namespace espy::signal::costs {

/// Nanoseconds per window and thread for its level and lower bounds.
inline constexpr double kBoundNanoseconds = 45;
/// Cells per nanosecond, 32 windows in lanes; and with open ends.
inline constexpr double kCells = 20;
inline constexpr double kOpenCells = 9;
/// Share of windows that lower bounds do not prune, for a narrow band; with `kWideBand` nearly all
/// remain.
inline constexpr double kLeftNarrow = 0.04;
inline constexpr double kLeftWide = 0.4;
inline constexpr double kWideBand = 0.2;  ///< as a share of the query
/// Cells per nanosecond in double, sixteen windows in lanes; and samples compared in double.
inline constexpr double kSettledCells = 10;
inline constexpr double kSettledSamples = 1;
/// Cells per nanosecond on a GPU, and windows bounded.
inline constexpr double kGpuCells = 6000;
inline constexpr double kGpuBounds = 6;
/// Samples converted to float and uploaded per nanosecond.
inline constexpr double kGpuUpload = 3;
/// Lags of windows per nanosecond, and the longest lag that a GPU supports.
inline constexpr double kGpuLags = 3000;
inline constexpr std::int64_t kMostGpuLag = std::int64_t{1} << 14;
inline constexpr std::int64_t kMostGpuLength = std::int64_t{1} << 21;

}  // namespace espy::signal::costs
