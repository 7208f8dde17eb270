// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "charts/bar_chart.h"
#include "charts/line_chart.h"
#include "timing/timing_result.h"

namespace espy::desktop {

/// The rows of the chart of engines: stages as they are named, totals with their spread and n, and
/// never a speed-up without all of these.
std::vector<BarRow> barRowsOf(const std::vector<MeasuredEngine>& engines);

/// Speed-up over threads, and the ideal line; empty without figures for one thread.
std::vector<LineSeries> sweepSeriesOf(const std::vector<MeasuredEngine>& sweep);

}  // namespace espy::desktop
