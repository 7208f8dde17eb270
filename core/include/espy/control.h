// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#pragma GCC visibility push(default)
namespace espy {

/// What a caller decides about work under way: on how many threads, how to stop it, and how to
/// hear how far it is. Work looks at `stop` every few milliseconds and then throws `Error` with
/// `cancelled`. Where the time went is told apart from it (timeline.h).
struct Control {
  /// Threads for engines that use several; 0 means as many as the machine has.
  int threads = 0;
  std::stop_token stop;
  /// Told the done part, 0..1, now and then; never from two threads at once. May be empty.
  std::function<void(double)> progress;
  /// So many works go on beside each other on those threads, and each takes its part of them. Which
  /// engine suits a work is told as if it were alone, so that the answer says the same either way.
  int beside = 1;

  bool stopping() const { return stop.stop_requested(); }
  /// Throws `cancelled` when the caller asked to stop.
  void check() const;
};

}  // namespace espy
#pragma GCC visibility pop
