// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/interrupts.h"

#include <unistd.h>

#include <csignal>
#include <system_error>
#include <thread>

#include "common/messages.h"
#include "espy/pictures.h"

namespace espy::cli {
namespace {

/// Signals that request a stop, except those that were ignored at start (nohup, background jobs).
sigset_t stopSignals() {
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

/// Terminates the process by this signal's default action.
[[noreturn]] void terminateBy(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::raise(signal);
  ::_exit(kCancelled);
}

}  // namespace

Interrupts::Interrupts(std::chrono::milliseconds patience) {
  const sigset_t signals = stopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread([stop = stop_, signals, patience]() mutable {
      int signal = 0;
      if (sigwait(&signals, &signal) != 0) return;
      stop.request_stop();
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience);
      const timespec rest{seconds.count(), std::chrono::nanoseconds(patience - seconds).count()};
      const int second = sigtimedwait(&signals, nullptr, &rest);
      abandonWrites();
      if (second > 0) terminateBy(second);
      printCancelled();
      ::_exit(kCancelled);
    }).detach();
  } catch (const std::system_error&) {
    // Without the thread, signals terminate the program at once, the default.
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

}  // namespace espy::cli
