// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Inner loops of `WindowLanes` and `PlaceCosts`: sixteen windows in lanes, in double. Each lane
/// adds in the definition's order, and each step is rounded once.
namespace espy::signal {

inline constexpr std::int64_t kWideLanes = 16;

bool anyGap(const double* samples, std::int64_t length);

/// Sample k of lane l is at [k * pitch + l]. `pitch` is `kWideLanes` in `WindowLanes`, 1 for
/// consecutive windows.
struct LaneSamples {
  const double* samples;
  std::int64_t pitch;
  std::int64_t count;
};
void addLanes(const LaneSamples& of, double* sums);
/// Adds squared deviations from the lane's mean; raises `largest` to the largest absolute sample.
void addSpread(const LaneSamples& of, const double* means, double* squares, double* largest);

/// Subtracts means and divides, in place; division by 0 gives 0.
void applyLanes(double* windows, std::int64_t length, const double* means,
                const double* deviations);

/// Adds absolute or squared differences to the query. Samples are first reduced by `means` and
/// divided by `divisors`, unless these are null.
struct LaneCosts {
  const double* query;
  LaneSamples of;
  const double* means;
  const double* divisors;
};
void addDifferences(const LaneCosts& costs, double* sums);
void addSquares(const LaneCosts& costs, double* sums);

}  // namespace espy::signal
