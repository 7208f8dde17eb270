// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/drop_overlay.h"

#include <QDropEvent>
#include <QPainter>
#include <utility>

namespace espy::desktop {
namespace {

void paintZone(QPainter& painter, const QWidget& widget, const DropZone& what, bool lit) {
  constexpr int kMargin = 4;
  const QRect frame = what.frame.adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const QPalette& palette = widget.palette();
  const QColor accent = palette.color(QPalette::Highlight);
  QColor ground = lit ? accent : palette.color(QPalette::Base);
  ground.setAlpha(lit ? 235 : 120);
  painter.setPen(QPen(accent, lit ? 4 : 2, lit ? Qt::SolidLine : Qt::DashLine));
  painter.setBrush(ground);
  painter.drawRoundedRect(frame, 14, 14);
  painter.setPen(palette.color(lit ? QPalette::HighlightedText : QPalette::WindowText));
  QFont large = widget.font();
  large.setBold(true);
  constexpr int kRoomy = 300;  // pixels
  if (frame.width() > kRoomy) large.setPointSizeF(large.pointSizeF() * 1.9);
  const QRect upper(frame.left() + 8, frame.top(), frame.width() - 16, frame.height() / 2);
  const QRect lower(upper.left(), upper.bottom() + 8, upper.width(), frame.height() / 2);
  painter.setFont(large);
  painter.drawText(upper, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, what.title);
  painter.setFont(widget.font());
  painter.drawText(lower, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, what.hint);
}

}  // namespace

DropOverlay::DropOverlay(QWidget* view, Rules rules) : QWidget(view), rules_(std::move(rules)) {
  hide();
  setAttribute(Qt::WA_TransparentForMouseEvents);  // the view gets the drag
  setAccessibleName(tr("Where to drop"));
  view->setAcceptDrops(true);
  view->installEventFilter(this);
}

bool DropOverlay::eventFilter(QObject* object, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
      auto* drag = static_cast<QDragMoveEvent*>(event);  // NOLINT: type checked
      if (event->type() == QEvent::DragEnter && !rules_.accepts(*drag->mimeData())) return false;
      setGeometry(parentWidget()->rect());
      raise();
      show();
      light(zoneUnder(drag->position().toPoint()));
      drag->setDropAction(Qt::CopyAction);
      drag->accept();
      return true;
    }
    case QEvent::DragLeave:
      hide();
      light(0);
      return true;
    case QEvent::Drop: {
      auto* drop = static_cast<QDropEvent*>(event);  // NOLINT: type checked
      const int zone = zoneUnder(drop->position().toPoint());
      hide();
      light(0);
      if (!rules_.drop(*drop->mimeData(), zone)) return false;
      drop->setDropAction(Qt::CopyAction);
      drop->accept();
      return true;
    }
    default:
      return QWidget::eventFilter(object, event);
  }
}

int DropOverlay::zoneUnder(const QPoint& place) const {
  const std::vector<DropZone> zones = rules_.zones();
  for (const DropZone& each : zones) {
    if (&each != &zones.front() && each.frame.contains(place)) return each.zone;
  }
  return zones.front().zone;
}

void DropOverlay::light(int zone) {
  if (zone == lit_) return;
  lit_ = zone;
  update();
}

void DropOverlay::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlpha(215);
  painter.fillRect(rect(), veil);
  for (const DropZone& each : rules_.zones()) {
    paintZone(painter, *this, each, each.zone == lit_);
  }
}

}  // namespace espy::desktop
