// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <thread>

#include "espy/engine/identify.h"
#include "identify/homography.h"
#include "support/random_pictures.h"
#include "unit/identify/support.h"

namespace espy {
namespace {

using identifytest::refusalOf;

constexpr Size kPhotograph{640, 480};
/// Rotated by about 20 degrees, slightly smaller, and tilted.
constexpr Homography kTilted{0.75, -0.27, 120, 0.29, 0.8, -20, 0.0002, 0.0001, 1};

/// Made-up matches of two photographs.
struct Match {
  Features query;
  Features reference;
  std::vector<FeaturePair> pairs;

  void add(double fromX, double fromY, double toX, double toY) {
    const auto next = static_cast<std::int32_t>(pairs.size());
    reference.points.push_back({static_cast<float>(fromX), static_cast<float>(fromY), 5, 0});
    query.points.push_back({static_cast<float>(toX), static_cast<float>(toY), 5, 0});
    pairs.push_back({next, next});
  }
};

double placeIn(std::int64_t side, test::Random& random) {
  return static_cast<double>(random.below(side * 100)) / 100;
}

/// Features that a homography maps, with up to `off` pixels of error, then outliers.
Match matchOf(const Homography& homography, int good, int bad, std::uint64_t seed, double off = 0.5,
              Size picture = kPhotograph) {
  test::Random random(seed);
  Match match;
  match.query.picture = picture;
  match.reference.picture = picture;
  const auto error = [&] { return off * static_cast<double>(random.below(2001) - 1000) / 1000; };
  for (int i = 0; i < good; ++i) {
    const identify::Place from{placeIn(picture.width, random), placeIn(picture.height, random)};
    const identify::Place to = identify::moved(homography, from).place;
    match.add(from.x, from.y, to.x + error(), to.y + error());
  }
  for (int i = 0; i < bad; ++i) {
    match.add(placeIn(picture.width, random), placeIn(picture.height, random),
              placeIn(picture.width, random), placeIn(picture.height, random));
  }
  return match;
}

Verification verified(const Match& match) {
  return verifyPairs(match.query, match.reference, match.pairs);
}

/// The distance of two homographies at the farthest corner of a photograph.
double apart(const Homography& a, const Homography& b, Size picture = kPhotograph) {
  double farthest = 0;
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      const identify::Place corner{x * static_cast<double>(picture.width),
                                   y * static_cast<double>(picture.height)};
      const identify::Place one = identify::moved(a, corner).place;
      const identify::Place other = identify::moved(b, corner).place;
      farthest = std::max(farthest, std::hypot(one.x - other.x, one.y - other.y));
    }
  }
  return farthest;
}

TEST(VerifyPairs, KnownHomographiesAreFound) {
  NEEDS_FEATURES();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Match match = matchOf(kTilted, 40, 40, seed);
    const Verification found = verified(match);
    ASSERT_TRUE(found.homography) << seed;
    EXPECT_LT(apart(*found.homography, kTilted), 2.5) << seed;
    EXPECT_EQ((*found.homography)[8], 1);
    ASSERT_EQ(found.inliers.size(), 80U);
    std::int64_t inliers = 0;
    for (std::size_t i = 0; i < 80; ++i) {
      inliers += found.inliers[i] ? 1 : 0;
      EXPECT_TRUE(i >= 40 || found.inliers[i]) << seed << ": " << i;
    }
    EXPECT_EQ(found.inlierCount, inliers);
    EXPECT_LT(found.inlierCount, 46) << seed;
  }
}

TEST(VerifyPairs, InliersAreWithinFourPixels) {
  NEEDS_FEATURES();
  const Match match = matchOf(kTilted, 60, 60, 3, 3);
  const Verification found = verified(match);
  ASSERT_TRUE(found.homography);
  for (std::size_t i = 0; i < match.pairs.size(); ++i) {
    const FeaturePoint& from = match.reference.points[i];
    const FeaturePoint& to = match.query.points[i];
    const identify::Place projected = identify::moved(*found.homography, {from.x, from.y}).place;
    EXPECT_EQ(found.inliers[i], std::hypot(projected.x - to.x, projected.y - to.y) <= 4) << i;
  }
}

TEST(VerifyPairs, LargePhotographsScaleTheThreshold) {
  NEEDS_FEATURES();
  // Four pixels of 1024 are sixteen of 4096.
  const Size large{4096, 3072};
  const Homography same{1, 0, 40, 0, 1, 10, 0, 0, 1};
  const Verification found = verified(matchOf(same, 50, 20, 5, 8, large));
  ASSERT_TRUE(found.homography);
  EXPECT_LT(apart(*found.homography, same, large), 30);
  EXPECT_GE(found.inlierCount, 50);
}

TEST(VerifyPairs, ExactPairsGiveTheExactHomography) {
  NEEDS_FEATURES();
  for (const int good : {4, 5, 6, 8, 12}) {
    const Verification found = verified(matchOf(kTilted, good, 0, 17, 0));
    ASSERT_TRUE(found.homography) << good;
    EXPECT_LT(apart(*found.homography, kTilted), 0.1) << good;
    EXPECT_EQ(found.inlierCount, good);
  }
}

TEST(VerifyPairs, FewerThanFourGiveNothing) {
  NEEDS_FEATURES();
  for (const int good : {0, 1, 2, 3}) {
    const Verification found = verified(matchOf(kTilted, good, 0, 1, 0));
    EXPECT_FALSE(found.homography);
    EXPECT_EQ(found.inlierCount, 0);
    EXPECT_EQ(found.inliers, std::vector<bool>(static_cast<std::size_t>(good)));
  }
}

TEST(VerifyPairs, MirroredSurfacesAreRejected) {
  NEEDS_FEATURES();
  const Verification found = verified(matchOf({-1, 0, 640, 0, 1, 0, 0, 0, 1}, 50, 0, 1));
  EXPECT_FALSE(found.homography);
  EXPECT_EQ(found.inlierCount, 0);
  EXPECT_EQ(found.inliers, std::vector<bool>(50));
}

TEST(VerifyPairs, MuchLargerOnesAreRejected) {
  NEEDS_FEATURES();
  EXPECT_TRUE(verified(matchOf({2.1, 0, 0, 0, 2.1, 0, 0, 0, 1}, 50, 0, 1)).homography);
  EXPECT_FALSE(verified(matchOf({2.4, 0, 0, 0, 2.4, 0, 0, 0, 1}, 50, 0, 1)).homography);
  EXPECT_FALSE(verified(matchOf({0.4, 0, 0, 0, 0.4, 0, 0, 0, 1}, 50, 0, 1)).homography);
}

TEST(VerifyPairs, RandomFeaturesHaveFewInliers) {
  NEEDS_FEATURES();
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    EXPECT_LE(verified(matchOf(kTilted, 0, 40, seed)).inlierCount, 11) << seed;
  }
}

TEST(VerifyPairs, TheSamePairsGiveTheSameAnswerOnAnyThread) {
  NEEDS_FEATURES();
  const Match match = matchOf(kTilted, 25, 60, 77, 2);
  const Verification expected = verified(match);
  std::array<Verification, 8> found;
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 3; ++round) found[i] = verified(match);
    });
  }
  threads.clear();
  for (const Verification& one : found) {
    EXPECT_EQ(one.homography, expected.homography);
    EXPECT_EQ(one.inliers, expected.inliers);
    EXPECT_EQ(one.inlierCount, expected.inlierCount);
  }
}

TEST(VerifyPairs, FeaturesAtOnePointAreOnePieceOfEvidence) {
  NEEDS_FEATURES();
  Match match;
  match.query.picture = match.reference.picture = kPhotograph;
  for (int i = 0; i < 12; ++i) match.add(100 * (i % 3) + 7, 50, 90 * (i % 3) + 3, 60);
  EXPECT_FALSE(verified(match).homography) << "of three places";
}

TEST(VerifyPairs, FeaturesAtOnePointCountOnce) {
  NEEDS_FEATURES();
  Match match = matchOf(kTilted, 6, 0, 5, 0);
  const std::vector<FeaturePoint> from = match.reference.points;
  const std::vector<FeaturePoint> to = match.query.points;
  for (int copy = 0; copy < 3; ++copy) {
    for (std::size_t i = 0; i < 3; ++i) match.add(from[i].x, from[i].y, to[i].x, to[i].y);
  }
  const Verification found = verified(match);
  ASSERT_TRUE(found.homography);
  EXPECT_EQ(std::ranges::count(found.inliers, true), 15);
  EXPECT_EQ(found.inlierCount, 6);
}

TEST(VerifyPairs, DegeneratePairsDoNoHarm) {
  NEEDS_FEATURES();
  for (int many : {4, 5, 7, 30, 200}) {
    Match point;
    Match line;
    Match ontoOne;
    Match ontoLine;
    for (Match* match : {&point, &line, &ontoOne, &ontoLine}) {
      match->query.picture = match->reference.picture = kPhotograph;
    }
    test::Random random(static_cast<std::uint64_t>(many));
    for (int i = 0; i < many; ++i) {
      const double x = placeIn(640, random);
      const double y = placeIn(480, random);
      point.add(10, 10, 10, 10);
      line.add(i * 3, i * 2, i * 3 + 5, i * 2 + 7);
      ontoOne.add(x, y, 30, 40);
      ontoLine.add(x, y, x, x / 2);
    }
    for (const Match* match : {&point, &line, &ontoOne, &ontoLine}) {
      const Verification found = verified(*match);
      EXPECT_EQ(found.inliers.size(), match->pairs.size());
      EXPECT_EQ(found.homography.has_value(), found.inlierCount > 0);
    }
    EXPECT_FALSE(verified(point).homography);
    EXPECT_FALSE(verified(ontoOne).homography);
    EXPECT_FALSE(verified(ontoLine).homography);
  }
}

TEST(VerifyPairs, RandomPairsGiveAnAnswer) {
  NEEDS_FEATURES();
  test::Random random(99);
  for (int round = 0; round < 300; ++round) {
    Match match;
    match.query.picture = match.reference.picture = kPhotograph;
    const std::int64_t sides[] = {1, 2, 3, 20, 640};
    const std::int64_t from = sides[random.below(5)];
    const std::int64_t to = sides[random.below(5)];
    const std::int64_t count = random.below(40);
    for (std::int64_t i = 0; i < count; ++i) {
      match.add(static_cast<double>(random.below(from)), static_cast<double>(random.below(from)),
                static_cast<double>(random.below(to)), static_cast<double>(random.below(to)));
    }
    const Verification found = verified(match);
    EXPECT_EQ(found.inliers.size(), match.pairs.size());
    const std::int64_t inlying = std::ranges::count(found.inliers, true);
    EXPECT_GE(inlying, found.inlierCount);
    EXPECT_EQ(inlying > 0, found.inlierCount >= 4);
  }
}

TEST(VerifyPairs, NonFinitePointsAreNoEvidence) {
  NEEDS_FEATURES();
  Match match = matchOf(kTilted, 20, 0, 4, 0);
  for (const float odd :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    match.add(odd, 3, 4, 5);
    match.add(3, 4, 5, odd);
  }
  const Verification found = verified(match);
  ASSERT_TRUE(found.homography);
  EXPECT_EQ(found.inlierCount, 20);
}

TEST(VerifyPairs, PairsOfMissingFeaturesAreRefused) {
  Match match = matchOf(kTilted, 6, 0, 4, 0);
  for (const FeaturePair pair : {FeaturePair{6, 0}, {0, 6}, {-1, 0}, {0, -1}}) {
    match.pairs[2] = pair;
    EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { verified(match); }), "");
  }
}

}  // namespace
}  // namespace espy
