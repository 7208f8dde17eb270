// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "running.h"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace espy::python {
namespace {

namespace nb = nanobind;

constexpr std::array<int, 4> kHandled{SIGINT, SIGALRM, SIGTERM, SIGHUP};
constexpr SignalBits kCtrlC = 1;

// Async-signal-safe: the handler wakes a thread, which does what a handler must not do.
sem_t signalled;
std::atomic<SignalBits> arrived = 0;
std::array<struct sigaction, kHandled.size()> pythonsHandlers;

std::mutex innermostMutex;
Interruptible* innermost = nullptr;
bool watching = false;
std::atomic<bool> forked = false;

void onSignal(int signal, siginfo_t* info, void* context) {
  std::size_t which = 0;
  while (kHandled[which] != signal) ++which;
  arrived |= SignalBits{1} << which;
  ::sem_post(&signalled);
  const struct sigaction& pythons = pythonsHandlers[which];
  if ((pythons.sa_flags & SA_SIGINFO) != 0) {
    pythons.sa_sigaction(signal, info, context);
  } else {
    pythons.sa_handler(signal);
  }
}

bool isOurs(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == onSignal;
}

/// Reads Python's handler for this signal; false if there is none.
bool hasHandler(int signal, struct sigaction& now) {
  if (::sigaction(signal, nullptr, &now) != 0) return false;
  return (now.sa_flags & SA_SIGINFO) != 0 ||
         (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN);
}

void takeSignal(std::size_t which, const struct sigaction& pythons) {
  pythonsHandlers[which] = pythons;
  struct sigaction ours {};
  ours.sa_sigaction = onSignal;
  ours.sa_flags = SA_SIGINFO | (pythons.sa_flags & (SA_RESTART | SA_ONSTACK));
  ::sigaction(kHandled[which], &ours, nullptr);
}

/// Restores Python's handler, unless another one has been installed in the meantime.
void giveBackSignal(std::size_t which) {
  struct sigaction now {};
  if (::sigaction(kHandled[which], nullptr, &now) != 0 || !isOurs(now)) return;
  ::sigaction(kHandled[which], &pythonsHandlers[which], nullptr);
}

bool isMainThread() {
  return ::gettid() == ::getpid();
}

/// Starts the thread that waits for signals. The caller holds the mutex.
void watchOnce() {
  if (watching) return;
  watching = true;
  ::sem_init(&signalled, 0, 0);
  std::thread([] {
    for (;;) {
      while (::sem_wait(&signalled) != 0) {
      }
      stopInterrupted(arrived.exchange(0));
    }
  }).detach();
}

}  // namespace

void stopInterrupted(SignalBits which) {
  const std::scoped_lock lock(innermostMutex);
  for (Interruptible* each = innermost; which != 0 && each != nullptr; each = each->outer_) {
    each->received_ |= which;
    each->source_.request_stop();
  }
}

Interruptible::Interruptible(std::stop_source& source, SignalBits receivedBefore)
    : source_(source) {
  if (!isMainThread()) return;
  std::array<struct sigaction, kHandled.size()> now{};
  for (std::size_t i = 0; i < kHandled.size(); ++i) {
    const SignalBits bit = SignalBits{1} << i;
    if ((receivedBefore & bit & ~kCtrlC) == 0 && hasHandler(kHandled[i], now[i])) taken_ |= bit;
  }
  if (taken_ == 0) return;
  const std::scoped_lock lock(innermostMutex);
  watchOnce();
  outer_ = innermost;
  innermost = this;
  installed_ = true;
  if (outer_ != nullptr) return;  // nested, in a progress callback: handlers are installed
  for (std::size_t i = 0; i < kHandled.size(); ++i) {
    if ((taken_ >> i & 1) != 0) takeSignal(i, now[i]);
  }
}

Interruptible::~Interruptible() {
  if (!installed_) return;
  for (std::size_t i = 0; outer_ == nullptr && i < kHandled.size(); ++i) {
    if ((taken_ >> i & 1) != 0) giveBackSignal(i);
  }
  const std::scoped_lock lock(innermostMutex);
  innermost = outer_;
}

Progress::Progress(nb::handle callback, std::stop_source& source) {
  if (callback.is_none()) return;
  function_ = [this, callback, &source](double part) {
    const nb::gil_scoped_acquire lock;
    if (failure_) return;
    try {
      callback(part);
    } catch (nb::python_error& failure) {
      failure_.emplace(failure);
      source.request_stop();
    }
  };
}

void Progress::rethrow() {
  if (failure_) throw nb::python_error(*failure_);
}

int Threads::checked() const {
  constexpr int kMostThreads = 1024;  // as in the command: each needs memory
  if (count >= 0 && count <= kMostThreads) return count;
  throw Error(ErrorCode::badUse,
              "threads: must be a whole number, from 0 (all) to " + std::to_string(kMostThreads));
}

bool isForked() {
  return forked;
}

void onNewThread(const std::function<void()>& work) {
  std::exception_ptr failure;
  std::jthread([&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
}

void watchForks() {
  // The mutex is held across a fork, so that the child gets it unlocked.
  ::pthread_atfork([] { innermostMutex.lock(); }, [] { innermostMutex.unlock(); },
                   [] {
                     forked = true;
                     watching = false;
                     innermost = nullptr;
                     innermostMutex.unlock();
                   });
}

}  // namespace espy::python
