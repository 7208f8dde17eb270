// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRect>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "espy/image.h"

namespace espy::desktop {

using PixelMask = std::shared_ptr<const Image>;

/// The window of a match as the canvas draws it.
struct Mark {
  QRect window;          ///< in pixels of the picture
  std::uint8_t colour;   ///< index into the colours
  std::uint32_t match;   ///< the match's index
  std::uint32_t number;  ///< what numbers show, from 1
};

/// All marks of a picture, sorted into a grid so that those in sight are found at once.
class Marks {
 public:
  /// `shapes`: by colour, the mask that marks of this colour have; null or missing: none.
  Marks(std::vector<Mark> marks, std::vector<QColor> colours, QSize picture,
        std::vector<PixelMask> shapes = {});

  std::span<const Mark> all() const { return marks_; }
  std::span<const QColor> colours() const { return colours_; }
  QColor colour(const Mark& mark) const { return colours_[mark.colour]; }
  /// What of the mark's window takes part; null: all of it.
  const PixelMask& shape(const Mark& mark) const;
  /// Indices of the marks that touch this rectangle, each once, in order.
  std::vector<std::uint32_t> touching(const QRect& rectangle) const;
  /// The smallest mark that contains this pixel (the first of equals), or -1.
  int at(const QPoint& pixel) const;
  /// Of the marks no larger than twice `reach`, the one whose middle is nearest to this pixel and
  /// no further than `reach` away in either direction, or -1.
  int near(const QPoint& pixel, int reach) const;

 private:
  /// Calls visit(index) for each mark that touches the rectangle, cell by cell.
  template <class Visit>
  void visit(const QRect& rectangle, Visit visit) const;

  std::vector<Mark> marks_;
  std::vector<QColor> colours_;
  std::vector<PixelMask> shapes_;
  QSize picture_;
  int cell_ = 64;
  int columns_ = 0;
  int lines_ = 0;
  int most_ = 0;  ///< the greatest side of a window
  /// A mark by cells. The window is here as well: to look through those of a frame must not jump.
  struct Kept {
    QRect window;
    std::uint32_t index;
  };
  std::vector<std::uint32_t> first_;  ///< of each cell, into `sorted_`
  std::vector<Kept> sorted_;
};

}  // namespace espy::desktop
