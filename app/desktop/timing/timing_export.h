// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include "charts/chart_page.h"
#include "timing/timing_result.h"

namespace espy::desktop {

/// CSV with one line per total and per stage of each engine. Every line has machine and build, so
/// that tables can be concatenated. C locale, milliseconds.
QByteArray timingCsv(const TimingResult& result);

/// JSON with the same data and every single run.
QByteArray timingJson(const TimingResult& result);

/// Title (what was measured) and footer (machine, date, runs) of an exported chart.
ChartPage timingPage(const TimingResult& result);

}  // namespace espy::desktop
