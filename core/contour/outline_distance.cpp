// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/phrase.h"
#include "base/within_memory.h"
#include "contour/chains.h"
#include "contour/shape_tree.h"
#include "espy/contour.h"
#include "espy/error.h"

namespace espy {
namespace contour {
namespace {

bool same(SubPixel a, SubPixel b) {
  return a.x == b.x && a.y == b.y;
}

/// A closed outline ends at its first point.
Chain chainOf(std::span<const SubPixel> outline) {
  Chain chain;
  for (const SubPixel& point : outline) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
      throw Error(ErrorCode::badUse, phrase("a point of the outline is not a number"));
    }
    if (chain.points.empty() || !same(chain.points.back(), point)) chain.points.push_back(point);
  }
  if (chain.points.size() > 3 && same(chain.points.front(), chain.points.back())) {
    chain.closed = true;
    chain.points.pop_back();
  }
  if (chain.points.size() < 3) {
    throw Error(ErrorCode::badUse, phrase("an outline has at least three different points"));
  }
  return chain;
}

/// Moved and scaled to `kSide` pixels, where coordinates of 1/16 pixels are fine enough.
void normalise(Chain& chain) {
  constexpr double kSide = 1024;
  // First by a power of two, which is exact, so that neither size nor scale overflow.
  double most = 0;
  for (const SubPixel& point : chain.points) {
    most = std::max({most, std::abs(point.x), std::abs(point.y)});
  }
  const int exponent = -std::ilogb(most);
  for (SubPixel& point : chain.points) {
    point = {std::ldexp(point.x, exponent), std::ldexp(point.y, exponent)};
  }
  const PointBox box = boxOf(chain.points);
  const double scale = kSide / std::max(box.right - box.left, box.bottom - box.top);
  for (SubPixel& point : chain.points) {
    point = {(point.x - box.left) * scale, (point.y - box.top) * scale};
  }
}

/// The share of the largest cost of the tree against the whole contour, run through in one
/// direction.
double shareOf(const ShapeTree& tree, const std::vector<SubPixel>& points, bool closed) {
  const StepContour contour = stepContour(points, closed);
  TreeCosts costs(contour.size());
  fillFast(tree, contour, costs);
  std::uint32_t cost = 0;
  if (tree.closed()) {
    cost = wholeMatch(tree, contour, costs).cost;
  } else {
    cost = costs.at(0, 0, kMostSteps);
  }
  return static_cast<double>(cost) / tree.mostCost(0);
}

/// Turns a closed contour so that it has its inside to the left.
void orient(std::vector<SubPixel>& points) {
  double twice = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SubPixel a = points[i];
    const SubPixel b = points[(i + 1) % points.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  if (twice < 0) std::ranges::reverse(points);
}

/// `a` as a tree, `b` as the contour, as it is and mirrored; if they are open, in both directions.
double oneWay(const Chain& a, const Chain& b, double bend) {
  std::vector<SubPixel> own = resampled(a, kSegments);
  std::vector<SubPixel> points = resampled(b, kMostSteps);
  if (a.closed) {
    orient(own);
    orient(points);
  }
  const ShapeTree tree(own, a.closed, bend);
  double least = 1;
  for (int mirrored = 0; mirrored < 2; ++mirrored) {
    least = std::min(least, shareOf(tree, points, b.closed));
    std::ranges::reverse(points);
    if (!b.closed) {
      least = std::min(least, shareOf(tree, points, false));
      std::ranges::reverse(points);
    }
    for (SubPixel& point : points) point.x = -point.x;
  }
  return least;
}

}  // namespace
}  // namespace contour

double outlineDistance(std::span<const SubPixel> a, std::span<const SubPixel> b, double bend) {
  if (!(bend > 0 && bend <= 1)) {
    throw Error(ErrorCode::badUse, phrase("the bend must be more than 0 and at most 1"));
  }
  return withinMemory([&] {
    contour::Chain one = contour::chainOf(a);
    contour::Chain other = contour::chainOf(b);
    contour::normalise(one);
    contour::normalise(other);
    // An open outline cannot be a closed one: it is closed by a straight line.
    if (one.closed != other.closed) one.closed = other.closed = true;
    return (contour::oneWay(one, other, bend) + contour::oneWay(other, one, bend)) / 2;
  });
}

std::vector<std::vector<SubPixel>> outlinesOf(const Needle& picture) {
  return withinMemory([&] {
    std::vector<std::vector<SubPixel>> outlines;
    for (contour::Chain& chain : contour::needleChains(picture, {})) {
      if (chain.closed) chain.points.push_back(chain.points.front());
      outlines.push_back(std::move(chain.points));
    }
    return outlines;
  });
}

}  // namespace espy
