// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_charts.h"

#include <QCoreApplication>
#include <algorithm>

#include "charts/chart_style.h"
#include "model/translated.h"
#include "timing/timing_figures.h"

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct TimingChartsWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingCharts)
};

QString detailOf(const MeasuredEngine& engine, const MeasuredEngine* slow, bool comparable) {
  QStringList parts{TimingChartsWords::tr("whole run %1 ms, n = %2")
                        .arg(withSpread(engine.total.median, engine.total.mad))
                        .arg(engine.total.count)};
  const auto ratio = slow != nullptr && slow != &engine ? speedUp(*slow, engine) : std::nullopt;
  if (ratio) parts += fasterOrSlower(*ratio);
  parts += identityOf(engine, comparable);
  if (const Statistics search = searchOnly(engine); search.median > 0) {
    parts += TimingChartsWords::tr("search only %1 ms").arg(withSpread(search.median, search.mad));
  }
  return parts.join(QStringLiteral("  ·  "));
}

}  // namespace

std::vector<BarRow> barRowsOf(const std::vector<MeasuredEngine>& engines) {
  const MeasuredEngine* slow = figuresOf(engines, "sequential");
  const bool comparable = canCompare(engines);
  std::vector<BarRow> rows;
  for (const MeasuredEngine& engine : engines) {
    BarRow row;
    row.label = labelOf(engine);
    if (!engine.refusal.empty()) {
      row.refusal = TimingChartsWords::tr("cannot run here: %1").arg(translated(engine.refusal));
    } else if (engine.firstMilliseconds <= 0) {
      row.refusal = TimingChartsWords::tr("not measured yet");
    }
    if (engine.firstMilliseconds > 0) row.apart = engine.firstMilliseconds;
    if (hasFigures(engine)) {
      for (const MeasuredStage& stage : engine.stages) {
        row.segments.push_back(
            {stageName(stage.name), seriesOfStage(stage.name), stage.milliseconds.median});
      }
      endAt(row.segments, engine.total.median, stageName("other"));
      row.middle = engine.total.median;
      row.spread = engine.total.mad;
      row.detail = detailOf(engine, slow, comparable);
    }
    row.wrong = !engine.identical;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<LineSeries> sweepSeriesOf(const std::vector<MeasuredEngine>& sweep) {
  std::vector<LineSeries> lines{
      {TimingChartsWords::tr("ideal: as many times as fast as there are threads"), 0, {}, true}};
  int most = 1;
  for (const MeasuredEngine& one : sweep) {
    const MeasuredEngine* single = oneThread(sweep, one.engine);
    if (single == nullptr) continue;
    most = std::max(most, one.threads);
    const QString name = QString::fromStdString(one.engine);
    if (lines.back().ideal || lines.back().name != name) {
      lines.push_back({name, static_cast<int>(lines.size()) - 1, {}, false});
    }
    if (const auto ratio = speedUp(*single, one)) {
      lines.back().points.push_back(
          {static_cast<double>(one.threads), ratio->value, ratio->spread});
    }
  }
  if (lines.size() == 1) return {};
  lines.front().points = {{1, 1}, {static_cast<double>(most), static_cast<double>(most)}};
  return lines;
}

}  // namespace espy::desktop
