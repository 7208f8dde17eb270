// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/large_pages.h"

#include <memory>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace espy {

void adviseLargePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr std::size_t kLargePage = std::size_t{2} << 20U;
  void* begin = memory;
  std::size_t left = bytes;
  if (std::align(kLargePage, kLargePage, begin, left) == nullptr) return;
  madvise(begin, left / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
}

void releasePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  static const auto kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* begin = memory;
  std::size_t left = bytes;
  if (std::align(kPage, kPage, begin, left) == nullptr) return;
  madvise(begin, left / kPage * kPage, MADV_DONTNEED);
#endif
}

}  // namespace espy
