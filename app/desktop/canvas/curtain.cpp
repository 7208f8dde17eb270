// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/curtain.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

constexpr int kCurtainWidth = 17;      // of the widget, odd
constexpr double kGripRadius = 6.5;    // radius of the handle
constexpr double kCurtainStep = 0.02;  // of an arrow key

}  // namespace

Curtain::Curtain(QWidget& canvas) : QWidget(&canvas) {
  setAccessibleName(tr("Curtain"));
  setAccessibleDescription(
      tr("The picture is to the left of it, the preview to the right. The arrow keys move it."));
  setToolTip(tr("Drag to compare: the picture is to the left, the preview to the right"));
  setCursor(Qt::SplitHCursor);
  setFocusPolicy(Qt::StrongFocus);
  hide();
}

int Curtain::line() const {
  return x() + kCurtainWidth / 2;
}

void Curtain::setPart(double part) {
  part_ = std::clamp(part, 0.0, 1.0);
  place();
  emit moved();
}

void Curtain::place() {
  const auto middle = static_cast<int>(std::lround(part_ * parentWidget()->width()));
  setGeometry(middle - kCurtainWidth / 2, 0, kCurtainWidth, parentWidget()->height());
}

void Curtain::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double middle = kCurtainWidth / 2.0;
  // Visible on any picture: a light line with dark edges.
  painter.fillRect(QRectF(middle - 1.5, 0, 3, height()), QColor(0, 0, 0, 160));
  painter.fillRect(QRectF(middle - 0.5, 0, 1, height()), Qt::white);
  painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : QColor(0, 0, 0, 160),
                      hasFocus() ? 3 : 1.5));
  painter.setBrush(Qt::white);
  painter.drawEllipse(QPointF(middle, height() / 2.0), kGripRadius, kGripRadius);
}

void Curtain::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setFocus(Qt::MouseFocusReason);
}

void Curtain::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) == 0) return event->ignore();
  const double width = std::max(1, parentWidget()->width());
  setPart(mapToParent(event->position()).x() / width);
}

void Curtain::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return setPart(part_ - kCurtainStep);
    case Qt::Key_Right:
      return setPart(part_ + kCurtainStep);
    case Qt::Key_Home:
      return setPart(0);
    case Qt::Key_End:
      return setPart(1);
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace espy::desktop
