// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPolygonF>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "charts/chart_style.h"

namespace espy::desktop {

Chart::Chart(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::TabFocus);
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
}

QImage Chart::picture(double ratio) const {
  const QSize size = this->size().expandedTo(minimumSizeHint());
  QImage image(QSize(static_cast<int>(std::ceil(size.width() * ratio)),
                     static_cast<int>(std::ceil(size.height() * ratio))),
               QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(palette().color(QPalette::Base));
  QPainter painter(&image);
  painter.setFont(font());
  paintInto(painter, QRectF(QPointF(0, 0), QSizeF(size)));
  return image;
}

void Chart::paintInto(QPainter& painter, const QRectF& area) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (isEmpty()) {
    painter.setPen(quietInk());
    painter.drawText(area.adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                     emptyText_);
  } else {
    paintFigures(painter, area);
  }
  painter.restore();
}

void Chart::setEmptyText(const QString& text) {
  emptyText_ = text;
  update();
}

void Chart::figuresChanged() {
  setAccessibleDescription(description());
  updateGeometry();
  update();
}

QColor Chart::quietInk() const {
  return mixed(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.25);
}

QColor Chart::gridInk() const {
  return mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.16);
}

double Chart::xOn(const ChartAxis& axis, const QRectF& plot, double value) {
  return plot.left() + std::clamp(axis.part(value), 0.0, 1.0) * plot.width();
}

void Chart::paintTicksBelow(QPainter& painter, const QRectF& plot, const ChartAxis& axis) const {
  const QFontMetricsF metrics(font());
  double free = -std::numeric_limits<double>::max();  // minimum x of the next label
  for (const ChartAxis::Tick& tick : axis.ticks()) {
    const double x = xOn(axis, plot, tick.value);
    painter.setPen(QPen(gridInk(), 1));
    painter.drawLine(QPointF(x, tick.label.isEmpty() ? plot.bottom() : plot.top()),
                     QPointF(x, plot.bottom() + 4));
    const double half = metrics.horizontalAdvance(tick.label) / 2;
    if (tick.label.isEmpty() || x - half < free) continue;
    free = x + half + metrics.height() * 0.5;
    painter.setPen(quietInk());
    painter.drawText(QPointF(x - half, plot.bottom() + 5 + metrics.ascent()), tick.label);
  }
}

template <class Place>
double Chart::layOutLegend(const std::vector<LegendEntry>& entries, double width,
                           const Place& place) const {
  const QFontMetricsF metrics(font());
  const double line = metrics.height() * 1.35;
  const double box = metrics.height() * 1.6;
  double x = 0;
  double y = 0;
  for (const LegendEntry& entry : entries) {
    const double wide = box + metrics.horizontalAdvance(entry.name) + metrics.height() * 1.2;
    if (x > 0 && x + wide > width) {
      x = 0;
      y += line;
    }
    place(entry, QRectF(x, y, wide, line));
    x += wide;
  }
  return entries.empty() ? 0 : y + line;
}

double Chart::legendHeight(const std::vector<LegendEntry>& entries, double width) const {
  return layOutLegend(entries, width, [](const LegendEntry&, const QRectF&) {});
}

void Chart::paintLegend(QPainter& painter, const QRectF& area,
                        const std::vector<LegendEntry>& entries) const {
  const double em = QFontMetricsF(font()).height();
  layOutLegend(entries, area.width(), [&](const LegendEntry& entry, const QRectF& place) {
    const QRectF at = place.translated(area.topLeft());
    paintSign(painter, QRectF(at.x(), at.center().y() - em * 0.4, em * 1.2, em * 0.8), entry);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(at.adjusted(em * 1.6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.name);
  });
}

void Chart::paintSign(QPainter& painter, const QRectF& place, const LegendEntry& entry) const {
  using Sign = LegendEntry::Sign;
  const SeriesStyle style = seriesStyle(entry.series, palette());
  const QPointF left(place.left(), place.center().y());
  const QPointF right(place.right(), place.center().y());
  painter.setBrush(Qt::NoBrush);
  switch (entry.sign) {
    case Sign::box:
      fillSeries(painter, place, style);
      painter.setPen(QPen(quietInk(), 1));
      painter.drawRect(place);
      break;
    case Sign::line:
      painter.setPen(QPen(style.colour, 2.5));
      painter.drawLine(left, right);
      paintMarker(painter, place.center(), entry.series, style.colour);
      break;
    case Sign::published:
      painter.setPen(QPen(style.colour, 2, Qt::DashLine));
      painter.drawLine(left, right);
      paintMarker(painter, place.center(), entry.series, style.colour, true);
      break;
    case Sign::hollow:
      paintHollow(painter, place);
      break;
    case Sign::gap:
      paintCross(painter, place.center(), palette().color(QPalette::Text));
      break;
    case Sign::ideal:
      painter.setPen(QPen(quietInk(), 1.5, Qt::DashLine));
      painter.drawLine(left, right);
      break;
    case Sign::apart:
      paintDiamond(painter, place.center());
      break;
    case Sign::whisker:
      paintWhisker(painter, left.x(), place.center().x(), right.x(), left.y(),
                   place.height() * 0.4);
      break;
    case Sign::band:
      paintBand(painter, place);
      break;
  }
}

void Chart::paintBand(QPainter& painter, const QRectF& place) const {
  constexpr double kLeastSide = 4;  // minimum side, so that tiny ranges are visible
  const double wide = std::max(0.0, kLeastSide - place.width()) / 2;
  const double high = std::max(0.0, kLeastSide - place.height()) / 2;
  const QRectF area = place.adjusted(-wide, -high, wide, high);
  painter.setPen(QPen(quietInk(), 1));
  // Clipped by hand: QSvgGenerator ignores clipping.
  for (double x = area.left() - area.height() + 3; x < area.right(); x += 6) {
    const double from = std::max(x, area.left());
    const double to = std::min(x + area.height(), area.right());
    painter.drawLine(QPointF(from, area.bottom() - (from - x)),
                     QPointF(to, area.bottom() - (to - x)));
  }
  painter.setPen(QPen(palette().color(QPalette::Text), 1.2, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
}

void Chart::paintDiamond(QPainter& painter, const QPointF& at) const {
  const double radius = QFontMetricsF(font()).height() * 0.32;
  painter.setPen(QPen(palette().color(QPalette::Text), 1.4));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawPolygon(QPolygonF({{at.x(), at.y() - radius},
                                 {at.x() + radius, at.y()},
                                 {at.x(), at.y() + radius},
                                 {at.x() - radius, at.y()}}));
}

void Chart::paintWhisker(QPainter& painter, double left, double middle, double right, double y,
                         double cap) const {
  for (const bool halo : {true, false}) {
    painter.setPen(QPen(palette().color(halo ? QPalette::Base : QPalette::Text), halo ? 4 : 1.6));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    painter.drawLine(QPointF(left, y - cap), QPointF(left, y + cap));
    painter.drawLine(QPointF(right, y - cap), QPointF(right, y + cap));
    painter.drawLine(QPointF(middle, y - cap * 0.6), QPointF(middle, y + cap * 0.6));
  }
}

void Chart::paintHollow(QPainter& painter, const QRectF& place) const {
  painter.setPen(QPen(palette().color(QPalette::Text), 1.2, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(place);
}

void Chart::paintCross(QPainter& painter, const QPointF& at, const QColor& colour) const {
  constexpr double kRadius = 4;
  painter.setPen(QPen(colour, 2));
  painter.drawLine(at - QPointF(kRadius, kRadius), at + QPointF(kRadius, kRadius));
  painter.drawLine(at - QPointF(kRadius, -kRadius), at + QPointF(kRadius, -kRadius));
}

void Chart::paintMarker(QPainter& painter, const QPointF& at, int series, const QColor& colour,
                        bool hollow) const {
  constexpr double kRadius = 4.5;
  painter.save();
  painter.setPen(hollow ? QPen(colour, 2) : QPen(palette().color(QPalette::Base), 1.5));
  painter.setBrush(hollow ? palette().color(QPalette::Base) : colour);
  const QRectF box(at.x() - kRadius, at.y() - kRadius, 2 * kRadius, 2 * kRadius);
  switch (series % 4) {
    case 1:
      painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
      break;
    case 2:
      painter.drawPolygon(QPolygonF({{at.x(), box.top() - 1},
                                     {box.right() + 1, at.y()},
                                     {at.x(), box.bottom() + 1},
                                     {box.left() - 1, at.y()}}));
      break;
    case 3:
      painter.drawPolygon(
          QPolygonF({{at.x(), box.top() - 1}, box.bottomRight(), box.bottomLeft()}));
      break;
    default:
      painter.drawEllipse(box);
  }
  painter.restore();
}

bool Chart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
  return true;
}

void Chart::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paintInto(painter, QRectF(rect()));
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void Chart::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
    figuresChanged();
  }
  QWidget::changeEvent(event);
}

}  // namespace espy::desktop
