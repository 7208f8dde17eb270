// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The innermost loops of `Tile` and of the bounds of its windows.
namespace espy::signal {

/// Samples less their centre, times `gain`, as floats; gaps as 0. How many gaps there are.
double convertSamples(const double* samples, std::int64_t size, double centre, double gain,
                      float* floats);

/// What windows are divided by, and what is added then, from the sums over them.
struct WindowSums {
  const double* sums;
  const double* squares;
  std::int64_t count;
  double length;
  double centre;     ///< what was taken from the samples, in their new unit
  double perUnit;    ///< slack of a window whose samples and shift are around 1
  double perNumber;  ///< slack by which the definition's own mean may be off, for each such number
};
struct WindowScales {
  float* factors;
  float* shifts;
  float* slacks;
  std::uint8_t* unsure;  ///< 1 where too little of a float is left, 2 where a window is flat
};
/// How many are not to be taken as they are.
double standardiseWindows(const WindowSums& of, const WindowScales& to);
/// The same where windows are not divided; their means are taken away if `shifts`.
double shiftWindows(const WindowSums& of, bool shifts, const WindowScales& to);

/// limits[i] = (root + slacks[i])^2 * grown; not squared if `isSad`.
void fillLimits(const float* slacks, std::int64_t count, bool isSad, double root, double grown,
                float* limits);

/// out[k] = samples[k] * factor + shift.
void scaleAndShift(const float* samples, std::int64_t size, float factor, float shift, float* out);

/// An envelope's samples in the order in which they are looked at, and some windows: so many as
/// are looked at together.
struct BoundTask {
  static constexpr std::int64_t kTogether = 32;

  const float* samples;
  const float* factors;
  const float* shifts;
  const float* limits;
  const std::int32_t* offsets;
  const float* lower;
  const float* upper;
  std::int64_t size;  ///< of the envelope
  float* sums;
};
/// Sums of squares that windows are off their ranges; given up where all are above their limits.
void boundRanges(const BoundTask& task);
/// The same where `lower` is `upper`, and so with absolute differences.
void boundSquares(const BoundTask& task);
void boundDifferences(const BoundTask& task);

/// The sum of squares that is left when a window's samples, in ranges that are to be scaled and
/// shifted, are brought as near to the query's as these allow.
float boundHeld(const float* query, const float* lower, const float* upper, std::int64_t count,
                float factor, float shift);

/// Adds the squares that samples `from` to `to` of 32 windows side by side are off their ranges.
void addRests(const float* windows, const float* lower, const float* upper, std::int64_t from,
              std::int64_t to, float* sums);

}  // namespace espy::signal
