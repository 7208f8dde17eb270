// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace espy::test {

/// Limits the address space so that threads can only start on cached stacks. For processes that
/// exit soon.
inline void allowFewThreads() {
  std::ifstream file("/proc/self/statm");
  rlim_t pages = 0;
  file >> pages;
  // Less than the size of a stack.
  const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (4 << 20);
  const rlimit limit{most, most};
  ::setrlimit(RLIMIT_AS, &limit);
}

/// Uses up the cached stacks as well: no thread can start.
inline void allowNoThread() {
  allowFewThreads();
  static auto* const kNever = new std::latch(1);
  try {
    for (;;) std::thread([] { kNever->wait(); }).detach();
  } catch (const std::system_error&) {
  }
}

}  // namespace espy::test
