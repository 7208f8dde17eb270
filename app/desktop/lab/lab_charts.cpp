// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_charts.h"

#include <QCoreApplication>
#include <algorithm>
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

std::optional<double> valueOf(const LabRow& row, LabFigure figure) {
  if (!hasLabFigures(row)) return {};
  switch (figure) {
    case LabFigure::work:
      return row.work.median;
    case LabFigure::whole:
      return row.whole.median;
    case LabFigure::speedUp:
      return row.speedUp;
    case LabFigure::wholeSpeedUp:
      return row.wholeSpeedUp;
    case LabFigure::relativeSpeedUp:
      return row.relativeSpeedUp;
    case LabFigure::efficiency:
      return row.efficiency;
    case LabFigure::operations:
      return row.gigaoperations;
    case LabFigure::gigabytes:
      return row.gigabytes;
    case LabFigure::items:
      return row.items;
    case LabFigure::ofFloor:
      return row.ofFloor;
    default:
      return {};
  }
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
  switch (figure) {
    case LabFigure::work:
      return LabChartsWords::tr("work only, ms");
    case LabFigure::whole:
      return LabChartsWords::tr("whole run, ms");
    case LabFigure::speedUp:
      return LabChartsWords::tr("speed-up S, work only");
    case LabFigure::wholeSpeedUp:
      return LabChartsWords::tr("speed-up S, whole run");
    case LabFigure::relativeSpeedUp:
      return LabChartsWords::tr("relative speed-up RS, work only");
    case LabFigure::efficiency:
      return LabChartsWords::tr("efficiency E, work only");
    case LabFigure::operations:
      return LabChartsWords::tr("G operations/s");
    case LabFigure::gigabytes:
      return LabChartsWords::tr("GB/s");
    case LabFigure::items:
      return LabChartsWords::tr("items/s");
    case LabFigure::ofFloor:
      return LabChartsWords::tr("share of the floor");
    default:
      return {};
  }
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
      if (const auto value = valueOf(point.rows[i], figure)) {
        line.points.push_back({x, *value, spreadOf(point.rows[i], figure, *value)});
      }
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
