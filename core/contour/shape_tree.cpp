// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/shape_tree.h"

#include <algorithm>
#include <cmath>

namespace espy::contour {
namespace {

float rounded(double coordinate) {
  return static_cast<float>(std::round(coordinate * kPerPixel));
}

/// The contour's triangle at three steps, which may exceed a closed one's size.
TriangleShape shapeAt(const StepContour& contour, std::int64_t start, std::int64_t middle,
                      std::int64_t end) {
  const auto x = [&](std::int64_t i) {
    return contour.x[static_cast<std::size_t>(i % contour.size())];
  };
  const auto y = [&](std::int64_t i) {
    return contour.y[static_cast<std::size_t>(i % contour.size())];
  };
  return shapeOf(x(end) - x(start), y(end) - y(start), 2 * x(middle) - x(start) - x(end),
                 2 * y(middle) - y(start) - y(end));
}

/// The squared full Procrustes distance of these points, at equal steps, and a straight line, as a
/// share of the one that counts as all detail.
double detailOf(const std::vector<SubPixel>& points) {
  constexpr double kAllDetail = 0.02;
  constexpr double kLeast = 0.05;  // also needles of straight lines have a score
  SubPixel mean;
  const auto count = static_cast<double>(points.size());
  for (const SubPixel& p : points) mean = {mean.x + p.x / count, mean.y + p.y / count};
  double square = 0;
  double line = 0;
  SubPixel along;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double t = static_cast<double>(i) - (count - 1) / 2;
    const double x = points[i].x - mean.x;
    const double y = points[i].y - mean.y;
    square += x * x + y * y;
    line += t * t;
    along = {along.x + t * x, along.y + t * y};
  }
  if (square <= 0) return kLeast;
  const double joint = (along.x * along.x + along.y * along.y) / (square * line);
  return std::clamp((1 - joint) / kAllDetail, kLeast, 1.0);
}

bool isLeaf(int node) {
  return node >= kNodes;
}

}  // namespace

LevelScale::LevelScale(int level, double bend)
    : weight(kLevelCosts[static_cast<std::size_t>(level)] >> level) {
  const double own = std::min(1.0, bend * kLevelBends[static_cast<std::size_t>(level)]);
  along =
      static_cast<std::int16_t>(std::lround(32767 * kLevelAlong[static_cast<std::size_t>(level)]));
  most = std::clamp(static_cast<std::int32_t>(std::lround(own * own * 32768)), 1, 32767);
  while (most << (shift + 1) <= 32767) ++shift;
  gain = static_cast<std::int16_t>(std::lround(weight * 32768.0 / (most << shift)));
}

std::int32_t LevelScale::stretchCost(std::int64_t first, std::int64_t steps) const {
  // The whole weight where one part is four times as long as the other.
  const std::int64_t apart = 2 * first - steps;
  return static_cast<std::int32_t>(
      std::min<std::int64_t>(weight, weight * apart * apart * 25 / (steps * steps * 9)));
}

ShapeTree::ShapeTree(std::span<const SubPixel> points, bool closed, double bend)
    : closed_(closed), bend_(bend), points_(points.begin(), points.end()), nodes_(), scales_() {
  for (int level = 0; level < kLevels; ++level) {
    scales_[static_cast<std::size_t>(level)] = LevelScale(level, bend);
  }
  if (closed) points_.push_back(points_.front());
  for (int v = 0; v < kNodes; ++v) {
    ShapeNode& node = nodes_[static_cast<std::size_t>(v)];
    if (v == 0) {
      node.segments = kSegments;
    } else {
      const ShapeNode& parent = nodes_[static_cast<std::size_t>((v - 1) / 2)];
      node.level = parent.level + 1;
      node.segments = parent.segments / 2;
      node.start = parent.start + (v % 2 == 0 ? node.segments : 0);
    }
    const auto at = [&](std::int64_t offset) {
      return points_[static_cast<std::size_t>(node.start + offset)];
    };
    const SubPixel a = at(0);
    const SubPixel b = at(node.segments);
    const SubPixel m = at(node.segments / 2);
    node.shape = shapeOf(rounded(b.x) - rounded(a.x), rounded(b.y) - rounded(a.y),
                         2 * rounded(m.x) - rounded(a.x) - rounded(b.x),
                         2 * rounded(m.y) - rounded(a.y) - rounded(b.y));
  }
  std::vector<SubPixel> piece;
  for (std::size_t k = 0; k < kPieces.size(); ++k) {
    const std::int64_t starts = closed ? kSegments : kSegments + 1 - kPieces[k];
    for (std::int64_t start = 0; start < starts; ++start) {
      piece.clear();
      for (std::int64_t p = start; p <= start + kPieces[k]; ++p) {
        piece.push_back(points_[static_cast<std::size_t>(closed ? p % kSegments : p)]);
      }
      details_[k].push_back(detailOf(piece));
    }
  }
}

int ShapeTree::costOf(int node, const TriangleShape& of, std::int64_t first,
                      std::int64_t steps) const {
  if (closed_ && node == 0) return 0;
  const ShapeNode& own = nodes_[static_cast<std::size_t>(node)];
  const LevelScale& level = scale(own.level);
  const auto difference = [](std::int16_t one, std::int16_t other) {
    return std::clamp(one - other, -32768, 32767);
  };
  const std::int32_t x = difference(of.x, own.shape.x);
  const std::int32_t y = difference(of.y, own.shape.y);
  const std::int32_t z = difference(of.z, own.shape.z);
  const std::int32_t apart = std::min(
      level.most, timesFixed(x, x) + timesFixed(z, z) + timesFixed(timesFixed(y, level.along), y));
  return std::min(level.weight,
                  timesFixed(apart << level.shift, level.gain) + level.stretchCost(first, steps));
}

int ShapeTree::mostCost(int node) const {
  const int own = nodes_[static_cast<std::size_t>(node)].level;
  int most = 0;
  for (int level = closed_ && node == 0 ? 1 : own; level < kLevels; ++level) {
    most += scale(level).weight << (level - own);
  }
  return most;
}

StepContour stepContour(std::span<const SubPixel> points, bool closed) {
  StepContour contour;
  contour.closed = closed;
  for (const SubPixel& point : points) {
    contour.x.push_back(rounded(point.x));
    contour.y.push_back(rounded(point.y));
  }
  return contour;
}

TreeCosts::TreeCosts(std::int64_t points) : points_(points) {
  constexpr std::int64_t kPad = 64;  // the fast loops write whole registers
  stride_ = (points + kMostSteps + kPad + 31) / 32 * 32;
  std::int64_t rows = 0;
  for (int v = 0; v < kNodes; ++v) {
    int level = 0;
    while ((2 << level) <= v + 1) ++level;
    begins_[static_cast<std::size_t>(v)] = rows - leastSteps(level);
    rows += mostSteps(level) - leastSteps(level) + 1;
  }
  costs_.resize(static_cast<std::size_t>(rows * stride_));
}

void fillByReference(const ShapeTree& tree, const StepContour& contour, TreeCosts& costs) {
  const std::int64_t points = contour.size();
  for (int v = kNodes - 1; v >= 0; --v) {
    const int level = tree.nodes()[static_cast<std::size_t>(v)].level;
    const int left = 2 * v + 1;
    const int right = 2 * v + 2;
    for (std::int64_t steps = leastSteps(level); steps <= mostSteps(level); ++steps) {
      std::uint16_t* const row = costs.row(v, steps);
      std::fill_n(row, costs.stride(), kNever);
      const auto [first, last] = divisionsOf(level, steps);
      const std::int64_t starts = contour.closed ? (steps < points ? points : 0) : points - steps;
      for (std::int64_t i = 0; i < starts; ++i) {
        std::int32_t least = kNever;
        for (std::int64_t t = first; t <= last; ++t) {
          std::int32_t cost = 0;
          if (!isLeaf(left)) {
            const bool wraps = i + t >= points;
            if (t > mostSteps(level + 1) || steps - t > mostSteps(level + 1)) continue;
            cost += costs.at(left, i, t);
            cost += costs.at(right, wraps ? i + t - points : i + t, steps - t);
          }
          cost += tree.costOf(v, shapeAt(contour, i, i + t, i + steps), t, steps);
          least = std::min(least, cost);
        }
        row[i] = static_cast<std::uint16_t>(least);
      }
      if (contour.closed) std::copy_n(row, std::min(points, kMostSteps), row + points);
    }
  }
}

WholeMatch wholeMatch(const ShapeTree& /*tree*/, const StepContour& contour,
                      const TreeCosts& costs) {
  WholeMatch best;
  const std::int64_t points = contour.size();
  for (std::int64_t i = 0; i < points; ++i) {
    const std::int64_t last = std::min(mostSteps(1), points - leastSteps(1));
    for (std::int64_t t = std::max(leastSteps(1), points - mostSteps(1)); t <= last; ++t) {
      const std::uint32_t cost =
          std::uint32_t{costs.at(1, i, t)} + costs.at(2, (i + t) % points, points - t);
      if (cost < best.cost) best = {cost, i, t};
    }
  }
  return best;
}

std::vector<std::int64_t> matchedSteps(const ShapeTree& tree, const StepContour& contour,
                                       const TreeCosts& costs, int node, std::int64_t start,
                                       std::int64_t steps) {
  const std::int64_t points = contour.size();
  struct Part {
    int node;
    std::int64_t start;
    std::int64_t steps;
  };
  std::vector<std::int64_t> ends{start};
  std::vector<Part> open{{node, start, steps}};
  while (!open.empty()) {
    const Part part = open.back();
    open.pop_back();
    if (isLeaf(part.node)) {
      ends.push_back(part.start + part.steps);
      continue;
    }
    const int level = tree.nodes()[static_cast<std::size_t>(part.node)].level;
    const auto [first, last] = divisionsOf(level, part.steps);
    std::int64_t best = first;
    std::int32_t least = 4 * kNever;
    for (std::int64_t t = first; t <= last; ++t) {
      std::int32_t cost = 0;
      if (!isLeaf(2 * part.node + 1)) {
        if (t > mostSteps(level + 1) || part.steps - t > mostSteps(level + 1)) continue;
        cost += costs.at(2 * part.node + 1, part.start % points, t);
        cost += costs.at(2 * part.node + 2, (part.start + t) % points, part.steps - t);
      }
      cost += tree.costOf(part.node,
                          shapeAt(contour, part.start, part.start + t, part.start + part.steps), t,
                          part.steps);
      if (cost >= least) continue;
      least = cost;
      best = t;
    }
    open.push_back({2 * part.node + 2, part.start + best, part.steps - best});
    open.push_back({2 * part.node + 1, part.start, best});
  }
  return ends;
}

}  // namespace espy::contour
