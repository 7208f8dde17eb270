// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace espy::cli {

/// Turns the first SIGINT, SIGTERM or SIGHUP into an end of the run with exit status 130; a second
/// one kills. A thread waits for them, so that nothing has to be done inside a signal handler.
///
/// The work is asked to stop and mostly does so by itself. What does not hear it (reading from a
/// terminal, decoding or encoding a file) is ended from outside soon after, as all is by a second
/// signal, which leaves nothing half-done: written pictures have their names when they are whole,
/// and what a file system needs until then is removed.
class Interrupts {
 public:
  /// To be made before other threads, which then leave the signals to the waiting one. `patience`
  /// is how long the work may take to hear that it is to stop.
  explicit Interrupts(std::chrono::milliseconds patience = std::chrono::milliseconds(60));

  std::stop_token token() const { return stop_.get_token(); }

 private:
  /// Shared with the waiting thread, which lives until the process ends.
  std::stop_source stop_;
};

}  // namespace espy::cli
