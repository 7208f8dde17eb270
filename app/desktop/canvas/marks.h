// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPointF>
#include <QRect>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "espy/engine/find.h"
#include "espy/image.h"

namespace espy::desktop {

using PixelMask = std::shared_ptr<const Image>;

/// The window of a match as the canvas draws it.
struct Mark {
  QRect window;              ///< in pixels of the picture
  std::uint8_t colour;       ///< index into the colours
  std::uint32_t match;       ///< the match's index
  std::uint32_t number;      ///< what numbers show, from 1
  std::int32_t turned = -1;  ///< index into the outlines of what does not fill its window; -1: does
  std::int8_t said = 0;      ///< by somebody: 1 that it is a true one, -1 that it is none
};

/// What a turned needle covers.
struct TurnedOutline {
  explicit TurnedOutline(const Match& of);

  /// Is this place of the picture, between pixels, inside?
  bool contains(QPointF place) const;
  double area() const;

  /// Of the needle's own upper left, upper right, lower right and lower left, between pixels.
  std::array<QPointF, 4> corners;
  Match match;
  QSize needle;  ///< the needle's own size
  bool fills;    ///< all of its window
  bool upright;  ///< it differs from its window by less than people see
};

/// Marks as they are made of matches.
struct MarkList {
  void add(const Match& match, std::uint8_t colour, std::uint32_t index);

  std::vector<Mark> marks;
  std::vector<TurnedOutline> turned;
};

/// All marks of a picture, sorted into a grid so that those in sight are found at once.
class Marks {
 public:
  /// `shapes`: by colour, the mask that marks of this colour have; null or missing: none.
  Marks(std::vector<Mark> marks, std::vector<QColor> colours, QSize picture,
        std::vector<PixelMask> shapes = {}, std::vector<TurnedOutline> turned = {});
  static Marks of(MarkList list, std::vector<QColor> colours, QSize picture,
                  std::vector<PixelMask> shapes = {});

  std::span<const Mark> all() const { return marks_; }
  std::span<const QColor> colours() const { return colours_; }
  QColor colour(const Mark& mark) const { return colours_[mark.colour]; }
  /// Of a mark that does not fill its window, else null.
  const TurnedOutline* turned(const Mark& mark) const {
    return mark.turned < 0 ? nullptr : &turned_[static_cast<std::size_t>(mark.turned)];
  }
  /// Indices of those of which somebody has said something.
  std::span<const std::uint32_t> said() const { return said_; }
  bool anyTurned() const { return !turned_.empty(); }
  /// What of the mark's window, or of the needle that is turned in it, takes part; null: all of it.
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
  std::vector<TurnedOutline> turned_;
  std::vector<std::uint32_t> said_;
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
