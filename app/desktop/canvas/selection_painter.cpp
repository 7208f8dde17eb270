// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/selection_painter.h"

#include <QFontMetricsF>
#include <QPen>
#include <algorithm>

namespace espy::desktop {
namespace {

constexpr double kAcross = 7;  // horizontal padding of a label
constexpr double kAlong = 3;

}  // namespace

void paintTwoToned(QPainter& painter, const QPolygonF& line, bool closed, const TwoToned& look) {
  painter.setBrush(Qt::NoBrush);
  const auto draw = [&](const QPen& pen) {
    painter.setPen(pen);
    if (closed) {
      painter.drawPolygon(line);
    } else {
      painter.drawPolyline(line);
    }
  };
  QPen light(Qt::white, look.width);
  light.setJoinStyle(Qt::MiterJoin);
  draw(light);
  QPen dark(look.dark, look.width);
  dark.setJoinStyle(Qt::MiterJoin);
  dark.setCapStyle(Qt::FlatCap);
  dark.setDashPattern({look.dash, look.dash});
  dark.setDashOffset(look.phase);
  draw(dark);
}

void paintFrame(QPainter& painter, const DeviceMap& map, const QRect& rectangle,
                const TwoToned& look) {
  const double half = look.width / 2;
  const QRectF near(-64, -64, map.width / map.ratio + 128, map.height / map.ratio + 128);
  const QRectF frame = map.toWidget(rectangle).adjusted(-half, -half, half, half).intersected(near);
  if (!frame.isEmpty()) paintTwoToned(painter, frame, true, look);
}

void paintHatch(QPainter& painter, const DeviceMap& map, const QRect& rectangle,
                const ImageView& mask, const QColor& colour) {
  const auto clampedX = [&](double x) { return std::clamp(map.edgeX(x), 0, map.width); };
  const auto clampedY = [&](double y) { return std::clamp(map.edgeY(y), 0, map.height); };
  const int x0 = clampedX(rectangle.x());
  const int y0 = clampedY(rectangle.y());
  const int x1 = clampedX(static_cast<double>(rectangle.x()) + rectangle.width());
  const int y1 = clampedY(static_cast<double>(rectangle.y()) + rectangle.height());
  if (x0 >= x1 || y0 >= y1) return;
  QImage hatch(x1 - x0, y1 - y0, QImage::Format_ARGB32_Premultiplied);
  if (hatch.isNull()) return;
  const QRgb dark = qPremultiply(colour.rgba());
  const QRgb light = qPremultiply(qRgba(colour.red(), colour.green(), colour.blue(), 70));
  const int period = std::max(2, static_cast<int>(8 * map.ratio));
  const int line = std::max(1, static_cast<int>(2 * map.ratio));
  for (int y = y0; y < y1; ++y) {
    auto* to = reinterpret_cast<QRgb*>(hatch.scanLine(y - y0));
    const auto row =
        std::clamp<std::int64_t>(map.pictureY(y) - rectangle.y(), 0, mask.height() - 1);
    for (int x = x0; x < x1; ++x, ++to) {
      const auto column =
          std::clamp<std::int64_t>(map.pictureX(x) - rectangle.x(), 0, mask.width() - 1);
      *to = *mask.pixel(column, row) != 0 ? 0 : (x + y) % period < line ? dark : light;
    }
  }
  hatch.setDevicePixelRatio(map.ratio);
  painter.drawImage(QPointF(x0 / map.ratio, y0 / map.ratio), hatch);
}

QSizeF labelSize(const QPainter& painter, const QString& words) {
  const QFontMetricsF metrics(painter.font());
  return {metrics.horizontalAdvance(words) + 2 * kAcross, metrics.height() + 2 * kAlong};
}

void paintLabel(QPainter& painter, QPointF corner, const QString& words, const QRectF& bounds,
                const QPalette& palette) {
  QRectF box(corner, labelSize(painter, words));
  box.moveRight(std::min(box.right(), bounds.right()));
  box.moveBottom(std::min(box.bottom(), bounds.bottom()));
  box.moveLeft(std::max(box.left(), bounds.left()));
  box.moveTop(std::max(box.top(), bounds.top()));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette.color(QPalette::ToolTipBase));
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(palette.color(QPalette::ToolTipText));
  painter.drawText(box, Qt::AlignCenter, words);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintGhosts(QPainter& painter, const DeviceMap& map, const std::vector<QPolygonF>& ghosts) {
  if (ghosts.empty()) return;
  const QRectF screen(0, 0, map.width / map.ratio, map.height / map.ratio);
  const double scale = map.scale / map.ratio;
  const QTransform toWidget(scale, 0, 0, scale, map.left / map.ratio, map.top / map.ratio);
  QPen dark(QColor(0, 0, 0, 90), 1);
  QPen light(QColor(255, 255, 255, 170), 1, Qt::CustomDashLine);
  light.setDashPattern({3, 3});
  painter.save();
  painter.setBrush(Qt::NoBrush);
  painter.setRenderHint(QPainter::Antialiasing);
  for (const QPolygonF& ghost : ghosts) {
    const QPolygonF shown = toWidget.map(ghost);
    if (!shown.boundingRect().intersects(screen)) continue;
    for (const QPen& pen : {dark, light}) {
      painter.setPen(pen);
      painter.drawPolygon(shown);
    }
  }
  painter.restore();
}

}  // namespace espy::desktop
