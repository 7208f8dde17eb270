// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/measure.h"

namespace espy::desktop {

/// A stage of a runner, in measured milliseconds since its start.
struct RaceStage {
  std::string name;
  double begin = 0;
  double end = 0;
};

/// An engine in the race.
struct RaceRunner {
  std::string engine;
  EngineFacts facts = {};
  int threads = 1;
  double total = 0;   ///< median, milliseconds
  double spread = 0;  ///< median absolute deviation, milliseconds
  std::size_t runs = 0;
  std::vector<RaceStage> stages;  ///< consecutive, from 0 to `total`
};

/// State of a runner at a point in time.
struct RaceMoment {
  int stage = 0;     ///< index of the stage; the number of stages when done
  double part = 0;   ///< completed fraction of the stage, 0..1
  double clock = 0;  ///< milliseconds; stops when done
  bool done = false;
};

/// The measured medians as a race in which all engines start at 0.
class RacePlan {
 public:
  /// Duration of the slowest runner on the screen at speed 1, seconds.
  static constexpr double kSlowestSeconds = 8;

  RacePlan() = default;
  /// Leaves out engines without figures and those whose matches differ.
  explicit RacePlan(const std::vector<MeasuredEngine>& measured);

  const std::vector<RaceRunner>& runners() const { return runners_; }
  bool empty() const { return runners_.empty(); }
  /// The fastest runner; null if there is none.
  const RaceRunner* winner() const;
  /// The runner to compare the winner with: the reference, else the slowest; null if the winner is
  /// the only one.
  const RaceRunner* beaten() const;
  /// End of the slowest runner, in measured milliseconds.
  double end() const;
  /// Measured milliseconds per second on the screen at speed 1.
  double millisecondsPerSecond() const { return end() / kSlowestSeconds; }

  static RaceMoment at(const RaceRunner& runner, double milliseconds);
  /// The next end of any stage after this time; `end()` if there is none.
  double nextEnd(double milliseconds) const;

 private:
  std::vector<RaceRunner> runners_;
};

}  // namespace espy::desktop
