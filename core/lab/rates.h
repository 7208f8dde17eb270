// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Peak rates of the processor, which the lab's rows are held against.
namespace espy::lab {

enum class Rate : std::uint8_t {
  memory,           ///< bytes that are read from memory
  byteDifferences,  ///< absolute differences of bytes, summed
  floatDifferences,
  warpedCells,  ///< cells of a table of dynamic time warping
  products,     ///< products of two bytes, summed, by the instructions that Espy itself uses
};

/// Returns how many of these `threads` threads do in a second, all together. All but `memory` are
/// loops on registers that neither load nor branch. Measured by the first call, which takes up to
/// 0.2 s, and kept. Any thread may call it.
double peakRate(Rate rate, int threads);

}  // namespace espy::lab
