// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainterPath>
#include <vector>

#include "canvas/marks.h"
#include "canvas/stamp.h"

namespace espy::desktop {

/// The boundary of the mask's non-zero pixels as closed polygons through pixel corners, holes
/// included. Empty if the mask is full or has too many corners.
QPainterPath outlineOf(const ImageView& mask);

/// Cache of the visible marks' stamps, dropped when the zoom changes; outlines stay as long as
/// their marks.
class MarkShapes {
 public:
  void setMarks(const Marks* marks);
  /// Drops all stamps if the zoom, the device pixel ratio or the thickness of outlines, in picture
  /// pixels, changes.
  void setScale(double scale, double ratio, int thickness);

  /// Ring for marks too small to be seen.
  const Stamp& ring(std::uint8_t colour, QRgb rgb);
  int ringSide() const { return side_; }
  /// Of boxes and outlines; those of rings do not depend on the thickness.
  const Bands& bands() const { return bands_; }
  /// Outline of the mark's shape, or null if it has none.
  const QPainterPath* outline(const Mark& mark);
  /// Stamp of an outline for a window (of the mask's size) that has this size in device pixels.
  const Stamp& stamp(std::uint8_t colour, QRgb rgb, const QPainterPath& outline, const QSize& mask,
                     const QSize& size);

 private:
  struct Outline {
    PixelMask mask;
    QPainterPath path;
  };
  struct Kept {
    QSize size;
    Stamp stamp;
  };

  const Marks* marks_ = nullptr;
  double scale_ = 0;
  double ratio_ = 0;
  int thickness_ = 0;
  int side_ = 24;
  Bands bands_{1};
  std::vector<Outline> outlines_;          ///< by colour; the mask identifies the outline
  std::vector<Stamp> rings_;               ///< by colour
  std::vector<std::vector<Kept>> stamps_;  ///< by colour; rounding gives a few sizes
};

}  // namespace espy::desktop
