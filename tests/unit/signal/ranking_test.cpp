// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Ranking measures against figures worked out by hand.
#include "espy/engine/ranking.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace espy {
namespace {

TEST(Ranking, TheGainOfAListWorkedOutByHand) {
  // 3 + 2/log2(3) + 3/2 + 0 + 1/log2(6) + 2/log2(7), and 3, 3, 3, 2, 2, 2 would be the best order.
  const std::vector<double> gains{3, 2, 3, 0, 1, 2};
  const std::vector<double> ideal{3, 3, 3, 2, 2, 2, 1, 0};
  EXPECT_NEAR(normalisedGain(gains, ideal, 6), 6.861126689 / 8.740262366, 1e-9);
  EXPECT_NEAR(normalisedGain(gains, ideal, 1), 1, 1e-12);
  EXPECT_NEAR(normalisedGain(gains, ideal, 2), 4.261859507 / 4.892789261, 1e-9);
}

TEST(Ranking, OnlyTheFirstKCount) {
  const std::vector<double> gains{0, 0, 1};
  const std::vector<double> ideal{1};
  EXPECT_EQ(normalisedGain(gains, ideal, 2), 0);
  EXPECT_NEAR(normalisedGain(gains, ideal, 3), 0.5, 1e-12);
  EXPECT_NEAR(normalisedGain(gains, ideal, 20), 0.5, 1e-12);
}

TEST(Ranking, MissingOnesLowerTheGain) {
  const std::vector<double> one{1};
  const std::vector<double> three{1, 1, 1};
  EXPECT_NEAR(normalisedGain(one, three, 3), 1 / (1 + 1 / 1.584962500721156 + 0.5), 1e-12);
  EXPECT_EQ(normalisedGain({}, three, 3), 0);
}

TEST(Ranking, NothingRelevantGivesOne) {
  const std::vector<double> none{0, 0};
  EXPECT_EQ(normalisedGain(none, none, 2), 1);
  EXPECT_EQ(averagePrecision({}, 0), 1);
  EXPECT_EQ((HitCount{0, 0, 0}.precision()), 1);
  EXPECT_EQ((HitCount{0, 0, 0}.recall()), 1);
}

TEST(Ranking, TheMeanOfThePrecisionsAtHits) {
  const std::array<bool, 5> hits{true, false, true, false, true};
  EXPECT_NEAR(averagePrecision(hits, 3), (1 + 2.0 / 3 + 3.0 / 5) / 3, 1e-12);
  EXPECT_NEAR(averagePrecision(hits, 6), (1 + 2.0 / 3 + 3.0 / 5) / 6, 1e-12);
  EXPECT_EQ(averagePrecision({}, 4), 0);
}

TEST(Ranking, EachTruthIsHitOnce) {
  const std::vector<RankedPlace> truth{{100, 10}, {200, 10}};
  const std::vector<RankedPlace> listed{{103, 10}, {101, 10}, {199, 10}, {300, 10}};
  std::array<bool, 4> isHit{};
  const HitCount count = countHits(listed, truth, 5, isHit);
  EXPECT_EQ(count.hits, 2);
  EXPECT_EQ(count.listed, 4);
  EXPECT_EQ(count.relevant, 2);
  EXPECT_EQ(isHit, (std::array<bool, 4>{true, false, true, false}));
  EXPECT_EQ(count.precision(), 0.5);
  EXPECT_EQ(count.recall(), 1);
}

TEST(Ranking, BetterMatchesTakeTheNearestTruthLeft) {
  const std::vector<RankedPlace> truth{{100, 10}, {104, 10}};
  const std::vector<RankedPlace> listed{{103, 10}, {105, 10}, {99, 10}};
  std::array<bool, 3> isHit{};
  // 103 takes 104; 105 takes 100, just within reach; nothing is left for 99.
  EXPECT_EQ(countHits(listed, truth, 5, isHit).hits, 2);
  EXPECT_EQ(isHit, (std::array<bool, 3>{true, true, false}));
  EXPECT_EQ(countHits(listed, truth, 4, isHit).hits, 2);
  EXPECT_EQ(isHit, (std::array<bool, 3>{true, false, true}));
}

TEST(Ranking, OneSampleTooFarIsNoHit) {
  const std::vector<RankedPlace> truth{{100, 10}};
  const std::vector<RankedPlace> near{{95, 10}};
  const std::vector<RankedPlace> far{{94, 10}};
  EXPECT_EQ(countHits(near, truth, 5).hits, 1);
  EXPECT_EQ(countHits(far, truth, 5).hits, 0);
}

}  // namespace
}  // namespace espy
