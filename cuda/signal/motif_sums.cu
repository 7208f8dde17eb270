// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sums over all windows, and the windows that may matter by their sums.
#include "cuda/base/launch.cuh"
#include "cuda/signal/block_minimum.cuh"
#include "cuda/signal/key.h"
#include "cuda/signal/motif_window.cuh"

namespace espy::cuda::motif {
namespace {

constexpr int kThreads = 256;

/// Visits the windows in whole warps.
template <class Body>
__device__ void overWindows(std::int64_t places, const Body& body) {
  const std::int64_t all = (places + 31) / 32 * 32;
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < all;
       i += stride) {
    body(i, i < places);
  }
}

__global__ void __launch_bounds__(kThreads)
    countBins(const float* sums, Levels levels, std::int64_t places, Allowance allowed,
              std::uint32_t* bins) {
  __shared__ std::uint32_t own[kBins];
  for (int b = static_cast<int>(threadIdx.x); b < kBins; b += kThreads) own[b] = 0;
  __syncthreads();
  overWindows(places, [&](std::int64_t i, bool there) {
    if (!there) return;
    const float sum = sums[i];
    if (sum <= mostOf(allowed, levels.reaches[i])) {
      atomicAdd(own + binOf(__float_as_uint(sum)), 1U);
    }
  });
  __syncthreads();
  for (int b = static_cast<int>(threadIdx.x); b < kBins; b += kThreads) {
    if (own[b] > 0) atomicAdd(bins + b, own[b]);
  }
}

__global__ void __launch_bounds__(kThreads)
    chooseWindows(const float* sums, Levels levels, std::int64_t places, Allowance allowed,
                  std::uint32_t first, std::uint32_t last, AppendList<std::uint32_t> chosen) {
  overWindows(places, [&](std::int64_t i, bool there) {
    bool want = false;
    if (there) {
      const float sum = sums[i];
      const std::uint32_t bin = binOf(__float_as_uint(sum));
      want = bin >= first && bin <= last && sum <= mostOf(allowed, levels.reaches[i]);
    }
    const std::uint32_t at = grow(chosen.count, want);
    if (want) chosen.entries[at] = static_cast<std::uint32_t>(i);
  });
}

__global__ void __launch_bounds__(kThreads)
    takeWindows(const float* sums, Levels levels, std::int64_t places, Allowance allowed,
                AppendList<Found> found) {
  overWindows(places, [&](std::int64_t i, bool there) {
    take(found, allowed, static_cast<std::uint32_t>(i), there ? sums[i] : 0.0F,
         there ? levels.reaches[i] : 0.0F, there);
  });
}

dim3 gridFor(std::int64_t places) {
  return std::min(blocksFor(places, kThreads), 4096U);
}

// Sums: distance from the query's envelope, or from the query. Each thread has four consecutive
// windows, so that each load serves four times.

constexpr int kEach = kTile / kThreads;
constexpr int kWarps = kThreads / 32;
static_assert(kEach == 4);

/// The maximum of three, at most one of them positive, by integer comparison: see warp_row.cuh.
__device__ __forceinline__ float outside(float above, float below) {
  return __int_as_float(max(max(__float_as_int(above), __float_as_int(below)), 0));
}

template <Sum kSum>
__device__ __forceinline__ void add(float sample, const Range& range, float& sum) {
  if constexpr (kSum == Sum::keogh) {
    const float apart = outside(sample - range.upper, range.lower - sample);
    sum = fmaf(apart, apart, sum);
  } else {
    const float apart = sample - range.upper;
    sum = kSum == Sum::squares ? fmaf(apart, apart, sum) : sum + fabsf(apart);
  }
}

/// A thread's windows.
struct Four {
  WindowLevel levels[kEach];
  float sums[kEach];
  float most[kEach];
  bool there[kEach];

  __device__ bool done() const {
    bool all = true;
#pragma unroll
    for (int k = 0; k < kEach; ++k) all = all && !(sums[k] <= most[k]);
    return all;
  }
};

__device__ Four fourAt(const SumTask& task, std::int64_t place, std::int64_t places) {
  Four four;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    four.there[k] = place + k < places;
    four.levels[k] = four.there[k] ? task.levels.levels[place + k] : WindowLevel{0, 0};
    four.most[k] = four.there[k] ? mostOf(task.allowed, task.levels.reaches[place + k]) : nanf("");
    four.sums[k] = 0;
  }
  return four;
}

/// Loads the tile's samples from a chunk's first on.
__device__ void fillTile(const Stretch& stretch, std::int64_t from, float4* tile) {
  constexpr int kFours = (kTile + kChunk) / 4;
  for (int i = static_cast<int>(threadIdx.x); i < kFours; i += kThreads) {
    const std::int64_t at = from + 4 * i;
    if (at < stretch.sampleCount) {
      tile[i] = *reinterpret_cast<const float4*>(stretch.samples + at);
    }
  }
}

template <Sum kSum>
__device__ __forceinline__ void addSample(Four& four, const float (&samples)[8], int at,
                                          const Range& range) {
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    add<kSum>(fmaf(samples[at + k], four.levels[k].scale, four.levels[k].offset), range,
              four.sums[k]);
  }
}

__device__ __forceinline__ void unpack(const float4& four, float* to) {
  to[0] = four.x;
  to[1] = four.y;
  to[2] = four.z;
  to[3] = four.w;
}

/// `count` samples of the query; `ranges` has an even number.
template <Sum kSum>
__device__ __forceinline__ void addChunk(Four& four, const float4* tile, const float4* ranges,
                                         int count) {
  float samples[8];
  unpack(tile[0], samples);
#pragma unroll 2
  for (int i = 0; i < count; i += 4) {
    unpack(tile[i / 4 + 1], samples + 4);
    const float4 first = ranges[i / 2];
    const float4 second = ranges[i / 2 + 1];
    addSample<kSum>(four, samples, 0, {first.x, first.y});
    if (i + 1 < count) addSample<kSum>(four, samples, 1, {first.z, first.w});
    if (i + 2 < count) addSample<kSum>(four, samples, 2, {second.x, second.y});
    if (i + 3 < count) addSample<kSum>(four, samples, 3, {second.z, second.w});
#pragma unroll
    for (int k = 0; k < 4; ++k) samples[k] = samples[k + 4];
  }
}

__device__ void finish(const SumTask& task, const Four& four, std::int64_t place) {
  std::uint64_t key = ~std::uint64_t{0};
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    if (!four.there[k]) continue;
    const float reach = task.levels.reaches[place + k];
    float sum = four.sums[k];
    if (isnan(reach)) sum = INFINITY;
    if (isinf(reach)) sum = 0;
    task.sums[place + k] = sum;
    // Undecidable windows are excluded from the minimum.
    if (isfinite(reach)) key = min(key, signalKey(sum, place + k));
  }
  key = leastOfBlock<kWarps>(key);
  if (threadIdx.x == 0) task.least[blockIdx.x] = key;
}

template <Sum kSum>
__global__ void __launch_bounds__(kThreads) addSums(SumTask task) {
  __shared__ float4 tile[(kTile + kChunk) / 4];
  __shared__ float4 ranges[kChunk / 2];
  const std::int64_t places = task.stretch.sampleCount - task.stretch.length + 1;
  const std::int64_t from = static_cast<std::int64_t>(blockIdx.x) * kTile;
  const std::int64_t place = from + static_cast<std::int64_t>(threadIdx.x) * kEach;
  Four four = fourAt(task, place, places);
  const int chunks = static_cast<int>((task.stretch.length + kChunk - 1) / kChunk);
  bool done = four.done();
  for (int c = 0; c < chunks; ++c) {
    if (__syncthreads_and(done)) break;
    const std::int64_t first = static_cast<std::int64_t>(task.order[c]) * kChunk;
    fillTile(task.stretch, from + first, tile);
    if (threadIdx.x < kChunk / 2) {
      ranges[threadIdx.x] = reinterpret_cast<const float4*>(task.ranges + first)[threadIdx.x];
    }
    __syncthreads();
    if (__all_sync(~0U, done)) continue;
    const auto count = static_cast<int>(min(std::int64_t{kChunk}, task.stretch.length - first));
    if (count == kChunk) {
      addChunk<kSum>(four, tile + threadIdx.x, ranges, kChunk);
    } else {
      addChunk<kSum>(four, tile + threadIdx.x, ranges, count);
    }
    done = four.done();
  }
  finish(task, four, place);
}

}  // namespace

void queueBins(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, std::uint32_t* bins, const Stream& stream) {
  launch("countBins", countBins, std::min(blocksFor(places, kThreads), 1024U), kThreads, stream,
         sums, levels, places, allowed, bins);
}

void queueChoose(const float* sums, const Levels& levels, std::int64_t places,
                 const Allowance& allowed, std::uint32_t first, std::uint32_t last,
                 const AppendList<std::uint32_t>& chosen, const Stream& stream) {
  launch("chooseWindows", chooseWindows, gridFor(places), kThreads, stream, sums, levels, places,
         allowed, first, last, chosen);
}

void queueTake(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, const AppendList<Found>& found, const Stream& stream) {
  launch("takeWindows", takeWindows, gridFor(places), kThreads, stream, sums, levels, places,
         allowed, found);
}

void queueSums(const SumTask& task, Sum kind, const Stream& stream) {
  const auto start = [&](void (*kernel)(SumTask)) {
    launch("addSums", kernel, blocksFor(task.stretch.places(), kTile), kThreads, stream, task);
  };
  switch (kind) {
    case Sum::keogh:
      return start(addSums<Sum::keogh>);
    case Sum::squares:
      return start(addSums<Sum::squares>);
    case Sum::absolutes:
      return start(addSums<Sum::absolutes>);
  }
}

}  // namespace espy::cuda::motif
