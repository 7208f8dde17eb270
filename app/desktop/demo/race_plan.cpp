// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/race_plan.h"

#include <algorithm>

#include "timing/timing_figures.h"

namespace espy::desktop {
namespace {

/// Times closer than this fraction of the race count as equal.
constexpr double kHair = 1e-6;

RaceRunner runnerOf(const MeasuredEngine& engine) {
  RaceRunner runner;
  runner.engine = engine.engine;
  runner.threads = engine.threads;
  runner.facts = engine.facts;
  runner.total = engine.total.median;
  runner.spread = engine.total.mad;
  runner.runs = engine.total.count;
  // Medians of stages need not add up to the median of the whole run, so scale them to it.
  double sum = 0;
  for (const MeasuredStage& stage : engine.stages) sum += stage.milliseconds.median;
  double begin = 0;
  for (const MeasuredStage& stage : engine.stages) {
    if (sum <= 0 || stage.milliseconds.median <= 0) continue;
    const double end = begin + stage.milliseconds.median / sum * runner.total;
    runner.stages.push_back({stage.name, begin, end});
    begin = end;
  }
  if (runner.stages.empty()) runner.stages.push_back({"other", 0, runner.total});
  runner.stages.back().end = runner.total;
  return runner;
}

}  // namespace

RacePlan::RacePlan(const std::vector<MeasuredEngine>& measured) {
  for (const MeasuredEngine& engine : measured) {
    if (hasFigures(engine) && engine.identical) runners_.push_back(runnerOf(engine));
  }
}

const RaceRunner* RacePlan::winner() const {
  const auto first =
      std::min_element(runners_.begin(), runners_.end(),
                       [](const RaceRunner& a, const RaceRunner& b) { return a.total < b.total; });
  return first == runners_.end() ? nullptr : &*first;
}

const RaceRunner* RacePlan::beaten() const {
  const RaceRunner* beaten = nullptr;
  for (const RaceRunner& runner : runners_) {
    if (&runner == winner()) continue;
    const bool plain = runner.engine == "reference";
    if (beaten == nullptr || plain ||
        (beaten->engine != "reference" && runner.total > beaten->total)) {
      beaten = &runner;
    }
  }
  return beaten;
}

double RacePlan::end() const {
  double end = 0;
  for (const RaceRunner& runner : runners_) end = std::max(end, runner.total);
  return end;
}

RaceMoment RacePlan::at(const RaceRunner& runner, double milliseconds) {
  if (milliseconds >= runner.total) {
    return {static_cast<int>(runner.stages.size()), 0, runner.total, true};
  }
  const double clock = std::max(0.0, milliseconds);
  int index = 0;
  for (const RaceStage& stage : runner.stages) {
    if (clock < stage.end) {
      return {index, (clock - stage.begin) / (stage.end - stage.begin), clock, false};
    }
    ++index;
  }
  return {index, 0, runner.total, true};
}

double RacePlan::nextEnd(double milliseconds) const {
  double next = end();
  for (const RaceRunner& runner : runners_) {
    for (const RaceStage& stage : runner.stages) {
      if (stage.end > milliseconds + end() * kHair) next = std::min(next, stage.end);
    }
  }
  return next;
}

}  // namespace espy::desktop
