// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Channel assignment against exhaustive search.
#include "signal/assign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/random_pictures.h"

namespace espy::signal {
namespace {

using test::Random;

struct Choice {
  std::int64_t missing = 0;
  double cost = 0;

  auto operator<=>(const Choice&) const = default;
};

/// The best choice for rows from `row` on, given the columns taken.
Choice bestChoice(const std::vector<double>& costs, const std::vector<double>& alone,
                  std::int64_t columns, std::int64_t row, std::set<std::int64_t>& taken) {
  if (row == std::ssize(alone)) return {};
  Choice best = bestChoice(costs, alone, columns, row + 1, taken);
  ++best.missing;
  best.cost += alone[row];
  for (std::int64_t column = 0; column < columns; ++column) {
    const double cost = costs[row * columns + column];
    if (cost == kNoPair || taken.contains(column)) continue;
    taken.insert(column);
    Choice choice = bestChoice(costs, alone, columns, row + 1, taken);
    taken.erase(column);
    choice.cost += cost;
    best = std::min(best, choice);
  }
  return best;
}

/// The choice made; also checks that it is valid.
Choice chosen(const std::vector<double>& costs, const std::vector<double>& alone,
              std::int64_t columns, const Assignment& found) {
  Choice choice;
  std::set<std::int64_t> taken;
  for (std::int64_t row = 0; row < std::ssize(found.columns); ++row) {
    const std::int64_t column = found.columns[row];
    if (column == kUnassigned) {
      ++choice.missing;
      choice.cost += alone[row];
      continue;
    }
    EXPECT_TRUE(column >= 0 && column < columns && taken.insert(column).second);
    choice.cost += costs[row * columns + column];
  }
  return choice;
}

TEST(SignalAssign, AsManyAsPossibleThenTheLeastSum) {
  Random random(1);
  for (int trial = 0; trial < 4000; ++trial) {
    const std::int64_t rows = 1 + random.below(5);
    const std::int64_t columns = 1 + random.below(6);
    const std::int64_t values = 1 + random.below(20);  // few values give ties
    const std::int64_t absent = 1 + random.below(6);
    std::vector<double> costs;
    for (std::int64_t i = 0; i < rows * columns; ++i) {
      // Integers, whose sums are exact in any order.
      costs.push_back(random.oneIn(absent) && absent > 1
                          ? kNoPair
                          : static_cast<double>(random.below(values)) * 1e6);
    }
    std::vector<double> alone(static_cast<std::size_t>(rows), 0);
    if (random.oneIn(2)) {
      for (double& cost : alone) cost = static_cast<double>(random.below(values)) * 1e6;
    }
    const Assignment found = assigned(costs, {rows, columns}, alone);
    ASSERT_EQ(std::ssize(found.columns), rows);
    std::set<std::int64_t> taken;
    const Choice best = bestChoice(costs, alone, columns, 0, taken);
    const Choice ours = chosen(costs, alone, columns, found);
    ASSERT_EQ(found.missing, best.missing) << trial;
    ASSERT_EQ(ours.missing, best.missing) << trial;
    ASSERT_EQ(ours.cost, best.cost) << trial;
  }
}

TEST(SignalAssign, PairsBeyondReachAreNeitherStoredNorAssigned) {
  Random random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::int64_t rows = 1 + random.below(7);
    const std::int64_t columns = 1 + random.below(7);
    const std::int64_t reach = 1 + random.below(8);
    const PairGrid grid(rows, columns, reach);
    std::vector<double> all(static_cast<std::size_t>(rows * columns), kNoPair);
    std::vector<double> near(grid.size(), kNoPair);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        ASSERT_EQ(grid.has(i, j), std::abs(i - j) < reach);
        if (!grid.has(i, j) || random.oneIn(4)) continue;
        all[i * columns + j] = near.at(grid.index(i, j)) = static_cast<double>(random.below(99));
      }
    }
    ASSERT_EQ(assigned(near, grid).columns, assigned(all, {rows, columns}).columns) << trial;
  }
  EXPECT_EQ(PairGrid(20000, 30000, 1).size(), 20000U);
  EXPECT_EQ(PairGrid(20000, 30000, 3).size(), 100000U);
}

TEST(SignalAssign, OneMoreChannelIsWorthAnyCost) {
  EXPECT_EQ(assigned(std::vector<double>{1, kNoPair, 2, 1e300}, {2, 2}).missing, 0);
  EXPECT_EQ(assigned(std::vector<double>{1, 1e300, 2, kNoPair}, {2, 2}).columns,
            (std::vector<std::int64_t>{1, 0}));
}

TEST(SignalAssign, ARowWithoutPairsIsMissing) {
  const Assignment none = assigned(std::vector<double>(6, kNoPair), {2, 3});
  EXPECT_EQ(none.missing, 2);
  EXPECT_EQ(none.columns, (std::vector<std::int64_t>{kUnassigned, kUnassigned}));
  EXPECT_EQ(assigned(std::vector<double>{3, 2}, {2, 1}).columns,
            (std::vector<std::int64_t>{kUnassigned, 0}));
}

TEST(SignalAssign, NinetyNineChannelsThatAreAllSwitched) {
  constexpr std::int64_t kChannels = 99;
  std::vector<double> costs(kChannels * kChannels, 10);
  for (std::int64_t i = 0; i < kChannels; ++i) costs[i * kChannels + (i * 7 + 3) % kChannels] = 1;
  const Assignment found = assigned(costs, {kChannels, kChannels});
  EXPECT_EQ(found.missing, 0);
  for (std::int64_t i = 0; i < kChannels; ++i) {
    EXPECT_EQ(found.columns[i], (i * 7 + 3) % kChannels) << i;
  }
}

}  // namespace
}  // namespace espy::signal
