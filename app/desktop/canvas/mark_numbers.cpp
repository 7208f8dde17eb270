// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/mark_numbers.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

constexpr double kBadgeRadius = 8;
/// With more verdicts than this, badges would hide each other: one of each kind is drawn per grid
/// cell of the screen.
constexpr std::size_t kMostSaid = 500;

/// Grid cells that already have a badge.
class BadgeGrid {
 public:
  explicit BadgeGrid(const DeviceMap& map)
      : map_(map),
        side_(3 * kBadgeRadius * map.ratio),
        across_(static_cast<int>(map.width / side_) + 1),
        down_(static_cast<int>(map.height / side_) + 1),
        taken_(2 * static_cast<std::size_t>(across_) * static_cast<std::size_t>(down_)) {}

  /// Returns false if the cell has a badge of this kind or the mark is out of view.
  bool take(const Mark& mark) {
    const double x = (map_.left + (mark.window.x() + mark.window.width()) * map_.scale) / side_;
    const double y = (map_.top + mark.window.y() * map_.scale) / side_;
    if (!(x >= 0) || !(y >= 0) || x >= across_ || y >= down_) return false;
    const std::size_t square = static_cast<std::size_t>(y) * static_cast<std::size_t>(across_) +
                               static_cast<std::size_t>(x);
    const std::size_t place = 2 * square + (mark.said > 0 ? 1 : 0);
    if (taken_[place]) return false;
    taken_[place] = true;
    return true;
  }

 private:
  const DeviceMap& map_;
  double side_;
  int across_;
  int down_;
  std::vector<bool> taken_;
};

void paintBadge(QPainter& painter, QPointF middle, bool yes) {
  // White, dark, white: visible on any picture. The shape alone conveys the verdict.
  painter.setPen(QPen(Qt::white, 1.5));
  painter.setBrush(yes ? QColor(0, 110, 60) : QColor(170, 30, 20));
  painter.drawEllipse(middle, kBadgeRadius, kBadgeRadius);
  painter.setPen(QPen(Qt::white, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const double a = kBadgeRadius * 0.45;
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

}  // namespace

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
    const PosedOutline* outline = marks.turned(mark);
    if (outline != nullptr && !outline->upright && wider == 0) {
      // Outside the needle's own upper-left corner, wherever the pose has moved it.
      const auto onWidget = [&](QPointF at) {
        return QPointF(map.left + at.x() * map.scale, map.top + at.y() * map.scale) / map.ratio;
      };
      const QPointF corner = onWidget(outline->corners[0]);
      const QPointF off = corner - onWidget((outline->corners[0] + outline->corners[2]) / 2);
      label.moveCenter(corner + QPointF(std::copysign(label.width() / 2, off.x()),
                                        std::copysign(label.height() / 2, off.y())));
    }
    // Keep the number inside the widget.
    label.moveTop(std::max(std::min(label.top(), widget.bottom() - label.height()), 0.0));
    label.moveLeft(std::max(std::min(label.left(), widget.right() - label.width()), 0.0));
    const QColor colour = marks.colour(mark);
    painter.fillRect(label, colour);
    painter.setPen(inkOn(colour));
    painter.drawText(QPointF(label.left() + 3, label.bottom() - 4), text);
  }
}

void paintVerdicts(QPainter& painter, const Marks& marks, const DeviceMap& map) {
  const QRectF widget(0, 0, map.width / map.ratio, map.height / map.ratio);
  BadgeGrid squares(map);
  const bool few = marks.said().size() <= kMostSaid;
  for (const std::uint32_t index : marks.said()) {
    const Mark& mark = marks.all()[index];
    if (!few && !squares.take(mark)) continue;
    const QRectF window = map.toWidget(mark.window);
    if (!window.adjusted(-kBadgeRadius, -kBadgeRadius, kBadgeRadius, kBadgeRadius)
             .intersects(widget)) {
      continue;
    }
    paintBadge(painter, window.topRight() + QPointF(kBadgeRadius / 2, -kBadgeRadius / 2),
               mark.said > 0);
  }
}

}  // namespace espy::desktop
