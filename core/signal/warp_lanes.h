// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/control.h"

/// DTW of many windows at once, one per lane.
namespace espy::signal {

/// One query against `kLanes` windows of its length. Several channels share a path: a cell costs
/// their sum.
template <class Number>
struct WarpLanes {
  static constexpr std::int64_t kLanes = 128 / sizeof(Number);  ///< two AVX-512 registers

  const Number* query;
  std::int64_t length;
  std::int64_t band;
  const Number* windows;  ///< sample k of window l at [k * kLanes + l]; aligned to 64 bytes
  /// Per window; a group is abandoned once none can end within its limit.
  const Number* limits;
  Number* work;  ///< scratch, (length + 2) * kLanes; aligned to 64 bytes
  /// Lower bounds of the remaining path when row `restRow(r)` is done: rests[r * kLanes + l]. May
  /// be null.
  const Number* rests = nullptr;
  /// After a stop the sums are meaningless. May be null.
  const Control* control = nullptr;
  /// Further channels follow in `query` and `windows`, `length` numbers or rows later.
  std::int64_t channels = 1;

  static constexpr std::int64_t kRestRows = 4;  ///< rows between two checks
  static std::int64_t restCount(std::int64_t length) {
    return (length + kRestRows - 1) / kRestRows;
  }
  std::int64_t restRow(std::int64_t index) const {
    return length - 1 - kRestRows * (restCount(length) - 1 - index);
  }

  /// The least sum of squares along a path, per lane; infinity or any sum above the limit if
  /// abandoned. Doubles are added in the definition's order.
  void run(Number* sums) const;
  bool stopping() const { return control != nullptr && control->stopping(); }
};

/// Transposes `kLanes` rows of `length` samples, `pitch` apart, into the layout of `windows`.
void transposeToLanes(const float* rows, std::int64_t pitch, std::int64_t length, float* windows);
void transposeToLanes(const double* rows, std::int64_t pitch, std::int64_t length, double* windows);

template <>
void WarpLanes<float>::run(float* sums) const;
template <>
void WarpLanes<double>::run(double* sums) const;

}  // namespace espy::signal
