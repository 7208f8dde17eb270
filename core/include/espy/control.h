// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#pragma GCC visibility push(default)
/// Threads, cancellation, progress, and the memory that searches keep.
namespace espy {

/// What a caller decides about work under way. Work polls `stop` every few milliseconds and then
/// throws `Error` with `cancelled`.
struct Control {
  /// Threads for engines that use several; 0: as many as the machine has.
  int threads = 0;
  std::stop_token stop;
  /// Called with the done part, 0..1, from time to time; never from two threads at once. May be
  /// empty.
  std::function<void(double)> progress;
  /// Jobs that run concurrently on those threads; each takes its share of them. `auto` chooses an
  /// engine as if the job were alone, so the choice does not depend on this.
  int beside = 1;

  bool stopping() const { return stop.stop_requested(); }
  /// Throws `cancelled` when the caller asked to stop.
  void check() const;
};

/// Returns cached scratch memory to the operating system. Searches keep it, because allocating it
/// takes longer than searching a small picture. To be called before a program is idle for a while.
void releaseWorkMemory();
/// Bytes that are cached and that no search is using; at most 256 MB.
std::size_t keptWorkMemory();

}  // namespace espy
#pragma GCC visibility pop
