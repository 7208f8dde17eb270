// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "espy/measure.h"

namespace espy::desktop {

/// A spread of a tenth around a median, as if of ten runs.
inline Statistics statisticsAround(double median) {
  Statistics made;
  made.median = median;
  made.mad = median / 10;
  made.mean = median;
  made.deviation = median / 8;
  made.least = median * 0.8;
  made.most = median * 1.2;
  made.count = 10;
  return made;
}

/// An engine that was measured; its total is the sum of its stages, its first run half as long
/// again.
inline MeasuredEngine measuredEngine(const std::string& name, int threads,
                                     const std::vector<std::pair<std::string, double>>& stages) {
  MeasuredEngine made;
  made.engine = name;
  made.threads = threads;
  double sum = 0;
  for (const auto& [stage, milliseconds] : stages) {
    made.stages.push_back({stage, statisticsAround(milliseconds)});
    sum += milliseconds;
  }
  made.total = statisticsAround(sum);
  made.firstMilliseconds = sum * 1.5;
  made.milliseconds.assign(10, sum);
  return made;
}

inline MeasuredEngine refusedEngine(const std::string& name, const std::string& why) {
  MeasuredEngine made;
  made.engine = name;
  made.refusal = why;
  return made;
}

/// Four engines of a machine without a card.
inline std::vector<MeasuredEngine> someEngines() {
  return {measuredEngine("sequential", 1,
                         {{"load", 4}, {"pass 1", 60}, {"pass 2", 10}, {"pass 3", 20}, {"other", 6}}),
          measuredEngine("openmp", 4,
                         {{"load", 4}, {"pass 1", 15}, {"pass 2", 4}, {"pass 3", 5}, {"other", 2}}),
          refusedEngine("cuda-passes", "no NVIDIA driver (libcuda.so.1) was found"),
          refusedEngine("cuda", "no NVIDIA driver (libcuda.so.1) was found")};
}

}  // namespace espy::desktop
