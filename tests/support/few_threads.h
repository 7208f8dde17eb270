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

/// From now on this process starts no more threads than it has stacks lying about: for processes
/// that end soon.
inline void allowFewThreads() {
  std::ifstream file("/proc/self/statm");
  rlim_t pages = 0;
  file >> pages;
  // Less than a stack takes, and enough for what is to be remembered.
  const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (4 << 20);
  const rlimit limit{most, most};
  ::setrlimit(RLIMIT_AS, &limit);
}

/// From now on this process starts no thread at all.
inline void allowNoThread() {
  allowFewThreads();
  static auto* const kNever = new std::latch(1);
  try {
    for (;;) std::thread([] { kNever->wait(); }).detach();
  } catch (const std::system_error&) {
  }
}

}  // namespace espy::test
