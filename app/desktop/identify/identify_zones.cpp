// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/identify_zones.h"

#include <QPainter>

#include "widgets/drop_frame.h"

namespace espy::desktop {

IdentifyZones::IdentifyZones(QWidget* view, const QWidget& library)
    : QWidget(view), library_(library) {
  hide();
  setAttribute(Qt::WA_TransparentForMouseEvents);  // the view handles the drop
  setAccessibleName(tr("Where to drop"));
}

void IdentifyZones::begin(bool isLibrary, bool hasLibrary) {
  isLibrary_ = isLibrary;
  hasLibrary_ = hasLibrary;
  setGeometry(parentWidget()->rect());
  raise();
  show();
}

IdentifyZones::Zone IdentifyZones::light(const QPoint& place) {
  const Zone zone = zoneAt(place);
  if (zone != lit_) update();
  lit_ = zone;
  return zone;
}

void IdentifyZones::end() {
  hide();
  lit_ = Zone::none;
}

IdentifyZones::Zone IdentifyZones::zoneAt(const QPoint& place) const {
  if (isLibrary_) return Zone::open;
  if (!hasLibrary_) return Zone::make;
  return frameOf(Zone::add).contains(place) ? Zone::add : Zone::ask;
}

QRect IdentifyZones::frameOf(Zone zone) const {
  constexpr int kMargin = 4;
  const QRect left(library_.mapTo(parentWidget(), QPoint(0, 0)), library_.size());
  QRect frame = rect();
  if (zone == Zone::add) frame.setRight(left.right());
  if (zone == Zone::ask) frame.setLeft(left.right() + 1);
  return frame.adjusted(kMargin, kMargin, -kMargin, -kMargin);
}

void IdentifyZones::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlpha(215);
  painter.fillRect(rect(), veil);
  const auto paint = [&](Zone zone, const QString& title, const QString& hint) {
    paintDropFrame(painter, *this, frameOf(zone), {title, hint, zone == lit_});
  };
  if (isLibrary_) return paint(Zone::open, tr("Open this library"), {});
  if (!hasLibrary_) {
    return paint(Zone::make, tr("Make a library of these"),
                 tr("from photographs or folders of photographs"));
  }
  paint(Zone::add, tr("Add to the library"), tr("as new surfaces"));
  paint(Zone::ask, tr("Which surface is this?"), tr("photographs, or folders of photographs"));
}

}  // namespace espy::desktop
