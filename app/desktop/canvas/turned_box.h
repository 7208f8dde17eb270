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

/// A turned needle on the screen, in pixels of the screen.
struct TurnedBox {
  TurnedBox(const TurnedOutline& outline, const DeviceMap& map);

  QPointF middle;
  QPointF across;  ///< of length 1, to the needle's right
  QPointF down;    ///< of length 1, to the needle's lower edge
  double halfWidth;
  double halfHeight;

  TurnedBox grown(double by) const;
  /// So many pixels of its edges may be on a screen of this size.
  double edges(QSize screen) const;
};

/// From the needle's own pixels to those of the screen.
QTransform toScreen(const TurnedOutline& outline, const DeviceMap& map);

/// Paints the lines around turned needles as `paintBox` has them, and on the upper edge of each a
/// stem that says where the needle's top is. What lines look like across is kept from one to the
/// next, since there are thousands in a frame.
class TurnedPainter {
 public:
  explicit TurnedPainter(const Bands& bands) : bands_(bands) {}

  void paint(QImage& image, const TurnedBox& box, QRgb colour);
  void paintStem(QImage& image, const TurnedBox& box, QRgb colour);
  /// Where there is a screen full of them: a line of the colour, a dark one beside it and a short
  /// stem, or, not whole, dots of the colour.
  void paintThin(QImage& image, const TurnedBox& box, QRgb colour, bool whole) const;
  /// A ring, black and white by turns, so many pixels wide around this box.
  static void paintRing(QImage& image, const TurnedBox& box, int width, int dash);

  /// Lines side by side from a distance outwards: what a pixel shows whose middle lies so far from
  /// a box.
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
  std::vector<Kept> kept_;  ///< by colour, of which there are few
};

}  // namespace espy::desktop
