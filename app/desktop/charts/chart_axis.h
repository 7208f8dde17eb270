// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

namespace espy::desktop {

/// A number as people read it in a chart: three significant digits, more where it is large.
QString figureText(double value);

/// One axis of a chart: the range that it shows, where in it a value lies, and its ticks. It knows
/// no pixels.
class ChartAxis {
 public:
  enum class Scale { linear, logarithmic };

  struct Tick {
    double value = 0;
    QString label;  ///< empty for a small tick
  };

  /// From 0 to a round number that is not less than `most`, in at most so many steps, none of
  /// which is less than `leastStep`.
  static ChartAxis linear(double most, int steps = 6, double leastStep = 0);
  /// From the round number below `least` to the one above `most`; both must be above 0.
  static ChartAxis logarithmic(double least, double most);

  Scale scale() const { return scale_; }
  double from() const { return from_; }
  double to() const { return to_; }
  const std::vector<Tick>& ticks() const { return ticks_; }

  /// Where a value lies, 0 at the axis' beginning and 1 at its end. What a log axis cannot show
  /// lies at its beginning.
  double part(double value) const;

 private:
  ChartAxis(Scale scale, double from, double to) : scale_(scale), from_(from), to_(to) {}

  Scale scale_;
  double from_;
  double to_;
  std::vector<Tick> ticks_;
};

}  // namespace espy::desktop
