// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "charts/bar_chart.h"
#include "charts/figures.h"
#include "charts/line_chart.h"
#include "espy/engine/measure.h"
#include "timing/timing_result.h"

namespace espy::desktop {

/// A quotient of two medians, and how far it may be off.
struct Ratio {
  double value = 0;
  double spread = 0;
};

/// Was it measured at all, beyond the first run?
inline bool hasFigures(const MeasuredEngine& engine) {
  return engine.refusal.empty() && engine.total.count > 0 && engine.total.median > 0;
}

/// The milliseconds of the search alone, without reading, flagging and painting, and without the
/// way to a graphics card and back; none where no stage of it was told.
Statistics searchOnly(const MeasuredEngine& engine);

/// How many times as fast `fast` is, in whole runs. None where one was not measured, and none where
/// the answers differ: a wrong answer has no speed.
std::optional<Ratio> speedUp(const MeasuredEngine& slow, const MeasuredEngine& fast);

/// The same of the search alone.
std::optional<Ratio> searchSpeedUp(const MeasuredEngine& slow, const MeasuredEngine& fast);

/// Speed-up per thread; only for engines that compute on the processor's threads.
std::optional<Ratio> efficiency(const MeasuredEngine& slow, const MeasuredEngine& fast);

/// What speed-ups refer to: the first engine of this name that has figures, or null.
const MeasuredEngine* figuresOf(std::span<const MeasuredEngine> engines, std::string_view name);

/// This engine on one thread, to which its sweep refers, or null.
const MeasuredEngine* oneThread(std::span<const MeasuredEngine> sweep, std::string_view engine);

/// Are there at least two answers to compare?
bool canCompare(std::span<const MeasuredEngine> engines);

inline QString withSpread(const Ratio& ratio) {
  return withSpread(ratio.value, ratio.spread);
}
inline QString fasterOrSlower(const Ratio& ratio) {
  return fasterOrSlower(ratio.value, ratio.spread);
}

/// "openmp, 2 threads".
QString labelOf(const MeasuredEngine& engine);
/// "✓ identical", "✗ different", or that there is nothing to compare with.
QString identityOf(const MeasuredEngine& engine, bool comparable);
/// "crowd.ppm, 1024 × 768 pixels, 2 needles, exact, tolerance 0".
QString sentenceOf(const TimingSubject& subject);
/// The graphics cards' engines with what they run on, which names the driver.
QString devicesOf(const TimingResult& result);

/// The rows of the chart of engines: stages as they are named, totals with their spread and n, and
/// never a speed-up without all of these.
std::vector<BarRow> barRowsOf(const std::vector<MeasuredEngine>& engines);

/// Speed-up over threads, and the ideal line; empty without figures for one thread.
std::vector<LineSeries> sweepSeriesOf(const std::vector<MeasuredEngine>& sweep);

}  // namespace espy::desktop
