// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <sched.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <latch>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/openmp_threads.h"
#include "base/phrase.h"
#include "base/system_words.h"
#include "base/thread_pool.h"
#include "espy/error.h"

namespace espy {

void Control::check() const {
  if (stopping()) throw Error(ErrorCode::cancelled, phrase("cancelled"));
}

Control Control::forPart(std::size_t index, std::size_t count) const {
  Control part = *this;
  if (!progress) return part;
  part.progress = [whole = progress, index, count](double done) {
    whole((static_cast<double>(index) + done) / static_cast<double>(count));
  };
  return part;
}

int hardwareThreads() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

int allThreads(const Control& control) {
  return control.threads > 0 ? control.threads : hardwareThreads();
}

int threadsFor(const Control& control) {
  return std::max(1, allThreads(control) / std::max(1, control.beside));
}

void parallelFor(std::int64_t count, int threads, const Control& control,
                 const std::function<void(std::int64_t, int)>& body) {
  const auto report = [&](std::int64_t done) {
    if (control.progress) control.progress(static_cast<double>(done) / static_cast<double>(count));
  };
  if (threads <= 1 || count <= 1) {
    for (std::int64_t i = 0; i < count; ++i) {
      control.check();
      body(i, 0);
      report(i + 1);
    }
    return;
  }

  // The exception of the lowest index is kept. Indexes are handed out in order, so the choice is
  // deterministic.
  std::exception_ptr failure;
  std::atomic<std::int64_t> failed = count;
  std::atomic<std::int64_t> next = 0;
  std::mutex mutex;
  std::int64_t done = 0;
  const auto one = [&](std::int64_t i, int thread) {
    try {
      body(i, thread);
      if (control.progress) {
        const std::lock_guard lock(mutex);
        report(++done);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (i < failed) {
        failure = std::current_exception();
        failed = i;
      }
    }
  };
  const auto useful = static_cast<int>(std::min<std::int64_t>(threads, count));
  runOnThreads(useful, [&](int thread) {
    for (std::int64_t i = next++; i < count && i <= failed && !control.stopping(); i = next++) {
      one(i, thread);
    }
  });
  if (failure) std::rethrow_exception(failure);
  control.check();
}

namespace {

/// Threads of this process according to the system; 0 if unknown.
nlink_t threadsOfProcess() {
  struct stat tasks = {};
  return ::stat("/proc/self/task", &tasks) == 0 ? tasks.st_nlink : 0;
}

/// Starts threads on trial; returns how many ran, and the error that prevented more.
std::pair<int, std::error_code> triedThreads(int threads) {
  const nlink_t before = threadsOfProcess();
  int had = 1;
  std::error_code why;
  {
    std::latch all(1);
    std::vector<std::jthread> started;
    try {
      started.reserve(static_cast<std::size_t>(threads));
      for (; had < threads; ++had) started.emplace_back([&all] { all.wait(); });
    } catch (const std::system_error& error) {
      why = error.code();
    } catch (const std::bad_alloc&) {
      why = std::make_error_code(std::errc::not_enough_memory);
    }
    all.count_down();
  }
  // A joined thread is counted for a moment longer. Waits up to 20 ms, since other threads may have
  // started.
  for (int i = 0; i < 400 && threadsOfProcess() > before; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return {had, why};
}

}  // namespace

int threadsThatStart(int threads) {
  return triedThreads(threads).first;
}

void requireThreads(int threads) {
  thread_local int known = 1;  // OpenMP ends threads that a smaller team does not need
  if (threads > known) {
    const auto [started, why] = triedThreads(threads);
    if (started < threads) {
      throw Error(ErrorCode::system, phrase("the system started only {} of {} threads: {}", started,
                                            threads, systemWords(why)));
    }
  }
  known = threads;
}

}  // namespace espy
