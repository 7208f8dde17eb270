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

/// The lines around a match, from its window outwards: light, the needle's colour, dark. One of
/// the three can be seen on any ground. In pixels of the screen.
struct Bands {
  explicit Bands(double ratio);

  int light;
  int colour;
  int dark;
  int all() const { return light + colour + dark; }
};
inline constexpr QRgb kLightBand = 0xfff8f8f8;
inline constexpr QRgb kDarkBand = 0xff101010;

/// One premultiplied pixel over another; two samples at a time.
inline QRgb paintedOver(QRgb top, QRgb below) {
  if (below == 0) return top;
  const QRgb rest = 255 - static_cast<QRgb>(qAlpha(top));
  const auto weighed = [rest](QRgb two) {
    const QRgb product = two * rest + 0x800080U;
    return (product + (product >> 8 & 0xff00ffU)) >> 8 & 0xff00ffU;
  };
  return top + (weighed(below & 0xff00ffU) | weighed(below >> 8 & 0xff00ffU) << 8);
}

/// A small picture that is painted many times; what is clear in it costs nothing.
class Stamp {
 public:
  Stamp() = default;
  /// `origin`: the pixel of the picture that comes to where it is painted.
  Stamp(QImage picture, QPoint origin);

  bool isNull() const { return picture_.isNull(); }
  /// Into a premultiplied image, cut off at its edges.
  void paint(QImage& image, QPoint place) const;

 private:
  struct Run {
    int y;
    int begin;
    int end;
    bool opaque;
  };

  QImage picture_;
  QPoint origin_;
  std::vector<Run> runs_;  ///< what is not clear
};

/// A ring so many pixels across; its middle is its origin.
Stamp ringStamp(int side, QRgb colour, const Bands& bands);

/// The outline of a shape whose unit is `scaleX` by `scaleY` pixels; the shape's own (0, 0) is its
/// origin. Where `most` is not null, only that part (relative to the origin) is made.
Stamp shapeStamp(const QPainterPath& shape, double scaleX, double scaleY, QRgb colour,
                 const Bands& bands, const QRect& most);

/// The lines around this window of an opaque colour, painted over what is there.
void paintBox(QImage& image, const Box& window, QRgb colour, const Bands& bands);
/// A ring, black and white by turns, so many pixels wide around this box.
void paintDashedRing(QImage& image, const Box& box, int width, int dash);

}  // namespace espy::desktop
