// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/tool.h"

#include "canvas/canvas.h"

namespace espy::desktop {

QCursor HandTool::cursor() const {
  return last_ ? Qt::ClosedHandCursor : Qt::OpenHandCursor;
}

bool HandTool::press(QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return false;
  last_ = pressed_ = event.position();
  moved_ = false;
  return true;
}

bool HandTool::move(QMouseEvent& event) {
  if (!last_) return false;
  moved_ = moved_ || (event.position() - pressed_).manhattanLength() >= kDragDistance;
  if (moved_) {
    canvas().moveView(event.position() - *last_);
    last_ = event.position();
  }
  return true;
}

bool HandTool::release(QMouseEvent& event) {
  if (!last_ || event.button() != Qt::LeftButton) return false;
  last_.reset();
  if (!moved_) canvas().click(event.position(), event.modifiers());
  return true;
}

}  // namespace espy::desktop
