// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace espy::bench {

/// How long something took: the median of its runs and their median absolute deviation.
struct Timing {
  std::string name;
  double milliseconds = 0;
  double deviation = 0;
  int runs = 0;
};

/// Who takes part in a comparison.
struct Contestant {
  std::string name;
  std::function<void()> run;
  int runs = 11;       ///< the slow ones may run less often
  bool warmUp = true;  ///< run once before it counts
  bool again = false;  ///< time the second of two runs in a row, with what the first left in caches
};

/// Times the contestants in turns, so that what disturbs the machine disturbs all of them, each
/// after pushing everything else out of the caches.
std::vector<Timing> race(const std::vector<Contestant>& contestants);

/// The middle value; of an even number the upper of the two.
double median(std::vector<double> values);

/// What these runs come to.
Timing summary(const std::string& name, const std::vector<double>& milliseconds);

/// Reads and writes enough other memory that nothing of a picture is left in any cache.
void emptyCaches();

}  // namespace espy::bench
