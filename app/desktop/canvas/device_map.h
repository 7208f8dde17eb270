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

/// Which pixels of the screen show which pixels of the picture: one rule for the picture and for
/// all that is drawn over it, so that they never lie a pixel apart. Column x of the picture begins
/// at the screen's column edgeX(x) of the widget.
struct DeviceMap {
  double scale = 1;  ///< pixels of the screen for one of the picture
  double left = 0;   ///< where the picture begins, in pixels of the screen
  double top = 0;
  int width = 0;  ///< of the widget, in pixels of the screen
  int height = 0;
  double ratio = 1;  ///< pixels of the screen for one of the widget's coordinates

  bool operator==(const DeviceMap&) const = default;

  DeviceMap() = default;
  DeviceMap(const Viewport& view, QSize widget, double devicePixelRatio)
      : scale(view.zoom() * devicePixelRatio),
        width(static_cast<int>(std::ceil(widget.width() * devicePixelRatio))),
        height(static_cast<int>(std::ceil(widget.height() * devicePixelRatio))),
        ratio(devicePixelRatio) {
    // Few binary digits after the point, so that sums with them are exact at whole zooms.
    const auto shortened = [](double place) { return std::round(place * 256) / 256; };
    const QPointF origin = view.toWidget(QPointF(0, 0));
    left = shortened(origin.x() * devicePixelRatio);
    top = shortened(origin.y() * devicePixelRatio);
  }

  int edgeX(double x) const { return edge(left + x * scale, width); }
  int edgeY(double y) const { return edge(top + y * scale, height); }

  /// The columns of the picture that the screen's column shows the middle of.
  std::int64_t pictureX(int column) const { return pixel(column, left); }
  std::int64_t pictureY(int row) const { return pixel(row, top); }

  /// A rectangle of the picture, in the widget's coordinates; far edges are brought near.
  QRectF toWidget(const QRect& rectangle) const {
    const QPointF from(edgeX(rectangle.x()), edgeY(rectangle.y()));
    const QPointF to(edgeX(rectangle.x() + static_cast<double>(rectangle.width())),
                     edgeY(rectangle.y() + static_cast<double>(rectangle.height())));
    return QRectF(from / ratio, to / ratio);
  }

 private:
  /// What is drawn stays this near the widget: painters fail beyond 32,767.
  static constexpr double kNear = 4096;

  /// Rounded to the nearest, upwards from the middle, without the library's floor(): a frame asks
  /// for a million of these.
  static int edge(double place, int size) {
    const double near = std::min(std::max(place, -kNear), size + kNear);
    return static_cast<int>(near + (kNear + 0.5)) - static_cast<int>(kNear);
  }
  std::int64_t pixel(int place, double begin) const {
    return static_cast<std::int64_t>(std::ceil((place + 0.5 - begin) / scale)) - 1;
  }
};

}  // namespace espy::desktop
