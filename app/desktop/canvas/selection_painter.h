// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QPalette>
#include <QPolygonF>

#include "canvas/device_map.h"
#include "espy/image.h"

namespace espy::desktop {

/// Style of a line visible on any picture: light under dark dashes.
struct TwoToned {
  QColor dark = Qt::black;
  double width = 1;  ///< of the innermost band of a match, whose outline stays visible
  double dash = 4;   ///< in line widths
  double phase = 0;  ///< offset of the dashes, in line widths
};
void paintTwoToned(QPainter& painter, const QPolygonF& line, bool closed,
                   const TwoToned& look = {});
/// Paints such a line around a rectangle of the picture, just outside its pixels.
void paintFrame(QPainter& painter, const DeviceMap& map, const QRect& rectangle,
                const TwoToned& look = {});

/// Hatches the pixels of the rectangle whose mask is 0.
void paintHatch(QPainter& painter, const DeviceMap& map, const QRect& rectangle,
                const ImageView& mask, const QColor& colour);

/// Paints text on a rounded background with its upper-left corner here, kept within `bounds`.
void paintLabel(QPainter& painter, QPointF corner, const QString& words, const QRectF& bounds,
                const QPalette& palette);
QSizeF labelSize(const QPainter& painter, const QString& words);

/// Paints thin dashed outlines, grey over any picture.
void paintGhosts(QPainter& painter, const DeviceMap& map, const std::vector<QPolygonF>& ghosts);

}  // namespace espy::desktop
