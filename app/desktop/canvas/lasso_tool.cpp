// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/lasso_tool.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/selection_painter.h"

namespace espy::desktop {

namespace {

double distance(QPointF a, QPointF b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y());
}

}  // namespace

QPoint LassoTool::corner(QPointF place) const {
  const QPointF picture = canvas().viewport().toPicture(place);
  const QRect frame = canvas().frame();
  return {std::clamp(static_cast<int>(std::lround(picture.x())), 0, frame.width()),
          std::clamp(static_cast<int>(std::lround(picture.y())), 0, frame.height())};
}

QPointF LassoTool::onScreen(QPoint corner) const {
  return canvas().viewport().toWidget(QPointF(corner));
}

void LassoTool::add(QPointF place) {
  const QPoint point = corner(place);
  last_ = place;
  if (!points_.isEmpty() && points_.last() == point) return;
  points_ << point;
  far_ = far_ || distance(onScreen(points_.first()), place) > 2 * kNear;
}

bool LassoTool::atStart(QPointF place) const {
  return points_.size() >= 3 && far_ && distance(onScreen(points_.first()), place) <= kNear;
}

bool LassoTool::press(QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !canvas().scene()) return false;
  pointer_ = event.position();
  if (event.type() == QEvent::MouseButtonDblClick || atStart(event.position())) {
    close();
    return true;
  }
  add(event.position());
  drawing_ = true;
  canvas().update();
  return true;
}

bool LassoTool::move(QMouseEvent& event) {
  pointer_ = event.position();
  if (!points_.isEmpty()) canvas().update();
  if (!drawing_) return false;
  if (distance(event.position(), last_) >= kDragDistance) add(event.position());
  return true;
}

bool LassoTool::release(QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return false;
  const bool drawn = std::exchange(drawing_, false);
  if (drawn && atStart(event.position())) close();
  return drawn;
}

bool LassoTool::key(QKeyEvent& event) {
  if (points_.isEmpty()) return false;
  switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      close();
      return true;
    case Qt::Key_Escape:
      drop();
      return true;
    case Qt::Key_Backspace:
      points_.removeLast();
      canvas().update();
      return true;
    default:
      return false;
  }
}

void LassoTool::close() {
  const QPolygon made = points_;
  drop();
  if (made.size() < 3) return;
  QPoint least = made.first();
  QPoint most = made.first();
  for (const QPoint& point : made) {
    least = {std::min(least.x(), point.x()), std::min(least.y(), point.y())};
    most = {std::max(most.x(), point.x()), std::max(most.y(), point.y())};
  }
  if (least.x() < most.x() && least.y() < most.y()) emit canvas().lassoMade(made);
}

void LassoTool::drop() {
  points_.clear();
  drawing_ = false;
  far_ = false;
  canvas().update();
}

void LassoTool::paint(QPainter& painter) {
  if (points_.isEmpty()) return;
  // QPainter fails far outside the widget, where parts of a long line may be.
  const QRectF near = QRectF(canvas().rect()).adjusted(-4096, -4096, 4096, 4096);
  QPolygonF line;
  line.reserve(points_.size() + 1);
  for (const QPoint& point : std::as_const(points_)) {
    const QPointF place = onScreen(point);
    line << QPointF(std::clamp(place.x(), near.left(), near.right()),
                    std::clamp(place.y(), near.top(), near.bottom()));
  }
  const QPointF start = line.first();
  line << pointer_;
  painter.setRenderHint(QPainter::Antialiasing);
  paintTwoToned(painter, line, false);
  painter.setPen(canvas().palette().color(QPalette::HighlightedText));
  painter.setBrush(canvas().palette().color(QPalette::Highlight));
  const double radius = atStart(pointer_) ? kNear : kNear / 2;
  painter.drawEllipse(start, radius, radius);
  painter.setBrush(Qt::NoBrush);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// Scan-line fill. Not by QPainter, which limits coordinates and rounds to 1/64 pixel.
LassoMask lassoMaskOf(const QPolygon& corners) {
  if (corners.size() < 3) return {};
  const auto [left, right] = std::minmax_element(corners.begin(), corners.end(),
                                                 [](QPoint a, QPoint b) { return a.x() < b.x(); });
  const auto [top, bottom] = std::minmax_element(corners.begin(), corners.end(),
                                                 [](QPoint a, QPoint b) { return a.y() < b.y(); });
  const QRect frame(left->x(), top->y(), right->x() - left->x(), bottom->y() - top->y());
  if (frame.isEmpty()) return {};

  auto mask =
      std::make_shared<Image>(Size{frame.width(), frame.height()}, PixelFormat{1, Depth::u8});
  const MutableImageView pixels = mask->pixels();
  std::vector<double> crossings;
  for (int y = 0; y < frame.height(); ++y) {
    // Crossings of the sides with this row's centre line; even-odd rule.
    crossings.clear();
    const double middle = frame.y() + y + 0.5;
    for (qsizetype i = 0; i < corners.size(); ++i) {
      const QPoint a = corners[i];
      const QPoint b = corners[(i + 1) % corners.size()];
      if ((a.y() < middle) == (b.y() < middle)) continue;
      crossings.push_back(a.x() + (middle - a.y()) * (b.x() - a.x()) / (b.y() - a.y()));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      // The pixels with centres between two crossings.
      const int from = static_cast<int>(std::ceil(crossings[i] - 0.5)) - frame.x();
      const int to = static_cast<int>(std::ceil(crossings[i + 1] - 0.5)) - frame.x();
      if (from < to) std::memset(pixels.pixel(from, y), 255, static_cast<std::size_t>(to - from));
    }
  }
  return {frame, mask};
}

}  // namespace espy::desktop
