// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "running.h"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <string>
#include <thread>

namespace espy::python {
namespace {

namespace nb = nanobind;

// What a handler of signals may touch: it wakes a thread, which does what a handler must not.
sem_t signalled;
struct sigaction pythonsHandler;

std::mutex innermostMutex;
Interruptible* innermost = nullptr;
bool watching = false;
std::atomic<bool> forked = false;

void onInterrupt(int signal, siginfo_t* info, void* context) {
  ::sem_post(&signalled);
  if ((pythonsHandler.sa_flags & SA_SIGINFO) != 0) {
    pythonsHandler.sa_sigaction(signal, info, context);
  } else {
    pythonsHandler.sa_handler(signal);
  }
}

bool isMainThread() {
  return ::gettid() == ::getpid();
}

/// With the mutex held.
void watchOnce() {
  if (watching) return;
  watching = true;
  ::sem_init(&signalled, 0, 0);
  std::thread([] {
    for (;;) {
      while (::sem_wait(&signalled) != 0) {
      }
      stopInterrupted();
    }
  }).detach();
}

}  // namespace

void stopInterrupted() {
  const std::scoped_lock lock(innermostMutex);
  for (Interruptible* each = innermost; each != nullptr; each = each->outer_) {
    each->interrupted_ = true;
    each->source_.request_stop();
  }
}

Interruptible::Interruptible(std::stop_source& source) : source_(source) {
  struct sigaction now {};
  if (!isMainThread() || ::sigaction(SIGINT, nullptr, &now) != 0) return;
  const bool pythons =
      (now.sa_flags & SA_SIGINFO) != 0 || (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN);
  if (!pythons) return;
  const std::scoped_lock lock(innermostMutex);
  watchOnce();
  outer_ = innermost;
  innermost = this;
  installed_ = true;
  if (outer_ != nullptr) return;  // called from within a run, by its progress: the handler is ours
  pythonsHandler = now;
  struct sigaction ours {};
  ours.sa_sigaction = onInterrupt;
  ours.sa_flags = SA_SIGINFO | (now.sa_flags & (SA_RESTART | SA_ONSTACK));
  ::sigaction(SIGINT, &ours, nullptr);
}

Interruptible::~Interruptible() {
  if (!installed_) return;
  if (outer_ == nullptr) ::sigaction(SIGINT, &pythonsHandler, nullptr);
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
  constexpr int kMostThreads = 1024;  // as the command has it: each has memory of its own
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
  ::pthread_atfork(nullptr, nullptr, [] {
    forked = true;
    watching = false;
    innermost = nullptr;
  });
}

}  // namespace espy::python
