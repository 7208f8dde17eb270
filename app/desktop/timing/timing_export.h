// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>

#include "timing/timing_result.h"

namespace espy::desktop {

class Chart;

/// CSV with one line per total and per stage of each engine. Every line has machine and build, so
/// that tables can be concatenated. C locale, milliseconds.
QByteArray timingCsv(const TimingResult& result);

/// JSON with the same data and every single run.
QByteArray timingJson(const TimingResult& result);

/// The chart as a picture with title (what was measured) and footer (machine, date, runs).
QImage timingPicture(const TimingResult& result, const Chart& chart, double ratio);
/// The same as SVG.
QByteArray timingSvg(const TimingResult& result, const Chart& chart);

}  // namespace espy::desktop
