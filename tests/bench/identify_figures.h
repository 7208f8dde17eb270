// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// Proportions with confidence intervals.
namespace espy::bench {

/// A proportion: `yes` of `of` trials.
struct Share {
  std::int64_t of = 0;
  std::int64_t yes = 0;

  void count(bool is) {
    ++of;
    yes += is ? 1 : 0;
  }
  double value() const { return of > 0 ? static_cast<double>(yes) / static_cast<double>(of) : 0; }
};

/// Wilson score interval at 95 % confidence.
struct Interval {
  double least = 0;
  double most = 1;
};
Interval wilson(const Share& share);

/// The least threshold that at most this fraction of the numbers reach or exceed.
double thresholdFor(std::vector<double> numbers, double share);

}  // namespace espy::bench
