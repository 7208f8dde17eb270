// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/rates.h"
#include "espy/engine/machine.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "base/parallel.h"
#include "espy/engine/simd.h"
#include "lab/rate_loops.h"

namespace espy::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// 256 MiB, far beyond the caches.
constexpr std::int64_t kWords = std::int64_t{32} << 20;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Four accumulators, so that loads limit the speed, not additions.
std::uint64_t sumOf(const std::vector<std::uint64_t>& words, int threads) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::uint64_t d = 0;
  const std::uint64_t* word = words.data();
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : a, b, c, d)
  for (std::int64_t i = 0; i < kWords; i += 4) {
    a += word[i];
    b += word[i + 1];
    c += word[i + 2];
    d += word[i + 3];
  }
  return a + b + c + d;
}

double memoryRate(int threads) {
  const std::vector<std::uint64_t> words(static_cast<std::size_t>(kWords), 1);
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 6; ++run) {
    const Clock::time_point start = Clock::now();
    const volatile std::uint64_t sum = sumOf(words, threads);
    static_cast<void>(sum);
    least = std::min(least, secondsSince(start));
  }
  return static_cast<double>(kWords) * sizeof(std::uint64_t) / least;
}

/// Each thread contributes its best of many tries, since disturbances only slow down.
double loopRate(RateLoop loop, int threads) {
  constexpr int kTries = 50;
  double rate = 0;
#pragma omp parallel num_threads(threads) reduction(+ : rate)
  {
    for (int i = 0; i < kTries; ++i) {
      const Clock::time_point start = Clock::now();
      const double done = loop();
      rate = std::max(rate, done / secondsSince(start));
    }
  }
  return rate;
}

}  // namespace

double peakRate(Rate rate, int threads) {
  static std::mutex mutex;
  static std::map<std::tuple<Rate, int, SimdLevel>, double> known;
  const std::lock_guard lock(mutex);
  const std::tuple key(rate, threads, simdLevel());
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  requireThreads(threads);
  return known[key] =
             rate == Rate::memory ? memoryRate(threads) : loopRate(rateLoop(rate), threads);
}

}  // namespace espy::lab
