// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace espy::bench {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Timing summary(const std::string& name, const std::vector<double>& milliseconds) {
  Timing timing{name, median(milliseconds), 0, static_cast<int>(milliseconds.size())};
  std::vector<double> off;
  for (const double ms : milliseconds) off.push_back(std::abs(ms - timing.milliseconds));
  timing.deviation = median(off);
  return timing;
}

void emptyCaches() {
  static std::vector<std::uint64_t> junk(std::size_t{96} * 1024 * 1024 / sizeof(std::uint64_t));
  for (std::uint64_t& word : junk) ++word;
}

std::vector<Timing> race(const std::vector<Contestant>& contestants) {
  using Clock = std::chrono::steady_clock;
  std::vector<std::vector<double>> times(contestants.size());
  int rounds = 0;
  for (const Contestant& contestant : contestants) {
    if (contestant.warmUp) contestant.run();
    rounds = std::max(rounds, contestant.runs);
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t c = 0; c < contestants.size(); ++c) {
      if (round >= contestants[c].runs) continue;
      emptyCaches();
      if (contestants[c].again) contestants[c].run();
      const Clock::time_point start = Clock::now();
      contestants[c].run();
      const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
      times[c].push_back(elapsed.count());
    }
  }
  std::vector<Timing> timings;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    timings.push_back(summary(contestants[c].name, times[c]));
  }
  return timings;
}

}  // namespace espy::bench
