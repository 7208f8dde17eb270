// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/drop_overlay.h"

#include <QEvent>
#include <QPainter>

#include "widgets/drop_frame.h"

namespace espy::desktop {

DropOverlay::DropOverlay(QWidget* view, const QString& title, const QString& hint)
    : QWidget(view), title_(title), hint_(hint) {
  hide();
  setAttribute(Qt::WA_TransparentForMouseEvents);  // the view handles the drop
  setAccessibleName(tr("Where to drop"));
  view->installEventFilter(this);
}

void DropOverlay::begin() {
  setGeometry(parentWidget()->rect());
  raise();
  show();
}

bool DropOverlay::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return QWidget::eventFilter(object, event);
}

void DropOverlay::paintEvent(QPaintEvent* /*event*/) {
  constexpr int kMargin = 4;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlpha(215);
  painter.fillRect(rect(), veil);
  paintDropFrame(painter, *this, rect().adjusted(kMargin, kMargin, -kMargin, -kMargin),
                 {title_, hint_, true});
}

}  // namespace espy::desktop
