// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <optional>

#include "charts/chart_style.h"
#include "charts/figures.h"
#include "lab/lab_figures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct LabChartsWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::LabCharts)
};

struct LabFigureFacts {
  const char* name;  ///< untranslated
  std::optional<double> (*valueOf)(const LabRow& row);
};

/// In the order of LabFigure.
constexpr LabFigureFacts kLabFigures[] = {
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "work only, ms"),
     [](const LabRow& row) { return std::optional(row.work.median); }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "whole run, ms"),
     [](const LabRow& row) { return std::optional(row.whole.median); }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "speed-up S, work only"),
     [](const LabRow& row) { return row.speedUp; }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "speed-up S, whole run"),
     [](const LabRow& row) { return row.wholeSpeedUp; }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "relative speed-up RS, work only"),
     [](const LabRow& row) { return row.relativeSpeedUp; }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "efficiency E, work only"),
     [](const LabRow& row) { return row.efficiency; }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "G operations/s"),
     [](const LabRow& row) { return row.gigaoperations; }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "GB/s"),
     [](const LabRow& row) { return row.gigabytes; }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "items/s"),
     [](const LabRow& row) { return row.items; }},
    {QT_TRANSLATE_NOOP("espy::desktop::LabCharts", "share of the floor"),
     [](const LabRow& row) { return row.ofFloor; }}};
static_assert(std::size(kLabFigures) == static_cast<std::size_t>(LabFigure::kCount));

const LabFigureFacts& factsOf(LabFigure figure) {
  return kLabFigures[static_cast<std::size_t>(figure)];
}

QString labDetailOf(const LabRow& row) {
  QStringList parts{LabChartsWords::tr("whole run %1 ms, n = %2")
                        .arg(withSpread(row.whole.median, row.whole.mad))
                        .arg(row.whole.count)};
  if (row.wholeSpeedUp && row.strategy != "sequential") {
    parts += fasterOrSlower(*row.wholeSpeedUp);
  }
  parts += samenessOf(row);
  return parts.join(QStringLiteral("  ·  "));
}

BarRow labBarOf(const LabReport& report, const LabPoint& point, std::size_t index) {
  const LabRow& row = point.rows[index];
  BarRow bar;
  bar.label = labelOf(point, index);
  if (!report.swept.empty()) {
    bar.label += QStringLiteral(" · %1 %2").arg(textOf(report.swept), textOf(point.value));
  }
  if (!row.refusal.empty()) {
    bar.refusal = refusalOf(row);
    return bar;
  }
  if (row.firstWhole > 0) {
    bar.apart = row.firstWhole;
  } else {
    bar.refusal = LabChartsWords::tr("pending");
  }
  if (!hasLabFigures(row)) return bar;
  for (const MeasuredStage& stage : row.stages) {
    bar.segments.push_back(
        {stageName(stage.name), seriesOfStage(stage.name), stage.milliseconds.median});
  }
  endAt(bar.segments, row.whole.median, stageName("other"));
  bar.middle = row.whole.median;
  bar.spread = row.whole.mad;
  bar.detail = labDetailOf(row);
  bar.wrong = !row.same;
  return bar;
}

bool isTime(LabFigure figure) {
  return figure == LabFigure::work || figure == LabFigure::whole;
}

bool isSpeedUp(LabFigure figure) {
  return figure == LabFigure::speedUp || figure == LabFigure::wholeSpeedUp ||
         figure == LabFigure::relativeSpeedUp;
}

/// Error bar: the relative MAD of the time that the figure derives from.
double spreadOf(const LabRow& row, LabFigure figure, double value) {
  const bool reference = row.strategy == "sequential" &&
                         (figure == LabFigure::speedUp || figure == LabFigure::wholeSpeedUp);
  if (reference) return 0;  // its own baseline: exactly 1
  const bool whole = figure == LabFigure::whole || figure == LabFigure::wholeSpeedUp;
  const Statistics& time = whole ? row.whole : row.work;
  return time.median > 0 ? value * time.mad / time.median : 0;
}

QString publishedName(const LabPublished& published) {
  return LabChartsWords::tr("published: %1").arg(textOf(published.strategy));
}

}  // namespace

QString nameOf(LabFigure figure) {
  return LabChartsWords::tr(factsOf(figure).name);
}

QString axisTitleOf(const LabReport& report, LabFigure figure) {
  if (figure == LabFigure::items && !report.experiment.items.empty()) {
    return LabChartsWords::tr("%1/s").arg(translated(report.experiment.items));
  }
  if (figure != LabFigure::operations || report.experiment.operation.empty()) return nameOf(figure);
  return LabChartsWords::tr("G %1/s").arg(translated(report.experiment.operation));
}

bool showsLines(const LabReport& report) {
  const LabParameter* swept = sweptOf(report);
  return swept != nullptr && swept->choices.empty();
}

std::vector<BarRow> labBarsOf(const LabReport& report) {
  std::vector<BarRow> bars;
  for (const LabPoint& point : report.points) {
    for (std::size_t i = 0; i < point.rows.size(); ++i) {
      bars.push_back(labBarOf(report, point, i));
    }
  }
  if (bars.empty()) return bars;
  for (const LabPublished& published : report.experiment.published) {
    BarRow bar;
    bar.label = publishedName(published);
    bar.detail = LabChartsWords::tr("%1 ms").arg(rangeOf(published));
    bar.band = ValueBand{published.least, published.most};
    bars.push_back(std::move(bar));
  }
  return bars;
}

std::vector<LineSeries> labLinesOf(const LabReport& report, LabFigure figure) {
  std::vector<LineSeries> lines;
  const auto lineOf = [&](const std::string& strategy) -> LineSeries& {
    const QString name = textOf(strategy);
    for (LineSeries& line : lines) {
      if (line.name == name) return line;
    }
    LineSeries made;
    made.name = name;
    made.series = static_cast<int>(lines.size());
    lines.push_back(std::move(made));
    return lines.back();
  };
  double most = 1;
  for (const LabPoint& point : report.points) {
    const double x = textOf(point.value).toDouble();
    most = std::max(most, x);
    for (std::size_t i = 0; i < point.rows.size(); ++i) {
      if (isBaseline(point, i)) continue;  // the baseline of the figures, not a line
      // Also for a strategy without this figure, so that it has the same colour in all figures.
      LineSeries& line = lineOf(point.rows[i].strategy);
      const LabRow& row = point.rows[i];
      const auto value = hasLabFigures(row) ? factsOf(figure).valueOf(row) : std::nullopt;
      if (value) line.points.push_back({x, *value, spreadOf(row, figure, *value)});
    }
  }
  lines.erase(std::remove_if(lines.begin(), lines.end(),
                             [](const LineSeries& line) { return line.points.empty(); }),
              lines.end());
  if (lines.empty()) return lines;
  if (report.swept == "threads" && isSpeedUp(figure)) {
    LineSeries ideal{
        LabChartsWords::tr("ideal: speed-up equal to the number of threads"), 0, {}, true};
    ideal.points = {{1, 1}, {most, most}};
    lines.insert(lines.begin(), std::move(ideal));
  }
  if (isTime(figure)) {
    for (const LabPublished& published : report.experiment.published) {
      LineSeries band;
      band.name = publishedName(published);
      band.band = ValueBand{published.least, published.most};
      lines.push_back(std::move(band));
    }
  }
  return lines;
}

}  // namespace espy::desktop
