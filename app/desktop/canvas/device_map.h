// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QSize>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "canvas/viewport.h"

namespace espy::desktop {

/// Maps picture pixels to device pixels. The picture and all overlays use this one rule, so they
/// are never a pixel apart. Column x of the picture begins at the widget's device column edgeX(x).
struct DeviceMap {
  double scale = 1;  ///< device pixels per picture pixel
  double left = 0;   ///< origin of the picture, in device pixels
  double top = 0;
  int width = 0;  ///< of the widget, in device pixels
  int height = 0;
  double ratio = 1;  ///< device pixels per widget coordinate

  bool operator==(const DeviceMap&) const = default;

  DeviceMap() = default;
  DeviceMap(const Viewport& view, QSize widget, double devicePixelRatio)
      : scale(view.zoom() * devicePixelRatio),
        width(static_cast<int>(std::ceil(widget.width() * devicePixelRatio))),
        height(static_cast<int>(std::ceil(widget.height() * devicePixelRatio))),
        ratio(devicePixelRatio) {
    // Rounded to 1/256 pixel, so that sums are exact at integer zooms.
    const auto shortened = [](double place) { return std::round(place * 256) / 256; };
    const QPointF origin = view.toWidget(QPointF(0, 0));
    left = shortened(origin.x() * devicePixelRatio);
    top = shortened(origin.y() * devicePixelRatio);
  }

  int edgeX(double x) const { return edge(left + x * scale, width); }
  int edgeY(double y) const { return edge(top + y * scale, height); }

  /// The column of the picture under the centre of a device column.
  std::int64_t pictureX(int column) const { return pixel(column, left); }
  std::int64_t pictureY(int row) const { return pixel(row, top); }

  /// A rectangle of the picture in widget coordinates, clamped to kNear around the widget.
  QRectF toWidget(const QRect& rectangle) const {
    const QPointF from(edgeX(rectangle.x()), edgeY(rectangle.y()));
    const QPointF to(edgeX(rectangle.x() + static_cast<double>(rectangle.width())),
                     edgeY(rectangle.y() + static_cast<double>(rectangle.height())));
    return QRectF(from / ratio, to / ratio);
  }

 private:
  /// Coordinates are clamped to this distance from the widget: QPainter fails beyond 32,767.
  static constexpr double kNear = 4096;

  /// Rounds half up. Avoids std::floor(): called a million times per frame.
  static int edge(double place, int size) {
    const double near = std::min(std::max(place, -kNear), size + kNear);
    return static_cast<int>(near + (kNear + 0.5)) - static_cast<int>(kNear);
  }
  std::int64_t pixel(int place, double begin) const {
    return static_cast<std::int64_t>(std::ceil((place + 0.5 - begin) / scale)) - 1;
  }
};

}  // namespace espy::desktop
