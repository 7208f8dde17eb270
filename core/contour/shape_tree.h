// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch.h"
#include "espy/control.h"
#include "espy/find.h"

/// Shape trees: an outline is divided in the middle, again and again; each division is the shape of
/// a triangle, of which position, size and rotation do not count.
namespace espy::contour {

inline constexpr int kLevels = 6;                        ///< of divisions
inline constexpr std::int64_t kSegments = 1 << kLevels;  ///< of a needle's outline
inline constexpr int kNodes = static_cast<int>(kSegments) - 1;
/// The longest part of a contour, in steps, that the whole outline is compared with.
inline constexpr std::int64_t kMostSteps = 2 * kSegments;
/// Cost of all divisions of one level if none is recognised, a multiple of their number.
inline constexpr std::array<int, kLevels> kLevelCosts{4096, 6144, 8192, 8192, 8192, 8192};
/// The bend of each level, in that of the request: the parts of a division of the whole may be bent
/// at several places.
inline constexpr std::array<double, kLevels> kLevelBends{1.5, 0.8, 0.5, 0.3, 0.2, 0.2};
/// How much a shift of a division along the contour counts, against one across it: steps of a
/// contour are coarse for short parts.
inline constexpr std::array<double, kLevels> kLevelAlong{1, 1, 0.7, 0.5, 0.3, 0.3};
/// Lengths of the short pieces whose detail is counted, in segments.
inline constexpr std::array<std::int64_t, 3> kPieces{6, 10, 16};
/// The cost of what is impossible.
inline constexpr std::uint16_t kNever = 65535;

/// Coordinates of contours are in 1/16 pixels.
inline constexpr double kPerPixel = 16;

/// The shape of a triangle (start, middle, end) as a point on a sphere (Kendall's shape space): the
/// squared full Procrustes distance of two shapes is (1 - their dot product) / 2.
struct TriangleShape {
  std::int16_t x = 0;
  std::int16_t y = 0;
  std::int16_t z = 0;

  bool operator==(const TriangleShape&) const = default;
};
inline constexpr float kShapeOne = 16383;  ///< length of the vector: differences fit into 16 bits

/// The nearest whole number, halves away from 0.
inline std::int16_t toShape(float value) {
  return static_cast<std::int16_t>(static_cast<std::int32_t>(value + (value < 0 ? -0.5F : 0.5F)));
}

/// The shape of the triangle with these sides: `side` from start to end, `middle` = 2 middle -
/// start - end. All zeros if it has no size.
inline TriangleShape shapeOf(float sideX, float sideY, float middleX, float middleY) {
  constexpr float kTwiceRoot3 = 3.4641016F;
  const float side = 3 * (sideX * sideX + sideY * sideY);
  const float middle = middleX * middleX + middleY * middleY;
  const float sum = side + middle;
  const float scale = sum > 0 ? kShapeOne / sum : 0;
  return {toShape((side - middle) * scale),
          toShape(kTwiceRoot3 * (sideX * middleX + sideY * middleY) * scale),
          toShape(kTwiceRoot3 * (sideY * middleX - sideX * middleY) * scale)};
}

/// a b / 2^15, rounded, as the processor's instruction for fixed point.
inline std::int32_t timesFixed(std::int32_t a, std::int32_t b) {
  return (a * b + (1 << 14)) >> 15;
}

/// How the distance of two triangles becomes a cost, in integers: 0 for equal shapes, rising with
/// the squared distance to the node's whole weight where a part is bent by `bend`.
struct LevelScale {
  std::int32_t weight = 0;  ///< largest cost of a node
  std::int32_t most = 0;    ///< of 2^15 times the squared distance, where the cost ends to rise
  int shift = 0;            ///< brings `most` to 15 bits
  std::int16_t along = 0;   ///< weight of shifts along the contour, in 2^15
  std::int16_t gain = 0;

  LevelScale() = default;
  LevelScale(int level, double bend);
  /// The cost of dividing an interval of `steps` at `first`, where the outline is divided in the
  /// middle: both parts are stretched against each other.
  std::int32_t stretchCost(std::int64_t first, std::int64_t steps) const;
};

/// A division: points of the outline and the shape of their triangle.
struct ShapeNode {
  int level = 0;
  std::int64_t start = 0;
  std::int64_t segments = 0;
  TriangleShape shape = {};
};

/// The divisions of an outline of kSegments segments, the children of node v are 2 v + 1 and
/// 2 v + 2. Of a closed outline the first node is no triangle and costs nothing.
class ShapeTree {
 public:
  /// kSegments points of a closed outline, or kSegments + 1 of an open one.
  ShapeTree(std::span<const SubPixel> points, bool closed, double bend);

  bool closed() const { return closed_; }
  double bend() const { return bend_; }
  const std::array<ShapeNode, kNodes>& nodes() const { return nodes_; }
  const std::vector<SubPixel>& points() const { return points_; }  ///< the first again at the end
  const LevelScale& scale(int level) const { return scales_[static_cast<std::size_t>(level)]; }
  /// The cost of this node for a triangle of a contour whose sides have these lengths along it.
  int costOf(int node, const TriangleShape& of, std::int64_t first, std::int64_t steps) const;
  /// The largest cost of the node and all below it.
  int mostCost(int node) const;
  /// Of all pieces of `kPieces[length]` segments, by their first point: near 0 for a straight one,
  /// 1 for one that is as unlike a straight line as counts.
  const std::vector<double>& details(std::size_t length) const { return details_[length]; }

 private:
  bool closed_;
  double bend_;
  std::vector<SubPixel> points_;
  std::array<ShapeNode, kNodes> nodes_;
  std::array<LevelScale, kLevels> scales_;
  std::array<std::vector<double>, kPieces.size()> details_;
};

/// A contour as it is compared: coordinates at equal steps, in 1/16 pixels, whole numbers.
struct StepContour {
  std::vector<float> x;
  std::vector<float> y;
  bool closed = false;  ///< the last point's next is the first

  std::int64_t size() const { return static_cast<std::int64_t>(x.size()); }
};
StepContour stepContour(std::span<const SubPixel> points, bool closed);

/// The longest interval of a node of this level; a part has between a quarter and three quarters of
/// its interval.
constexpr std::int64_t mostSteps(int level) {
  std::int64_t steps = kMostSteps;
  for (int i = 0; i < level; ++i) steps = 3 * steps / 4;
  return steps;
}
constexpr std::int64_t leastSteps(int level) {
  return kSegments >> level;
}
/// Where an interval of `steps` may be divided for a node of this level: first and last.
constexpr std::array<std::int64_t, 2> divisionsOf(int level, std::int64_t steps) {
  const std::int64_t half = kSegments >> (level + 1);
  return {std::max((steps + 3) / 4, half), std::min(3 * steps / 4, steps - half)};
}

/// Costs of every node for every interval of a contour: d(v, i, L) is the least over its divisions
/// t of d(left, i, t) + d(right, i + t, L - t) + the triangle's cost. Rows of one length L hold the
/// starts i; of a closed contour the first starts follow again after the last.
class TreeCosts {
 public:
  explicit TreeCosts(std::int64_t points);

  std::int64_t points() const { return points_; }
  std::int64_t stride() const { return stride_; }
  std::uint16_t* row(int node, std::int64_t steps) {
    return costs_.data() + (begins_[static_cast<std::size_t>(node)] + steps) * stride_;
  }
  std::uint16_t at(int node, std::int64_t start, std::int64_t steps) const {
    return costs_[static_cast<std::size_t>(
        (begins_[static_cast<std::size_t>(node)] + steps) * stride_ + start)];
  }

 private:
  std::int64_t points_;
  std::int64_t stride_;
  std::array<std::int64_t, kNodes> begins_{};
  ScratchVector<std::uint16_t> costs_;
};

/// Fills the costs: the definition, and the fast one. The contour has at least three points.
void fillByReference(const ShapeTree& tree, const StepContour& contour, TreeCosts& costs);
void fillFast(const ShapeTree& tree, const StepContour& contour, TreeCosts& costs);

/// The least cost of the whole outline against a whole closed contour, and where it begins; kNever
/// if there is none. The contour has at most kMostSteps points.
struct WholeMatch {
  std::uint32_t cost = kNever;
  std::int64_t start = 0;
  std::int64_t steps = 0;  ///< of the first half
};
WholeMatch wholeMatch(const ShapeTree& tree, const StepContour& contour, const TreeCosts& costs);

/// The contour's points that the outline's points `start` to `start + segments` of a node are
/// matched with, found again from the costs. Indexes may exceed a closed contour's size.
std::vector<std::int64_t> matchedSteps(const ShapeTree& tree, const StepContour& contour,
                                       const TreeCosts& costs, int node, std::int64_t start,
                                       std::int64_t steps);

}  // namespace espy::contour
