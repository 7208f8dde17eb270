// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/chart.h"

#include <QEvent>
#include <QPainter>
#include <QPolygonF>
#include <cmath>

#include "timing/chart_style.h"

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
    const SeriesStyle style = seriesStyle(entry.series, palette());
    const QRectF sample(at.x(), at.center().y() - em * 0.4, em * 1.2, em * 0.8);
    if (entry.ideal || entry.line) {
      painter.setPen(QPen(entry.ideal ? quietInk() : style.colour, entry.ideal ? 1.5 : 2.5,
                          entry.ideal ? Qt::DashLine : Qt::SolidLine));
      painter.drawLine(QPointF(sample.left(), sample.center().y()),
                       QPointF(sample.right(), sample.center().y()));
      if (!entry.ideal) paintMarker(painter, sample.center(), entry.series, style.colour);
    } else {
      fillSeries(painter, sample, style);
      painter.setPen(QPen(quietInk(), 1));
      painter.drawRect(sample);
    }
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(at.adjusted(em * 1.6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.name);
  });
}

void Chart::paintMarker(QPainter& painter, const QPointF& at, int series,
                        const QColor& colour) const {
  constexpr double kRadius = 4.5;
  painter.save();
  painter.setPen(QPen(palette().color(QPalette::Base), 1.5));
  painter.setBrush(colour);
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
