// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "contour/complete.h"

namespace espy::contour {
namespace {

/// The cost of the tree against the found outline, as a share of the largest.
double treeShare(const ShapeTree& tree, const FoundOutline& found) {
  const auto all = static_cast<std::int64_t>(found.points.size());
  const auto at = [&](std::int64_t p) { return found.points[static_cast<std::size_t>(p % all)]; };
  const StepContour contour = [&] {
    std::vector<SubPixel> points;
    for (std::int64_t p = 0; p <= kSegments; ++p) points.push_back(at(p));
    return stepContour(points, false);
  }();
  double cost = 0;
  double most = 0;
  for (int v = tree.closed() ? 1 : 0; v < kNodes; ++v) {
    const ShapeNode& node = tree.nodes()[static_cast<std::size_t>(v)];
    std::int64_t seen = 0;
    for (std::int64_t s = node.start; s < node.start + node.segments; ++s) {
      seen += found.seen[static_cast<std::size_t>(s % all)] &&
                      found.seen[static_cast<std::size_t>((s + 1) % all)]
                  ? 1
                  : 0;
    }
    const auto a = static_cast<std::size_t>(node.start);
    const auto m = static_cast<std::size_t>(node.start + node.segments / 2);
    const auto b = static_cast<std::size_t>(node.start + node.segments);
    const TriangleShape shape = shapeOf(contour.x[b] - contour.x[a], contour.y[b] - contour.y[a],
                                        2 * contour.x[m] - contour.x[a] - contour.x[b],
                                        2 * contour.y[m] - contour.y[a] - contour.y[b]);
    const double share = static_cast<double>(seen) / static_cast<double>(node.segments);
    const double whole = tree.scale(node.level).weight;
    const auto along = [&](std::size_t from, std::size_t to) {
      double length = 0;
      for (std::size_t p = from; p < to; ++p) {
        const double dx = contour.x[p + 1] - contour.x[p];
        const double dy = contour.y[p + 1] - contour.y[p];
        length += std::sqrt(dx * dx + dy * dy);
      }
      return std::llround(length);
    };
    const std::int64_t first = along(a, m);
    cost += share * tree.costOf(v, shape, first, std::max<std::int64_t>(1, first + along(m, b))) +
            (1 - share) * whole;
    most += whole;
  }
  return std::min(1.0, cost / most);
}

/// The squared full Procrustes distance of two point sets, 0 (similar) to 1.
double procrustes(std::span<const SubPixel> from, std::span<const SubPixel> to) {
  const PointMoments sums = momentsOf(from, to);
  const double both = sums.squareFrom * sums.squareTo;
  const double joint = sums.dot * sums.dot + sums.cross * sums.cross;
  return both > 0 ? std::clamp(1 - joint / both, 0.0, 1.0) : 1;
}

/// The mean cost of all short pieces of the outline: 1 where less than half of a piece is seen or
/// its shape differs by a third of the bend, in proportion to the squared distance below.
double pieceShare(const ShapeTree& tree, const FoundOutline& found) {
  constexpr std::array<std::int64_t, 3> kPieces{6, 10, 16};  // segments
  const double most = tree.bend() * tree.bend() / 9;
  const auto all = static_cast<std::int64_t>(found.points.size());
  std::vector<SubPixel> from;
  std::vector<SubPixel> to;
  double cost = 0;
  for (const std::int64_t length : kPieces) {
    const std::int64_t starts = tree.closed() ? all : all - length;
    double own = 0;
    for (std::int64_t start = 0; start < starts; ++start) {
      from.clear();
      to.clear();
      for (std::int64_t p = start; p <= start + length; ++p) {
        const auto at = static_cast<std::size_t>(p % all);
        if (!found.seen[at]) continue;
        from.push_back(tree.points()[at]);
        to.push_back(found.points[at]);
      }
      const double seen = static_cast<double>(from.size()) / static_cast<double>(length + 1);
      own += seen < 0.5 ? 1 : 1 - seen * (1 - std::min(1.0, procrustes(from, to) / most));
    }
    cost += own / static_cast<double>(starts);
  }
  return cost / static_cast<double>(kPieces.size());
}

}  // namespace

double scoreOf(const ShapeTree& tree, const FoundOutline& found) {
  return 1 - (treeShare(tree, found) + pieceShare(tree, found)) / 2;
}

}  // namespace espy::contour
