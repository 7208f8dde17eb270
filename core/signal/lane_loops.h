// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The innermost loops of `WindowLanes` and `PlaceCosts`, over sixteen windows in lanes. All is in
/// double; what is added up in one window is added up in its lane, in the same order, and each step
/// is rounded once.
namespace espy::signal {

inline constexpr std::int64_t kWideLanes = 16;

/// Whether any sample is a gap.
bool anyGap(const double* samples, std::int64_t length);

/// Where the lanes' samples lie: sample k of lane l at [k * pitch + l]. `kWideLanes` apart in
/// `WindowLanes`; 1 for windows that begin one sample after the other.
struct LaneSamples {
  const double* samples;
  std::int64_t pitch;
  std::int64_t count;
};
/// Adds the samples.
void addLanes(const LaneSamples& of, double* sums);
/// Adds the squares of samples less their lane's mean; raises `largest` to what is farthest from 0.
void addSpread(const LaneSamples& of, const double* means, double* squares, double* largest);

/// Takes the means from windows and divides them, in place; what is divided by 0 becomes 0.
void applyLanes(double* windows, std::int64_t length, const double* means,
                const double* deviations);

/// Adds what samples differ from the query's, or the squares of that. First they lose `means` and
/// are divided by `divisors`, unless these are null.
struct LaneCosts {
  const double* query;
  LaneSamples of;
  const double* means;
  const double* divisors;
};
void addDifferences(const LaneCosts& costs, double* sums);
void addSquares(const LaneCosts& costs, double* sums);

}  // namespace espy::signal
