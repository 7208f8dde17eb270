// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "widgets/contrast.h"

/// Q_INIT_RESOURCE must be called outside namespaces.
static void initIcons() {
  Q_INIT_RESOURCE(espy);
}

namespace espy::desktop {
namespace {

QPixmap drawn(const QByteArray& drawing, const QColor& colour, int side) {
  QByteArray tinted = drawing;
  tinted.replace("currentColor", colour.name().toLatin1());
  // Each search changes an icon; drawing one takes milliseconds.
  const QString key = QString::fromUtf8(tinted) + QString::number(side);
  QPixmap pixmap(side, side);
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  QSvgRenderer renderer(tinted);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  renderer.render(&painter);
  painter.end();
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

QByteArray readIcon(const QString& name) {
  initIcons();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

QPixmap drawing(const QString& name, const QPalette& palette, int side, double ratio) {
  QByteArray svg = readIcon(name);
  svg.replace("accentColor", accentOn(palette.color(QPalette::Base), palette).name().toLatin1());
  QPixmap pixmap = drawn(svg, palette.color(QPalette::Text), qRound(side * ratio));
  pixmap.setDevicePixelRatio(ratio);
  return pixmap;
}

QIcon icon(const QString& name, const QPalette& palette) {
  const QByteArray drawing = readIcon(name);
  if (drawing.isEmpty()) return {};
  QIcon icon;
  for (const int side : {16, 24, 32, 48, 64}) {
    icon.addPixmap(drawn(drawing, palette.color(QPalette::Active, QPalette::ButtonText), side),
                   QIcon::Normal);
    icon.addPixmap(drawn(drawing, palette.color(QPalette::Disabled, QPalette::ButtonText), side),
                   QIcon::Disabled);
  }
  return icon;
}

}  // namespace espy::desktop
