// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/drop_zones.h"

#include <QDropEvent>
#include <QPainter>

#include "widgets/drop_frame.h"

namespace espy::desktop {

DropZones::DropZones(QWidget* window, const QWidget& needles, const QWidget& scene)
    : QWidget(window), needles_(needles), scene_(scene) {
  hide();
  setAttribute(Qt::WA_TransparentForMouseEvents);  // the window handles the drop
  setAccessibleName(tr("Where to drop"));
  window->setAcceptDrops(true);
  window->installEventFilter(this);
}

bool DropZones::eventFilter(QObject* object, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
      auto* drag = static_cast<QDragMoveEvent*>(event);  // NOLINT: type checked
      if (!canDrop(*drag->mimeData())) return false;
      setGeometry(parentWidget()->rect());
      raise();
      show();
      light(zoneAt(drag->position().toPoint()));
      drag->setDropAction(Qt::CopyAction);
      drag->accept();
      return true;
    }
    case QEvent::DragLeave:
      hide();
      light(Zone::none);
      return true;
    case QEvent::Drop: {
      auto* drop = static_cast<QDropEvent*>(event);  // NOLINT: type checked
      const Zone zone = zoneAt(drop->position().toPoint());
      hide();
      light(Zone::none);
      const Dropped what = take(*drop->mimeData());
      if (what.empty()) return false;
      drop->setDropAction(Qt::CopyAction);
      drop->accept();
      emit dropped(what, zone);
      return true;
    }
    default:
      return QWidget::eventFilter(object, event);
  }
}

DropZones::Zone DropZones::zoneAt(const QPoint& place) const {
  return frameOf(needles_).contains(place) ? Zone::needles : Zone::scene;
}

QRect DropZones::frameOf(const QWidget& widget) const {
  if (!widget.isVisible()) return {};
  return {widget.mapTo(parentWidget(), QPoint(0, 0)), widget.size()};
}

void DropZones::light(Zone zone) {
  if (zone == lit_) return;
  lit_ = zone;
  update();
}

QRect DropZones::frameOfZone(Zone zone) const {
  constexpr int kMargin = 4;
  QRect whole = frameOf(zone == Zone::needles ? needles_ : scene_);
  if (zone == Zone::scene && whole.isEmpty()) whole = rect();
  return whole.adjusted(kMargin, kMargin, -kMargin, -kMargin);
}

void DropZones::paintZone(QPainter& painter, Zone zone, const QString& title,
                          const QString& hint) const {
  paintDropFrame(painter, *this, frameOfZone(zone), {title, hint, zone == lit_});
}

void DropZones::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlpha(215);
  painter.fillRect(rect(), veil);
  paintZone(painter, Zone::scene, tr("Search in this"), tr("several pictures make a batch"));
  if (needles_.isVisible())
    paintZone(painter, Zone::needles, tr("Search for this"), tr("a needle"));
}

}  // namespace espy::desktop
