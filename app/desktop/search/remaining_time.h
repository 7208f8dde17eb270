// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::desktop {

/// Estimates the rest of a task from its finished part. Counts down between two reports and is
/// unknown once the estimate is over, until the task gets on.
class RemainingTime {
 public:
  /// `part`: finished, 0..1; what is not more than before changes nothing.
  void report(double part, double milliseconds) {
    if (part <= part_) return;
    part_ = part;
    at_ = milliseconds;
  }
  double part() const { return part_; }
  /// The rest at this time, in seconds; below 0: unknown.
  double seconds(double milliseconds) const {
    if (part_ < kLeast || at_ < kLeastMilliseconds) return -1;
    const double left = at_ / part_ - milliseconds;
    return left > 0 ? left / 1000 : -1;
  }

 private:
  /// Less is no base for an estimate.
  static constexpr double kLeast = 0.03;
  static constexpr double kLeastMilliseconds = 150;

  double part_ = 0;
  double at_ = 0;  ///< milliseconds since the start at the last change
};

}  // namespace espy::desktop
