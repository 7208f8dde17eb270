// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

namespace espy::desktop {

/// A number for display in charts: three significant digits, more for large numbers.
QString figureText(double value);

/// Chart axis: range, mapping of values to [0, 1], and ticks. Independent of pixels.
class ChartAxis {
 public:
  enum class Scale { linear, logarithmic };

  struct Tick {
    double value = 0;
    QString label;  ///< empty for minor ticks
  };

  /// From 0 to a round number of at least `most`, in at most `steps` steps of at least `leastStep`.
  static ChartAxis linear(double most, int steps = 6, double leastStep = 0);
  /// From the round number below `least` to the one above `most`; both must be positive.
  static ChartAxis logarithmic(double least, double most);

  Scale scale() const { return scale_; }
  double from() const { return from_; }
  double to() const { return to_; }
  const std::vector<Tick>& ticks() const { return ticks_; }

  /// Position of a value: 0 at the beginning, 1 at the end. 0 for values that a log axis cannot
  /// show.
  double part(double value) const;

 private:
  ChartAxis(Scale scale, double from, double to) : scale_(scale), from_(from), to_(to) {}

  Scale scale_;
  double from_;
  double to_;
  std::vector<Tick> ticks_;
};

}  // namespace espy::desktop
