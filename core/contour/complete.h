// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "contour/shape_tree.h"
#include "espy/control.h"
#include "espy/find.h"

namespace espy::contour {

/// A contour of a scene, in steps.
struct SteppedChain {
  std::vector<SubPixel> points;
  bool closed = false;
};

/// The contours of a scene at one step, by place.
class ContourMap {
 public:
  /// The points of each contour are `step` pixels apart. Keeps a view of the contours.
  ContourMap(std::span<const SteppedChain> contours, double step, const Control& control);

  /// The point of a contour nearest to `at` within `reach`, where the contour's direction (either
  /// of both) is within 45 degrees of `direction`, a unit vector; of several the one with the least
  /// distance and turn.
  std::optional<SubPixel> nearest(SubPixel at, SubPixel direction, double reach) const;

 private:
  /// From a contour's point to its next.
  struct Piece {
    std::uint32_t contour;
    std::uint32_t point;
  };
  std::int64_t cellOf(double coordinate) const;
  SubPixel from(Piece piece) const { return contours_[piece.contour].points[piece.point]; }
  SubPixel to(Piece piece) const {
    const std::vector<SubPixel>& points = contours_[piece.contour].points;
    return points[piece.point + 1 < points.size() ? piece.point + 1 : 0];
  }
  /// Calls `use` with every piece.
  template <class Use>
  void forEach(const Control& control, const Use& use) const;

  std::span<const SteppedChain> contours_;
  double cell_;
  std::int64_t left_ = 0;
  std::int64_t top_ = 0;
  std::int64_t columns_ = 0;
  std::int64_t rows_ = 0;
  std::vector<std::uint32_t> begins_;  ///< of cells in `pieces_`
  std::vector<Piece> pieces_;          ///< cell by cell
};

/// An outline as found in a scene.
struct FoundOutline {
  std::vector<SubPixel> points;  ///< of the needle's points, also of hidden ones
  std::vector<bool> seen;        ///< whether a contour supports it
};

/// Completes an outline of which the points `first` to `first + known.size() - 1` are matched: from
/// both ends on, each next point is looked for where the needle's shape puts it; if no contour is
/// there it is hidden. The last point of a closed outline is its first.
FoundOutline completed(const ShapeTree& tree, const ContourMap& map, std::int64_t first,
                       std::span<const SubPixel> known);

/// Moves each point to the contour nearest to where its neighbours on both sides put it, or there
/// if no contour is near.
FoundOutline refined(const ShapeTree& tree, const ContourMap& map, const FoundOutline& found);

/// 1 - the mean of two costs as shares of the largest: of the tree's divisions, and of all short
/// pieces. What is hidden costs its whole weight.
double scoreOf(const ShapeTree& tree, const FoundOutline& found);

/// A similarity: scale and rotation (as a complex number) and shift.
struct Similarity {
  double a = 1;  ///< scale times cosine
  double b = 0;  ///< scale times sine; y is downwards
  double x = 0;
  double y = 0;

  SubPixel operator()(SubPixel p) const { return {a * p.x - b * p.y + x, b * p.x + a * p.y + y}; }
};
/// Sums over pairs of points, relative to the means.
struct PointMoments {
  SubPixel meanFrom;
  SubPixel meanTo;
  double dot = 0;
  double cross = 0;
  double squareFrom = 0;
  double squareTo = 0;
};
PointMoments momentsOf(std::span<const SubPixel> from, std::span<const SubPixel> to);

/// The one that brings `from` closest to `to`, by least squares.
Similarity fitted(std::span<const SubPixel> from, std::span<const SubPixel> to);

}  // namespace espy::contour
