// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPointF>
#include <QTransform>
#include <vector>

#include "canvas/device_map.h"
#include "canvas/marks.h"
#include "canvas/stamp.h"

namespace espy::desktop {

/// A rotated needle in device pixels.
struct RotatedBox {
  RotatedBox(const PosedOutline& outline, const DeviceMap& map);

  QPointF middle;
  QPointF across;  ///< unit vector to the needle's right
  QPointF down;    ///< unit vector to the needle's lower edge
  double halfWidth;
  double halfHeight;

  RotatedBox grown(double by) const;
  /// Upper bound of the visible length of its edges on a screen of this size, in pixels.
  double edges(QSize screen) const;
};

/// Transform from needle pixels to device pixels.
QTransform toScreen(const PosedOutline& outline, const DeviceMap& map);

/// Paints the bands around rotated needles like `paintBox`, and a stem on the upper edge that shows
/// the needle's top. Caches line profiles by colour, since there are thousands of boxes per frame.
class RotatedBoxPainter {
 public:
  explicit RotatedBoxPainter(const Bands& bands) : bands_(bands) {}

  void paint(QImage& image, const RotatedBox& box, QRgb colour);
  void paintStem(QImage& image, const RotatedBox& box, QRgb colour);
  /// For dense views: a coloured line with a dark one next to it, or dots if not `whole`; and the
  /// stem.
  void paintThin(QImage& image, const RotatedBox& box, QRgb colour, bool whole) const;
  /// A stem of two lines, coloured and dark.
  void paintThinStem(QImage& image, const RotatedBox& box, QRgb colour) const;
  /// Paints a ring of alternating black and white, `width` pixels wide, around this box.
  static void paintRing(QImage& image, const RotatedBox& box, int width, int dash);

  /// Profile of adjacent lines: the pixel colour by its centre's distance from a box.
  class Lines {
   public:
    struct Line {
      QRgb colour;
      double width;
    };
    Lines(double begin, const std::vector<Line>& lines);
    double begin() const { return begin_; }
    double end() const { return end_; }
    QRgb at(double distance) const;

   private:
    double begin_;
    double end_;
    std::vector<QRgb> colours_;  ///< premultiplied
  };

 private:
  struct Kept {
    QRgb colour;
    Lines box;
    Lines stem;
  };
  const Kept& kept(QRgb colour);

  Bands bands_;
  std::vector<Kept> kept_;  ///< by colour; linear search, few colours
};

}  // namespace espy::desktop
