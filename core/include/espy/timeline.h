// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "espy/error.h"

#pragma GCC visibility push(default)
/// Timing of a run, by stages, and the engine that ran.
///
///     espy::Timeline timeline;
///     const espy::Finding found = espy::find(scene, needles);
///     for (const auto& stage : found.report.timeline.stages()) {
///       show(stage.name, stage.milliseconds);
///     }
namespace espy {

/// The named stages of a run in the order of their start. A repeated stage adds to its entry. Usual
/// names: load, prepare, upload, pass 1, pass 2, pass 3, download, save.
class Timeline {
 public:
  /// A stage and its time.
  struct Stage {
    std::string name;
    double milliseconds = 0;
  };

  /// Adds time to the stage of this name.
  void add(const std::string& name, double milliseconds);
  /// Adds all stages of another timeline.
  void add(const Timeline& other);

  const std::vector<Stage>& stages() const { return stages_; }
  double totalMilliseconds() const;

 private:
  std::vector<Stage> stages_;
};

/// How a result was computed.
struct RunReport {
  std::string engine;  ///< the engine that ran
  int threads = 1;
  /// For the user: "sampled one pixel in 13 of one row in 16 ...".
  Message strategy;
  Timeline timeline;
  Message choice;    ///< why `auto` chose this engine; empty if the caller named it
  Message fallback;  ///< why another engine had to take over, or empty
  /// Stages of each of several engines that shared the work, such as GPUs; they overlap in time.
  std::vector<std::pair<std::string, Timeline>> members = {};
};

/// RAII: times its scope as one stage, also if an exception leaves it.
class StageTimer {
 public:
  StageTimer(Timeline& timeline, std::string name)
      : timeline_(timeline), name_(std::move(name)), start_(Clock::now()) {}
  ~StageTimer();
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  Timeline& timeline_;
  std::string name_;
  Clock::time_point start_;
};

}  // namespace espy
#pragma GCC visibility pop
