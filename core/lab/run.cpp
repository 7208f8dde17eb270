// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Driver: measures the points of an experiment, verifies and reports.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/phrase.h"
#include "espy/engine/machine.h"
#include "espy/error.h"
#include "lab/figures.h"
#include "lab/settings.h"
#include "lab/watchdog.h"

namespace espy::lab {
namespace {

using Key = std::pair<std::string, int>;  // strategy and number of threads

Key keyOf(const Trial& trial) {
  return {trial.strategy, trial.threads};
}

/// Measured time and work of a strategy, to predict further times.
struct MeasuredCost {
  double milliseconds = 0;
  double operations = 0;
};
using MeasuredCosts = std::map<Key, MeasuredCost>;

/// Measurement of one point.
class PointRun {
 public:
  PointRun(const Bench& bench, const MeasuredCosts& costs, double seconds, Watchdog& watchdog)
      : bench_(bench), seconds_(seconds), watchdog_(watchdog) {
    std::set<std::string> known;
    for (std::size_t i = 0; i < bench.trials.size(); ++i) {
      const Trial& trial = bench.trials[i];
      MeasuredEngine measured;
      measured.engine = trial.strategy;
      measured.threads = trial.threads;
      measured.refusal = refusalOf(trial, costs);
      indices_[keyOf(trial)] = i;
      if (measured.refusal.empty()) {
        wanted_.push_back(keyOf(trial));
        if (known.insert(trial.strategy).second)
          registry_.addEngine({trial.strategy, true, "", ""});
      }
      measured_.push_back(std::move(measured));
      same_.push_back(true);
      differing_.emplace_back();
      rounding_.emplace_back();
      figures_.emplace_back();
      ranBefore_.push_back(false);
    }
  }

  /// `onProgress` receives the rows so far after each run.
  void measureAll(int runs, const std::function<void(std::vector<LabRow>)>& onProgress,
                  const Control& control) {
    MeasuredWork work;
    work.engines = wanted_;
    work.runs = runs;
    work.run = [this](const std::string& strategy, const Control& own, RunReport& report) {
      ran_ = indices_.at({strategy, own.threads});
      const Trial& trial = bench_.trials[ran_];
      report.threads = trial.threads;
      runWithPatience(trial, own, report.timeline);
      return std::string();  // the result is verified outside of the timing
    };
    work.onProgress = [&](const MeasuredEngine& soFar) {
      const Trial& trial = bench_.trials[ran_];
      measured_[ran_] = soFar;
      measured_[ran_].threads = trial.threads;
      if (soFar.refusal.empty()) look(trial);
      onProgress(rows());
    };
    onProgress(rows());
    if (!wanted_.empty()) measure(registry_, work, control);
  }

  std::vector<LabRow> rows() const {
    std::vector<LabRow> rows;
    std::vector<Reference> references;
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      const Trial& trial = bench_.trials[i];
      rows.push_back(rowOf(measured_[i], same_[i]));
      rows.back().differing = differing_[i];
      rows.back().figures = figures_[i];
      if (rounding_[i]) {
        rows.back().error = rounding_[i]->error;
        rows.back().overflows = rounding_[i]->overflows;
      }
      references.push_back({trial.baseline, trial.baselineThreads, bench_.operations, bench_.bytes,
                            bench_.items, trial.floorRate, trial.gpuThreads});
    }
    refer(rows, references);
    return rows;
  }

  void remember(MeasuredCosts& costs) const {
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      const MeasuredEngine& measured = measured_[i];
      const double time =
          measured.total.count > 0 ? measured.total.median : measured.firstMilliseconds;
      if (measured.refusal.empty()) {
        costs[keyOf(bench_.trials[i])] = {time, bench_.operations};
      }
    }
  }

 private:
  /// Verifies the result of the previous run.
  void look(const Trial& trial) {
    same_[ran_] = trial.right() && same_[ran_];
    if (trial.rounding) rounding_[ran_] = trial.rounding();
    if (trial.figures) figures_[ran_] = trial.figures();
    if (!trial.differing) return;
    differing_[ran_] = std::max(differing_[ran_].value_or(0), trial.differing());
  }

  /// Runs the first time under a watchdog: at the first point the duration is unknown.
  void runWithPatience(const Trial& trial, Control control, Timeline& timeline) {
    if (ranBefore_[ran_]) return trial.run(control, timeline);
    const Watchdog::Scope scope(watchdog_, seconds_, control.stop);
    control.stop = scope.token();
    try {
      trial.run(control, timeline);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::cancelled || !scope.tookTooLong()) throw;
      throw Error(ErrorCode::unsupported,
                  phrase("one run takes longer than the limit of {} s (patience)",
                         fmt::format("{:g}", seconds_)));
    }
    ranBefore_[ran_] = true;
  }

  Message refusalOf(const Trial& trial, const MeasuredCosts& costs) const {
    if (!trial.refusal.empty()) return trial.refusal;
    const auto cost = costs.find(keyOf(trial));
    if (cost == costs.end() || cost->second.operations <= 0) return {};
    const double seconds =
        cost->second.milliseconds / 1e3 * bench_.operations / cost->second.operations;
    if (seconds <= seconds_) return {};
    return phrase("one run would take about {} s, longer than the limit of {} s (patience)",
                  fmt::format("{:.0f}", seconds), fmt::format("{:g}", seconds_));
  }

  const Bench& bench_;
  double seconds_;  ///< limit of a run
  Watchdog& watchdog_;
  Registry registry_;  ///< the strategies, as engines for the measurement
  std::map<Key, std::size_t> indices_;
  std::vector<Key> wanted_;
  std::size_t ran_ = 0;  ///< trial whose result is to be verified
  std::vector<MeasuredEngine> measured_;
  std::vector<bool> same_;
  std::vector<std::optional<std::int64_t>> differing_;
  std::vector<std::optional<Rounding>> rounding_;
  std::vector<std::vector<LabFigure>> figures_;
  std::vector<bool> ranBefore_;
};

/// Drops the trials that were not requested.
void keepOnly(const LabRequest& request, std::vector<Trial>& trials) {
  const std::vector<std::string>& strategies = request.strategies;
  if (strategies.empty()) return;
  std::set<std::string> wanted(strategies.begin(), strategies.end());
  for (const Trial& trial : trials) {
    if (request.baselines && std::ranges::find(strategies, trial.strategy) != strategies.end()) {
      wanted.insert(trial.baseline);
    }
  }
  std::erase_if(trials, [&](const Trial& trial) { return !wanted.contains(trial.strategy); });
}

/// Prepares a point; takes as long as a run of the fastest strategy plus the generation of data.
Bench prepared(const Experiment& experiment, const Values& values, const Engines& engines,
               Control control, Watchdog& watchdog, double seconds) {
  constexpr double kTimes = 3;
  constexpr double kLeast = 1;  // second
  const double most = std::max(kTimes * seconds, kLeast);
  const Watchdog::Scope scope(watchdog, most, control.stop);
  control.stop = scope.token();
  try {
    return experiment.prepare(values, engines, control);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled || !scope.tookTooLong()) throw;
    throw Error(
        ErrorCode::badUse,
        phrase(
            "{}: preparing this point takes longer than {} s; use a smaller value or more patience",
            experiment.description().name, fmt::format("{:g}", most)));
  }
}

std::vector<std::pair<std::string, std::string>> machineOf(const Registry& registry) {
  const Machine machine = thisMachine();
  return {{"cpu", machine.cpu},
          {"threads", std::to_string(machine.threads)},
          {"gpu", registry.engine("cuda").detail},
          {"system", machine.system},
          {"espy", machine.version},
          {"compiler", machine.compiler},
          {"build", machine.build}};
}

}  // namespace

LabReport run(const Experiment& experiment, const Engines& engines, const LabRequest& request,
              const Control& control) {
  if (request.runs < 1) throw Error(ErrorCode::badUse, phrase("the number of runs is less than 1"));
  LabReport report;
  report.experiment = experiment.description();
  const Settings settings = settingsOf(report.experiment, request);
  report.settings = settings.values;
  report.swept = settings.swept;
  report.runs = request.runs;
  report.machine = machineOf(engines.registry);

  MeasuredCosts costs;
  Watchdog watchdog;
  std::size_t complete = 0;
  const auto send = [&](std::vector<LabRow> rows) {
    if (!request.onProgress) return;
    report.points.back().rows = std::move(rows);
    request.onProgress(report);
  };
  try {
    for (std::size_t i = 0; i < settings.points.size(); ++i) {
      Control own = control;
      own.progress = [&](double done) {
        const double all = static_cast<double>(settings.points.size());
        if (control.progress) control.progress((static_cast<double>(i) + done) / all);
      };
      control.check();
      Bench bench = prepared(experiment, settings.at(settings.points[i]), engines, own, watchdog,
                             request.patience);
      keepOnly(request, bench.trials);
      PointRun point(bench, costs, request.patience, watchdog);
      report.points.push_back({settings.points[i], bench.operations, {}, bench.items});
      point.measureAll(request.runs, send, own);
      point.remember(costs);
      report.points.back().rows = point.rows();
      ++complete;
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled) throw;
    report.cancelled = true;
    report.points.resize(complete);  // drops the incomplete point
  }
  report.conclusions = experiment.conclusions(report);
  return report;
}

}  // namespace espy::lab
