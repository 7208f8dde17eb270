// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/seeds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace espy::contour {
namespace {

constexpr int kSeedNodes = 15;          ///< down to eighths
constexpr std::int64_t kLongest = 512;  ///< steps of a part of a contour
constexpr double kMostShare = 0.45;     ///< of the cost of a part that is worth a look
constexpr std::size_t kPerNode = 6;     ///< in a contour
/// A part that is so like a straight line fits everywhere.
constexpr double kLeastDetail = 0.12;

double shareOf(const ShapeTree& tree, int node, std::uint32_t cost) {
  return static_cast<double>(cost) / tree.mostCost(node);
}

/// The share that a straight line costs.
double detailOf(const ShapeTree& tree, int node) {
  constexpr TriangleShape kStraight{static_cast<std::int16_t>(kShapeOne), 0, 0};
  double cost = 0;
  std::vector<int> open{node};
  while (!open.empty()) {
    const int v = open.back();
    open.pop_back();
    if (v >= kNodes) continue;
    cost += tree.costOf(v, kStraight, 1, 2);
    open.push_back(2 * v + 1);
    open.push_back(2 * v + 2);
  }
  return cost / tree.mostCost(node);
}

/// The best intervals of a node, each the best among its neighbours.
struct Start {
  std::uint16_t cost;
  std::int64_t start;
  std::int64_t steps;
};
std::vector<Start> bestStarts(const ShapeTree& tree, const StepContour& contour,
                              const TreeCosts& costs, int node) {
  const int level = tree.nodes()[static_cast<std::size_t>(node)].level;
  const std::int64_t points = contour.size();
  std::vector<std::uint16_t> least(static_cast<std::size_t>(points), kNever);
  std::vector<std::int64_t> steps(static_cast<std::size_t>(points));
  for (std::int64_t length = leastSteps(level); length <= std::min(mostSteps(level), points);
       ++length) {
    for (std::int64_t i = 0; i < points; ++i) {
      const std::uint16_t cost = costs.at(node, i, length);
      const auto at = static_cast<std::size_t>(i);
      if (cost >= least[at]) continue;
      least[at] = cost;
      steps[at] = length;
    }
  }
  const auto most = static_cast<std::uint16_t>(kMostShare * tree.mostCost(node));
  const std::int64_t reach = std::max<std::int64_t>(2, leastSteps(level) / 4);
  std::vector<Start> starts;
  for (std::int64_t i = 0; i < points; ++i) {
    const std::uint16_t own = least[static_cast<std::size_t>(i)];
    if (own > most) continue;
    bool isBest = true;
    for (std::int64_t other = std::max<std::int64_t>(0, i - reach);
         other <= std::min(points - 1, i + reach) && isBest; ++other) {
      const std::uint16_t cost = least[static_cast<std::size_t>(other)];
      isBest = other < i ? cost > own : cost >= own;
    }
    if (isBest) starts.push_back({own, i, steps[static_cast<std::size_t>(i)]});
  }
  std::ranges::sort(starts, [](const Start& a, const Start& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.start < b.start;
  });
  if (starts.size() > kPerNode) starts.resize(kPerNode);
  return starts;
}

std::vector<SubPixel> pointsAt(const SteppedChain& chain, const std::vector<std::int64_t>& steps) {
  std::vector<SubPixel> points;
  const auto count = static_cast<std::int64_t>(chain.points.size());
  for (const std::int64_t step : steps) {
    points.push_back(chain.points[static_cast<std::size_t>(step % count)]);
  }
  return points;
}

void addSeeds(const ShapeTree& tree, const SteppedChain& chain, const FillTree& fill,
              std::vector<Seed>& seeds) {
  const StepContour contour = stepContour(chain.points, chain.closed);
  TreeCosts costs(contour.size());
  fill(tree, contour, costs);
  if (chain.closed && tree.closed() && contour.size() <= kMostSteps) {
    const WholeMatch whole = wholeMatch(tree, contour, costs);
    const double share = shareOf(tree, 0, whole.cost);
    if (share <= kMostShare) {
      std::vector<std::int64_t> steps =
          matchedSteps(tree, contour, costs, 1, whole.start, whole.steps);
      const std::vector<std::int64_t> second = matchedSteps(
          tree, contour, costs, 2, whole.start + whole.steps, contour.size() - whole.steps);
      steps.insert(steps.end(), second.begin() + 1, second.end());
      seeds.push_back(
          {Seed::kWhole, share, static_cast<std::uint32_t>(seeds.size()), pointsAt(chain, steps)});
    }
  }
  for (int node = tree.closed() ? 1 : 0; node < kSeedNodes; ++node) {
    if (detailOf(tree, node) < kLeastDetail) continue;
    for (const Start& start : bestStarts(tree, contour, costs, node)) {
      seeds.push_back(
          {node, shareOf(tree, node, start.cost), static_cast<std::uint32_t>(seeds.size()),
           pointsAt(chain, matchedSteps(tree, contour, costs, node, start.start, start.steps))});
    }
  }
}

}  // namespace

std::vector<SteppedChain> stepped(const std::vector<Chain>& chains, double step,
                                  const Control& control) {
  std::vector<SteppedChain> all;
  for (const Chain& chain : chains) {
    control.check();
    const auto count = static_cast<std::int64_t>(std::lround(lengthOf(chain) / step));
    if (count < leastSteps(3) + 1) continue;
    std::vector<SubPixel> points = resampled(chain, count);
    const auto size = static_cast<std::int64_t>(points.size());
    if (size <= kLongest) {
      all.push_back({std::move(points), chain.closed});
      continue;
    }
    if (chain.closed) points.insert(points.end(), points.begin(), points.begin() + kMostSteps);
    const auto end = static_cast<std::int64_t>(points.size());
    for (std::int64_t begin = 0; begin + kMostSteps < end; begin += kLongest - kMostSteps) {
      const std::int64_t last = std::min(end, begin + kLongest);
      all.push_back({{points.begin() + begin, points.begin() + last}, false});
    }
  }
  return all;
}

std::vector<Seed> seedsIn(const ShapeTree& tree, const SteppedChain& chain, const FillTree& fill) {
  std::vector<Seed> seeds;
  addSeeds(tree, chain, fill, seeds);
  SteppedChain reversed = chain;
  std::ranges::reverse(reversed.points);
  addSeeds(tree, reversed, fill, seeds);
  return seeds;
}

}  // namespace espy::contour
