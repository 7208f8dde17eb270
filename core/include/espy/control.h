// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

namespace espy {

class Timeline;

/// What a caller decides about work under way: on how many threads, how to stop it, and how to
/// hear how far it is and where its time went. Work looks at `stop` every few milliseconds and then
/// throws `Error` with `cancelled`.
struct Control {
  /// Threads for engines that use several; 0 means as many as the machine has.
  int threads = 0;
  std::stop_token stop;
  /// Told the done part, 0..1, now and then; never from two threads at once. May be empty.
  std::function<void(double)> progress;
  /// Where an engine writes the stages of work that has no report of its own (flags, marks,
  /// screening), if it knows them better than a clock outside. May be null.
  Timeline* timeline = nullptr;

  bool stopping() const { return stop.stop_requested(); }
  /// Throws `cancelled` when the caller asked to stop.
  void check() const;
};

}  // namespace espy
