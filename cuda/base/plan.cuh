// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "cuda/base/plan.h"

namespace espy::cuda {

/// Whether dead buffers are overwritten: in debug builds.
#ifdef NDEBUG
inline constexpr bool kPoisonsShared = false;
#else
inline constexpr bool kPoisonsShared = true;
#endif

/// A block's shared memory, laid out by `plan`, a SharedPlan with static storage. Buffers and
/// stages are numbered as in the plan.
template <const auto& plan, bool poisons = kPoisonsShared>
class SharedMemory {
 public:
  /// `memory`: plan.bytes bytes, aligned as the buffers are.
  __device__ explicit SharedMemory(unsigned char* memory) : memory_(memory) {}

  template <int buffer, class T>
  __device__ T* array() const {
    static_assert(plan.buffers[buffer].alignment % alignof(T) == 0);
    constexpr std::uint32_t kOffset = plan.offsets[buffer];
    return reinterpret_cast<T*>(memory_ + kOffset);
  }

  /// Begins a stage: synchronises if the plan says so. To be called by all threads of the block. If
  /// `poisons`, it also overwrites the buffers whose last stage was the one before (before stage 0:
  /// all) with 0xff, which are NaN as floats.
  template <int stage>
  __device__ void enter() const {
    if constexpr (poisons) {
      __syncthreads();
      poisonAll<stage>(std::make_index_sequence<plan.buffers.size()>());
      __syncthreads();
    } else if constexpr (plan.synchronises(stage)) {
      __syncthreads();
    }
  }

 private:
  template <int stage, std::size_t... buffer>
  __device__ void poisonAll(std::index_sequence<buffer...>) const {
    (poison<stage, buffer>(), ...);
  }
  template <int stage, std::size_t buffer>
  __device__ void poison() const {
    if constexpr (stage == 0 || plan.buffers[buffer].last == stage - 1) {
      constexpr std::uint32_t kOffset = plan.offsets[buffer];
      constexpr std::uint32_t kBytes = plan.buffers[buffer].bytes;
      const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
      const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
      for (unsigned i = thread; i < kBytes; i += threads) memory_[kOffset + i] = 0xff;
    }
  }

  unsigned char* memory_;
};

}  // namespace espy::cuda
