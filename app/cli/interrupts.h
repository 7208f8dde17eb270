// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <stop_token>

namespace espy::cli {

/// Turns the first SIGINT, SIGTERM or SIGHUP into an end of the run with exit status 130; a second
/// one kills. A thread waits for them, so that nothing has to be done inside a signal handler.
///
/// The work is asked to stop and mostly does so by itself. What does not hear it (reading from a
/// terminal, decoding a file) is ended from outside soon after, which leaves nothing half-done;
/// only within a `Saving` scope the end waits, since there a temporary file would stay behind.
class Interrupts {
 public:
  /// To be made before other threads, which then leave the signals to the waiting one.
  Interrupts();

  std::stop_token token() const { return state_->stop.get_token(); }

  class Saving;

 private:
  struct State {
    std::stop_source stop;
    std::mutex mutex;
    bool saving = false;
  };
  static void endFromOutside(State& state);

  /// Shared with the waiting thread, which lives until the process ends.
  std::shared_ptr<State> state_;
};

class Interrupts::Saving {
 public:
  /// Throws `cancelled` where the run was asked to stop before.
  explicit Saving(Interrupts& interrupts);
  ~Saving();
  Saving(const Saving&) = delete;
  Saving& operator=(const Saving&) = delete;

 private:
  State& state_;
};

}  // namespace espy::cli
