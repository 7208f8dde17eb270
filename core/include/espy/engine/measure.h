// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "espy/engine/registry.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// Where the time goes, engine beside engine, measured honestly: several runs, the first one apart,
/// medians with their spread, and the answers held against each other.
///
///     espy::MeasuredWork work;
///     work.engines = {{"sequential", 0}, {"threads", 4}};
///     work.run = [&](const std::string& engine, const espy::Control& control,
///                    espy::RunReport& report) {
///       const espy::Finding found =
///           espy::find(registry, scene, needles, {.engine = engine, .control = control});
///       report = found.report;
///       return textOf(found.matches);
///     };
///     for (const espy::MeasuredEngine& engine : espy::measure(registry, work)) show(engine);
namespace espy {

/// The middle of some numbers and how far they lie around it. All 0 where there are none.
struct Statistics {
  double median = 0;  ///< between the middle two where the count is even
  double mad = 0;     ///< median absolute deviation from the median
  double mean = 0;
  double deviation = 0;  ///< standard deviation (n - 1); 0 of one number
  double least = 0;
  double most = 0;
  std::size_t count = 0;
};
/// Those of these numbers.
Statistics statisticsOf(std::span<const double> numbers);

/// One stage over all runs but the first; a run without it counts as 0.
struct MeasuredStage {
  std::string name;  ///< "pass 1"; "other" is what no stage accounts for
  Statistics milliseconds;
  std::vector<double> each = {};  ///< of the runs, in order
};

/// One engine, measured.
struct MeasuredEngine {
  std::string engine;
  int threads = 1;  ///< that it says it used; until its first run, those that were asked for
  EngineFacts facts = {};
  Message refusal;  ///< why it cannot run here; the rest is empty then
  double firstMilliseconds = 0;
  std::vector<double> milliseconds;   ///< of the runs after the first, in order
  Statistics total;                   ///< of these
  std::vector<MeasuredStage> stages;  ///< in the order in which they began, then "other"
  bool identical = true;              ///< all its answers are that of the first engine that ran
};

/// What is measured: a name and one run of it. `run` is given the engine's name and the threads it
/// may use, writes the stages into the timeline and returns something to tell answers apart by: a
/// hash or the matches as text. All that it does is timed, and what is in no stage is "other", so
/// this something should be cheap.
struct MeasuredWork {
  std::vector<std::pair<std::string, int>>
      engines;    ///< name, threads (0 = the engine's own choice)
  int runs = 10;  ///< after the first
  std::function<std::string(const std::string& engine, const Control& control, RunReport& report)>
      run;
  /// Told after each run, and once of each engine that cannot run; may be empty.
  std::function<void(const MeasuredEngine& soFar)> told;
};

/// Runs engine by engine, turn about, so that what disturbs the machine disturbs all of them: the
/// first run of each, then the second of each. The answer has the engines in the order of
/// `work.engines`, also those that cannot run, with the reason: that of the registry, that of an
/// `unsupported` or `device` that a run threw, or that another engine ran in its place.
///
/// Stops with `cancelled` between runs and within them. Tells the done part of all runs as
/// progress. Throws `badUse` for an unknown engine before anything runs, and whatever else a run
/// throws.
std::vector<MeasuredEngine> measure(const Registry& registry, const MeasuredWork& work,
                                    const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
