// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/figures.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "charts/chart_axis.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct FiguresWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::Figures)
};

/// Ratios closer to 1 are reported as equal.
constexpr double kAlike = 0.005;

QString inWords(double ratio, const QString& times) {
  if (equallyFast(ratio)) return FiguresWords::tr("equally fast");
  return ratio > 1 ? FiguresWords::tr("%1 times faster").arg(times)
                   : FiguresWords::tr("%1 times slower").arg(times);
}

/// Decimal exponent of the first significant digit.
int decadeOf(double value) {
  return static_cast<int>(std::floor(std::log10(value)));
}

}  // namespace

bool equallyFast(double ratio) {
  return std::abs(ratio - 1) < kAlike;
}

QString withSpread(double value, double spread) {
  const auto digits = [](double number, int significant) {
    if (!(number > 0)) return 0;
    return std::clamp(significant - 1 - decadeOf(number), 0, 6);
  };
  const int ofValue = digits(value, 3);
  const int decimals = std::min(std::max(ofValue, digits(spread, 1)), ofValue + 2);
  const QLocale locale;
  return QStringLiteral("%1 ± %2").arg(locale.toString(value, 'f', decimals),
                                       locale.toString(spread, 'f', decimals));
}

QString fasterOrSlower(double ratio, double spread) {
  if (!(ratio > 0)) return {};
  if (ratio >= 1) return inWords(ratio, withSpread(ratio, spread));
  return inWords(ratio, withSpread(1 / ratio, spread / (ratio * ratio)));
}

QString fasterOrSlower(double ratio) {
  if (!(ratio > 0)) return {};
  return inWords(ratio, figureText(ratio >= 1 ? ratio : 1 / ratio));
}

void endAt(std::vector<BarSegment>& segments, double whole, const QString& nameOfRest) {
  constexpr int kRest = -1;  // series of the remainder
  double sum = 0;
  for (const BarSegment& segment : segments) sum += segment.value;
  if (segments.empty() || sum <= 0) return;
  auto rest = std::find_if(segments.begin(), segments.end(),
                           [](const BarSegment& one) { return one.series == kRest; });
  if (rest == segments.end() && whole > sum) {
    segments.push_back({nameOfRest, kRest, 0});
    rest = segments.end() - 1;
  }
  if (rest != segments.end()) {
    const double before = rest->value;
    rest->value = std::max(0.0, before + whole - sum);
    sum += rest->value - before;
  }
  for (BarSegment& segment : segments) segment.value *= whole / sum;
}

}  // namespace espy::desktop
