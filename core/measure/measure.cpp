// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/measure.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy {
namespace {

using Clock = std::chrono::steady_clock;

/// The times of one stage, by run, without the first run.
struct StageTimes {
  std::string name;
  std::vector<double> milliseconds;
};

/// One engine and the results of its runs.
class Runs {
 public:
  Runs(const Registry& registry, std::string engine, int threads) : threads_(threads) {
    const Engine& known = registry.engine(engine);
    measured_.engine = std::move(engine);
    measured_.threads = std::max(1, threads);
    measured_.facts = known.facts;
    if (!known.available)
      refuse(known.detail.empty() ? phrase("it cannot run here") : known.detail);
  }

  const MeasuredEngine& measured() const { return measured_; }
  bool refused() const { return !measured_.refusal.empty(); }

  /// Performs one run; `expected` is the result of the first run of any engine, which sets it.
  void runOnce(const MeasuredWork& work, const Control& control,
               std::optional<std::string>& expected) {
    Control own = control;
    own.threads = threads_;
    own.progress = nullptr;  // reported for all runs together
    RunReport report;
    report.threads = std::max(1, threads_);
    try {
      const auto start = Clock::now();
      const std::string answer = work.run(measured_.engine, own, report);
      const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
      if (!report.engine.empty() && report.engine != measured_.engine) {
        refuse(phrase("{} ran instead", report.engine));
        return;
      }
      add(report, elapsed.count());
      if (!expected) expected = answer;
      measured_.identical = measured_.identical && answer == *expected;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::unsupported && error.code() != ErrorCode::device) throw;
      refuse(error.message());
    }
  }

 private:
  void refuse(const Message& why) {
    MeasuredEngine refused;
    refused.engine = measured_.engine;
    refused.threads = std::max(1, threads_);
    refused.refusal = why;
    measured_ = std::move(refused);
  }

  void add(const RunReport& report, double milliseconds) {
    measured_.threads = report.threads;
    measured_.members = report.members;
    if (!ranBefore_) {
      ranBefore_ = true;
      measured_.firstMilliseconds = milliseconds;
      return;
    }
    measured_.milliseconds.push_back(milliseconds);
    for (const Timeline::Stage& stage : report.timeline.stages()) {
      timesOf(stage.name).back() = stage.milliseconds;
    }
    other_.push_back(std::max(0.0, milliseconds - report.timeline.totalMilliseconds()));
    summarise();
  }

  /// The times of this stage, padded up to the current run.
  std::vector<double>& timesOf(const std::string& name) {
    auto found = std::find_if(stages_.begin(), stages_.end(),
                              [&](const StageTimes& stage) { return stage.name == name; });
    if (found == stages_.end()) found = stages_.insert(stages_.end(), {name, {}});
    found->milliseconds.resize(measured_.milliseconds.size());
    return found->milliseconds;
  }

  void summarise() {
    measured_.total = statisticsOf(measured_.milliseconds);
    measured_.stages.clear();
    for (StageTimes& stage : stages_) {
      stage.milliseconds.resize(measured_.milliseconds.size());
      measured_.stages.push_back(
          {stage.name, statisticsOf(stage.milliseconds), stage.milliseconds});
    }
    measured_.stages.push_back({"other", statisticsOf(other_), other_});
  }

  int threads_;
  bool ranBefore_ = false;
  MeasuredEngine measured_;
  std::vector<StageTimes> stages_;
  std::vector<double> other_;
};

}  // namespace

std::vector<MeasuredEngine> measure(const Registry& registry, const MeasuredWork& work,
                                    const Control& control) {
  if (!work.run) throw Error(ErrorCode::badUse, phrase("there is nothing to measure"));
  if (work.runs < 0) throw Error(ErrorCode::badUse, phrase("the number of runs is negative"));
  const auto report = [&](const Runs& engine) {
    if (work.onProgress) work.onProgress(engine.measured());
  };
  std::vector<Runs> engines;
  for (const auto& [name, threads] : work.engines) engines.emplace_back(registry, name, threads);
  for (const Runs& engine : engines) {
    if (engine.refused()) report(engine);
  }

  std::optional<std::string> expected;
  const double all = static_cast<double>(engines.size()) * (1.0 + work.runs);
  double done = 0;
  for (int i = 0; i <= work.runs; ++i) {
    for (Runs& engine : engines) {
      control.check();
      if (!engine.refused()) {
        engine.runOnce(work, control, expected);
        report(engine);
      }
      if (control.progress) control.progress(++done / all);
    }
  }
  control.check();

  std::vector<MeasuredEngine> answer;
  answer.reserve(engines.size());
  for (const Runs& engine : engines) answer.push_back(engine.measured());
  return answer;
}

}  // namespace espy
