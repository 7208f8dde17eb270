// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Checks of the gap, answers, and what comes before and after the iterations.
#include "cuda/denoise/gap.cuh"

#include <algorithm>
#include <limits>

#include "cuda/base/launch.cuh"
#include "cuda/denoise/variants.cuh"

namespace espy::cuda {
namespace {

/// `known`: the answers are in the other state's bar, which the next step replaces.
template <int channels, int axes, bool rof, bool known>
__global__ void __launch_bounds__(kBlockThreads)
    sumGaps(const __grid_constant__ DenoiseTask task, int buffer) {
  __shared__ double room[kBlockThreads];
  if (task.progress->done != 0) return;
  const double sum = gapOfBlock<channels, axes, rof, known>(task, task.states[buffer], room,
                                                            task.states[1 - buffer].bar);
  if (threadIdx.x == 0) task.partials[blockIdx.x] = sum;
}

template <int channels, int axes, bool rof>
__global__ void __launch_bounds__(kBlockThreads)
    answerAhead(const __grid_constant__ DenoiseTask task, int buffer) {
  if (task.progress->done != 0) return;
  forVoxels<axes>(task.grid, [&](const VoxelPlace& place) {
    float u[channels];
    answerAt<channels, axes, rof>(task, task.states[buffer], place, u);
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      if (!hasChannel<channels>(task.grid, c)) continue;
      task.states[1 - buffer].bar[c * task.grid.plane() + place.offset] = u[c];
    }
  });
}

__global__ void __launch_bounds__(kBlockThreads)
    decide(const __grid_constant__ DenoiseTask task, int blocks, int buffer,
           std::int64_t iterations) {
  __shared__ double room[kBlockThreads];
  if (task.progress->done != 0) return;
  const double gap = gapOfAll(task, blocks, room);
  if (threadIdx.x == 0) *task.progress = {gap, iterations, buffer, gap <= task.gap ? 1 : 0};
}

template <int channels, int axes, bool rof>
__global__ void __launch_bounds__(kBlockThreads)
    answers(const __grid_constant__ DenoiseTask task, int buffer, float* dense) {
  const auto count =
      std::int64_t{task.grid.width} * task.grid.height * std::int64_t{task.grid.depth};
  for (std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * kBlockThreads) {
    float u[channels];
    answerAt<channels, axes, rof>(task, task.states[buffer], VoxelPlace::of(task.grid, i), u);
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      if (hasChannel<channels>(task.grid, c)) dense[c * count + i] = u[c] / task.weights[c];
    }
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    spread(const float* dense, DenoiseGrid grid, float factor, float* to) {
  const std::int64_t rows = std::int64_t{grid.height} * grid.depth;
  const std::int64_t count = rows * grid.pitch;
  for (std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * kBlockThreads) {
    const std::int64_t row = i / grid.pitch;
    const std::int64_t x = i - row * grid.pitch;
    to[i] = x < grid.width ? factor * dense[row * grid.width + x] : 0;
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    gather(const float* from, DenoiseGrid grid, float factor, float* dense) {
  const std::int64_t count = std::int64_t{grid.width} * grid.height * grid.depth;
  for (std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * kBlockThreads) {
    dense[i] = factor * from[VoxelPlace::of(grid, i).offset];
  }
}

__global__ void __launch_bounds__(kBlockThreads) keepWithinUnit(DenoiseGrid grid, float* p) {
  const std::int64_t count = std::int64_t{grid.width} * grid.height * grid.depth;
  for (std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * kBlockThreads) {
    const VoxelPlace place = VoxelPlace::of(grid, i);
    float sum = 0;
    for (int plane = 0; plane < grid.channels * grid.axes; ++plane) {
      float& own = p[plane * grid.plane() + place.offset];
      if (place.isLast(grid, plane % grid.axes)) own = 0;
      sum += own * own;
    }
    if (!(sum > 1)) continue;
    const float factor = 1 / sqrtf(sum);
    for (int plane = 0; plane < grid.channels * grid.axes; ++plane) {
      p[plane * grid.plane() + place.offset] *= factor;
    }
  }
}

/// Bits of floats, in the floats' order as integers.
__device__ inline int orderOf(float value) {
  const int bits = __float_as_int(value);
  return bits >= 0 ? bits : bits ^ 0x7fffffff;
}
__device__ inline float valueOf(int order) {
  return __int_as_float(order >= 0 ? order : order ^ 0x7fffffff);
}

/// blockIdx.y is the channel. `ranges` are orders.
__global__ void __launch_bounds__(kBlockThreads)
    findRanges(const __grid_constant__ DenoiseTask task, int* ranges) {
  const DenoiseGrid& grid = task.grid;
  const float* f = task.f + blockIdx.y * grid.plane();
  const std::int64_t count = std::int64_t{grid.width} * grid.height * grid.depth;
  int least = orderOf(*f);
  int most = least;
  for (std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * kBlockThreads) {
    const int own = orderOf(f[VoxelPlace::of(grid, i).offset]);
    least = min(least, own);
    most = max(most, own);
  }
  for (int away = 16; away > 0; away /= 2) {
    least = min(least, __shfl_xor_sync(~0U, least, away));
    most = max(most, __shfl_xor_sync(~0U, most, away));
  }
  if (threadIdx.x % 32 != 0) return;
  atomicMin(ranges + 2 * blockIdx.y, least);
  atomicMax(ranges + 2 * blockIdx.y + 1, most);
}

__global__ void beginRanges(const __grid_constant__ DenoiseTask task, int* ranges) {
  ranges[threadIdx.x] = orderOf(task.f[threadIdx.x / 2 * task.grid.plane()]);
}
__global__ void endRanges(int* ranges) {
  const float value = valueOf(ranges[threadIdx.x]);
  ranges[threadIdx.x] = __float_as_int(value);
}

unsigned blocksOf(std::int64_t items) {
  constexpr unsigned kMostBlocks = 1U << 14;
  return std::min(blocksFor(items, kBlockThreads), kMostBlocks);
}
std::int64_t voxelsOf(const DenoiseGrid& grid) {
  return std::int64_t{grid.width} * grid.height * grid.depth;
}

}  // namespace

void queueSpread(const float* dense, const DenoiseGrid& grid, float factor, float* to,
                 const Stream& stream) {
  launch("spread", spread, blocksOf(grid.plane()), kBlockThreads, stream, dense, grid, factor, to);
}

void queueGather(const float* from, const DenoiseGrid& grid, float factor, float* dense,
                 const Stream& stream) {
  launch("gather", gather, blocksOf(voxelsOf(grid)), kBlockThreads, stream, from, grid, factor,
         dense);
}

void queueKeepWithinUnit(const DenoiseGrid& grid, float* p, const Stream& stream) {
  launch("keepWithinUnit", keepWithinUnit, blocksOf(voxelsOf(grid)), kBlockThreads, stream, grid,
         p);
}

void queueRanges(const DenoiseTask& task, float* ranges, const Stream& stream) {
  auto* orders = reinterpret_cast<int*>(ranges);
  const auto channels = static_cast<unsigned>(task.grid.channels);
  launch("beginRanges", beginRanges, 1, 2 * channels, stream, task, orders);
  launch("findRanges", findRanges,
         dim3(std::min(blocksFor(voxelsOf(task.grid), kBlockThreads), 1024U), channels),
         kBlockThreads, stream, task, orders);
  launch("endRanges", endRanges, 1, 2 * channels, stream, orders);
}

void queueGap(const DenoiseTask& task, int buffer, std::int64_t iterations, const Stream& stream) {
  const unsigned blocks = std::min<unsigned>(GapTiles(task.grid, kBlockThreads).count, kGapBlocks);
  withVariant(task, [&](auto channels, auto axes, auto rof) {
    // In a volume each answer would be computed four times.
    constexpr bool kKnown = rof && axes == 3;
    if constexpr (kKnown) {
      launch("answerAhead", answerAhead<channels, axes, rof>,
             GapTiles(task.grid, kBlockThreads).count, kBlockThreads, stream, task, buffer);
    }
    launch("sumGaps", sumGaps<channels, axes, rof, kKnown>, blocks, kBlockThreads, stream, task,
           buffer);
  });
  launch("decide", decide, 1, kBlockThreads, stream, task, static_cast<int>(blocks), buffer,
         iterations);
}

void queueAnswer(const DenoiseTask& task, int buffer, float* dense, const Stream& stream) {
  withVariant(task, [&](auto channels, auto axes, auto rof) {
    launch("answers", answers<channels, axes, rof>, blocksOf(voxelsOf(task.grid)), kBlockThreads,
           stream, task, buffer, dense);
  });
}

}  // namespace espy::cuda
