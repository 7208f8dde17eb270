// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Shared by all engines: lengths, resampling, selection.
#include "signal/motif_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/motifs.h"

namespace espy::signal {
namespace {

using test::OwnedMotifTask;
using test::Random;

constexpr double kAny = std::numeric_limits<double>::infinity();

std::vector<std::int64_t> lengthsFor(std::int64_t query, std::int64_t data, MotifStretch stretch) {
  OwnedMotifTask task{{std::vector<double>(query, 1)}, {std::vector<double>(data, 1)}, {}};
  task.options.stretch = stretch;
  return lengthsOf(task.view());
}

TEST(MotifPlan, LengthsCoverTheStretchAndTheQuery) {
  using Lengths = std::vector<std::int64_t>;
  EXPECT_EQ(lengthsFor(10, 100, {}), (Lengths{10}));
  EXPECT_EQ(lengthsFor(10, 100, {0.8, 1.2, 0}), (Lengths{8, 9, 10, 11, 12}));
  EXPECT_EQ(lengthsFor(100, 1000, {0.9, 1.1, 0.07}), (Lengths{90, 97, 100, 104, 110}));
  EXPECT_EQ(lengthsFor(100, 1000, {0.5, 0.5, 0}), (Lengths{50}));
  EXPECT_EQ(lengthsFor(10, 11, {0.8, 2, 0}), (Lengths{8, 9, 10, 11})) << "what has room";
  EXPECT_EQ(lengthsFor(10, 9, {}), (Lengths{}));
  EXPECT_EQ(lengthsFor(1, 9, {0.1, 2, 0}), (Lengths{1, 2})) << "one sample at least";
}

TEST(MotifPlan, TheQueryIsInterpolatedLinearly) {
  EXPECT_EQ(stretched({1, 3, 2}, 3), (std::vector<double>{1, 3, 2}));
  EXPECT_EQ(stretched({1, 3, 2}, 5), (std::vector<double>{1, 2, 3, 2.5, 2}));
  EXPECT_EQ(stretched({1, 2, 3, 2.5, 2}, 3), (std::vector<double>{1, 3, 2}));
  EXPECT_EQ(stretched({7}, 4), (std::vector<double>{7, 7, 7, 7}));
  EXPECT_EQ(stretched({7, 8}, 1), (std::vector<double>{7}));
  std::vector<double> line(41);
  for (std::size_t i = 0; i < line.size(); ++i) line[i] = static_cast<double>(i) / 40;
  for (const std::int64_t length : {2, 3, 17, 40, 42, 97, 1000}) {
    const std::vector<double> made = stretched(line, length);
    ASSERT_EQ(std::ssize(made), length);
    for (std::int64_t i = 0; i < length; ++i) {
      ASSERT_NEAR(made[i], static_cast<double>(i) / static_cast<double>(length - 1), 1e-12);
    }
  }
}

TEST(MotifPlan, TheBandIsAShareOrAsGiven) {
  OwnedMotifTask task{{std::vector<double>(39, 1)}, {std::vector<double>(99, 1)}, {}};
  EXPECT_EQ(bandOf(task.view()), 1);
  EXPECT_EQ(exclusionOf(task.view()), 9);
  task.options.bandShare = 1;
  EXPECT_EQ(bandOf(task.view()), 39);
  task.options.band = 7;
  task.options.exclude = 3;
  EXPECT_EQ(bandOf(task.view()), 7);
  EXPECT_EQ(exclusionOf(task.view()), 3);
}

/// Plain greedy selection: the best of what is left, repeatedly.
std::vector<Candidate> selectedPlainly(std::vector<Candidate> left, std::int64_t exclude,
                                       std::int64_t top, double maxDistance) {
  std::vector<Candidate> kept;
  std::erase_if(left, [&](const Candidate& one) { return one.distance > maxDistance; });
  while (!left.empty() && (top == 0 || std::ssize(kept) < top)) {
    const Candidate best = *std::min_element(left.begin(), left.end());
    kept.push_back(best);
    std::erase_if(
        left, [&](const Candidate& one) { return std::abs(one.start - best.start) <= exclude; });
  }
  return kept;
}

TEST(MotifPlan, SelectionSuppressesNeighboursOfBetterOnes) {
  Random random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<Candidate> candidates;
    const std::int64_t starts = 1 + random.below(60);
    const std::int64_t values = 1 + random.below(30);
    for (std::int64_t i = random.below(80); i > 0; --i) {
      candidates.push_back({static_cast<double>(random.below(values)), random.below(3),
                            random.below(starts), 5 + random.below(3)});
    }
    const std::int64_t exclude = random.below(12);
    const std::int64_t top = random.below(6);
    const double most = random.oneIn(2) ? kAny : static_cast<double>(random.below(values));
    ASSERT_EQ(selected(candidates, exclude, top, most),
              selectedPlainly(candidates, exclude, top, most));
  }
}

TEST(MotifPlan, EqualDistancesAreOrderedByLag) {
  EXPECT_EQ(selected({{2, 9, 10, 5}, {2, 3, 13, 5}, {2, 6, 16, 5}}, 3, 0, 5),
            (std::vector<Candidate>{{2, 3, 13, 5}}));
}

}  // namespace
}  // namespace espy::signal
