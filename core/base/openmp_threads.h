// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace espy {

/// Whether this build has OpenMP.
bool hasOpenMp();

/// Starts and joins `threads` - 1 threads; returns how many started, plus one.
int threadsThatStart(int threads);

/// RAII: while it lives, parallelFor() on the constructing thread uses OpenMP's threads instead of
/// Espy's. OpenMP's library ends the process if a thread cannot be started; so threads are started
/// on trial first, and the team is reduced to those that did. No effect in a build without OpenMP,
/// or in a forked child, where OpenMP would wait for the parent's threads.
class OnOpenMp {
 public:
  /// `threads`: the team size of all loops; constant, so that no loop restarts threads.
  explicit OnOpenMp(int threads);
  ~OnOpenMp();
  OnOpenMp(const OnOpenMp&) = delete;
  OnOpenMp& operator=(const OnOpenMp&) = delete;

  /// The instance of the calling thread, or null if there is none or it has no effect.
  static OnOpenMp* current();

  /// Runs `work(thread)` for every thread of the team below `threads`; at least `work(0)`.
  void run(int threads, const std::function<void(int thread)>& work);
  int threads() const { return threads_; }

 private:
  OnOpenMp* outer_;
  int threads_;
};

}  // namespace espy
