// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>

#include "timing/timing_result.h"

namespace espy::desktop {

class Chart;

/// One line for each total and each stage of each engine, with machine and build on every line, so
/// that tables of several machines can be put together. Numbers as in C, times in milliseconds.
QByteArray timingCsv(const TimingResult& result);

/// The same and each single run, in one object.
QByteArray timingJson(const TimingResult& result);

/// A chart as a picture that can stand alone: what was measured stands over it, and on which
/// machine, when and how often under it.
QImage timingPicture(const TimingResult& result, const Chart& chart, double ratio);
/// The same as lines and text.
QByteArray timingSvg(const TimingResult& result, const Chart& chart);

}  // namespace espy::desktop
