// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/line_chart.h"

#include <QPainter>
#include <QPolygonF>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>
#include <limits>

#include "charts/chart_style.h"

namespace espy::desktop {

struct LineChart::Layout {
  Layout(ChartAxis its, ChartAxis other) : x(std::move(its)), y(std::move(other)) {}

  QPointF at(double valueX, double valueY) const {
    return {xOn(x, plot, valueX),
            plot.bottom() - std::clamp(y.part(valueY), 0.0, 1.0) * plot.height()};
  }

  ChartAxis x;
  ChartAxis y;
  double em = 0;  ///< line height
  QRectF plot;
  QRectF legend;
};

LineChart::LineChart(QWidget* parent) : Chart(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LineChart::setSeries(std::vector<LineSeries> series) {
  series_ = std::move(series);
  figuresChanged();
}

void LineChart::setTitles(const QString& x, const QString& y) {
  xTitle_ = x;
  yTitle_ = y;
  figuresChanged();
}

void LineChart::setScales(ChartAxis::Scale x, ChartAxis::Scale y) {
  xScale_ = x;
  yScale_ = y;
  figuresChanged();
}

void LineChart::setCounting(bool counting) {
  counting_ = counting;
  figuresChanged();
}

ChartAxis LineChart::axisOf(ChartAxis::Scale scale, bool horizontal) const {
  double least = std::numeric_limits<double>::max();
  double most = 0;
  for (const LineSeries& series : series_) {
    if (series.band && !horizontal) {
      most = std::max(most, series.band->most);
      if (series.band->least > 0) least = std::min(least, series.band->least);
    }
    for (const LinePoint& point : series.points) {
      const double value = horizontal ? point.x : point.y;
      most = std::max(most, horizontal ? value : value + point.spread);
      if (value > 0) least = std::min(least, value);
    }
    for (const LineGap& gap : series.gaps) {
      if (!horizontal) break;
      most = std::max(most, gap.x);
      if (gap.x > 0) least = std::min(least, gap.x);
    }
  }
  if (scale == ChartAxis::Scale::logarithmic) return ChartAxis::logarithmic(least, most);
  const double em = QFontMetricsF(font()).height();
  const double room = horizontal ? width() / (em * 5) : height() / (em * 3);
  return ChartAxis::linear(most, std::clamp(static_cast<int>(room), 2, 10),
                           horizontal && counting_ ? 1 : 0);
}

std::vector<Chart::LegendEntry> LineChart::legend() const {
  std::vector<LegendEntry> entries;
  for (const LineSeries& series : series_) {
    entries.push_back({series.name, series.series,
                       series.band        ? LegendEntry::Sign::band
                       : series.ideal     ? LegendEntry::Sign::ideal
                       : series.published ? LegendEntry::Sign::published
                                          : LegendEntry::Sign::line});
  }
  const bool gaps = std::any_of(series_.begin(), series_.end(),
                                [](const LineSeries& series) { return !series.gaps.empty(); });
  if (gaps) entries.push_back({tr("not measured"), -1, LegendEntry::Sign::gap});
  return entries;
}

LineChart::Layout LineChart::layOut(const QRectF& area) const {
  Layout layout(xAxis(), yAxis());
  const QFontMetricsF metrics(font());
  const double em = metrics.height();
  layout.em = em;
  double wide = 0;
  for (const ChartAxis::Tick& tick : layout.y.ticks()) {
    wide = std::max(wide, metrics.horizontalAdvance(tick.label));
  }
  // The last label extends beyond the axis by half of its width.
  const double last = metrics.horizontalAdvance(layout.x.ticks().back().label) / 2 + em * 0.4;
  const QRectF inner = area.adjusted(em, em * 0.6, -std::max(em * 1.6, last), -em * 0.6);
  const double legend = legendHeight(this->legend(), inner.width());
  // The y axis' title is above it, unrotated.
  layout.plot = inner.adjusted(wide + em * 0.6, em * 1.7, 0, -em * 2.9 - legend);
  layout.legend = QRectF(inner.left(), inner.bottom() - legend, inner.width(), legend);
  return layout;
}

QPointF LineChart::pointAt(int series, int point) const {
  const LinePoint& asked =
      series_[static_cast<std::size_t>(series)].points[static_cast<std::size_t>(point)];
  return layOut(QRectF(rect())).at(asked.x, asked.y);
}

std::pair<QPointF, QPointF> LineChart::spreadIn(const Layout& layout, const LinePoint& point) {
  return {layout.at(point.x, point.y + point.spread),
          layout.at(point.x, std::max(0.0, point.y - point.spread))};
}

std::pair<QPointF, QPointF> LineChart::spreadAt(int series, int point) const {
  return spreadIn(
      layOut(QRectF(rect())),
      series_[static_cast<std::size_t>(series)].points[static_cast<std::size_t>(point)]);
}

QRectF LineChart::bandIn(const Layout& layout, const ValueBand& band) const {
  return {QPointF(layout.plot.left(), layout.at(layout.x.from(), band.most).y()),
          QPointF(layout.plot.right(), layout.at(layout.x.from(), band.least).y())};
}

QRectF LineChart::bandRect(int series) const {
  const LineSeries& asked = series_[static_cast<std::size_t>(series)];
  return asked.band ? bandIn(layOut(QRectF(rect())), *asked.band) : QRectF();
}

QPointF LineChart::gapIn(const Layout& layout, std::size_t series, double x) const {
  // Gaps of several series at the same place are stacked.
  int below = 0;
  for (std::size_t i = 0; i < series; ++i) {
    below += std::any_of(series_[i].gaps.begin(), series_[i].gaps.end(),
                         [x](const LineGap& gap) { return gap.x == x; });
  }
  return {xOn(layout.x, layout.plot, x), layout.plot.bottom() - layout.em * (0.6 + 0.75 * below)};
}

QPointF LineChart::gapAt(int series, int gap) const {
  const auto at = static_cast<std::size_t>(series);
  return gapIn(layOut(QRectF(rect())), at, series_[at].gaps[static_cast<std::size_t>(gap)].x);
}

QString LineChart::textAt(const QPointF& position) const {
  constexpr double kReach = 8;  // pixels
  const Layout layout = layOut(QRectF(rect()));
  QStringList texts;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const LineSeries& series = series_[i];
    const auto look = [&](const QPointF& at, const auto& what) {
      if ((at - position).manhattanLength() > kReach) return;
      texts += QStringLiteral("%1: %2").arg(series.name, textOf(what));
    };
    for (const LinePoint& point : series.points) look(layout.at(point.x, point.y), point);
    for (const LineGap& gap : series.gaps) look(gapIn(layout, i, gap.x), gap);
  }
  return texts.join(QLatin1Char('\n'));
}

void LineChart::paintFigures(QPainter& painter, const QRectF& area) const {
  const Layout layout = layOut(area);
  paintAxes(painter, layout);
  for (const LineSeries& series : series_) paintSeries(painter, layout, series);
  paintLegend(painter, layout.legend, legend());
}

void LineChart::paintAxes(QPainter& painter, const Layout& layout) const {
  const QRectF& plot = layout.plot;
  paintTicksBelow(painter, plot, layout.x);
  for (const ChartAxis::Tick& tick : layout.y.ticks()) {
    const double y = layout.at(layout.x.from(), tick.value).y();
    painter.setPen(QPen(gridInk(), 1));
    painter.drawLine(QPointF(plot.left() - 4, y),
                     QPointF(tick.label.isEmpty() ? plot.left() : plot.right(), y));
    painter.setPen(quietInk());
    painter.drawText(QRectF(plot.left() - 200, y - layout.em, 192, layout.em * 2),
                     Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  painter.setPen(QPen(quietInk(), 1));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  painter.drawLine(plot.bottomLeft(), plot.topLeft());
  painter.drawText(
      QRectF(plot.left(), plot.bottom() + layout.em * 1.25, plot.width(), layout.em * 1.2),
      Qt::AlignRight | Qt::AlignVCenter, xTitle_);
  painter.drawText(
      QRectF(layout.legend.left(), plot.top() - layout.em * 1.7, plot.width(), layout.em * 1.2),
      Qt::AlignLeft | Qt::AlignVCenter, yTitle_);
}

void LineChart::paintSeries(QPainter& painter, const Layout& layout,
                            const LineSeries& series) const {
  if (series.band) return paintBand(painter, bandIn(layout, *series.band));
  QPolygonF line;
  for (const LinePoint& point : series.points) line << layout.at(point.x, point.y);
  painter.setBrush(Qt::NoBrush);
  if (series.ideal) {
    painter.setPen(QPen(quietInk(), 1.5, Qt::DashLine));
    painter.drawPolyline(line);
    return;
  }
  const QColor colour = seriesStyle(series.series, palette()).colour;
  painter.setPen(series.published ? QPen(colour, 2, Qt::DashLine)
                                  : QPen(colour, 2.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  if (series.joined) painter.drawPolyline(line);
  paintSpreads(painter, layout, series);
  for (const QPointF& at : line) {
    paintMarker(painter, at, series.series, colour, series.published);
  }
  const auto index = static_cast<std::size_t>(&series - series_.data());
  for (const LineGap& gap : series.gaps) paintCross(painter, gapIn(layout, index, gap.x), colour);
}

void LineChart::paintSpreads(QPainter& painter, const Layout& layout,
                             const LineSeries& series) const {
  constexpr double kCap = 4;
  painter.setPen(QPen(palette().color(QPalette::Text), 1.2));
  for (const LinePoint& point : series.points) {
    if (point.spread <= 0) continue;
    const auto [top, bottom] = spreadIn(layout, point);
    painter.drawLine(top, bottom);
    painter.drawLine(top - QPointF(kCap, 0), top + QPointF(kCap, 0));
    painter.drawLine(bottom - QPointF(kCap, 0), bottom + QPointF(kCap, 0));
  }
}

QString LineChart::textOf(const LinePoint& point) const {
  const QString text = tr("%1 at %2").arg(figureText(point.y), figureText(point.x));
  return point.spread > 0 ? text + tr(", plus or minus %1").arg(figureText(point.spread)) : text;
}

QString LineChart::textOf(const LineGap& gap) const {
  return tr("not measured at %1: %2").arg(figureText(gap.x), gap.reason);
}

QString LineChart::description() const {
  if (series_.empty()) return emptyText();
  QStringList sentences;
  for (const LineSeries& series : series_) {
    QStringList points;
    if (series.band) {
      points += QStringLiteral("%1 – %2").arg(figureText(series.band->least),
                                              figureText(series.band->most));
    }
    for (const LinePoint& point : series.points) points += textOf(point);
    for (const LineGap& gap : series.gaps) points += textOf(gap);
    sentences += QStringLiteral("%1: %2").arg(series.name, points.join(QStringLiteral("; ")));
  }
  return tr("%1 over %2. %3.").arg(yTitle_, xTitle_, sentences.join(QStringLiteral(". ")));
}

QSize LineChart::minimumSizeHint() const {
  const int em = fontMetrics().height();
  const QSize least(em * 20, em * 13);
  if (isEmpty()) return least;
  // At this width the legend may have many lines; the plot above it stays eight lines high.
  const QRectF area(QPointF(0, 0), QSizeF(std::max(width(), least.width()), least.height()));
  const double missing = em * 8 - layOut(area).plot.height();
  return {least.width(), least.height() + std::max(0, static_cast<int>(std::ceil(missing)))};
}

void LineChart::resizeEvent(QResizeEvent* event) {
  if (event->size().width() != event->oldSize().width()) updateGeometry();
}

QSize LineChart::sizeHint() const {
  const int em = fontMetrics().height();
  return {em * 46, em * 24};
}

}  // namespace espy::desktop
