// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace espy::cli {

/// "0:07", "1:02:03"
std::string clockOf(double seconds);

/// A line on a terminal that changes while many things are done one after another; nothing
/// elsewhere, and nothing where the run is to be quiet.
class ProgressLine {
 public:
  /// `before` of `total` were done by an earlier run.
  explicit ProgressLine(std::size_t total, std::size_t before = 0);

  /// So many are over by now. `part` is that of all work, of 1. Changes the line now and then.
  void tell(std::size_t done, std::size_t failed, double part);
  /// Takes the line away.
  void end() const;

  /// Since it was made.
  double seconds() const;
  /// How long the rest is going to take, or -1 where that cannot be said.
  double secondsLeft(double part) const;

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t total_;
  std::size_t before_;
  bool shown_;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> told_;
};

}  // namespace espy::cli
