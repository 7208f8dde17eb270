// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// What mouse, wheel and keys do on the canvas before and beside its tool.
#include <QApplication>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "canvas/canvas.h"
#include "canvas/picture_layer.h"
#include "canvas/tile_store.h"

namespace espy::desktop {
namespace {

constexpr double kKeyStep = 64;        ///< that an arrow key moves the picture by
constexpr double kDoublesEvery = 360;  ///< eighths of a degree of the wheel
constexpr double kFastestScroll = 24;  ///< at a time, dragging beyond the edge

}  // namespace

QPoint Canvas::pixelAt(QPointF widget) const {
  const QPointF at = viewport_.toPicture(widget);
  return {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y()))};
}

void Canvas::viewMoved() {
  rest_.start();
  update();
  emit viewChanged();
  probe(pointer_);
}

void Canvas::moveView(QPointF by) {
  viewport_.moveBy(by);
  viewMoved();
}

void Canvas::zoomAt(QPointF place, double factor) {
  // Nobody should miss the picture's own size on the way.
  const double zoom = viewport_.zoom();
  const bool passes = (zoom < 1 && zoom * factor > 1) || (zoom > 1 && zoom * factor < 1);
  viewport_.zoomAt(place, passes ? 1 / zoom : factor);
  viewMoved();
}

void Canvas::click(QPointF place, Qt::KeyboardModifiers modifiers) {
  const int index = markAt(place);
  if (index >= 0) {
    emit markClicked(static_cast<std::uint32_t>(index), modifiers);
  } else {
    emit emptyClicked();
  }
}

void Canvas::probe(QPointF place) {
  const QPoint pixel = pixelAt(place);
  const bool inside = underMouse() && frame().contains(pixel) && QRectF(rect()).contains(place);
  const QPoint now = inside ? pixel : QPoint(-1, -1);
  if (now == probed_) return;
  probed_ = now;
  emit probed(now);
}

void Canvas::updateCursor() {
  const QCursor cursor = pannedFrom_ ? QCursor(Qt::ClosedHandCursor)
                         : space_    ? QCursor(Qt::OpenHandCursor)
                                     : tool_->cursor();
  if (cursor.shape() != this->cursor().shape()) setCursor(cursor);
}

bool Canvas::event(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    const auto& gesture = static_cast<QNativeGestureEvent&>(*event);
    if (gesture.gestureType() == Qt::ZoomNativeGesture) {
      zoomAt(gesture.position(), 1 + gesture.value());
      return true;
    }
  }
  return QWidget::event(event);
}

void Canvas::resizeEvent(QResizeEvent* /*event*/) {
  viewport_.setWidget(size());
  viewMoved();
}

void Canvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    layer_->refresh();
    minimap_->refresh();
  }
  QWidget::changeEvent(event);
}

void Canvas::mousePressEvent(QMouseEvent* event) {
  pointer_ = event->position();
  const bool pans =
      event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && space_);
  if (pans && scene_ && !dragging_) {
    pannedFrom_ = pointer_;
  } else if (tool_->press(*event)) {
    dragging_ = true;
  } else {
    event->ignore();
  }
  updateCursor();
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  modifiers_ = event->modifiers();
  if (pannedFrom_) {
    moveView(pointer_ - *pannedFrom_);
    pannedFrom_ = pointer_;
    return;
  }
  probe(pointer_);
  tool_->move(*event);
  const bool beyond = dragging_ && tool_->scrolls() && !QRectF(rect()).contains(pointer_);
  if (beyond && !scroll_.isActive()) scroll_.start();
  if (!beyond) scroll_.stop();
  updateCursor();
}

void Canvas::scrollWhileDragging() {
  const auto over = [](double place, double size) {
    const double by = place < 0 ? -place : place > size ? size - place : 0;
    return std::clamp(by, -kFastestScroll, kFastestScroll);
  };
  const QPointF before = viewport_.centre();
  moveView({over(pointer_.x(), width()), over(pointer_.y(), height())});
  if (viewport_.centre() == before) return;
  QMouseEvent moved(QEvent::MouseMove, pointer_, mapToGlobal(pointer_), Qt::NoButton,
                    Qt::LeftButton, modifiers_);
  tool_->move(moved);
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  pointer_ = event->position();
  if (pannedFrom_ && event->button() != Qt::RightButton) {
    pannedFrom_.reset();
  } else {
    if (!tool_->release(*event)) event->ignore();
    if (event->buttons() == Qt::NoButton) dragging_ = false;
    scroll_.stop();
  }
  updateCursor();
}

void Canvas::wheelEvent(QWheelEvent* event) {
  if (!scene_ || tool_->wheel(*event)) return;
  const bool finger = event->device() != nullptr &&
                      event->device()->type() == QInputDevice::DeviceType::TouchPad &&
                      !event->pixelDelta().isNull();
  const QPoint turned = event->angleDelta();
  if (finger && !event->modifiers().testFlag(Qt::ControlModifier)) {
    moveView(event->pixelDelta());
  } else if (event->modifiers().testFlag(Qt::ShiftModifier) || turned.y() == 0) {
    moveView({static_cast<double>(turned.y() != 0 ? turned.y() : turned.x()), 0});
  } else {
    zoomAt(event->position(), std::exp2(turned.y() / kDoublesEvery));
  }
  event->accept();
}

void Canvas::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && scene_) {
    space_ = true;
    updateCursor();
    return;
  }
  const bool entered = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (tool_->key(*event) || (entered && enter()) || panWithKey(*event)) {
    updateCursor();
    return;
  }
  if (event->key() == Qt::Key_Escape && current_) {
    emit emptyClicked();  // no match is current, so Enter can place a rectangle
    return;
  }
  QWidget::keyPressEvent(event);
}

bool Canvas::panWithKey(const QKeyEvent& event) {
  if (!scene_ || event.modifiers().testFlag(Qt::ControlModifier)) return false;
  const double by = event.modifiers().testFlag(Qt::ShiftModifier) ? 4 * kKeyStep : kKeyStep;
  switch (event.key()) {
    case Qt::Key_Left:
      moveView({by, 0});
      return true;
    case Qt::Key_Right:
      moveView({-by, 0});
      return true;
    case Qt::Key_Up:
      moveView({0, by});
      return true;
    case Qt::Key_Down:
      moveView({0, -by});
      return true;
    default:
      return false;
  }
}

void Canvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
    space_ = false;
    updateCursor();
    return;
  }
  QWidget::keyReleaseEvent(event);
}

void Canvas::leaveEvent(QEvent* event) {
  if (std::exchange(probed_, QPoint(-1, -1)) != QPoint(-1, -1)) emit probed(QPoint(-1, -1));
  QWidget::leaveEvent(event);
}

void Canvas::focusOutEvent(QFocusEvent* event) {
  // The key may be let go of elsewhere.
  space_ = false;
  updateCursor();
  QWidget::focusOutEvent(event);
}

}  // namespace espy::desktop
