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

/// What is seen of a piece, and the similarity that fits it.
struct Piece {
  double seen = 0;      ///< share of its points
  double distance = 1;  ///< squared full Procrustes distance, 0 (similar) to 1
  double scale = 0;
};
Piece pieceAt(const ShapeTree& tree, const FoundOutline& found, std::int64_t start,
              std::int64_t length, std::vector<SubPixel>& from, std::vector<SubPixel>& to) {
  const auto all = static_cast<std::int64_t>(found.points.size());
  from.clear();
  to.clear();
  for (std::int64_t p = start; p <= start + length; ++p) {
    const auto at = static_cast<std::size_t>(p % all);
    if (!found.seen[at]) continue;
    from.push_back(tree.points()[at]);
    to.push_back(found.points[at]);
  }
  Piece piece;
  piece.seen = static_cast<double>(from.size()) / static_cast<double>(length + 1);
  if (piece.seen < 0.5) return piece;
  const PointMoments sums = momentsOf(from, to);
  const double both = sums.squareFrom * sums.squareTo;
  const double joint = sums.dot * sums.dot + sums.cross * sums.cross;
  if (both <= 0) return piece;
  piece.distance = std::clamp(1 - joint / both, 0.0, 1.0);
  piece.scale = std::sqrt(joint) / sums.squareFrom;
  return piece;
}

/// The scale of most pieces; 0 if none is seen.
double usualScale(const std::vector<Piece>& pieces) {
  std::vector<double> scales;
  for (const Piece& piece : pieces) {
    if (piece.scale > 0) scales.push_back(piece.scale);
  }
  if (scales.empty()) return 0;
  const auto middle = scales.begin() + std::ssize(scales) / 2;
  std::nth_element(scales.begin(), middle, scales.end());
  return *middle;
}

/// The detail that is not recognised in all short pieces of the outline, as a share of what is more
/// than clutter has in common with any outline. A piece is not recognised where less than half of
/// it is seen, or its shape differs by a third of the bend, or its scale by the larger of the bend
/// and 0.3; in proportion to the squares below.
double pieceShare(const ShapeTree& tree, const FoundOutline& found) {
  constexpr double kChance = 0.3;
  constexpr double kLeastStretch = 0.3;
  const double most = tree.bend() * tree.bend() / 9;
  const double stretch = std::max(kLeastStretch, tree.bend());
  std::array<std::vector<Piece>, kPieces.size()> pieces;
  std::vector<SubPixel> from;
  std::vector<SubPixel> to;
  for (std::size_t k = 0; k < kPieces.size(); ++k) {
    for (std::int64_t start = 0; start < std::ssize(tree.details(k)); ++start) {
      pieces[k].push_back(pieceAt(tree, found, start, kPieces[k], from, to));
    }
  }
  const double scale = usualScale(pieces[kPieces.size() / 2]);
  if (scale <= 0) return 1;
  double whole = 0;
  double lost = 0;
  for (std::size_t k = 0; k < kPieces.size(); ++k) {
    const double weight = 1 / static_cast<double>(pieces[k].size() * kPieces.size());
    for (std::size_t start = 0; start < pieces[k].size(); ++start) {
      const Piece& piece = pieces[k][start];
      const double grown = (piece.scale / scale - 1) / stretch;
      const double differs = std::min(1.0, piece.distance / most + grown * grown);
      const double detail = weight * tree.details(k)[start];
      whole += detail;
      lost += detail * (piece.seen < 0.5 ? 1 : 1 - piece.seen * (1 - differs));
    }
  }
  return std::min(1.0, lost / (whole - std::min(kChance, whole / 2)));
}

}  // namespace

double scoreOf(const ShapeTree& tree, const FoundOutline& found) {
  return std::sqrt(1 - (treeShare(tree, found) + pieceShare(tree, found)) / 2);
}

}  // namespace espy::contour
