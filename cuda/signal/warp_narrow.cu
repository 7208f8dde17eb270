// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// DTW with a narrow band: a thread per window keeps the band's row of the table in registers. Rows
// are samples of the window, columns of the query, so that all threads read the same columns.
// Compiled per band, since registers cannot be indexed.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "cuda/base/launch.cuh"
#include "cuda/signal/motif_window.cuh"
#include "cuda/signal/warp_row.cuh"

namespace espy::cuda::motif {
namespace {

constexpr int kThreads = 128;
constexpr int kRows = static_cast<int>(kNarrowRows);
constexpr int kRowsToLook = 32;  ///< between two checks of the limit
/// Each band up to this has its own kernel; wider ones share one per several bands.
constexpr int kMostOwn = 48;
constexpr int kShare = 8;
constexpr int kShared = (static_cast<int>(kMostNarrow) - kMostOwn) / kShare;
static_assert(kMostOwn + kShared * kShare == kMostNarrow);

/// The band of the kernel that serves this one.
constexpr int servingBand(std::int64_t band) {
  const auto own = static_cast<int>(band);
  return own <= kMostOwn ? own : (own + kShare - 1) / kShare * kShare;
}

struct Window {
  const float* samples = nullptr;
  WindowLevel level{0, 0};
  std::uint32_t place = 0;
  float reach = 0;
  float most = 0;
  bool there = false;
};

__device__ __forceinline__ Window windowOf(const WarpTask& task, std::int64_t index) {
  Window window;
  window.there = index < task.count;
  if (window.there) {
    window.place = task.places[index];
    window.level = task.levels.levels[window.place];
    window.reach = task.levels.reaches[window.place];
  }
  window.samples = task.stretch.samples + window.place;
  window.most = window.there ? mostOf(task.allowed, window.reach) : nanf("");
  return window;
}

/// Rows before the window's first that make whole groups.
__host__ __device__ constexpr int rowsBefore(std::int64_t length) {
  return static_cast<int>((kRows - length % kRows) % kRows);
}

template <int kBand, int kEdge>
__device__ __forceinline__ float warped(const Window& window, const float4* columns,
                                        std::int64_t length, const warp::Edge<kEdge>& edge) {
  const int before = rowsBefore(length);
  warp::Row<kBand, kEdge> row;
  row.clear();
  float ahead[kRows];
#pragma unroll
  for (int r = 0; r < kRows; ++r) ahead[r] = r >= before ? window.samples[r - before] : 0.0F;
  const float* next = window.samples + (kRows - before);
  const int groups = static_cast<int>((length + before) / kRows);
  for (int g = 0; g < groups; ++g) {
    float samples[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const bool beside = g == 0 && r < before;
      samples[r] =
          beside ? warp::kPadding : fmaf(ahead[r], window.level.scale, window.level.offset);
      ahead[r] = next[r];
    }
    next += kRows;
    row.template descend<kRows>(samples, columns + g * (kRows / 4), edge);
    if ((g + 1) % (kRowsToLook / kRows) == 0 && __all_sync(~0U, !(row.smallest() <= window.most))) {
      return warp::never();
    }
  }
  return row.sums[kBand];
}

template <int kBand, int kEdge>
__global__ void __launch_bounds__(kThreads)
    warpNarrow(WarpTask task, int fours, warp::Edge<kEdge> edge) {
  extern __shared__ float4 columns[];
  for (int i = static_cast<int>(threadIdx.x); i < fours; i += kThreads) {
    columns[i] = reinterpret_cast<const float4*>(task.query)[i];
  }
  __syncthreads();
  const std::int64_t index = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const Window window = windowOf(task, index);
  const float sum = warped<kBand, kEdge>(window, columns, task.stretch.length, edge);
  if (task.sums != nullptr && window.there) task.sums[index] = sum;
  take(task.found, task.allowed, window.place, sum, window.reach, window.there);
}

template <int kEdge>
using Kernel = void (*)(WarpTask, int, warp::Edge<kEdge>);

template <int... kIndex>
constexpr std::array<Kernel<0>, sizeof...(kIndex)> ownKernels(
    std::integer_sequence<int, kIndex...>) {
  return {warpNarrow<kIndex + 1, 0>...};
}
template <int... kIndex>
constexpr std::array<Kernel<kShare - 1>, sizeof...(kIndex)> sharedKernels(
    std::integer_sequence<int, kIndex...>) {
  return {warpNarrow<kMostOwn + (kIndex + 1) * kShare, kShare - 1>...};
}
constexpr auto kOwn = ownKernels(std::make_integer_sequence<int, kMostOwn>());
constexpr auto kSharing = sharedKernels(std::make_integer_sequence<int, kShared>());

template <int kEdge>
void queueNarrow(Kernel<kEdge> kernel, const WarpTask& task, const warp::Edge<kEdge>& edge,
                 const Stream& stream) {
  const std::int64_t size = narrowSize(task.stretch.length, task.band);
  launchShared("warpNarrow", kernel, blocksFor(task.count, kThreads), kThreads,
               static_cast<std::size_t>(size) * sizeof(float), stream, task, size / 4, edge);
}

}  // namespace

std::int64_t narrowSize(std::int64_t length, std::int64_t band) {
  return (length + rowsBefore(length) + 2 * servingBand(band) + 4 + 3) / 4 * 4;
}

void layNarrow(const float* query, std::int64_t length, std::int64_t band, float* to) {
  std::fill(to, to + narrowSize(length, band), warp::kPadding);
  std::copy(query, query + length, to + rowsBefore(length) + servingBand(band));
}

void warpNarrowly(const WarpTask& task, const Stream& stream) {
  if (task.band <= kMostOwn) {
    return queueNarrow<0>(kOwn[static_cast<std::size_t>(task.band - 1)], task, {}, stream);
  }
  const int serving = servingBand(task.band);
  warp::Edge<kShare - 1> edge;
  for (int k = 0; k < kShare - 1; ++k) {
    edge.more[k] = k < serving - task.band ? std::numeric_limits<float>::infinity() : 0;
  }
  queueNarrow<kShare - 1>(kSharing[static_cast<std::size_t>((serving - kMostOwn) / kShare - 1)],
                          task, edge, stream);
}

}  // namespace espy::cuda::motif
