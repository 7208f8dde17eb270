// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "charts/bar_chart.h"

namespace espy::desktop {

/// "12.3 ± 0.4": with the decimals that both need.
QString withSpread(double value, double spread);

/// A ratio of times as text: "3.33 ± 0.47 times faster", "181 ± 4 times slower", "equally
/// fast". Without spread: "3.3 times faster".
QString fasterOrSlower(double ratio, double spread);
QString fasterOrSlower(double ratio);
/// Whether fasterOrSlower() returns "equally fast".
bool equallyFast(double ratio);

/// Adjusts segments so that the bar ends at `whole`, since medians of parts need not add up to the
/// median of the whole. The remainder segment absorbs the difference; if it becomes 0, all segments
/// are scaled.
void endAt(std::vector<BarSegment>& segments, double whole, const QString& nameOfRest);

}  // namespace espy::desktop
