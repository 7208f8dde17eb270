// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "charts/bar_chart.h"
#include "charts/line_chart.h"
#include "espy/engine/lab.h"

namespace espy::desktop {

/// What the lines of a sweep show.
enum class LabFigure {
  work,
  whole,
  speedUp,
  wholeSpeedUp,
  relativeSpeedUp,
  efficiency,
  operations,
  gigabytes,
  items,
  ofFloor,
  kCount
};
/// Its name, as it stands in the box of them.
QString nameOf(LabFigure figure);
/// What stands over its axis: it says which operations.
QString axisTitleOf(const LabReport& report, LabFigure figure);

/// A parameter that is a number makes lines, all else bars.
bool showsLines(const LabReport& report);

/// A bar for each strategy, split into its stages, and a band for each published figure.
std::vector<BarRow> labBarsOf(const LabReport& report);

/// A line for each strategy over the swept parameter; error bars are the strategy's own MAD. With
/// the ideal line where threads are swept, and published figures as bands where times are shown.
std::vector<LineSeries> labLinesOf(const LabReport& report, LabFigure figure);

}  // namespace espy::desktop
