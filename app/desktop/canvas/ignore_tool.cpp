// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/ignore_tool.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "canvas/canvas.h"
#include "canvas/selection_painter.h"

namespace espy::desktop {
namespace {

constexpr double kLeastRadius = 0.5;
constexpr double kMostRadius = 256;

/// Paints the pixels whose centres are within `radius` of the segment from `from` to `to`.
void paintStroke(const MutableImageView& mask, QPointF from, QPointF to, double radius,
                 std::uint8_t value) {
  const QPointF way = to - from;
  const double length = QPointF::dotProduct(way, way);
  const auto row = [&](double y) {
    return static_cast<int>(std::clamp(y, 0.0, static_cast<double>(mask.height())));
  };
  const auto column = [&](double x) {
    return static_cast<int>(std::clamp(x, 0.0, static_cast<double>(mask.width())));
  };
  const int y1 = row(std::max(from.y(), to.y()) + radius + 1);
  const int x0 = column(std::min(from.x(), to.x()) - radius);
  const int x1 = column(std::max(from.x(), to.x()) + radius + 1);
  for (int y = row(std::min(from.y(), to.y()) - radius); y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const QPointF middle(x + 0.5, y + 0.5);
      const double along =
          length > 0 ? std::clamp(QPointF::dotProduct(middle - from, way) / length, 0.0, 1.0) : 0;
      const QPointF off = middle - from - way * along;
      if (QPointF::dotProduct(off, off) <= radius * radius) *mask.pixel(x, y) = value;
    }
  }
}

}  // namespace

bool IgnoreTool::press(QMouseEvent& event) {
  const bool paints = event.button() == Qt::LeftButton || event.button() == Qt::RightButton;
  const auto selection = canvas().selection();
  if (!paints || button_ != Qt::NoButton || !canvas().scene() || !selection) return false;
  const bool back =
      event.button() == Qt::RightButton || event.modifiers().testFlag(Qt::AltModifier);
  value_ = back ? 255 : 0;
  button_ = event.button();
  before_ = canvas().selectionMask();
  const Size size{selection->width(), selection->height()};
  if (before_) {
    work_ = std::make_shared<Image>(Image::copyOf(*before_));
  } else {
    work_ = std::make_shared<Image>(size, PixelFormat{1, Depth::u8});
    const MutableImageView pixels = work_->pixels();
    for (std::int64_t y = 0; y < size.height; ++y) {
      std::memset(pixels.row(y), 255, static_cast<std::size_t>(size.width));
    }
  }
  canvas().setSelectionMask(work_);
  last_ = canvas().viewport().toPicture(event.position());
  stroke(last_, last_);
  return true;
}

bool IgnoreTool::move(QMouseEvent& event) {
  pointer_ = event.position();
  canvas().update();
  if (button_ == Qt::NoButton) return false;
  const QPointF now = canvas().viewport().toPicture(event.position());
  stroke(last_, now);
  last_ = now;
  return true;
}

void IgnoreTool::stroke(QPointF from, QPointF to) {
  const auto selection = canvas().selection();
  // The selection may have changed during the stroke.
  if (!selection || canvas().selectionMask() != work_) return;
  const QPointF corner = selection->topLeft();
  paintStroke(work_->pixels(), from - corner, to - corner, radius_, value_);
  canvas().update();
}

bool IgnoreTool::release(QMouseEvent& event) {
  if (button_ == Qt::NoButton || event.button() != button_) return false;
  button_ = Qt::NoButton;
  before_.reset();
  const std::shared_ptr<const Image> made = std::exchange(work_, nullptr);
  if (canvas().selectionMask() == made) emit canvas().ignoreMade(made);
  return true;
}

bool IgnoreTool::key(QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_BracketLeft:
      radius_ = std::max(kLeastRadius, std::min(radius_ - 1, std::floor(radius_ * 0.8)));
      break;
    case Qt::Key_BracketRight:
      radius_ = std::min(kMostRadius, std::max(std::floor(radius_) + 1, std::ceil(radius_ * 1.25)));
      break;
    case Qt::Key_Escape:
      if (button_ == Qt::NoButton) return false;
      button_ = Qt::NoButton;
      if (canvas().selectionMask() == work_) canvas().setSelectionMask(before_);
      work_.reset();
      break;
    default:
      return false;
  }
  canvas().update();
  return true;
}

void IgnoreTool::paint(QPainter& painter) {
  const double radius = radius_ * canvas().viewport().zoom();
  if (!canvas().selection() || radius > 4096) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(Qt::white, 3));
  painter.drawEllipse(pointer_, radius, radius);
  painter.setPen(QPen(Qt::black, 1));
  painter.drawEllipse(pointer_, radius, radius);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace espy::desktop
