// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/chart_axis.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

/// Relative tolerance for rounding errors: sums of 0.1 are inexact.
constexpr double kHair = 1e-9;

/// The smallest of 1, 2, 5, 10, 20, ... that is at least `value`.
double roundUp(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value) + kHair));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (value <= step * decade * (1 + kHair)) return step * decade;
  }
  return 10 * decade;
}

double roundDown(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value) + kHair));
  for (const double step : {5.0, 2.0}) {
    if (value >= step * decade * (1 - kHair)) return step * decade;
  }
  return decade;
}

/// Number of decimals that the step needs; the same for all ticks of an axis.
int decimalsOf(double step) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - kHair)), 0, 12);
}

}  // namespace

QString figureText(double value) {
  const double size = std::abs(value);
  const int decimals =
      size == 0 ? 0 : std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
  return QLocale().toString(value, 'f', decimals);
}

ChartAxis ChartAxis::linear(double most, int steps, double leastStep) {
  if (!(most > 0) || !std::isfinite(most)) most = 1;
  const double step = std::max(leastStep, roundUp(most / std::max(steps, 1)));
  const double count = std::ceil(most / step - kHair);
  ChartAxis axis(Scale::linear, 0, step * count);
  const int decimals = decimalsOf(step);
  for (int i = 0; i <= static_cast<int>(count); ++i) {
    const double value = i * step;
    axis.ticks_.push_back({value, QLocale().toString(value, 'f', decimals)});
  }
  return axis;
}

ChartAxis ChartAxis::logarithmic(double least, double most) {
  if (!(most > 0) || !std::isfinite(most)) most = 1;
  if (!(least > 0) || least > most) least = most / 10;
  ChartAxis axis(Scale::logarithmic, roundDown(least), roundUp(most));
  if (axis.from_ >= axis.to_) axis.from_ = roundDown(axis.to_ / 2);
  // Over many decades label only powers of ten, else also 2 and 5.
  const bool few = axis.to_ / axis.from_ < 1500;
  const double first = std::floor(std::log10(axis.from_) + kHair);
  for (double decade = std::pow(10.0, first); decade <= axis.to_ * (1 + kHair); decade *= 10) {
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = decade * digit;
      if (value < axis.from_ * (1 - kHair) || value > axis.to_ * (1 + kHair)) continue;
      const bool named = digit == 1 || (few && (digit == 2 || digit == 5));
      axis.ticks_.push_back(
          {value, named ? QLocale().toString(value, 'f', decimalsOf(decade)) : QString()});
    }
  }
  return axis;
}

double ChartAxis::part(double value) const {
  if (scale_ == Scale::linear) return (value - from_) / (to_ - from_);
  if (value <= from_) return 0;
  return std::log(value / from_) / std::log(to_ / from_);
}

}  // namespace espy::desktop
