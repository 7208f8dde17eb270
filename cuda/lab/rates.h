// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
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

/// Peak arithmetic rates. Each queues a kernel that only computes, and returns its number of
/// operations; `result` is one word on the device.
///
/// Sums of absolute differences of bytes, four at once.
double queueByteDifferences(const Gpu& gpu, std::uint32_t* result);
/// Sums of absolute differences of floats.
double queueFloatDifferences(const Gpu& gpu, std::uint32_t* result);
/// Products of bytes by the tensor cores, with instructions per warp (mma).
double queueWarpProducts(const Gpu& gpu, std::int32_t* result);
/// The same with instructions per warp group (wgmma); Hopper only, see `hasWarpGroups`.
double queueGroupProducts(const Gpu& gpu, std::int32_t* result);

}  // namespace espy::cuda
