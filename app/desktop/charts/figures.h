// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "charts/bar_chart.h"

namespace espy::desktop {

/// "12.3 ± 0.4": as many decimals as both need.
QString withSpread(double value, double spread);

/// A quotient of times in words: "3.33 ± 0.47 times faster", "181 ± 4 times slower", "as fast".
/// Without a spread of its own: "3.3 times faster".
QString fasterOrSlower(double ratio, double spread);
QString fasterOrSlower(double ratio);

/// Medians of parts need not sum up to the median of the whole, which is what counts: what is left
/// over gives or takes the difference, and where that is not enough all parts do. So a bar ends at
/// its median.
void endAt(std::vector<BarSegment>& segments, double whole, const QString& nameOfRest);

}  // namespace espy::desktop
