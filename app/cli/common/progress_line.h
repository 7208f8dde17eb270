// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "common/interrupts.h"
#include "espy/control.h"

namespace espy::cli {

/// "0:07", "1:02:03"
std::string clockOf(double seconds);

/// Progress line on standard error, rewritten in place. Prints nothing if that is no terminal or
/// with --quiet.
class ProgressLine {
 public:
  /// `before` of `total` items were done by an earlier run.
  explicit ProgressLine(std::size_t total, std::size_t before = 0);

  /// Updates the line, at most every 100 ms. `part` is the completed fraction of all work, 0..1.
  void update(std::size_t done, std::size_t failed, double part);
  /// The same for work that reports only the completed fraction.
  void updatePart(double part);
  /// Erases the line.
  void end() const;

  /// Seconds since construction.
  double seconds() const;
  /// Estimated seconds to the end; -1 if it is too early to estimate.
  double secondsLeft(double part) const;

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t total_;
  std::size_t before_;
  bool shown_;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> isShown_;
};

/// Control of work that interrupts stop and whose progress `line` shows, which must outlive it.
Control controlOf(int threads, const Interrupts& interrupts, ProgressLine& line);

}  // namespace espy::cli
