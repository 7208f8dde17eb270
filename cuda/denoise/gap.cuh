// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/denoise/tensor_floor.cuh"
#include "cuda/denoise/variants.cuh"

/// Answers and duality gaps, voxel by voxel (espy/engine/denoise.h has the formulas).
namespace espy::cuda {

/// A voxel and its neighbours. `channels` of the templates is the number of channels, or the most
/// if it varies; those at and beyond task.grid.channels are skipped.
struct VoxelPlace {
  int at[kDenoiseAxes];  ///< x, y, z
  std::int64_t offset;   ///< in a plane

  __device__ static std::int64_t stride(const DenoiseGrid& grid, int axis) {
    return axis == 0 ? 1 : axis == 1 ? grid.pitch : grid.slice();
  }
  __device__ static int extent(const DenoiseGrid& grid, int axis) {
    return axis == 0 ? grid.width : axis == 1 ? grid.height : grid.depth;
  }
  __device__ bool isLast(const DenoiseGrid& grid, int axis) const {
    return at[axis] == extent(grid, axis) - 1;
  }
  __device__ VoxelPlace next(const DenoiseGrid& grid, int axis) const {
    VoxelPlace other = *this;
    ++other.at[axis];
    other.offset += stride(grid, axis);
    return other;
  }
  /// Of the voxel with this number, counted without the rows' padding.
  __device__ static VoxelPlace of(const DenoiseGrid& grid, std::int64_t number) {
    VoxelPlace place;
    const std::int64_t row = number / grid.width;
    place.at[0] = static_cast<int>(number - row * grid.width);
    place.at[2] = static_cast<int>(row / grid.height);
    place.at[1] = static_cast<int>(row - std::int64_t{place.at[2]} * grid.height);
    place.offset = row * grid.pitch + place.at[0];
    return place;
  }
};

template <int channels, int axes>
__device__ inline void divergenceAt(const DenoiseTask& task, const float* p,
                                    const VoxelPlace& place, float (&flow)[channels]) {
  const std::int64_t plane = task.grid.plane();
  p += place.offset;
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    flow[c] = 0;
    if (!hasChannel<channels>(task.grid, c)) continue;
#pragma unroll
    for (int a = 0; a < axes; ++a) {
      const float* own = p + (c * axes + a) * plane;
      float change = __ldg(own);
      if (place.at[a] > 0) change -= __ldg(own - VoxelPlace::stride(task.grid, a));
      flow[c] += task.scales[a] * change;
    }
  }
}

/// The answer in the scaled problem.
template <int channels, int axes, bool rof>
__device__ inline void answerAt(const DenoiseTask& task, const DenoiseState& state,
                                const VoxelPlace& place, float (&u)[channels]) {
  const std::int64_t plane = task.grid.plane();
  if constexpr (rof) divergenceAt<channels, axes>(task, state.p, place, u);
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    if (!hasChannel<channels>(task.grid, c)) {
      u[c] = 0;
    } else if constexpr (rof) {
      u[c] = task.f[c * plane + place.offset] + task.strength * u[c];
    } else {
      u[c] = state.u[c * plane + place.offset];
    }
  }
  if constexpr (rof) raiseChannels(task, u);
}

/// The data terms of tvl1's gap.
template <int channels, int axes>
__device__ inline double dataGapAt(const DenoiseTask& task, const DenoiseState& state,
                                   const VoxelPlace& place, const float (&u)[channels]) {
  float flow[channels];
  divergenceAt<channels, axes>(task, state.p, place, flow);
  float distance = 0;
  float length = 0;
  float reach = 0;
  double product = 0;
#pragma unroll
  for (int c = 0; c < channels; ++c) {
    if (!hasChannel<channels>(task.grid, c)) continue;
    const float f = task.f[c * task.grid.plane() + place.offset];
    const float far = fmaxf(task.ranges[2 * c + 1] - f, f - task.ranges[2 * c]);
    distance += (u[c] - f) * (u[c] - f);
    length += flow[c] * flow[c];
    reach += far * far;
    product += static_cast<double>(f) * flow[c];
  }
  const double limit = 1.0 / task.strength;
  const double beyond = fmax(0.0, static_cast<double>(sqrtf(length)) - limit);
  return limit * sqrtf(distance) + product + beyond * sqrtf(reach);
}

/// `known`: `answers` has them.
template <int channels, int axes, bool rof, bool known>
__device__ inline double gapAt(const DenoiseTask& task, const DenoiseState& state,
                               const float* answers, const VoxelPlace& place) {
  const std::int64_t plane = task.grid.plane();
  const auto take = [&](const VoxelPlace& at, float(&u)[channels]) {
    if constexpr (known) {
#pragma unroll
      for (int c = 0; c < channels; ++c) {
        u[c] = hasChannel<channels>(task.grid, c) ? answers[c * plane + at.offset] : 0;
      }
    } else {
      answerAt<channels, axes, rof>(task, state, at, u);
    }
  };
  float u[channels];
  take(place, u);
  float squares = 0;
  float along = 0;
#pragma unroll
  for (int a = 0; a < axes; ++a) {
    if (place.isLast(task.grid, a)) continue;
    float next[channels];
    take(place.next(task.grid, a), next);
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      if (!hasChannel<channels>(task.grid, c)) continue;
      const float slope = task.scales[a] * (next[c] - u[c]);
      squares += slope * slope;
      if constexpr (rof) along += slope * state.p[(c * axes + a) * plane + place.offset];
    }
  }
  const double variation = sqrtf(squares);
  if constexpr (rof) return variation - along;
  return variation + dataGapAt<channels, axes>(task, state, place, u);
}

/// The sum over the block, at thread 0. `room` has a number for each thread, of which there are a
/// power of two.
__device__ inline double sumOfBlock(double own, double* room) {
  room[threadIdx.x] = own;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) room[threadIdx.x] += room[threadIdx.x + half];
  }
  __syncthreads();
  return room[0];
}

/// Rows of a warp in a tile of the gap's voxels, which is 32 wide.
inline constexpr int kGapRows = 4;

/// Tiles across, and all, for blocks of `threads` threads.
struct GapTiles {
  unsigned across;
  unsigned count;

  ESPY_HOST_DEVICE GapTiles(const DenoiseGrid& grid, int threads) {
    const auto rows = static_cast<unsigned>(grid.height) * static_cast<unsigned>(grid.depth);
    const unsigned rowsEach = static_cast<unsigned>(threads) / 32 * kGapRows;
    across = (static_cast<unsigned>(grid.width) + 31) / 32;
    count = across * ((rows + rowsEach - 1) / rowsEach);
  }
};

/// Calls body(place) for the voxels of this thread.
template <int axes, class Body>
__device__ inline void forVoxels(const DenoiseGrid& grid, const Body& body) {
  const GapTiles tiles(grid, static_cast<int>(blockDim.x));
  const auto rows = static_cast<unsigned>(grid.height) * static_cast<unsigned>(grid.depth);
  for (unsigned tile = blockIdx.x; tile < tiles.count; tile += gridDim.x) {
    const unsigned line = tile / tiles.across;
    const unsigned x = (tile - line * tiles.across) * 32 + threadIdx.x % 32;
    if (x >= static_cast<unsigned>(grid.width)) continue;
    const unsigned first = (line * (blockDim.x / 32) + threadIdx.x / 32) * kGapRows;
    for (unsigned row = first; row < min(first + kGapRows, rows); ++row) {
      VoxelPlace place;
      place.at[0] = static_cast<int>(x);
      place.at[2] = axes == 2 ? 0 : static_cast<int>(row / static_cast<unsigned>(grid.height));
      place.at[1] = static_cast<int>(row) - place.at[2] * grid.height;
      place.offset = row * grid.pitch + x;
      body(place);
    }
  }
}

/// The gap of the voxels of this block. `known`: `answers` are the planes of the answers.
template <int channels, int axes, bool rof, bool known = false>
__device__ inline double gapOfBlock(const DenoiseTask& task, const DenoiseState& state,
                                    double* room, const float* answers = nullptr) {
  double own = 0;
  forVoxels<axes>(task.grid, [&](const VoxelPlace& place) {
    own += gapAt<channels, axes, rof, known>(task, state, answers, place);
  });
  return sumOfBlock(own, room);
}

/// The gap per voxel: each thread adds some of the blocks' sums, in a fixed order.
__device__ inline double gapOfAll(const DenoiseTask& task, int blocks, double* room) {
  double own = 0;
  for (int i = static_cast<int>(threadIdx.x); i < blocks; i += static_cast<int>(blockDim.x)) {
    own += task.partials[i];
  }
  __syncthreads();
  return sumOfBlock(own, room) / task.voxels;
}

}  // namespace espy::cuda
