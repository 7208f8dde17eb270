// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPointF>
#include <QTransform>

#include "canvas/device_map.h"
#include "canvas/marks.h"
#include "canvas/stamp.h"

namespace espy::desktop {

/// A turned needle on the screen, in pixels of the screen.
struct TurnedBox {
  TurnedBox(const TurnedOutline& outline, const DeviceMap& map);

  QPointF middle;
  QPointF across;  ///< of length 1, to the needle's right
  QPointF down;    ///< of length 1, to the needle's lower edge
  double halfWidth;
  double halfHeight;

  TurnedBox grown(double by) const;
};

/// From the needle's own pixels to those of the screen.
QTransform toScreen(const TurnedOutline& outline, const DeviceMap& map);

/// The lines around a turned needle, as `paintBox` has them, and on its upper edge a stem that says
/// where its top is.
void paintTurnedBox(QImage& image, const TurnedBox& box, QRgb colour, const Bands& bands);
/// The stem alone, around lines of this width.
void paintStem(QImage& image, const TurnedBox& box, QRgb colour, const Bands& bands);
/// A ring, black and white by turns, so many pixels wide around this box.
void paintTurnedRing(QImage& image, const TurnedBox& box, int width, int dash);

}  // namespace espy::desktop
