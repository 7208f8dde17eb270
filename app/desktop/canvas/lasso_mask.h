// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPolygon>
#include <QRect>

#include "canvas/marks.h"

namespace espy::desktop {

/// What a lasso cuts out of a picture.
struct LassoCut {
  QRect frame;     ///< the smallest rectangle of pixels around it
  PixelMask mask;  ///< grey, of the frame's size: 255 inside, 0 outside; null for an empty frame
};

/// Of a polygon through corners of pixels, as Canvas::lassoMade tells it: a pixel is inside if its
/// middle is. Corner (0, 0) is the upper left one of pixel (0, 0).
LassoCut cutOf(const QPolygon& corners);

}  // namespace espy::desktop
