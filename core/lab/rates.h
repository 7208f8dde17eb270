// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Peak rates of the processor, for comparison with measurements.
namespace espy::lab {

enum class Rate : std::uint8_t {
  memory,           ///< bytes read from memory
  byteDifferences,  ///< sums of absolute differences of bytes
  floatDifferences,
  warpedCells,  ///< cells of a DTW table
  products,     ///< multiply-accumulates of bytes, with the instructions that Espy uses
};

/// Returns the operations per second of `threads` threads in total. All but `memory` are loops on
/// registers without loads or branches. The first call at a SIMD level measures, for up to
/// 0.2 s, and caches the result. Thread-safe.
double peakRate(Rate rate, int threads);

}  // namespace espy::lab
