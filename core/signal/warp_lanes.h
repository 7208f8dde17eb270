// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/control.h"

/// Paths through many windows at once, each in a lane of its own.
namespace espy::signal {

/// One query, and `kLanes` windows of its length side by side. With several channels all share a
/// path: a cell costs the sum over them.
template <class Number>
struct WarpLanes {
  static constexpr std::int64_t kLanes = 128 / sizeof(Number);  ///< two registers of AVX-512

  const Number* query;
  std::int64_t length;
  std::int64_t band;
  const Number* windows;  ///< sample k of window l at [k * kLanes + l]; aligned to 64 bytes
  /// Where no path can end below its window's limit, windows are given up, some at a time.
  const Number* limits;
  Number* work;  ///< (length + 2) * kLanes of them; aligned to 64 bytes
  /// What is left of a path costs at least, in each lane, when row `restRow(r)` is done:
  /// rests[r * kLanes + l]. Null if that is not known.
  const Number* rests = nullptr;
  /// If somebody asks to stop, what was found is worth nothing. May be null.
  const Control* control = nullptr;
  /// Of the query the next channel follows `length` numbers later, of the windows as many rows.
  std::int64_t channels = 1;

  static constexpr std::int64_t kRestRows = 4;  ///< from one row that is asked to the next
  static std::int64_t restCount(std::int64_t length) {
    return (length + kRestRows - 1) / kRestRows;
  }
  std::int64_t restRow(std::int64_t index) const {
    return length - 1 - kRestRows * (restCount(length) - 1 - index);
  }

  /// To each lane the least sum of squares along a path; what was given up becomes infinite, or
  /// any sum above its limit. Doubles are added as the definition adds them.
  void run(Number* sums) const;
  bool stopping() const { return control != nullptr && control->stopping(); }
};

/// Rows of `length` samples, `pitch` of them apart, side by side as `windows` has to be.
void besideEachOther(const float* rows, std::int64_t pitch, std::int64_t length, float* windows);
void besideEachOther(const double* rows, std::int64_t pitch, std::int64_t length, double* windows);

template <>
void WarpLanes<float>::run(float* sums) const;
template <>
void WarpLanes<double>::run(double* sums) const;

}  // namespace espy::signal
