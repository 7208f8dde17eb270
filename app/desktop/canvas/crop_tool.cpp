// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/crop_tool.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "canvas/canvas.h"
#include "canvas/selection_painter.h"

namespace espy::desktop {
namespace {

/// The rectangle spanned by two pixels, inclusive, clamped to the frame.
QRect spanned(QPoint from, QPoint to, bool square, const QRect& frame) {
  const auto inside = [&](QPoint pixel) {
    return QPoint(std::clamp(pixel.x(), frame.left(), frame.right()),
                  std::clamp(pixel.y(), frame.top(), frame.bottom()));
  };
  from = inside(from);
  to = inside(to);
  const bool left = to.x() < from.x();
  const bool up = to.y() < from.y();
  int width = std::abs(to.x() - from.x()) + 1;
  int height = std::abs(to.y() - from.y()) + 1;
  if (square) {
    const int roomAcross = left ? from.x() - frame.left() + 1 : frame.right() - from.x() + 1;
    const int roomDown = up ? from.y() - frame.top() + 1 : frame.bottom() - from.y() + 1;
    width = height = std::min({std::max(width, height), roomAcross, roomDown});
  }
  return {left ? from.x() - width + 1 : from.x(), up ? from.y() - height + 1 : from.y(), width,
          height};
}

QRect movedInside(QRect rectangle, QPoint by, const QRect& frame) {
  rectangle.moveLeft(std::clamp(rectangle.x() + by.x(), frame.x(),
                                std::max(frame.x(), frame.right() - rectangle.width() + 1)));
  rectangle.moveTop(std::clamp(rectangle.y() + by.y(), frame.y(),
                               std::max(frame.y(), frame.bottom() - rectangle.height() + 1)));
  return rectangle;
}

QPoint wholePixels(QPointF by) {
  return {static_cast<int>(std::lround(by.x())), static_cast<int>(std::lround(by.y()))};
}

}  // namespace

QCursor CropTool::cursor() const {
  switch (part_ != kNone ? part_ : under_) {
    case kLeft:
    case kRight:
      return Qt::SizeHorCursor;
    case kTop:
    case kBottom:
      return Qt::SizeVerCursor;
    case kLeft | kTop:
    case kRight | kBottom:
      return Qt::SizeFDiagCursor;
    case kRight | kTop:
    case kLeft | kBottom:
      return Qt::SizeBDiagCursor;
    case kAll:
      return Qt::SizeAllCursor;
    default:
      return Qt::CrossCursor;
  }
}

/// Handles are outside the rectangle, so that a small one can still be dragged; at the widget's
/// edge they move inwards.
std::array<CropTool::Handle, 8> CropTool::handles(const QRect& selection) const {
  const QRectF frame = canvas().map().toWidget(selection);
  const QRectF widget(canvas().rect());
  const auto place = [](double from, double to, unsigned low, unsigned high) {
    return low != 0 ? from - kHandle : high != 0 ? to : (from + to - kHandle) / 2;
  };
  std::array<Handle, 8> all{};
  std::size_t count = 0;
  for (const unsigned sides : {kLeft | kTop, kRight | kTop, kLeft | kBottom, kRight | kBottom,
                               0U | kLeft, 0U | kRight, 0U | kTop, 0U | kBottom}) {
    QRectF box(place(frame.left(), frame.right(), sides & kLeft, sides & kRight),
               place(frame.top(), frame.bottom(), sides & kTop, sides & kBottom), kHandle, kHandle);
    if (box.adjusted(-kHandle, -kHandle, kHandle, kHandle).intersects(widget)) {
      box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, widget.width() - kHandle)));
      box.moveTop(std::clamp(box.top(), 0.0, std::max(0.0, widget.height() - kHandle)));
    }
    all[count++] = {sides, box};
  }
  return all;
}

unsigned CropTool::partAt(QPointF place) const {
  const auto selection = canvas().selection();
  if (!selection) return kNew;
  for (const Handle& handle : handles(*selection)) {
    if (handle.box.contains(place)) return handle.sides;
  }
  return canvas().map().toWidget(*selection).contains(place) ? kAll : kNew;
}

bool CropTool::press(QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !canvas().scene()) return false;
  part_ = partAt(event.position());
  pressed_ = event.position();
  from_ = canvas().viewport().toPicture(pressed_);
  before_ = canvas().selection();
  dragged_ = false;
  return true;
}

bool CropTool::move(QMouseEvent& event) {
  if (part_ == kNone) {
    under_ = partAt(event.position());
    return false;
  }
  if ((event.position() - pressed_).manhattanLength() >= kDragDistance) dragged_ = true;
  if (dragged_) drag(event.position(), event.modifiers().testFlag(Qt::ShiftModifier));
  return true;
}

void CropTool::drag(QPointF place, bool square) {
  const QRect now = dragged(place, square);
  if (now == canvas().selection()) return;
  canvas().setSelection(now);
  emit canvas().selectionChanging(now);
}

QRect CropTool::dragged(QPointF place, bool square) const {
  const QRect frame = canvas().frame();
  if (part_ == kNew) {
    const QPoint from(static_cast<int>(std::floor(from_.x())),
                      static_cast<int>(std::floor(from_.y())));
    return spanned(from, canvas().pixelAt(place), square, frame);
  }
  const QPoint by = wholePixels(canvas().viewport().toPicture(place) - from_);
  const QRect& old = *before_;
  if (part_ == kAll) return movedInside(old, by, frame);
  // The new rectangle spans from the side or corner that stays to the dragged one.
  const bool left = (part_ & kLeft) != 0;
  const bool top = (part_ & kTop) != 0;
  const bool across = left || (part_ & kRight) != 0;
  const bool down = top || (part_ & kBottom) != 0;
  const QPoint stays(left ? old.right() : old.left(), top ? old.bottom() : old.top());
  const QPoint goes((left ? old.left() : old.right()) + (across ? by.x() : 0),
                    (top ? old.top() : old.bottom()) + (down ? by.y() : 0));
  return spanned(stays, goes, square && across && down, frame);
}

bool CropTool::release(QMouseEvent& event) {
  if (part_ == kNone || event.button() != Qt::LeftButton) return false;
  if (dragged_) drag(event.position(), event.modifiers().testFlag(Qt::ShiftModifier));
  part_ = kNone;
  under_ = partAt(event.position());
  if (!std::exchange(dragged_, false)) {
    canvas().click(event.position(), event.modifiers());
  } else if (const auto made = canvas().selection()) {
    emit canvas().selectionMade(*made);
  }
  return true;
}

bool CropTool::key(QKeyEvent& event) {
  if (event.key() == Qt::Key_Escape) {
    if (part_ != kNone) {  // cancels the drag
      part_ = kNone;
      dragged_ = false;
      canvas().setSelection(before_);
      if (before_) emit canvas().selectionChanging(*before_);
      return true;
    }
    if (!canvas().selection()) return false;
    canvas().setSelection(std::nullopt);
    emit canvas().selectionDropped();
    return true;
  }
  const int step = event.modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
  const bool resize = event.modifiers().testFlag(Qt::AltModifier);
  switch (event.key()) {
    case Qt::Key_Left:
      return nudge({-step, 0}, resize);
    case Qt::Key_Right:
      return nudge({step, 0}, resize);
    case Qt::Key_Up:
      return nudge({0, -step}, resize);
    case Qt::Key_Down:
      return nudge({0, step}, resize);
    default:
      return false;
  }
}

/// Arrow keys: resize moves the lower-right corner.
bool CropTool::nudge(QPoint by, bool resize) {
  const auto selection = canvas().selection();
  if (!selection || part_ != kNone) return false;
  const QRect frame = canvas().frame();
  QRect now = *selection;
  if (resize) {
    now.setWidth(std::clamp(now.width() + by.x(), 1, frame.right() - now.x() + 1));
    now.setHeight(std::clamp(now.height() + by.y(), 1, frame.bottom() - now.y() + 1));
  } else {
    now = movedInside(now, by, frame);
  }
  if (now == *selection) return true;
  canvas().setSelection(now);
  emit canvas().selectionMade(now);
  return true;
}

void CropTool::paint(QPainter& painter) {
  const auto selection = canvas().selection();
  if (!selection) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (const Handle& handle : handles(*selection)) {
    if (!handle.box.intersects(QRectF(canvas().rect()))) continue;
    painter.setPen(canvas().palette().color(QPalette::HighlightedText));
    painter.setBrush(canvas().palette().color(QPalette::Highlight));
    painter.drawRect(handle.box.adjusted(0.5, 0.5, -1.5, -1.5));
  }
  painter.setBrush(Qt::NoBrush);
  paintSize(painter, *selection);
}

void CropTool::paintSize(QPainter& painter, const QRect& selection) const {
  const QString words = Canvas::tr("%1 x %2 at %3, %4")
                            .arg(selection.width())
                            .arg(selection.height())
                            .arg(selection.x())
                            .arg(selection.y());
  const QRectF frame = canvas().map().toWidget(selection);
  const QRectF bounds = QRectF(canvas().rect()).adjusted(4, 4, -4, -4);
  if (!frame.intersects(bounds)) return;
  // Below the rectangle, else above, else inside.
  const double height = labelSize(painter, words).height();
  const double gap = kHandle + 4;
  double top = frame.bottom() + gap;
  if (top + height > bounds.bottom()) top = frame.top() - gap - height;
  if (top < bounds.top()) top = bounds.bottom() - height - gap;
  paintLabel(painter, QPointF(frame.left(), top), words, bounds, canvas().palette());
}

}  // namespace espy::desktop
