// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "contour/shape_tree.h"
#include "contour/tree_loops.h"

namespace espy::contour {

void fillFast(const ShapeTree& tree, const StepContour& contour, TreeCosts& costs) {
  const std::int64_t points = contour.size();
  // Coordinates beyond the last point: those of a closed contour again.
  const std::int64_t padded = points + kMostSteps + 2 * kStartBlock;
  std::vector<float> x(static_cast<std::size_t>(padded));
  std::vector<float> y(static_cast<std::size_t>(padded));
  for (std::int64_t i = 0; i < padded; ++i) {
    const std::int64_t from = contour.closed ? i % points : std::min(i, points - 1);
    x[static_cast<std::size_t>(i)] = contour.x[static_cast<std::size_t>(from)];
    y[static_cast<std::size_t>(i)] = contour.y[static_cast<std::size_t>(from)];
  }
  std::vector<NodeRow> nodes;
  std::array<std::array<std::uint16_t, kMostSteps + 1>, kLevels> stretches{};
  LevelScale free = tree.scale(0);
  free.weight = 0;
  for (std::int64_t steps = leastSteps(kLevels - 1); steps <= kMostSteps; ++steps) {
    nodes.clear();
    const std::int64_t starts =
        contour.closed ? (steps < points ? points : 0) : std::max<std::int64_t>(0, points - steps);
    for (int level = 0; level < kLevels; ++level) {
      for (std::int64_t t = 0; t <= steps; ++t) {
        stretches[static_cast<std::size_t>(level)][static_cast<std::size_t>(t)] =
            static_cast<std::uint16_t>(tree.scale(level).stretchCost(t, steps));
      }
    }
    for (int v = 0; v < kNodes; ++v) {
      const ShapeNode& node = tree.nodes()[static_cast<std::size_t>(v)];
      if (steps < leastSteps(node.level) || steps > mostSteps(node.level)) continue;
      auto [first, last] = divisionsOf(node.level, steps);
      const bool leaves = node.level + 1 == kLevels;
      if (!leaves) {
        first = std::max(first, steps - mostSteps(node.level + 1));
        last = std::min(last, mostSteps(node.level + 1));
      }
      nodes.push_back({leaves ? nullptr : costs.row(2 * v + 1, 0),
                       leaves ? nullptr : costs.row(2 * v + 2, 0), costs.row(v, steps), node.shape,
                       stretches[static_cast<std::size_t>(node.level)].data(),
                       tree.closed() && v == 0 ? free : tree.scale(node.level), first, last});
    }
    const LengthTask task{x.data(),
                          y.data(),
                          starts,
                          steps,
                          costs.stride(),
                          nodes.data(),
                          static_cast<std::int64_t>(nodes.size())};
    fillLength(task);
    for (const NodeRow& node : nodes) {
      std::fill(node.to + starts, node.to + costs.stride(), kNever);
      if (contour.closed && starts > 0) {
        std::copy_n(node.to, std::min(points, kMostSteps), node.to + points);
      }
    }
  }
}

}  // namespace espy::contour
