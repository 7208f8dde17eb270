// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/time_scale.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct TimeScaleWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimeScale)
};

constexpr int kMostDecimals = 6;
constexpr double kMinute = 60;
constexpr double kHour = 3600;

/// A round tick distance and its number of minor intervals.
struct Step {
  double size = 1;
  int parts = 5;
};

/// The smallest of 1, 2 or 5 times a power of ten that is at least `least`.
Step decimalStep(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const Step& step : {Step{1, 5}, Step{2, 4}, Step{5, 5}}) {
    if (step.size * power >= least) return {step.size * power, step.parts};
  }
  return {10 * power, 5};
}

Step clockStep(double least) {
  if (least <= 1) return decimalStep(least);
  constexpr std::array kSteps{
      Step{2, 4},          Step{5, 5},         Step{10, 5},   Step{15, 3},    Step{30, 6},
      Step{60, 6},         Step{120, 4},       Step{300, 5},  Step{600, 5},   Step{900, 3},
      Step{1800, 6},       Step{kHour, 6},     Step{7200, 4}, Step{10800, 3}, Step{6 * kHour, 6},
      Step{12 * kHour, 6}, Step{24 * kHour, 6}};
  for (const Step& step : kSteps) {
    if (step.size >= least) return step;
  }
  const Step days = decimalStep(least / (24 * kHour));
  return {days.size * 24 * kHour, days.parts};
}

/// Number of decimals that distinguish values `apart` from each other.
int decimalsFor(double apart) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(apart) - 1e-9)), 0, kMostDecimals);
}

}  // namespace

QString TimeScale::clock(double seconds, int decimals) const {
  const double unit = std::pow(10.0, decimals);
  const double all = std::round(seconds * unit) / unit;
  const auto hours = static_cast<qint64>(std::floor(all / kHour));
  const auto minutes =
      static_cast<int>(std::floor((all - static_cast<double>(hours) * kHour) / kMinute));
  const double rest = std::max(0.0, all - static_cast<double>(hours) * kHour - minutes * kMinute);
  QString text = QLocale().toString(rest, 'f', decimals);
  if (rest < 10) text.prepend(QLatin1Char('0'));
  text.prepend(QStringLiteral("%1:").arg(minutes, hours > 0 ? 2 : 1, 10, QLatin1Char('0')));
  if (hours > 0) text.prepend(QStringLiteral("%1:").arg(hours));
  return text;
}

QString TimeScale::place(double sample) const {
  if (rate_ <= 0) return QLocale().toString(static_cast<qint64>(std::llround(sample)));
  return clock(sample / rate_, decimalsFor(1 / rate_));
}

QString TimeScale::length(double samples) const {
  if (rate_ <= 0) {
    const QString number = QLocale().toString(static_cast<qint64>(std::llround(samples)));
    return samples == 1 ? TimeScaleWords::tr("1 sample")
                        : TimeScaleWords::tr("%1 samples").arg(number);
  }
  return TimeScaleWords::tr("%1 s").arg(
      QLocale().toString(samples / rate_, 'f', decimalsFor(1 / rate_)));
}

QString TimeScale::unit() const {
  return rate_ > 0 ? TimeScaleWords::tr("time") : TimeScaleWords::tr("sample");
}

std::vector<TimeScale::Tick> TimeScale::ticks(double from, double to, double apart) const {
  const double rate = rate_ > 0 ? rate_ : 1;
  const Step step = rate_ > 0 ? clockStep(apart / rate) : decimalStep(std::max(apart, 1.0));
  const double small = step.size / step.parts;
  std::vector<Tick> ticks;
  auto number = static_cast<qint64>(std::ceil(from / rate / small));
  for (; static_cast<double>(number) * small * rate <= to; ++number) {
    Tick tick{static_cast<double>(number) * small * rate, {}};
    if (number % step.parts == 0) {
      tick.label = rate_ > 0 ? clock(static_cast<double>(number) * small, decimalsFor(step.size))
                             : place(tick.sample);
    }
    ticks.push_back(tick);
  }
  return ticks;
}

}  // namespace espy::desktop
