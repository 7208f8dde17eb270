// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Inner loops of `Tile` and its lower bounds.
namespace espy::signal {

/// (sample - centre) * gain as floats, gaps as 0. Returns the number of gaps.
double convertSamples(const double* samples, std::int64_t size, double centre, double gain,
                      float* floats);

/// Window sums from which factors and shifts are computed.
struct WindowSums {
  const double* sums;
  const double* squares;
  std::int64_t count;
  double length;
  double centre;     ///< offset of the samples, in their new unit
  double perUnit;    ///< slack of a window whose samples and shift are about 1
  double perNumber;  ///< slack per unit for the rounding of the definition's own mean
};
struct WindowScales {
  float* factors;
  float* shifts;
  float* slacks;
  std::uint8_t* unsure;  ///< 1: float is too imprecise; 2: constant
};
/// For z. Returns the number of windows that are not plain.
double standardiseWindows(const WindowSums& of, const WindowScales& to);
/// The same without division; subtracts means if `shifts`.
double shiftWindows(const WindowSums& of, bool shifts, const WindowScales& to);

/// limits[i] = (root + slacks[i])^2 * grown; not squared if `isSad`.
void fillLimits(const float* slacks, std::int64_t count, bool isSad, double root, double grown,
                float* limits);

/// out[k] = samples[k] * factor + shift.
void scaleAndShift(const float* samples, std::int64_t size, float factor, float shift, float* out);

/// Reordered envelope samples, and `kTogether` windows.
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
/// Sums of squared distances from the envelope; abandoned once all exceed their limits.
void boundRanges(const BoundTask& task);
/// The same for `lower` == `upper`: exact squares, or absolute differences.
void boundSquares(const BoundTask& task);
void boundDifferences(const BoundTask& task);

/// Sum of squared distances of the query from a scaled and shifted envelope.
float boundHeld(const float* query, const float* lower, const float* upper, std::int64_t count,
                float factor, float shift);

/// Adds squared distances of samples `from` to `to` from the envelope, for 32 windows in lanes.
void addRests(const float* windows, const float* lower, const float* upper, std::int64_t from,
              std::int64_t to, float* sums);

}  // namespace espy::signal
