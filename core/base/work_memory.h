// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace espy {

/// Allocates scratch memory, uninitialised, aligned to 64 bytes. Freed memory is cached for reuse
/// (espy/control.h). Large allocations use huge pages, which need fewer page faults.
void* takeWorkMemory(std::size_t bytes);
void giveWorkMemory(void* memory, std::size_t bytes) noexcept;

/// Allocator for vectors in scratch memory: aligned for SIMD, and `resize` leaves new numbers
/// uninitialised (`assign` fills).
template <class T>
struct WorkAllocator {
  using value_type = T;

  WorkAllocator() = default;
  template <class Other>
  WorkAllocator(const WorkAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) { return static_cast<T*>(takeWorkMemory(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept {
    giveWorkMemory(memory, count * sizeof(T));
  }

  template <class Other>
  void construct(Other* at) {
    ::new (static_cast<void*>(at)) Other;  // default-initialised: numbers stay uninitialised
  }
  template <class Other, class... Arguments>
  void construct(Other* at, Arguments&&... arguments) {
    std::construct_at(at, std::forward<Arguments>(arguments)...);
  }

  bool operator==(const WorkAllocator&) const { return true; }
};

template <class T>
using WorkVector = std::vector<T, WorkAllocator<T>>;

}  // namespace espy
