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

/// A ratio of two medians and its uncertainty.
struct Ratio {
  double value = 0;
  double spread = 0;
};

/// Whether the engine was measured beyond the warm-up run.
inline bool hasFigures(const MeasuredEngine& engine) {
  return engine.refusal.empty() && engine.total.count > 0 && engine.total.median > 0;
}

/// Time of the search stages in milliseconds, without reading, transfers, flags and marking. Count
/// 0 if no such stage was reported.
Statistics searchOnly(const MeasuredEngine& engine);

/// Speed-up of whole runs. None if one was not measured, or if the results differ.
std::optional<Ratio> speedUp(const MeasuredEngine& slow, const MeasuredEngine& fast);

/// Speed-up of the search alone.
std::optional<Ratio> searchSpeedUp(const MeasuredEngine& slow, const MeasuredEngine& fast);

/// Parallel efficiency, speed-up per thread; only for engines that compute on CPU threads.
std::optional<Ratio> efficiency(const MeasuredEngine& slow, const MeasuredEngine& fast);

/// The first engine of this name that has figures, or null.
const MeasuredEngine* figuresOf(std::span<const MeasuredEngine> engines, std::string_view name);

/// The same engine on one thread, the baseline of its sweep, or null.
const MeasuredEngine* oneThread(std::span<const MeasuredEngine> sweep, std::string_view engine);

/// Whether there are at least two results to compare.
bool canCompare(std::span<const MeasuredEngine> engines);

inline QString withSpread(const Ratio& ratio) {
  return withSpread(ratio.value, ratio.spread);
}
inline QString fasterOrSlower(const Ratio& ratio) {
  return fasterOrSlower(ratio.value, ratio.spread);
}

/// "openmp, 2 threads".
QString labelOf(const MeasuredEngine& engine);
/// "✓ identical", "✗ different", or that there is no other result.
QString identityOf(const MeasuredEngine& engine, bool comparable);
/// "crowd.ppm, 1024 × 768 pixels, 2 needles, exact, tolerance 0".
QString sentenceOf(const TimingSubject& subject);
/// GPU engines with device and driver.
QString devicesOf(const TimingResult& result);

/// Rows of the bar chart: stages, totals with MAD and n, and speed-ups where comparable.
std::vector<BarRow> barRowsOf(const std::vector<MeasuredEngine>& engines);

/// Speed-up over threads with the ideal line; empty without figures for one thread.
std::vector<LineSeries> sweepSeriesOf(const std::vector<MeasuredEngine>& sweep);

}  // namespace espy::desktop
