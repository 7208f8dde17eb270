// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "charts/bar_chart.h"
#include "charts/line_chart.h"
#include "espy/engine/lab.h"

namespace espy::desktop {

/// Figures that the lines of a sweep can show.
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
/// Display name in the combo box.
QString nameOf(LabFigure figure);
/// Title of the axis, with the kind of operations.
QString axisTitleOf(const LabReport& report, LabFigure figure);

/// Whether the report is drawn as lines: its swept parameter is a number. Otherwise as bars.
bool showsLines(const LabReport& report);

/// One bar per strategy, split into its stages, and a band per published figure.
std::vector<BarRow> labBarsOf(const LabReport& report);

/// One line per strategy over the swept parameter, with the strategy's MAD as error bars. Adds the
/// ideal line if threads are swept, and published figures as bands if times are shown.
std::vector<LineSeries> labLinesOf(const LabReport& report, LabFigure figure);

}  // namespace espy::desktop
