// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/registry.h"

/// Where the time goes, engine beside engine, measured honestly: several runs, the first one apart,
/// medians with their spread, and the answers held against each other.
namespace espy {

/// The middle of some numbers and how far they lie around it.
struct Statistics {
  double median = 0;
  double mad = 0;  ///< median absolute deviation from the median
  double mean = 0;
  double deviation = 0;  ///< standard deviation (n - 1)
  double least = 0;
  double most = 0;
  std::size_t count = 0;
};
Statistics statisticsOf(std::span<const double> numbers);

/// One stage over all runs but the first.
struct MeasuredStage {
  std::string name;  ///< "pass 1"; "other" is what no stage accounts for
  Statistics milliseconds;
};

/// One engine, measured.
struct MeasuredEngine {
  std::string engine;
  int threads = 1;
  std::string refusal;  ///< why it cannot run here; the rest is empty then
  double firstMilliseconds = 0;
  std::vector<double> milliseconds;  ///< of the runs after the first, in order
  Statistics total;
  std::vector<MeasuredStage> stages;  ///< in the order in which they began
  bool identical = true;              ///< its answer is that of the first engine that ran
};

/// What is measured: a name and one run of it. `run` is given the engine's name and the threads it
/// may use, writes the stages into the timeline and returns something to tell answers apart by: a
/// hash or the matches as text.
struct MeasuredWork {
  std::vector<std::pair<std::string, int>>
      engines;    ///< name, threads (0 = the engine's own choice)
  int runs = 10;  ///< after the first
  std::function<std::string(const std::string& engine, const Control& control, RunReport& report)>
      run;
  /// Told after each run; may be empty.
  std::function<void(const MeasuredEngine& soFar)> told;
};

/// Runs engine by engine, turn about, so that what disturbs the machine disturbs all of them.
/// Engines that cannot run are in the answer with the reason. Stops with `cancelled` between runs
/// and within them.
std::vector<MeasuredEngine> measure(const Registry& registry, const MeasuredWork& work,
                                    const Control& control = {});

}  // namespace espy
