// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/drop_zones.h"

#include <QDropEvent>
#include <QPainter>
#include <QUrl>
#include <algorithm>

#include "model/drag_data.h"

namespace espy::desktop {

bool canTake(const QMimeData& data) {
  // To ask our own for files is to have them written.
  if (const auto* ours = qobject_cast<const DragData*>(&data)) {
    return ours->home() == DragData::Home::welcome && (ours->hasImage() || ours->hasUrls());
  }
  if (data.hasImage()) return true;
  const QList<QUrl> urls = data.urls();
  return std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); });
}

Dropped take(const QMimeData& data) {
  Dropped dropped;
  // A browser offers the picture and where it comes from; a file manager only where it lies.
  if (data.hasImage()) dropped.pixels = qvariant_cast<QImage>(data.imageData());
  if (!dropped.pixels.isNull()) return dropped;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) dropped.files.push_back(url.toLocalFile());
  }
  return dropped;
}

DropZones::DropZones(QWidget* window, const QWidget& needles, const QWidget& scene)
    : QWidget(window), needles_(needles), scene_(scene) {
  hide();
  setAttribute(Qt::WA_TransparentForMouseEvents);  // the window itself takes the drop
  setAccessibleName(tr("Where to drop"));
  window->setAcceptDrops(true);
  window->installEventFilter(this);
}

bool DropZones::eventFilter(QObject* object, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
      auto* drag = static_cast<QDragMoveEvent*>(event);  // NOLINT: said by its type
      if (!canTake(*drag->mimeData())) return false;
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
      auto* drop = static_cast<QDropEvent*>(event);  // NOLINT: said by its type
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
  const QRect frame = frameOfZone(zone);
  const bool isLit = zone == lit_;
  const QColor accent = palette().color(QPalette::Highlight);
  QColor ground = isLit ? accent : palette().color(QPalette::Base);
  ground.setAlpha(isLit ? 235 : 120);
  painter.setPen(QPen(accent, isLit ? 4 : 2, isLit ? Qt::SolidLine : Qt::DashLine));
  painter.setBrush(ground);
  painter.drawRoundedRect(frame, 14, 14);
  painter.setPen(palette().color(isLit ? QPalette::HighlightedText : QPalette::WindowText));
  QFont large = font();
  large.setBold(true);
  constexpr int kRoomy = 300;  // pixels
  if (frame.width() > kRoomy) large.setPointSizeF(large.pointSizeF() * 1.9);
  const QRect upper(frame.left() + 8, frame.top(), frame.width() - 16, frame.height() / 2);
  const QRect lower(upper.left(), upper.bottom() + 8, upper.width(), frame.height() / 2);
  painter.setFont(large);
  painter.drawText(upper, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, title);
  painter.setFont(font());
  painter.drawText(lower, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, hint);
}

void DropZones::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlpha(215);
  painter.fillRect(rect(), veil);
  paintZone(painter, Zone::scene, tr("Search in this"), tr("several pictures make a batch"));
  if (needles_.isVisible()) paintZone(painter, Zone::needles, tr("Look for this"), tr("a needle"));
}

}  // namespace espy::desktop
