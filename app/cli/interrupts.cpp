// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "interrupts.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

#include "messages.h"

namespace espy::cli {
namespace {

/// How long the work may take to hear that it is to stop. The promise is 200 ms.
constexpr std::chrono::milliseconds kPatience{60};

/// The signals that ask to stop, without those that the parent had us ignore (nohup, background
/// jobs of a script).
sigset_t askingToStop() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction current = {};
    if (sigaction(signal, nullptr, &current) == 0 && current.sa_handler != SIG_IGN) {
      sigaddset(&set, signal);
    }
  }
  return set;
}

}  // namespace

Interrupts::Interrupts() : state_(std::make_shared<State>()) {
  const sigset_t signals = askingToStop();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread([state = state_, signals] {
      int signal = 0;
      if (sigwait(&signals, &signal) != 0) return;
      state->stop.request_stop();
      // From now on the signals do what they do to every program: they end it.
      pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
      endFromOutside(*state);
    }).detach();
  } catch (const std::system_error&) {
    // Without the thread the signals end the program on the spot, as they do by default.
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

void Interrupts::endFromOutside(State& state) {
  for (;;) {
    std::this_thread::sleep_for(kPatience);
    const std::lock_guard lock(state.mutex);
    if (state.saving) continue;
    complainOfCancel();
    ::_exit(kCancelled);
  }
}

Interrupts::Saving::Saving(Interrupts& interrupts) : state_(*interrupts.state_) {
  const std::lock_guard lock(state_.mutex);
  if (state_.stop.stop_requested()) throw Error(ErrorCode::cancelled, "cancelled");
  state_.saving = true;
}

Interrupts::Saving::~Saving() {
  const std::lock_guard lock(state_.mutex);
  state_.saving = false;
}

}  // namespace espy::cli
