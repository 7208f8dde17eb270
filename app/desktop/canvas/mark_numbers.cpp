// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/mark_numbers.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

namespace espy::desktop {

QColor readableOn(const QColor& colour) {
  // Relative luminance, as contrasts are reckoned.
  const auto linear = [](double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  const double luminance = 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
                           0.0722 * linear(colour.blueF());
  return luminance > 0.179 ? Qt::black : Qt::white;
}

void paintNumbers(QPainter& painter, const Marks& marks, const std::vector<std::uint32_t>& which,
                  const DeviceMap& map, double least) {
  const QFontMetricsF metrics(painter.font());
  const double digit = metrics.horizontalAdvance(QLatin1Char('0'));
  const double height = metrics.capHeight() + 8;
  const QRectF widget(0, 0, map.width / map.ratio, map.height / map.ratio);
  for (const std::uint32_t index : which) {
    const Mark& mark = marks.all()[index];
    QRectF window = map.toWidget(mark.window);
    const double wider = std::max(0.0, least - std::max(window.width(), window.height())) / 2;
    window.adjust(-wider, -wider, wider, wider);
    if (!window.intersects(widget)) continue;
    const QString text = QString::number(mark.number);
    QRectF label(0, 0, digit * static_cast<double>(text.size()) + 6, height);
    label.moveBottomLeft(window.topLeft());
    const TurnedOutline* outline = marks.turned(mark);
    if (outline != nullptr && !outline->upright && wider == 0) {
      // Beyond the needle's own upper-left corner, wherever that has come to.
      const auto onWidget = [&](QPointF at) {
        return QPointF(map.left + at.x() * map.scale, map.top + at.y() * map.scale) / map.ratio;
      };
      const QPointF corner = onWidget(outline->corners[0]);
      const QPointF off = corner - onWidget((outline->corners[0] + outline->corners[2]) / 2);
      label.moveCenter(corner + QPointF(std::copysign(label.width() / 2, off.x()),
                                        std::copysign(label.height() / 2, off.y())));
    }
    // Where it lies out of sight, the number comes in.
    label.moveTop(std::max(std::min(label.top(), widget.bottom() - label.height()), 0.0));
    label.moveLeft(std::max(std::min(label.left(), widget.right() - label.width()), 0.0));
    const QColor colour = marks.colour(mark);
    painter.fillRect(label, colour);
    painter.setPen(readableOn(colour));
    painter.drawText(QPointF(label.left() + 3, label.bottom() - 4), text);
  }
}

void paintSaid(QPainter& painter, const Marks& marks, const DeviceMap& map) {
  constexpr double kRadius = 8;
  const QRectF widget(0, 0, map.width / map.ratio, map.height / map.ratio);
  for (const std::uint32_t index : marks.said()) {
    const Mark& mark = marks.all()[index];
    const QRectF window = map.toWidget(mark.window);
    if (!window.adjusted(-kRadius, -kRadius, kRadius, kRadius).intersects(widget)) continue;
    const bool yes = mark.said > 0;
    const QPointF middle = window.topRight() + QPointF(kRadius / 2, -kRadius / 2);
    // Light around dark around light: it shows on any picture. Its shape says it without colours.
    painter.setPen(QPen(Qt::white, 1.5));
    painter.setBrush(yes ? QColor(0, 110, 60) : QColor(170, 30, 20));
    painter.drawEllipse(middle, kRadius, kRadius);
    painter.setPen(QPen(Qt::white, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const double a = kRadius * 0.45;
    if (yes) {
      const std::array<QPointF, 3> tick{middle + QPointF(-a, 0), middle + QPointF(-a / 4, a * 0.8),
                                        middle + QPointF(a, -a * 0.8)};
      painter.setBrush(Qt::NoBrush);
      painter.drawPolyline(tick.data(), static_cast<int>(tick.size()));
    } else {
      painter.drawLine(middle + QPointF(-a, -a), middle + QPointF(a, a));
      painter.drawLine(middle + QPointF(-a, a), middle + QPointF(a, -a));
    }
  }
}

}  // namespace espy::desktop
