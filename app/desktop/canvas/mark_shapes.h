// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainterPath>
#include <vector>

#include "canvas/marks.h"
#include "canvas/stamp.h"

namespace espy::desktop {

/// The edges between pixels whose mask is not 0 and others, as closed lines through corners of
/// pixels, holes included. Empty where the mask is full, or so ragged that nobody could follow it.
QPainterPath outlineOf(const ImageView& mask);

/// The stamps of the marks in sight, kept until the zoom changes; outlines are kept for as long as
/// the marks have them.
class MarkShapes {
 public:
  void setMarks(const Marks* marks);
  /// Of another zoom or screen all stamps are forgotten.
  void setScale(double scale, double ratio);

  /// A ring for marks too small to be seen.
  const Stamp& ring(std::uint8_t colour, QRgb rgb);
  int ringSide() const { return side_; }
  const Bands& bands() const { return bands_; }
  /// The outline of the mark's shape, or null where it has none.
  const QPainterPath* outline(const Mark& mark);
  /// That outline where the mark's window, as large as the mask, has this size on the screen.
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
  int side_ = 24;
  Bands bands_{1};
  std::vector<Outline> outlines_;          ///< by colour; the mask tells whose
  std::vector<Stamp> rings_;               ///< by colour
  std::vector<std::vector<Kept>> stamps_;  ///< by colour; a few sizes by rounding
};

}  // namespace espy::desktop
