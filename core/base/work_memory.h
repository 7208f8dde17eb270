// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace espy {

/// Memory for work that is thrown away: aligned to 64 bytes, with whatever happens to be in it.
/// What is given back is kept for whoever takes some next (espy/control.h). Large pieces lie in
/// large pages, so that their first use costs the system little.
void* takeWorkMemory(std::size_t bytes);
void giveWorkMemory(void* memory, std::size_t bytes) noexcept;

/// Lets a vector work in such memory, begin where a vector register would, and leave new numbers
/// as they are: `resize` clears nothing, `assign` fills.
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
    ::new (static_cast<void*>(at)) Other;  // no parentheses: numbers are left as they are
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
