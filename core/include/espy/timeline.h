// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "espy/message.h"

#pragma GCC visibility push(default)
/// Where the time went. Whatever has stages takes a `Timeline&`, or the `RunReport&` that holds
/// one, as its last parameter and adds its stages there.
///
///     espy::Timeline timeline;
///     espy::Image marked =
///         espy::markedPicture(registry, "threads", scene, found.matches, {}, {}, timeline);
///     for (const auto& stage : timeline.stages()) show(stage.name, stage.milliseconds);
namespace espy {

/// The named stages of a run in the order in which they began. A stage that comes again adds to its
/// entry. The names that people see: load, prepare, upload, pass 1, pass 2, pass 3, download, save.
class Timeline {
 public:
  /// A part of a run and its time.
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

/// What an engine says of its run. Each engine writes its own name here, so that a caller can tell
/// who really ran.
struct RunReport {
  std::string engine;
  int threads = 1;
  /// How the answer was reached, for people: "sampled one pixel in 13 of one row in 16 ...".
  Message strategy;
  Timeline timeline;
};

/// Times the scope that it lives in, as one stage; also when an exception leaves the scope.
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
