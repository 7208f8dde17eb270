// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "measure/best_rate.h"

#include <algorithm>
#include <chrono>

#include "base/parallel.h"

namespace espy {

double bestRate(const std::function<double()>& work, int threads) {
  using Clock = std::chrono::steady_clock;
  constexpr int kTries = 50;
  double rate = 0;
  requireThreads(threads);
#pragma omp parallel num_threads(threads) reduction(+ : rate)
  {
    for (int i = 0; i < kTries; ++i) {
      const Clock::time_point start = Clock::now();
      const double done = work();
      const std::chrono::duration<double> seconds = Clock::now() - start;
      rate = std::max(rate, done / seconds.count());
    }
  }
  return rate;
}

}  // namespace espy
