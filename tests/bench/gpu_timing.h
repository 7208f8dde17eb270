// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "bench/gpu_kernels.h"
#include "bench/stopwatch.h"
#include "cuda/base/gpu.h"
#include "espy/image.h"
#include "espy/timeline.h"

/// Timing and pictures for the GPU benchmarks.
namespace espy::bench {

inline constexpr Size k41Megapixels{7680, 5400};
inline constexpr int kRuns = 31;
/// Microseconds that the host has to queue the timed work.
inline constexpr int kAhead = 60;

/// Random samples, alpha included.
Image noise(Size size, PixelFormat format, std::uint64_t seed);

/// Milliseconds of a stage, 0 if it is missing.
double stageOf(const Timeline& timeline, const std::string& name);

/// Median over runs of the milliseconds that `run` returns, after two warm-ups.
template <class Run>
Timing timed(const std::string& name, const Run& run, int runs = kRuns) {
  run();
  run();
  std::vector<double> milliseconds;
  for (int i = 0; i < runs; ++i) milliseconds.push_back(run());
  return summary(name, milliseconds);
}

template <class Body>
Timing onWallClock(const std::string& name, const Body& body, int runs = kRuns) {
  using Clock = std::chrono::steady_clock;
  return timed(
      name,
      [&] {
        const auto start = Clock::now();
        body();
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      },
      runs);
}

/// Wall-clock times of two alternatives, interleaved.
template <class First, class Second>
std::pair<Timing, Timing> timedInterleaved(const std::string& firstName, const First& first,
                                           const std::string& secondName, const Second& second,
                                           int runs = kRuns) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> firsts;
  std::vector<double> seconds;
  const auto take = [](const auto& body) {
    const auto start = Clock::now();
    body();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  for (int i = -2; i < runs; ++i) {
    const double a = take(first);
    const double b = take(second);
    if (i < 0) continue;
    firsts.push_back(a);
    seconds.push_back(b);
  }
  return {summary(firstName, firsts), summary(secondName, seconds)};
}

/// GPU time of the work that `body(gpu)` queues, between two events.
template <class Body>
Timing onGpu(const std::string& name, const Body& body, int runs = kRuns) {
  return timed(
      name,
      [&] {
        Timeline timeline;
        const cuda::GpuLease gpu(timeline);
        cuda::StageClock clock(gpu->stream(), timeline);
        holdGpu(gpu->stream(), kAhead);
        clock.begin("work");
        body(*gpu);
        clock.finish();
        return stageOf(timeline, "work");
      },
      runs);
}

}  // namespace espy::bench
