// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "cuda/base/gpu.h"

namespace espy::cuda {

/// Operations per second of the work that queue() queues; queue() returns its number of operations.
/// Median of several runs after a warm-up.
template <class Queue>
double rateOf(const Gpu& gpu, const Queue& queue) {
  constexpr int kRuns = 7;
  double operations = queue();
  operations = queue();
  std::vector<double> milliseconds;
  for (int i = 0; i < kRuns; ++i) {
    Timeline timeline;
    StageClock clock(gpu.stream(), timeline);
    clock.begin("work");
    operations = queue();
    clock.finish();
    milliseconds.push_back(timeline.totalMilliseconds());
  }
  std::nth_element(milliseconds.begin(), milliseconds.begin() + kRuns / 2, milliseconds.end());
  return operations / milliseconds[kRuns / 2] * 1000;
}

}  // namespace espy::cuda
