// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QImage>
#include <QPainterPath>
#include <QPoint>
#include <vector>

#include "canvas/rectangle_painter.h"

namespace espy::desktop {

/// Widths of the lines around a match, from its window outwards: light, needle's colour, dark; in
/// device pixels. One of the three is visible on any background.
struct Bands {
  explicit Bands(double ratio);
  /// The same with an outline of `thickness`: light and colour together, as the exported outline.
  /// Not thinner than without.
  Bands(double ratio, double thickness);

  int light;
  int colour;
  int dark;
  int all() const { return light + colour + dark; }
};
inline constexpr QRgb kLightBand = 0xfff8f8f8;
inline constexpr QRgb kDarkBand = 0xff101010;

/// Blends a premultiplied pixel over another, two samples at a time (SWAR).
inline QRgb paintedOver(QRgb top, QRgb below) {
  if (below == 0) return top;
  const QRgb rest = 255 - static_cast<QRgb>(qAlpha(top));
  const auto weighed = [rest](QRgb two) {
    const QRgb product = two * rest + 0x800080U;
    return (product + (product >> 8 & 0xff00ffU)) >> 8 & 0xff00ffU;
  };
  return top + (weighed(below & 0xff00ffU) | weighed(below >> 8 & 0xff00ffU) << 8);
}

/// A small image that is painted many times; transparent pixels are skipped.
class Stamp {
 public:
  Stamp() = default;
  /// `origin`: the pixel of `picture` that is placed at the paint position.
  Stamp(QImage picture, QPoint origin);

  bool isNull() const { return picture_.isNull(); }
  /// Blends into a premultiplied image, clipped.
  void paint(QImage& image, QPoint place) const;

 private:
  struct RowSpan {
    int y;
    int begin;
    int end;
    bool opaque;
  };

  QImage picture_;
  QPoint origin_;
  std::vector<RowSpan> spans_;  ///< not transparent
};

/// A ring of diameter `side` in pixels with its origin in the centre.
Stamp ringStamp(int side, QRgb colour, const Bands& bands);

/// The outline of a shape, one unit being `scaleX` by `scaleY` pixels; the origin is the shape's
/// (0, 0). If `most` is not null, only that part (relative to the origin) is rendered.
Stamp shapeStamp(const QPainterPath& shape, double scaleX, double scaleY, QRgb colour,
                 const Bands& bands, const QRect& most);

/// Paints the bands around a window; `colour` must be opaque.
void paintBox(QImage& image, const Box& window, QRgb colour, const Bands& bands);
/// Paints a ring of alternating black and white, `width` pixels wide, around this box.
void paintDashedRing(QImage& image, const Box& box, int width, int dash);

}  // namespace espy::desktop
