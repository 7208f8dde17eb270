// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/hash_lines.h"

namespace espy::cuda {

/// The atomic operations of core/lab/hash_lists.h and hash_lines.h in global memory. Loads bypass
/// the L1 cache, which is not coherent, so a load is not older than the one that gave its address.
struct DeviceMemory {
  static __device__ std::uint32_t load(const std::uint32_t* word) {
    return *static_cast<const volatile std::uint32_t*>(word);
  }
  static __device__ void store(std::uint32_t* word, std::uint32_t value) {
    *static_cast<volatile std::uint32_t*>(word) = value;
  }
  /// What was stored before is visible to a thread that loads the new value.
  static __device__ bool cas(std::uint32_t* word, std::uint32_t expected, std::uint32_t value) {
    __threadfence();
    return atomicCAS(word, expected, value) == expected;
  }
  static __device__ bool cas(std::uint64_t* slot, std::uint64_t expected, std::uint64_t value) {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    return atomicCAS(reinterpret_cast<unsigned long long*>(slot), expected, value) == expected;
  }
  static __device__ std::uint32_t add(std::uint32_t* word, std::uint32_t value) {
    return atomicAdd(word, value);
  }
  static __device__ lab::HashSector loadSector(const std::uint64_t* slots) {
    lab::HashSector sector;
    std::uint64_t* const to = sector.slots;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(to[0]), "=l"(to[1])
                 : "l"(slots)
                 : "memory");
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(to[2]), "=l"(to[3])
                 : "l"(slots + 2)
                 : "memory");
    return sector;
  }
};

}  // namespace espy::cuda
