// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

namespace espy::desktop {

/// Names places of a recording: by the clock where it has a rate, else by the sample.
class TimeScale {
 public:
  explicit TimeScale(double rate = 0) : rate_(rate) {}

  double rate() const { return rate_; }
  /// "1:02:03.250" or "18 250"; as many decimals as tell one sample from the next.
  QString place(double sample) const;
  /// "1.25 s" or "313 samples".
  QString length(double samples) const;

  struct Tick {
    double sample = 0;
    QString label;  ///< empty for a small one
  };
  /// Round places between two, at least so many samples from label to label.
  std::vector<Tick> ticks(double from, double to, double apart) const;
  /// What the ticks count.
  QString unit() const;

 private:
  QString clock(double seconds, int decimals) const;

  double rate_;
};

}  // namespace espy::desktop
