// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// One iteration in one kernel, for volumes and any number of channels. A block computes columns of
// voxels slice by slice. The new dual variables of the neighbours before a voxel, which its
// divergence needs, are exchanged in shared memory along x and y, and kept in registers along z;
// those that belong to the blocks before are computed again by more threads.
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
constexpr int kDown = 4;
constexpr int kOwn = kAcross * kDown;
constexpr int kBorder = kAcross + kDown;  ///< columns above and left of them

/// Threads of a block. Tensors share a column of voxels among two, each with three channels: more
/// loads are under way, and each thread needs fewer registers.
template <int channels, bool recalls>
struct Shares {
  static constexpr int kGroups = recalls && channels == 6 ? 2 : 1;
  static constexpr int kEach = channels / kGroups;
  static constexpr int kThreads = kGroups * kOwn + (kGroups * kBorder + 31) / 32 * 32;
  static constexpr int kBlocks = kGroups;  ///< of a multiprocessor, at least
};

/// New dual variables of a slice, for the neighbours after them.
template <int channels, int groups>
struct Exchange {
  float x[channels][kDown][kAcross + 1];  ///< the first column belongs to the block before
  float y[channels][kDown + 1][kAcross];  ///< the first row belongs to the block above
  float squares[groups][kOwn + kBorder];  ///< of each group's channels
};

/// A thread's column of voxels, in the block: -1 is the border.
struct Column {
  int i;
  int j;
  int x;
  int y;
  int group;    ///< of channels
  int place;    ///< of the block's columns and its border
  bool isOwn;   ///< of the block, and in the picture
  bool isUsed;  ///< the same or of its border

  __device__ Column(const DenoiseGrid& grid, int left, int top, int groups) {
    const auto thread = static_cast<int>(threadIdx.x);
    const int border = thread - groups * kOwn;
    group = border < 0 ? thread / kOwn : border / kBorder;
    place = border < 0 ? thread % kOwn : border % kBorder + kOwn;
    const int beyond = place - kOwn;
    i = beyond < 0 ? place % kAcross : beyond < kAcross ? beyond : -1;
    j = beyond < 0 ? place / kAcross : beyond < kAcross ? -1 : beyond - kAcross;
    x = left + i;
    y = top + j;
    isUsed = group < groups && x >= 0 && y >= 0 && x < grid.width && y < grid.height;
    isOwn = isUsed && border < 0;
  }
};

/// A thread's channels of a voxel.
struct Voxel {
  std::int64_t at;    ///< in the planes of the channels, from the first of its channels on
  std::int64_t dual;  ///< in those of the dual variables

  __device__ Voxel(const DenoiseGrid& grid, const Column& column, int first, int axes, int z) {
    const std::int64_t offset = z * grid.slice() + column.y * grid.pitch + column.x;
    at = first * grid.plane() + offset;
    dual = std::int64_t{first} * axes * grid.plane() + offset;
  }
  __device__ void advance(std::int64_t slice) {
    at += slice;
    dual += slice;
  }
};

/// What a column of voxels reads of a slice and needs in the next, too.
template <int each>
struct Kept {
  float bar[each] = {};     ///< of this slice
  float ahead[each] = {};   ///< of the next
  float p[each] = {};       ///< along z, before the step
  float before[each] = {};  ///< of the slice before
};

/// The dual variables of a voxel after the step, before they are scaled to a length of at most 1;
/// the sum of their squares.
template <int channels, int each, int axes>
__device__ inline float raiseDual(const DenoiseGrid& grid, const DenoiseState& from,
                                  const StepNumbers& numbers, const Column& column,
                                  const Voxel& voxel, int first, int z, Kept<each>& kept,
                                  float (&p)[each][axes]) {
  const std::int64_t plane = grid.plane();
  const bool hasNext[3] = {column.x < grid.width - 1, column.y < grid.height - 1,
                           z < grid.depth - 1};
  const std::int64_t strides[3] = {1, grid.pitch, grid.slice()};
  const float* bars = from.bar + voxel.at;
  const float* duals = from.p + voxel.dual;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < each; ++k) {
    if (!hasChannel<channels>(grid, first + k)) continue;
    const float own = kept.ahead[k];
    kept.bar[k] = own;
#pragma unroll
    for (int a = 0; a < axes; ++a) {
      const float beside = hasNext[a] ? __ldg(bars + k * plane + strides[a]) : own;
      p[k][a] = __ldg(duals + (k * axes + a) * plane);
      if (a == 2) {
        kept.ahead[k] = beside;
        kept.before[k] = kept.p[k];
        kept.p[k] = p[k][a];
      }
      p[k][a] += numbers.sigma[a] * (beside - own);
      sum += p[k][a] * p[k][a];
    }
  }
  return sum;
}

template <int each, int axes>
__device__ inline void scaleDual(float squares, float (&p)[each][axes]) {
  const float factor = squares > 1 ? rsqrtf(squares) : 1;
#pragma unroll
  for (int k = 0; k < each; ++k) {
#pragma unroll
    for (int a = 0; a < axes; ++a) p[k][a] *= factor;
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
template <int channels, int each, int axes>
__device__ inline void recallU(const DenoiseGrid& grid, const DenoiseState& from,
                               const Recall& recall, const Column& column, const Voxel& voxel,
                               int first, const Kept<each>& kept, const float (&f)[each],
                               float (&u)[each]) {
  const std::int64_t plane = grid.plane();
  const float* duals = from.p + voxel.dual;
  const float factor = 1 / (1 - recall.theta * recall.part);
#pragma unroll
  for (int k = 0; k < each; ++k) {
    if (!hasChannel<channels>(grid, first + k)) continue;
    const float* x = duals + k * axes * plane;
    const float* y = x + plane;
    float change = recall.tau[0] * (__ldg(x) - (column.x > 0 ? __ldg(x - 1) : 0)) +
                   recall.tau[1] * (__ldg(y) - (column.y > 0 ? __ldg(y - grid.pitch) : 0));
    if constexpr (axes == 3) change += recall.tau[2] * (kept.p[k] - kept.before[k]);
    u[k] = factor * (kept.bar[k] - recall.theta * (recall.part * f[k] + change));
  }
}

/// u and bar of a voxel after the step; `change` is tau times the divergence. With `recalls`, u is
/// not stored.
template <int channels, int each, bool rof, bool recalls>
__device__ inline void stepPrimal(const DenoiseTask& task, const DenoiseState& from,
                                  const DenoiseState& to, const StepNumbers& numbers, int first,
                                  const Voxel& voxel, const float (&f)[each], float (&u)[each],
                                  const float (&change)[each]) {
  const DenoiseGrid& grid = task.grid;
  const std::int64_t plane = grid.plane();
  float next[each];
  float distance = 0;
#pragma unroll
  for (int k = 0; k < each; ++k) {
    const bool has = hasChannel<channels>(grid, first + k);
    if constexpr (!recalls) u[k] = has ? from.u[k * plane + voxel.at] : 0;
    next[k] = u[k] + change[k] - f[k];
    distance += next[k] * next[k];
  }
  float factor = numbers.data;
  if constexpr (!rof) {
    distance = sqrtf(distance);
    factor = distance > numbers.data ? 1 - numbers.data / distance : 0;
  }
#pragma unroll
  for (int k = 0; k < each; ++k) next[k] = f[k] + factor * next[k];
  if constexpr (rof && !recalls) raiseChannels(task, next);
#pragma unroll
  for (int k = 0; k < each; ++k) {
    if (!hasChannel<channels>(grid, first + k)) continue;
    if constexpr (!recalls) to.u[k * plane + voxel.at] = next[k];
    to.bar[k * plane + voxel.at] = next[k] + numbers.theta * (next[k] - u[k]);
  }
}

/// Brings what a voxel's step reads of the next slice into the L2 cache.
template <int each, int axes>
__device__ inline void prefetchSlice(const DenoiseTask& task, const DenoiseState& from,
                                     const Voxel& voxel) {
  const std::int64_t plane = task.grid.plane();
  const auto prefetch = [](const float* at) { asm volatile("prefetch.global.L2 [%0];" ::"l"(at)); };
#pragma unroll
  for (int k = 0; k < each; ++k) {
    prefetch(task.f + voxel.at + task.grid.slice() + k * plane);
#pragma unroll
    for (int a = 0; a < axes; ++a) {
      prefetch(from.p + voxel.dual + task.grid.slice() + (k * axes + a) * plane);
    }
  }
}

/// Blocks are numbered along x, then y, then z, `deep` slices each.
template <int channels, int axes, bool rof, bool recalls>
__global__ void __launch_bounds__(Shares<channels, recalls>::kThreads,
                                  Shares<channels, recalls>::kBlocks)
    advance(const __grid_constant__ DenoiseTask task, int fromBuffer, StepNumbers numbers,
            Recall recall, int across, int down, int deep) {
  constexpr int kGroups = Shares<channels, recalls>::kGroups;
  constexpr int kEach = Shares<channels, recalls>::kEach;
  extern __shared__ float memory[];
  if (task.progress->done != 0) return;
  auto& exchange = *reinterpret_cast<Exchange<channels, kGroups>*>(memory);
  const DenoiseGrid& grid = task.grid;
  const DenoiseState& from = task.states[fromBuffer];
  const DenoiseState& to = task.states[1 - fromBuffer];
  const auto block = static_cast<int>(blockIdx.x);
  const Column at(grid, block % across * kAcross, block / across % down * kDown, kGroups);
  const int first = at.group * kEach;
  const int begin = block / across / down * deep;
  const int end = min(begin + deep, grid.depth);
  const std::int64_t plane = grid.plane();
  // The squares of all groups. Before it, all threads have read what they exchanged.
  const auto meet = [&](float squares) {
    if (kGroups > 1 && at.isUsed) exchange.squares[at.group][at.place] = squares;
    __syncthreads();
    if (kGroups == 1 || !at.isUsed) return squares;
    float sum = 0;
#pragma unroll
    for (int g = 0; g < kGroups; ++g) sum += exchange.squares[g][at.place];
    return sum;
  };

  const int before = axes == 3 ? max(begin - 1, 0) : begin;
  Voxel voxel(grid, at, first, axes, before);
  Kept<kEach> kept;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    if (at.isUsed && hasChannel<channels>(grid, first + k)) {
      kept.ahead[k] = __ldg(from.bar + voxel.at + k * plane);
    }
  }
  float below[kEach] = {};  // the dual variable of z in the slice before
  if (before < begin) {
    float p[kEach][axes] = {};
    float squares = 0;
    if (at.isUsed) {
      squares = raiseDual<channels>(grid, from, numbers, at, voxel, first, before, kept, p);
    }
    scaleDual(meet(squares), p);
#pragma unroll
    for (int k = 0; k < kEach; ++k) below[k] = p[k][axes - 1];
    __syncthreads();
    voxel.advance(grid.slice());
  }
  for (int z = begin; z < end; ++z, voxel.advance(grid.slice())) {
    if (axes == 3 && channels != kDenoiseChannels && at.isOwn && z + 1 < end) {
      prefetchSlice<kEach, axes>(task, from, voxel);
    }
    float p[kEach][axes] = {};
    float squares = 0;
    if (at.isUsed) {
      squares = raiseDual<channels>(grid, from, numbers, at, voxel, first, z, kept, p);
    }
    float f[kEach] = {};
    float u[kEach] = {};
    if (at.isOwn) {
#pragma unroll
      for (int k = 0; k < kEach; ++k) {
        if (hasChannel<channels>(grid, first + k)) f[k] = __ldg(task.f + voxel.at + k * plane);
      }
      if constexpr (recalls) {
        recallU<channels, kEach, axes>(grid, from, recall, at, voxel, first, kept, f, u);
      }
    }
    scaleDual(meet(squares), p);
    if (at.group < kGroups) {
      // Zeros outside the picture, too.
#pragma unroll
      for (int k = 0; k < kEach; ++k) {
        if (!hasChannel<channels>(grid, first + k)) continue;
        if (at.j >= 0) exchange.x[first + k][at.j][at.i + 1] = p[k][0];
        if (at.i >= 0) exchange.y[first + k][at.j + 1][at.i] = p[k][1];
      }
    }
    __syncthreads();
    if (!at.isOwn) continue;
    float change[kEach] = {};
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      const int c = first + k;
      if (!hasChannel<channels>(grid, c)) continue;
#pragma unroll
      for (int a = 0; a < axes; ++a) to.p[voxel.dual + (k * axes + a) * plane] = p[k][a];
      change[k] = numbers.tau[0] * (p[k][0] - exchange.x[c][at.j][at.i]) +
                  numbers.tau[1] * (p[k][1] - exchange.y[c][at.j][at.i]);
      if constexpr (axes == 3) {
        change[k] += numbers.tau[2] * (p[k][2] - below[k]);
        below[k] = p[k][2];
      }
    }
    stepPrimal<channels, kEach, rof, recalls>(task, from, to, numbers, first, voxel, f, u, change);
  }
}

}  // namespace

bool recallsU(const DenoiseTask& task) {
  return task.isRof && !task.hasFloor;
}

void queueStep(const DenoiseTask& task, int from, const StepNumbers& numbers,
               const StepNumbers& before, int multiprocessors, const Stream& stream) {
  const auto queue = [&](auto kernel, int threads, std::size_t bytes) {
    const DenoiseGrid& grid = task.grid;
    const auto across = static_cast<int>(blocksFor(grid.width, kAcross));
    const auto down = static_cast<int>(blocksFor(grid.height, kDown));
    allowShared(kernel, bytes);
    int resident = 1;
    call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
      return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes);
    });
    // In whole waves of blocks, each as deep as possible: the slice before its first is computed
    // twice.
    const std::int64_t columns = std::int64_t{across} * down;
    const std::int64_t wave = std::int64_t{resident} * multiprocessors;
    const auto slicesOf = [&](std::int64_t depth) {
      const std::int64_t parts = (grid.depth + depth - 1) / depth;
      return (columns * parts + wave - 1) / wave * (depth + 1);
    };
    constexpr std::int64_t kMostParts = 16;
    std::int64_t deep = grid.depth;
    for (std::int64_t parts = 2; parts <= kMostParts; ++parts) {
      const std::int64_t other = (grid.depth + parts - 1) / parts;
      if (slicesOf(other) < slicesOf(deep)) deep = other;
    }
    const auto blocks = static_cast<unsigned>(columns * ((grid.depth + deep - 1) / deep));
    launchShared("advance", kernel, blocks, threads, bytes, stream, task, from, numbers,
                 Recall(before), across, down, static_cast<int>(deep));
  };
  withVariant(task, [&](auto channels, auto axes, auto rof) {
    const auto queueWith = [&](auto recalls) {
      using Own = Shares<channels, recalls>;
      queue(advance<channels, axes, rof, recalls>, Own::kThreads,
            sizeof(Exchange<channels, Own::kGroups>));
    };
    if constexpr (rof) {
      if (recallsU(task)) return queueWith(std::true_type());
    }
    // Only six channels have a floor.
    if constexpr (!rof || channels == 6) queueWith(std::false_type());
  });
}

}  // namespace espy::cuda
