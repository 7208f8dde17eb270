// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/figures.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

/// The decade of the first digit that counts.
int decadeOf(double value) {
  return static_cast<int>(std::floor(std::log10(value)));
}

}  // namespace

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

}  // namespace espy::desktop
