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
/// Measures engines side by side: several interleaved runs, the first reported separately, medians
/// with their spread, and a comparison of the results.
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

/// Robust statistics of some numbers; all 0 without any.
struct Statistics {
  double median = 0;  ///< mean of the middle two for an even count
  double mad = 0;     ///< median absolute deviation from the median
  double mean = 0;
  double deviation = 0;  ///< standard deviation (n - 1); 0 for one number
  double least = 0;
  double most = 0;
  std::size_t count = 0;
};
/// Computes the statistics.
Statistics statisticsOf(std::span<const double> numbers);

/// One stage over all runs but the first; a run without it counts as 0.
struct MeasuredStage {
  std::string name;  ///< "pass 1"; "other": time outside all stages
  Statistics milliseconds;
  std::vector<double> each = {};  ///< per run, in order
};

/// Measurement of one engine.
struct MeasuredEngine {
  std::string engine;
  int threads = 1;  ///< as reported by the engine; before its first run, the requested number
  EngineFacts facts = {};
  Message refusal;  ///< why it cannot run; the rest is then empty
  double firstMilliseconds = 0;
  std::vector<double> milliseconds;   ///< of the runs after the first, in order
  Statistics total;                   ///< of `milliseconds`
  std::vector<MeasuredStage> stages;  ///< in the order of their start, then "other"
  bool identical = true;              ///< all results equal that of the first engine that ran
  /// `RunReport::members` of the last run.
  std::vector<std::pair<std::string, Timeline>> members = {};
};

/// What to measure. `run` receives the engine's name and its number of threads, writes the stages
/// to the report, and returns a value to compare results by: a hash, or the matches as text. The
/// whole call is timed, and time outside stages is reported as "other", so this value should be
/// cheap to compute.
struct MeasuredWork {
  std::vector<std::pair<std::string, int>>
      engines;    ///< name and number of threads (0: the engine's default)
  int runs = 10;  ///< without the first
  std::function<std::string(const std::string& engine, const Control& control, RunReport& report)>
      run;
  /// Called after each run, and once for each engine that cannot run; may be empty.
  std::function<void(const MeasuredEngine& soFar)> onProgress;
};

/// Interleaves the engines, so that disturbances affect all of them: the first run of each, then
/// the second of each, and so on. Returns the engines in the order of `work.engines`, including
/// those that cannot run, with the reason: from the registry, from an `unsupported` or `device`
/// error of a run, or that another engine ran instead.
///
/// Can be cancelled between and within runs. Progress covers all runs. Throws `badUse` for an
/// unknown engine before anything runs, and other errors of a run.
std::vector<MeasuredEngine> measure(const Registry& registry, const MeasuredWork& work,
                                    const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
