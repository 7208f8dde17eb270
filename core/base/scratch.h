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
void* takeScratch(std::size_t bytes);
void returnScratch(void* memory, std::size_t bytes) noexcept;

/// Allocator for vectors in scratch memory: aligned for SIMD, and `resize` leaves new numbers
/// uninitialised (`assign` fills).
template <class T>
struct ScratchAllocator {
  using value_type = T;

  ScratchAllocator() = default;
  template <class Other>
  ScratchAllocator(const ScratchAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) { return static_cast<T*>(takeScratch(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept {
    returnScratch(memory, count * sizeof(T));
  }

  template <class Other>
  void construct(Other* at) {
    ::new (static_cast<void*>(at)) Other;  // default-initialised: numbers stay uninitialised
  }
  template <class Other, class... Arguments>
  void construct(Other* at, Arguments&&... arguments) {
    std::construct_at(at, std::forward<Arguments>(arguments)...);
  }

  bool operator==(const ScratchAllocator&) const { return true; }
};

template <class T>
using ScratchVector = std::vector<T, ScratchAllocator<T>>;

}  // namespace espy
