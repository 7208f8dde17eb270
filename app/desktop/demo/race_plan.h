// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/measure.h"

namespace espy::desktop {

/// One stage of a runner, in measured milliseconds since its start.
struct RaceStage {
  std::string name;
  double begin = 0;
  double end = 0;
};

/// One engine in the race.
struct RaceRunner {
  std::string engine;
  EngineFacts facts = {};
  int threads = 1;
  double total = 0;   ///< the median, in milliseconds
  double spread = 0;  ///< its median absolute deviation
  std::size_t runs = 0;
  std::vector<RaceStage> stages;  ///< one after the other, from 0 to `total`
};

/// Where a runner is at some moment.
struct RaceMoment {
  int stage = 0;     ///< index into its stages; their number, where it has arrived
  double part = 0;   ///< of this stage, 0..1
  double clock = 0;  ///< its own time: stops when it arrives
  bool done = false;
};

/// The engines' medians as a race: everybody starts at 0 and takes as long as it was measured to.
class RacePlan {
 public:
  /// The slowest takes this long on the screen, at speed 1.
  static constexpr double kSlowestSeconds = 8;

  RacePlan() = default;
  /// Engines without figures do not run, nor do those whose matches are not the others'.
  explicit RacePlan(const std::vector<MeasuredEngine>& measured);

  const std::vector<RaceRunner>& runners() const { return runners_; }
  bool empty() const { return runners_.empty(); }
  /// Who arrives first; null where nobody runs.
  const RaceRunner* winner() const;
  /// The one that others are compared with: the plain loop, else the slowest; null where nobody
  /// else runs than the winner.
  const RaceRunner* beaten() const;
  /// When the last one arrives, in measured milliseconds.
  double end() const;
  /// Measured milliseconds that pass in one second on the screen, at speed 1.
  double millisecondsPerSecond() const { return end() / kSlowestSeconds; }

  static RaceMoment at(const RaceRunner& runner, double milliseconds);
  /// The next moment after this one at which some runner ends a stage; `end()` if there is none.
  double nextEnd(double milliseconds) const;

 private:
  std::vector<RaceRunner> runners_;
};

}  // namespace espy::desktop
