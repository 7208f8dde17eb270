// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace espy::cli {

/// Handles SIGINT, SIGTERM and SIGHUP: the first requests a stop, and the process exits with status
/// 130 after `patience` at the latest; a second one kills it. A thread waits for them with
/// sigwait(), so that nothing runs inside a signal handler.
///
/// Work that does not poll the stop token (reading from a terminal, decoding, encoding) is
/// abandoned. Output files stay consistent: they are renamed when complete, and temporary files are
/// removed.
class Interrupts {
 public:
  /// Create it before other threads: they inherit the signal mask. `patience` is the grace period
  /// in which work can stop by itself.
  explicit Interrupts(std::chrono::milliseconds patience = std::chrono::milliseconds(60));

  std::stop_token token() const { return stop_.get_token(); }

 private:
  /// Shared with the detached thread, which lives until the process ends.
  std::stop_source stop_;
};

}  // namespace espy::cli
