// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <omp.h>

#include <atomic>
#include <exception>
#include <mutex>

#include "espy/error.h"

namespace espy {

void Control::check() const {
  if (stopping()) throw Error(ErrorCode::cancelled, "cancelled");
}

int hardwareThreads() {
  return omp_get_num_procs();
}

int threadsFor(const Control& control) {
  return control.threads > 0 ? control.threads : hardwareThreads();
}

void parallelFor(std::int64_t count, int threads, const Control& control,
                 const std::function<void(std::int64_t, int)>& body) {
  const auto tell = [&](std::int64_t done) {
    if (control.progress) control.progress(static_cast<double>(done) / static_cast<double>(count));
  };
  if (threads <= 1 || count <= 1) {
    for (std::int64_t i = 0; i < count; ++i) {
      control.check();
      body(i, 0);
      tell(i + 1);
    }
    return;
  }

  // An exception must not leave an OpenMP region. That of the lowest index is kept and thrown
  // behind it; indexes are handed out in order, so which one that is does not depend on chance.
  std::exception_ptr failure;
  std::atomic<std::int64_t> failed = count;
  std::mutex mutex;
  std::int64_t done = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > failed || control.stopping()) continue;
    try {
      body(i, omp_get_thread_num());
      if (control.progress) {
        const std::lock_guard lock(mutex);
        tell(++done);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (i < failed) {
        failure = std::current_exception();
        failed = i;
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
  control.check();
}

}  // namespace espy
