// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/rolling_chart.h"

#include <QPainter>
#include <algorithm>
#include <numeric>

#include "charts/chart_style.h"

namespace espy::desktop {
namespace {

constexpr double kBar = 3;            ///< width of a bar, in pixels
constexpr double kMargin = 8;         ///< in pixels
constexpr int kAxisSteps = 3;         ///< of the axis
constexpr double kLeastAxis = 1;      ///< end of the axis, at least
constexpr double kShownWhole = 0.95;  ///< share of the bars that the axis covers
constexpr int kDescribeEvery = 1000;  ///< milliseconds

double sumOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

RollingChart::RollingChart(QWidget* parent) : Chart(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RollingChart::setSeries(std::vector<Series> series, const QString& unit) {
  series_ = std::move(series);
  unit_ = unit;
  clear();
}

void RollingChart::add(std::vector<double> values) {
  bars_.push_back(std::move(values));
  if (bars_.size() > kMost) bars_.pop_front();
  update();
  // The text for screen readers is not needed for every bar.
  if (described_.isValid() && described_.elapsed() < kDescribeEvery) return;
  described_.start();
  setAccessibleDescription(description());
}

void RollingChart::clear() {
  bars_.clear();
  described_.invalidate();
  figuresChanged();
}

QString RollingChart::description() const {
  if (bars_.empty()) return emptyText();
  QStringList parts;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    std::vector<double> values;
    for (const std::vector<double>& bar : bars_) values.push_back(bar[i]);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    parts += tr("%1: %2").arg(series_[i].name, figureText(*middle));
  }
  return tr("Median of %1, in %2. %3")
      .arg(QString::number(bars_.size()), unit_, parts.join(QStringLiteral(", ")));
}

QSize RollingChart::minimumSizeHint() const {
  return {12 * fontMetrics().height(), 6 * fontMetrics().height()};
}

QSize RollingChart::sizeHint() const {
  return {30 * fontMetrics().height(), 7 * fontMetrics().height()};
}

std::vector<Chart::LegendEntry> RollingChart::legend() const {
  std::vector<LegendEntry> entries;
  for (const Series& each : series_) {
    entries.push_back({each.name, each.series, LegendEntry::Sign::box});
  }
  return entries;
}

double RollingChart::mostOf(std::size_t shown) const {
  std::vector<double> sums;
  for (std::size_t i = bars_.size() - shown; i < bars_.size(); ++i) sums.push_back(sumOf(bars_[i]));
  const auto high = sums.begin() +
                    static_cast<std::ptrdiff_t>(kShownWhole * static_cast<double>(sums.size() - 1));
  std::nth_element(sums.begin(), high, sums.end());
  return std::max(kLeastAxis, *high);
}

void RollingChart::paintFigures(QPainter& painter, const QRectF& area) const {
  const QFontMetricsF metrics(font());
  const QRectF inside = area.adjusted(kMargin, kMargin / 2, -kMargin, -kMargin);
  const double legendHigh = legendHeight(legend(), inside.width());
  const double axisWide = metrics.horizontalAdvance(QStringLiteral("0000 ") + unit_);
  const QRectF plot = inside.adjusted(axisWide, legendHigh + kMargin / 2, 0, 0);
  const auto shown =
      std::min(bars_.size(), static_cast<std::size_t>(std::max(1.0, plot.width() / kBar)));
  const ChartAxis axis = ChartAxis::linear(mostOf(shown), kAxisSteps);
  paintTicks(painter, plot, axis);
  painter.setRenderHint(QPainter::Antialiasing, false);
  double x = plot.right() - kBar;
  for (std::size_t i = 0; i < shown; ++i, x -= kBar) {
    double bottom = 0;
    const std::vector<double>& bar = bars_[bars_.size() - 1 - i];
    for (std::size_t s = 0; s < bar.size(); ++s) {
      const double from = plot.bottom() - std::min(1.0, axis.part(bottom)) * plot.height();
      bottom += bar[s];
      const double to = plot.bottom() - std::min(1.0, axis.part(bottom)) * plot.height();
      painter.fillRect(QRectF(x, to, kBar - 1, from - to),
                       seriesStyle(series_[s].series, palette()).colour);
    }
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  paintLegend(painter, QRectF(inside.topLeft(), QSizeF(inside.width(), legendHigh)), legend());
}

void RollingChart::paintTicks(QPainter& painter, const QRectF& plot, const ChartAxis& axis) const {
  const QFontMetricsF metrics(font());
  for (const ChartAxis::Tick& tick : axis.ticks()) {
    if (tick.label.isEmpty()) continue;
    const double y = plot.bottom() - axis.part(tick.value) * plot.height();
    painter.setPen(QPen(gridInk(), 1));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(quietInk());
    const bool last = &tick == &axis.ticks().back();
    const QString words = last ? tr("%1 %2").arg(tick.label, unit_) : tick.label;
    painter.drawText(QPointF(plot.left() - kMargin / 2 - metrics.horizontalAdvance(words),
                             y + metrics.ascent() / 2 - 1),
                     words);
  }
}

}  // namespace espy::desktop
