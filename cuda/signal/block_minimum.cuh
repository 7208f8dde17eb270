// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/signal/key.h"

namespace espy::cuda {

/// The least key of a warp, in lane 0.
__device__ inline std::uint64_t leastOfWarp(std::uint64_t key) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    key = min(key, static_cast<std::uint64_t>(
                       __shfl_down_sync(0xffffffffU, static_cast<unsigned long long>(key), step)));
  }
  return key;
}

__device__ inline void lower(std::uint64_t* to, std::uint64_t key) {
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  atomicMin(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(key));
}

/// The least key of a block of kWarps warps, in thread 0. Called once per kernel.
template <int kWarps>
__device__ inline std::uint64_t leastOfBlock(std::uint64_t key) {
  __shared__ std::uint64_t ofWarps[kWarps];
  key = leastOfWarp(key);
  if (threadIdx.x % 32 == 0) ofWarps[threadIdx.x / 32] = key;
  __syncthreads();
  if (threadIdx.x != 0) return key;
  for (int w = 1; w < kWarps; ++w) key = min(key, ofWarps[w]);
  return key;
}

/// Lowers `to` to the least key of the block. All threads, in whole warps, must call it.
__device__ inline void takeLeastOfBlock(std::uint64_t key, std::uint64_t* to) {
  __shared__ std::uint64_t ofWarps[32];
  const unsigned lane = threadIdx.x % 32;
  key = leastOfWarp(key);
  if (lane == 0) ofWarps[threadIdx.x / 32] = key;
  __syncthreads();
  if (threadIdx.x < 32) {
    key = leastOfWarp(lane < blockDim.x / 32 ? ofWarps[lane] : ~std::uint64_t{0});
    if (lane == 0) lower(to, key);
  }
  __syncthreads();  // before shared memory is reused
}

}  // namespace espy::cuda
