// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/machine.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <vector>

#include "base/parallel.h"

namespace espy {
namespace {

/// Far more than caches hold.
constexpr std::int64_t kWords = std::int64_t{32} << 20;

/// Four sums, so that the loads and not the additions are what takes time.
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

double measuredRate(int threads) {
  requireThreads(threads);
  const std::vector<std::uint64_t> words(static_cast<std::size_t>(kWords), 1);
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 6; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const volatile std::uint64_t sum = sumOf(words, threads);
    static_cast<void>(sum);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    least = std::min(least, seconds.count());
  }
  return static_cast<double>(kWords) * sizeof(std::uint64_t) / least;
}

}  // namespace

double memoryRate(int threads) {
  static std::mutex mutex;
  static std::map<int, double> known;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto entry = known.find(threads);
  if (entry != known.end()) return entry->second;
  return known.emplace(threads, measuredRate(threads)).first->second;
}

}  // namespace espy
