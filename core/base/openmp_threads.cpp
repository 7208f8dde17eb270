// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/openmp_threads.h"

#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace espy {
namespace {

const pid_t kLoadedIn = ::getpid();
thread_local OnOpenMp* here = nullptr;

}  // namespace

OnOpenMp::OnOpenMp(int threads) : outer_(here), threads_(threads) {
  here = this;
}

OnOpenMp::~OnOpenMp() {
  here = outer_;
}

OnOpenMp* OnOpenMp::current() {
  return hasOpenMp() && here != nullptr && ::getpid() == kLoadedIn ? here : nullptr;
}

#ifdef _OPENMP

bool hasOpenMp() {
  return true;
}

void OnOpenMp::run(int threads, const std::function<void(int)>& work) {
  // OpenMP keeps the last team of each thread that has entered a parallel region.
  thread_local int kept = 1;
  if (threads_ > kept) threads_ = threadsThatStart(threads_);
  kept = threads_;
#pragma omp parallel num_threads(threads_)
  {
    const int thread = omp_get_thread_num();
    if (thread < threads) work(thread);
  }
}

#else

bool hasOpenMp() {
  return false;
}

void OnOpenMp::run(int /*threads*/, const std::function<void(int)>& work) {
  work(0);
}

#endif

}  // namespace espy
