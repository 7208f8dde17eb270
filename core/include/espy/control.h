// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#pragma GCC visibility push(default)
/// Threads, cancellation, progress, and the memory that searches keep.
namespace espy {

/// Threads, cancellation and progress of a call. Work polls `stop` every few milliseconds and then
/// throws `Error` with `cancelled`.
struct Control {
  /// Threads for engines that use several; 0: as many as the machine has.
  int threads = 0;
  std::stop_token stop;
  /// Called occasionally with the finished fraction, 0..1; never concurrently. May be empty.
  std::function<void(double)> progress;
  /// Jobs that run concurrently on those threads; each takes its share of them. `auto` chooses an
  /// engine as if the job were alone, so the choice does not depend on this.
  int beside = 1;

  bool stopping() const { return stop.stop_requested(); }
  /// Throws `cancelled` if a stop was requested.
  void check() const;
  /// The control of one of `count` equal parts: the part's progress is reported as the whole's.
  Control forPart(std::size_t index, std::size_t count) const;
};

/// Returns cached scratch memory to the operating system. Searches keep it, because allocating it
/// takes longer than searching a small picture. Call it before the program becomes idle.
void releaseScratch();
/// Bytes that are cached and that no search is using; at most 256 MB.
std::size_t cachedScratch();

}  // namespace espy
#pragma GCC visibility pop
