// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// One iteration in one kernel, for volumes and any number of channels. A block computes columns of
// voxels slice by slice. The new dual variables of the neighbours before a voxel, which its
// divergence needs, are exchanged in shared memory along x and y, and kept in registers along z;
// those that belong to the blocks before are computed again by two more warps.
//
// rof without a floor does not store u, which follows from what the step before has left: with its
// part = tau / strength and bar = u + theta (u - u of the step before that),
//
//     u = (bar - theta part f - theta tau div p) / (1 - theta part).
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/denoise/tensor_floor.cuh"
#include "cuda/denoise/variants.cuh"

namespace espy::cuda {
namespace {

constexpr int kAcross = 32;
constexpr int kDown = 8;
constexpr int kOwn = kAcross * kDown;
constexpr int kThreads = kOwn + 64;  ///< 40 of the last 64 compute the border

/// New dual variables of a slice, for the neighbours after them.
template <int channels>
struct Exchange {
  float x[channels][kDown][kAcross + 1];  ///< the first column belongs to the block before
  float y[channels][kDown + 1][kAcross];  ///< the first row belongs to the block above
};

/// A thread's column of voxels, in the block: -1 is the border.
struct Column {
  int i;
  int j;
  int x;
  int y;
  bool isOwn;   ///< of the block, and in the picture
  bool isUsed;  ///< the same or of its border

  __device__ Column(const DenoiseGrid& grid, int left, int top) {
    const auto thread = static_cast<int>(threadIdx.x);
    const int border = thread - kOwn;
    i = border < 0 ? thread % kAcross : border < kAcross ? border : -1;
    j = border < 0 ? thread / kAcross : border < kAcross ? -1 : border - kAcross;
    x = left + i;
    y = top + j;
    isUsed = border < kAcross + kDown && x >= 0 && y >= 0 && x < grid.width && y < grid.height;
    isOwn = isUsed && border < 0;
  }
};

/// The dual variables of a voxel after the step.
template <int channels, int axes>
__device__ inline void stepDual(const DenoiseTask& task, const DenoiseState& from,
                                const StepNumbers& numbers, const Column& at, int z,
                                float (&p)[channels][axes]) {
  const DenoiseGrid& grid = task.grid;
  const std::int64_t plane = grid.plane();
  const std::int64_t offset = z * grid.slice() + at.y * grid.pitch + at.x;
  const bool hasNext[3] = {at.x < grid.width - 1, at.y < grid.height - 1, z < grid.depth - 1};
  const std::int64_t strides[3] = {1, grid.pitch, grid.slice()};
  float sum = 0;
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    if (c >= grid.channels) continue;
    const float* bar = from.bar + c * plane + offset;
    const float own = __ldg(bar);
#pragma unroll
    for (int a = 0; a < axes; ++a) {
      const float slope = hasNext[a] ? __ldg(bar + strides[a]) - own : 0;
      p[c][a] = __ldg(from.p + (c * axes + a) * plane + offset) + numbers.sigma[a] * slope;
      sum += p[c][a] * p[c][a];
    }
  }
  const float factor = sum > 1 ? rsqrtf(sum) : 1;
#pragma unroll
  for (int c = 0; c < channels; ++c) {
#pragma unroll
    for (int a = 0; a < axes; ++a) p[c][a] *= factor;
  }
}

/// How u follows from bar, with the numbers of the step before; theta is 0 before the first.
struct Recall {
  float theta;
  float part;
  float tau[kDenoiseAxes];

  explicit Recall(const StepNumbers& before)
      : theta(before.theta),
        part(1 / before.data - 1),
        tau{before.tau[0], before.tau[1], before.tau[2]} {}
};

/// u before the step.
template <int channels, int axes>
__device__ inline void recallU(const DenoiseTask& task, const DenoiseState& from,
                               const Recall& recall, const Column& at, int z,
                               const float (&f)[channels], float (&u)[channels]) {
  const DenoiseGrid& grid = task.grid;
  const std::int64_t plane = grid.plane();
  const std::int64_t offset = z * grid.slice() + at.y * grid.pitch + at.x;
  const bool hasBefore[3] = {at.x > 0, at.y > 0, z > 0};
  const std::int64_t strides[3] = {1, grid.pitch, grid.slice()};
  const float factor = 1 / (1 - recall.theta * recall.part);
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    u[c] = 0;
    if (c >= grid.channels) continue;
    float change = 0;
#pragma unroll
    for (int a = 0; a < axes; ++a) {
      const float* own = from.p + (c * axes + a) * plane + offset;
      change += recall.tau[a] * (__ldg(own) - (hasBefore[a] ? __ldg(own - strides[a]) : 0));
    }
    const float bar = __ldg(from.bar + c * plane + offset);
    u[c] = factor * (bar - recall.theta * (recall.part * f[c] + change));
  }
}

/// u and bar of a voxel after the step; `change` is tau times the divergence. With `recalls`, u is
/// not stored.
template <int channels, bool rof, bool recalls>
__device__ inline void stepPrimal(const DenoiseTask& task, const DenoiseState& from,
                                  const DenoiseState& to, const StepNumbers& numbers,
                                  std::int64_t offset, const float (&f)[channels],
                                  float (&u)[channels], const float (&change)[channels]) {
  const std::int64_t plane = task.grid.plane();
  float next[channels];
  float distance = 0;
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    if constexpr (!recalls) u[c] = c < task.grid.channels ? from.u[c * plane + offset] : 0;
    next[c] = u[c] + change[c] - f[c];
    distance += next[c] * next[c];
  }
  float factor = numbers.data;
  if constexpr (!rof) {
    distance = sqrtf(distance);
    factor = distance > numbers.data ? 1 - numbers.data / distance : 0;
  }
#pragma unroll
  for (int c = 0; c < channels; ++c) next[c] = f[c] + factor * next[c];
  if constexpr (rof && !recalls) raiseChannels(task, next);
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    if (c >= task.grid.channels) continue;
    if constexpr (!recalls) to.u[c * plane + offset] = next[c];
    to.bar[c * plane + offset] = next[c] + numbers.theta * (next[c] - u[c]);
  }
}

/// Brings what a voxel's step reads of the next slice into the L2 cache.
template <int channels, int axes>
__device__ inline void prefetchSlice(const DenoiseTask& task, const DenoiseState& from,
                                     std::int64_t offset) {
  const std::int64_t plane = task.grid.plane();
  const std::int64_t next = offset + task.grid.slice();
  const auto prefetch = [](const float* at) { asm volatile("prefetch.global.L2 [%0];" ::"l"(at)); };
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    if (c >= task.grid.channels) continue;
    prefetch(task.f + c * plane + next);
#pragma unroll
    for (int a = 0; a < axes; ++a) prefetch(from.p + (c * axes + a) * plane + next);
  }
}

/// Blocks are numbered along x, then y, then z, `deep` slices each.
template <int channels, int axes, bool rof, bool recalls>
__global__ void __launch_bounds__(kThreads)
    advance(const __grid_constant__ DenoiseTask task, int fromBuffer, StepNumbers numbers,
            Recall recall, int across, int down, int deep) {
  extern __shared__ float memory[];
  if (task.progress->done != 0) return;
  auto& exchange = *reinterpret_cast<Exchange<channels>*>(memory);
  const DenoiseGrid& grid = task.grid;
  const DenoiseState& from = task.states[fromBuffer];
  const DenoiseState& to = task.states[1 - fromBuffer];
  const auto block = static_cast<int>(blockIdx.x);
  const Column at(grid, block % across * kAcross, block / across % down * kDown);
  const int begin = block / across / down * deep;
  const int end = min(begin + deep, grid.depth);
  const std::int64_t plane = grid.plane();

  float below[channels] = {};  // the dual variable of z in the slice before
  if (axes == 3 && begin > 0 && at.isOwn) {
    float p[channels][axes] = {};
    stepDual<channels, axes>(task, from, numbers, at, begin - 1, p);
#pragma unroll
    for (int c = 0; c < channels; ++c) below[c] = p[c][axes - 1];
  }
  for (int z = begin; z < end; ++z) {
    float p[channels][axes] = {};
    const std::int64_t offset = z * grid.slice() + at.y * grid.pitch + at.x;
    if (axes == 3 && at.isOwn && z + 1 < end) prefetchSlice<channels, axes>(task, from, offset);
    if (at.isUsed) stepDual<channels, axes>(task, from, numbers, at, z, p);
    float f[channels] = {};
    float u[channels] = {};
    if (at.isOwn) {
#pragma unroll
      for (int c = 0; c < channels; ++c) {
        if (c < grid.channels) f[c] = __ldg(task.f + c * plane + offset);
      }
      if constexpr (recalls) recallU<channels, axes>(task, from, recall, at, z, f, u);
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      if (c >= grid.channels) continue;
      if (at.j >= 0 && at.j < kDown) exchange.x[c][at.j][at.i + 1] = p[c][0];
      if (at.i >= 0 && at.j < kDown) exchange.y[c][at.j + 1][at.i] = p[c][1];
    }
    __syncthreads();
    if (!at.isOwn) continue;
    float change[channels] = {};
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      if (c >= grid.channels) continue;
#pragma unroll
      for (int a = 0; a < axes; ++a) to.p[(c * axes + a) * plane + offset] = p[c][a];
      change[c] = numbers.tau[0] * (p[c][0] - exchange.x[c][at.j][at.i]) +
                  numbers.tau[1] * (p[c][1] - exchange.y[c][at.j][at.i]);
      if constexpr (axes == 3) {
        change[c] += numbers.tau[2] * (p[c][2] - below[c]);
        below[c] = p[c][2];
      }
    }
    stepPrimal<channels, rof, recalls>(task, from, to, numbers, offset, f, u, change);
  }
}

}  // namespace

bool recallsU(const DenoiseTask& task) {
  return task.isRof && !task.hasFloor;
}

void queueStep(const DenoiseTask& task, int from, const StepNumbers& numbers,
               const StepNumbers& before, int multiprocessors, const Stream& stream) {
  const auto queue = [&](auto kernel, std::size_t bytes) {
    const DenoiseGrid& grid = task.grid;
    const auto across = static_cast<int>(blocksFor(grid.width, kAcross));
    const auto down = static_cast<int>(blocksFor(grid.height, kDown));
    allowShared(kernel, bytes);
    int resident = 1;
    call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
      return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, bytes);
    });
    // One wave of blocks, each as deep as possible: the slice before its first is computed twice.
    const std::int64_t columns = std::int64_t{across} * down;
    const std::int64_t parts =
        std::clamp<std::int64_t>(std::int64_t{resident} * multiprocessors / columns, 1, grid.depth);
    const auto deep = static_cast<int>((grid.depth + parts - 1) / parts);
    const auto blocks = static_cast<unsigned>(columns * ((grid.depth + deep - 1) / deep));
    launchShared("advance", kernel, blocks, kThreads, bytes, stream, task, from, numbers,
                 Recall(before), across, down, deep);
  };
  withVariant(task, [&](auto channels, auto axes, auto rof) {
    constexpr std::size_t kBytes = sizeof(Exchange<channels>);
    if constexpr (rof) {
      if (recallsU(task)) return queue(advance<channels, axes, rof, true>, kBytes);
    }
    // Only six channels have a floor.
    if constexpr (!rof || channels == 6) queue(advance<channels, axes, rof, false>, kBytes);
  });
}

}  // namespace espy::cuda
