// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace espy {

/// Whether this build can run loops on OpenMP.
bool hasOpenMp();

/// Starts `threads` less one and ends them again; returns how many there were with the calling one.
int threadsThatStart(int threads);

/// While it lives, parallelFor() runs on OpenMP's threads, not on Espy's own, where the thread that
/// made it calls it. OpenMP's library ends the process where a thread cannot be started, so as many
/// are started and ended first, and fewer are used where fewer start. Without effect in a build
/// without OpenMP, and in the child of a fork, where OpenMP would wait for threads of the parent.
class OnOpenMp {
 public:
  /// `threads`: the size of the team in all loops, so that none is started anew between them.
  explicit OnOpenMp(int threads);
  ~OnOpenMp();
  OnOpenMp(const OnOpenMp&) = delete;
  OnOpenMp& operator=(const OnOpenMp&) = delete;

  /// That of the calling thread, or null where it has none or none has an effect.
  static OnOpenMp* current();

  /// Runs `work(thread)` for each thread below `threads` that the team has; at least `work(0)`.
  void run(int threads, const std::function<void(int thread)>& work);
  int threads() const { return threads_; }

 private:
  OnOpenMp* outer_;
  int threads_;
};

}  // namespace espy
