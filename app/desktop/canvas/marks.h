// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPointF>
#include <QPolygonF>
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

/// The window of a match as drawn on the canvas.
struct Mark {
  QRect window;              ///< in picture pixels
  std::uint8_t colour;       ///< index into the colours
  std::uint32_t match;       ///< index of the match
  std::uint32_t number;      ///< displayed number, from 1
  std::int32_t turned = -1;  ///< index into the turned outlines; -1: fills its window
  std::int8_t said = 0;      ///< verdict: 1 true match, -1 false match, 0 none
};

/// Outline of a needle in a rotated or scaled pose.
struct PosedOutline {
  explicit PosedOutline(const Match& of);
  /// Of a match by outline.
  PosedOutline(const Match& of, const std::vector<SubPixel>& line);

  /// Whether a point of the picture, in pixel-corner coordinates, is inside.
  bool contains(QPointF place) const;
  double area() const;

  /// Of the needle: upper left, upper right, lower right, lower left; pixel-corner coordinates.
  std::array<QPointF, 4> corners;
  Match match;
  QSize needle;               ///< size of the unposed needle
  bool fills;                 ///< covers the whole window
  bool upright;               ///< differs invisibly from its window
  QPolygonF line{};           ///< of a match by outline; a closed one ends at its first point
  std::vector<QRect> rows{};  ///< the pixels on it and, if it is closed, inside
};

/// Marks under construction.
struct MarkList {
  /// `finding`: that of the match, whose index in it this is, for its outline if it has one.
  void add(const Match& match, std::uint8_t colour, std::uint32_t index,
           const Finding* finding = nullptr);

  std::vector<Mark> marks;
  std::vector<PosedOutline> turned;
};

/// All marks of a picture in a uniform grid, for fast queries of the visible ones.
class Marks {
 public:
  /// `shapes`: by colour, the mask of marks of this colour; null or missing: none.
  Marks(std::vector<Mark> marks, std::vector<QColor> colours, QSize picture,
        std::vector<PixelMask> shapes = {}, std::vector<PosedOutline> turned = {});
  static Marks of(MarkList list, std::vector<QColor> colours, QSize picture,
                  std::vector<PixelMask> shapes = {});

  std::span<const Mark> all() const { return marks_; }
  std::span<const QColor> colours() const { return colours_; }
  QColor colour(const Mark& mark) const { return colours_[mark.colour]; }
  /// Outline of a mark that does not fill its window, else null.
  const PosedOutline* turned(const Mark& mark) const {
    return mark.turned < 0 ? nullptr : &turned_[static_cast<std::size_t>(mark.turned)];
  }
  /// Indices of the marks that have a verdict.
  std::span<const std::uint32_t> said() const { return said_; }
  bool anyTurned() const { return !turned_.empty(); }
  /// Mask of the mark's window, or of the needle posed in it; null: all of it takes part.
  const PixelMask& shape(const Mark& mark) const;
  /// Sorted indices of the marks that intersect this rectangle.
  std::vector<std::uint32_t> touching(const QRect& rectangle) const;
  /// The smallest mark that contains this pixel (the first of equals), or -1.
  int at(const QPoint& pixel) const;
  /// Of the marks no larger than twice `reach`, the one whose centre is nearest to this pixel and
  /// at most `reach` away in x and y, or -1.
  int near(const QPoint& pixel, int reach) const;

 private:
  /// Calls visit(index) for each mark that intersects the rectangle, cell by cell.
  template <class Visit>
  void visit(const QRect& rectangle, Visit visit) const;

  std::vector<Mark> marks_;
  std::vector<QColor> colours_;
  std::vector<PixelMask> shapes_;
  std::vector<PosedOutline> turned_;
  std::vector<std::uint32_t> said_;
  QSize picture_;
  int cell_ = 64;
  int columns_ = 0;
  int lines_ = 0;
  int most_ = 0;  ///< longest side of a window
  /// A mark of the grid. Has a copy of the window, so that queries read memory in order.
  struct Kept {
    QRect window;
    std::uint32_t index;
  };
  std::vector<std::uint32_t> first_;  ///< of each cell, into sorted_
  std::vector<Kept> sorted_;
};

}  // namespace espy::desktop
