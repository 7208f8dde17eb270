// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

namespace espy::desktop {

/// Formats positions of a recording: as time if it has a rate, else as sample numbers.
class TimeScale {
 public:
  explicit TimeScale(double rate = 0) : rate_(rate) {}

  double rate() const { return rate_; }
  /// "1:02:03.250" or "18 250"; with enough decimals to distinguish adjacent samples.
  QString place(double sample) const;
  /// "1.25 s" or "313 samples".
  QString length(double samples) const;

  struct Tick {
    double sample = 0;
    QString label;  ///< empty for minor ticks
  };
  /// Ticks at round values, major ones at least `apart` samples from each other.
  std::vector<Tick> ticks(double from, double to, double apart) const;
  /// Unit of the tick labels.
  QString unit() const;

 private:
  QString clock(double seconds, int decimals) const;

  double rate_;
};

}  // namespace espy::desktop
