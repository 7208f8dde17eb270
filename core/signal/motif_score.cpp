// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_score.h"

#include <algorithm>

#include "signal/assign.h"
#include "signal/motif_plan.h"

namespace espy::signal {
namespace {

/// A pair of channels at its best lag.
struct BestPair {
  double cost = kNoPair;  ///< lag penalty included
  double plain = kNoPair;
  std::int64_t lag = 0;
};

BestPair bestPair(const MotifTask& task, const QueryRows& queries, std::int64_t i, std::int64_t j,
                  std::int64_t start, const PairCost& cost) {
  BestPair best;
  const std::int64_t places = dataLength(task) - queries.length() + 1;
  const auto look = [&](std::int64_t lag) {
    const std::int64_t at = start + lag;
    if (at < 0 || at >= places) return;
    const double plain = cost(i, j, at);
    if (task.options.missing > 0 && !(plain <= queries.mostOf(i, j))) return;
    const double all = plain + task.options.lagPenalty * static_cast<double>(lag < 0 ? -lag : lag);
    if (all < best.cost) best = {all, plain, lag};
  };
  look(0);
  for (std::int64_t off = 1; off <= task.options.lag; ++off) {
    look(-off);
    look(off);
  }
  return best;
}

PlaceScore assignedScore(const MotifTask& task, const QueryRows& queries, std::int64_t start,
                         const PairCost& cost) {
  const std::int64_t rows = std::ssize(task.query);
  const PairGrid grid(rows, std::ssize(task.data), task.options.reach);
  std::vector<BestPair> pairs(grid.size());
  std::vector<double> costs(grid.size(), kNoPair);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = grid.begin(i); j < grid.end(i); ++j) {
      BestPair& pair = pairs[grid.index(i, j)] = bestPair(task, queries, i, j, start, cost);
      costs[grid.index(i, j)] = pair.cost * (i == j ? 1 : task.options.elsewhere);
    }
  }
  std::vector<double> alone;
  for (std::int64_t i = 0; i < rows && task.options.missing > 0; ++i) {
    alone.push_back(queries.chargeOf(i));
  }
  const Assignment assignment = assigned(costs, grid, alone);
  PlaceScore score;
  if (assignment.missing > task.options.missing) return score;
  double sum = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t j = assignment.columns[i];
    if (j == kUnassigned) {
      sum += alone[i];
      continue;
    }
    const BestPair& pair = pairs[grid.index(i, j)];
    sum += costs[grid.index(i, j)];
    score.channels.push_back({i, j, pair.lag, rootOf(task.options.method, pair.plain)});
  }
  score.distance = rootOf(task.options.method, sum);
  return score;
}

PlaceScore meanScore(const MotifTask& task, std::int64_t start, const PairCost& cost) {
  PlaceScore score;
  std::vector<ChannelMatch>& channels = score.channels;
  for (std::int64_t i = 0; i < std::ssize(task.query); ++i) {
    channels.push_back({i, i, 0, rootOf(task.options.method, cost(i, i, start))});
  }
  std::sort(channels.begin(), channels.end(), [](const ChannelMatch& a, const ChannelMatch& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.query < b.query);
  });
  channels.resize(task.query.size() - static_cast<std::size_t>(task.options.missing));
  double sum = 0;
  for (const ChannelMatch& channel : channels) sum += channel.distance;
  score.distance = sum / static_cast<double>(channels.size());
  std::sort(channels.begin(), channels.end(),
            [](const ChannelMatch& a, const ChannelMatch& b) { return a.query < b.query; });
  return score;
}

}  // namespace

PlaceScore scoreOf(const MotifTask& task, const QueryRows& queries, std::int64_t start,
                   const PairCost& cost) {
  if (task.options.rule == ChannelRule::mean) return meanScore(task, start, cost);
  return assignedScore(task, queries, start, cost);
}

}  // namespace espy::signal
