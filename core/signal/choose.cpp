// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/choose.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/phrase.h"
#include "signal/assign.h"
#include "signal/costs.h"
#include "signal/motif_plan.h"

namespace espy::signal {
namespace {

constexpr double kNanoseconds = 1e6;  ///< in a millisecond

/// The work, in windows and in cells of DTW tables.
struct WorkCounts {
  double windows = 0;
  double cells = 0;
};

double pairsOf(const MotifTask& task) {
  const PairGrid grid(std::ssize(task.query), std::ssize(task.data), task.options.reach);
  std::int64_t pairs = 0;
  for (std::int64_t i = 0; i < grid.rows(); ++i) {
    pairs += grid.end(i) - grid.begin(i);
  }
  return static_cast<double>(pairs);
}

WorkCounts countsOf(const MotifTask& task) {
  WorkCounts counts;
  const auto samples = static_cast<double>(dataLength(task));
  const auto query = static_cast<double>(queryLength(task));
  if (task.options.open) {
    return {0, samples * query * static_cast<double>(task.query.size())};
  }
  const double pairs = pairsOf(task);
  const auto band = static_cast<double>(std::min(bandOf(task), queryLength(task)));
  const double left = band > costs::kWideBand * query ? costs::kLeftWide : costs::kLeftNarrow;
  for (const std::int64_t length : lengthsOf(task)) {
    const double windows = (samples - static_cast<double>(length) + 1) * pairs;
    counts.windows += windows;
    if (task.options.method == MotifMethod::dtw) {
      const double width = std::min(2 * band + 1, static_cast<double>(length));
      counts.cells += left * windows * static_cast<double>(length) * width;
    }
  }
  return counts;
}

/// Milliseconds on one thread.
double alone(const MotifTask& task, const WorkCounts& counts) {
  const double cells = task.options.open ? costs::kOpenCells : costs::kCells;
  return (counts.windows * costs::kBoundNanoseconds + counts.cells / cells) / kNanoseconds;
}

/// Milliseconds on one thread if the distance of every window is computed in double precision.
double profileAlone(const MotifTask& task) {
  const auto samples = static_cast<double>(dataLength(task));
  const auto band = static_cast<double>(std::min(bandOf(task), queryLength(task)));
  const bool warps = task.options.method == MotifMethod::dtw && band > 0;
  double nanoseconds = 0;
  for (const std::int64_t length : lengthsOf(task)) {
    const auto own = static_cast<double>(length);
    const double cells = warps ? own * std::min(2 * band + 1, own) / costs::kSettledCells : 0;
    nanoseconds += (samples - own + 1) * (own / costs::kSettledSamples + cells);
  }
  return nanoseconds * pairsOf(task) / kNanoseconds;
}

/// Milliseconds on a GPU, its start included.
double onGpu(const MotifTask& task, const WorkCounts& counts) {
  const auto samples = static_cast<double>(dataLength(task) * std::ssize(task.data));
  const auto lags = static_cast<double>(task.options.lag);
  return kDeviceStart +
         (samples / costs::kGpuUpload + counts.windows / costs::kGpuBounds +
          counts.windows * lags / costs::kGpuLags + counts.cells / costs::kGpuCells) /
             kNanoseconds;
}

}  // namespace

Message gpuRefusal(const MotifTask& task) {
  if (task.options.open) return phrase("GPUs do not search with open ends");
  if (task.options.lag > costs::kMostGpuLag) {
    return phrase("on GPUs channels can lag by at most {} samples", costs::kMostGpuLag);
  }
  const std::vector<std::int64_t> lengths = lengthsOf(task);
  if (!lengths.empty() && lengths.back() > costs::kMostGpuLength) {
    return phrase("GPUs search for queries of at most {} samples", costs::kMostGpuLength);
  }
  return {};
}

Choice chooseMotifEngine(const Registry& registry, const MotifTask& task, const Control& control) {
  const WorkCounts counts = countsOf(task);
  const int threads = threadsFor(control);
  const double one = alone(task, counts);
  return chooseEngine({threads, one >= kWorthThreads, one / threads, onGpu(task, counts)}, [&] {
    const Message why = gpuRefusal(task);
    return why.empty() ? registry.refusal<FindMotif>(kDeviceEngine) : why;
  });
}

Choice chooseProfileEngine(const MotifTask& task, const Control& control) {
  const int threads = threadsFor(control);
  const double one = task.options.open ? alone(task, countsOf(task)) : profileAlone(task);
  WorkCost cost{threads, one >= kWorthThreads, one / threads};
  cost.device = cost.processor;  // no GPU does it
  return chooseEngine(cost, [] { return Message(); });
}

}  // namespace espy::signal
