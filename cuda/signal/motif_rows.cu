// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/signal/block_minimum.cuh"
#include "cuda/signal/key.h"
#include "cuda/signal/motif_rows.h"
#include "cuda/signal/motif_window.cuh"

namespace espy::cuda::motif {
namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr int kEach = kTile / kThreads;

dim3 gridOf(std::int64_t count) {
  return std::min(blocksFor(count, kThreads), 4096U);
}

__device__ std::int64_t ownIndex() {
  return static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
}
__device__ std::int64_t strideOfGrid() {
  return static_cast<std::int64_t>(gridDim.x) * kThreads;
}

__global__ void __launch_bounds__(kThreads) fillNever(float* values, std::int64_t count) {
  for (std::int64_t i = ownIndex(); i < count; i += strideOfGrid()) values[i] = INFINITY;
}

/// As the host computes it for one channel.
__device__ float costOf(const Found& found, const CostRule& rule) {
  constexpr double kMost = 3e38;
  if (!isfinite(found.reach)) return 0;
  const double sum = static_cast<double>(found.sum) / rule.allowed.growth;
  const double root = rule.allowed.squared ? sqrt(sum) : sum;
  const double slack = static_cast<double>(rule.allowed.slack) * found.reach;
  const double least = max(0.0, root - slack) * rule.unit * (1 - 0x1p-20);
  return __double2float_rd(min(kMost, rule.allowed.squared ? least * least : least));
}

__global__ void __launch_bounds__(kThreads)
    keepCosts(AppendList<Found> found, CostRule rule, float* costs) {
  const std::int64_t count = *found.count;
  for (std::int64_t i = ownIndex(); i < count; i += strideOfGrid()) {
    costs[found.entries[i].place] = costOf(found.entries[i], rule);
  }
}

__global__ void __launch_bounds__(kThreads) lowerRow(LagTask task) {
  const std::int64_t place = ownIndex();
  if (place >= task.places) return;
  const std::int64_t middle = task.first + place;
  const auto before = static_cast<int>(min(task.lag, middle));
  const auto after = static_cast<int>(min(task.lag, task.windows - 1 - middle));
  const float* costs = task.costs + middle;
  float least = INFINITY;
  for (int off = -before; off <= after; ++off) {
    const float penalty = __fmul_rd(task.penalty, static_cast<float>(abs(off)));
    least = fminf(least, __fadd_rd(costs[off], penalty));
  }
  task.row[place] = fminf(task.row[place], __fmul_rd(least, task.weight));
}

__device__ double rootOf(const PlaceTask& task, double cost) {
  return task.squared ? sqrt(cost) : cost;
}

/// The sum of all costs, missing rows at their charge.
__device__ double sumAt(const PlaceTask& task, const float* row) {
  double sum = 0;
  int missing = 0;
  for (int i = 0; i < task.rowCount; ++i) {
    const float cost = row[i * task.places];
    if (isinf(cost)) ++missing;
    sum += task.missing > 0 ? fminf(cost, task.charges[i]) : cost;
  }
  return missing > task.missing ? INFINITY : rootOf(task, sum);
}

/// The mean without the largest ones, removed one by one; of ties the first.
__device__ double meanAt(const PlaceTask& task, const float* row) {
  float last = INFINITY;
  int lastIndex = -1;
  const auto isLeft = [&](float cost, int i) {
    return cost < last || (cost == last && i > lastIndex);
  };
  for (int taken = 0; taken < task.missing; ++taken) {
    float largest = -1;
    int index = 0;
    for (int i = 0; i < task.rowCount; ++i) {
      const float cost = row[i * task.places];
      if (!isLeft(cost, i) || cost <= largest) continue;
      largest = cost;
      index = i;
    }
    last = largest;
    lastIndex = index;
  }
  double sum = 0;
  for (int i = 0; i < task.rowCount; ++i) {
    const float cost = row[i * task.places];
    if (isLeft(cost, i)) sum += rootOf(task, cost);
  }
  return sum / (task.rowCount - task.missing);
}

__global__ void __launch_bounds__(kThreads) weighPlaces(PlaceTask task) {
  constexpr double kRounding = 1 - 1e-9;
  std::uint64_t key = ~std::uint64_t{0};
  for (int k = 0; k < kEach; ++k) {
    const std::int64_t place =
        static_cast<std::int64_t>(blockIdx.x) * kTile + k * kThreads + threadIdx.x;
    if (place >= task.places) break;
    const float* row = task.rows + place;
    const double distance = task.mean ? meanAt(task, row) : sumAt(task, row);
    const float least = __double2float_rd(distance * kRounding);
    task.distances[place] = least;
    key = min(key, signalKey(least, place));
  }
  key = leastOfBlock<kWarps>(key);
  if (threadIdx.x == 0) task.least[blockIdx.x] = key;
}

__global__ void __launch_bounds__(kThreads) listNear(const float* distances, std::int64_t places,
                                                     float limit, AppendList<PlaceFound> found) {
  const std::int64_t all = (places + 31) / 32 * 32;
  for (std::int64_t i = ownIndex(); i < all; i += strideOfGrid()) {
    const float distance = i < places ? distances[i] : INFINITY;
    const bool want = distance < INFINITY && distance <= limit;
    const std::uint32_t at = grow(found.count, want);
    if (want) found.entries[at] = {static_cast<std::uint32_t>(i), distance};
  }
}

}  // namespace

void queueNever(float* values, std::int64_t count, const Stream& stream) {
  launch("fillNever", fillNever, gridOf(count), kThreads, stream, values, count);
}

void queueCosts(const AppendList<Found>& found, const CostRule& rule, std::int64_t windows,
                float* costs, const Stream& stream) {
  queueNever(costs, windows, stream);
  launch("keepCosts", keepCosts, gridOf(windows), kThreads, stream, found, rule, costs);
}

void queueRow(const LagTask& task, const Stream& stream) {
  launch("lowerRow", lowerRow, blocksFor(task.places, kThreads), kThreads, stream, task);
}

void queuePlaces(const PlaceTask& task, const Stream& stream) {
  launch("weighPlaces", weighPlaces, blocksFor(task.places, kTile), kThreads, stream, task);
}

void queueNear(const float* distances, std::int64_t places, float limit,
               const AppendList<PlaceFound>& found, const Stream& stream) {
  launch("listNear", listNear, gridOf(places), kThreads, stream, distances, places, limit, found);
}

}  // namespace espy::cuda::motif
