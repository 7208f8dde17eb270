// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace espy::bench {

/// Median and median absolute deviation of several runs.
struct Timing {
  std::string name;
  double milliseconds = 0;
  double deviation = 0;
  int runs = 0;
};

/// A contestant of a comparison.
struct Contestant {
  std::string name;
  std::function<void()> run;
  int runs = 11;       ///< slow ones may run less often
  bool warmUp = true;  ///< one untimed run first
  bool again = false;  ///< time the second of two consecutive runs, with warm caches
};

/// Times the contestants interleaved, so that disturbances affect all, each after emptyCaches().
std::vector<Timing> race(const std::vector<Contestant>& contestants);

/// The median; of an even number the upper one.
double median(std::vector<double> values);

/// Median and deviation of these runs.
Timing summary(const std::string& name, const std::vector<double>& milliseconds);

/// Evicts pictures from all CPU caches by updating 96 MiB of other memory.
void emptyCaches();

}  // namespace espy::bench
