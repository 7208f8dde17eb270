// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Areas of rotated matches.
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>

#include "espy/engine/all.h"
#include "find/turned.h"
#include "pose/select.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

Match turnedMatch(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height,
                  float angle, float scale = 1) {
  Match match;
  match.needleWidth = width;
  match.needleHeight = height;
  match.angle = angle;
  match.scale = scale;
  const double radians = angle * 3.14159265358979 / 180;
  const double c = std::abs(std::cos(radians)) * scale;
  const double s = std::abs(std::sin(radians)) * scale;
  match.width = static_cast<std::uint32_t>(std::ceil(width * c + height * s - 0.004));
  match.height = static_cast<std::uint32_t>(std::ceil(height * c + width * s - 0.004));
  match.x = x;
  match.y = y;
  return match;
}

TEST(Outline, CornersTurnCounterClockwise) {
  Match match = turnedMatch(10, 20, 8, 4, 90);
  ASSERT_EQ(match.width, 4U);
  const MatchOutline outline = outlineOf(match);
  EXPECT_EQ(outline.centre.x, 12);
  EXPECT_EQ(outline.centre.y, 24);
  // The needle's upper left corner is now the lower left, its upper right the upper left.
  EXPECT_EQ(outline.corners[0].x, 10);
  EXPECT_EQ(outline.corners[0].y, 28);
  EXPECT_EQ(outline.corners[1].x, 10);
  EXPECT_EQ(outline.corners[1].y, 20);
  EXPECT_EQ(outline.corners[2].x, 14);
  EXPECT_EQ(outline.corners[2].y, 20);
  match.mirrored = true;
  EXPECT_EQ(outlineOf(match).corners[0].y, 20);
  match.centreX = 0.5F;
  EXPECT_EQ(outlineOf(match).centre.x, 12.5);
}

TEST(Outline, APlainMatchIsItsWindow) {
  Match match;
  match.x = 3;
  match.y = 4;
  match.width = 10;
  match.height = 20;
  const MatchOutline outline = outlineOf(match);
  EXPECT_EQ(outline.corners[0].x, 3);
  EXPECT_EQ(outline.corners[2].x, 13);
  EXPECT_EQ(outline.corners[2].y, 24);
}

TEST(Overlap, IsThePolygons) {
  const Match square = turnedMatch(100, 100, 20, 20, 0);
  EXPECT_DOUBLE_EQ(finders::overlapOf(square, square), 1);
  EXPECT_DOUBLE_EQ(finders::overlapOf(square, turnedMatch(110, 100, 20, 20, 0)), 1.0 / 3);
  EXPECT_DOUBLE_EQ(finders::overlapOf(square, turnedMatch(120, 100, 20, 20, 0)), 0);
  // A square and itself turned by 45 degrees share an octagon.
  const double octagon = 2 * 20 * 20 * (std::sqrt(2.0) - 1);
  Match turned = turnedMatch(0, 0, 20, 20, 45);
  turned.x = 110 - turned.width / 2;
  turned.y = 110 - turned.height / 2;
  turned.centreX = turned.width % 2 == 0 ? 0 : -0.5F;
  turned.centreY = turned.centreX;
  EXPECT_NEAR(finders::overlapOf(square, turned), octagon / (800 - octagon), 1e-9);
  // Two bars that cross have little in common, though one window holds the other.
  const Match bar = turnedMatch(100, 100, 60, 4, 45);
  Match other = bar;
  other.angle = 135;
  EXPECT_LT(finders::overlapOf(bar, other), 0.05);
  other.mirrored = true;
  EXPECT_LT(finders::overlapOf(bar, other), 0.05);
}

TEST(Flags, TheReferenceAndTheFastEnginesFillTheSamePixels) {
  test::Random random(5);
  const Registry registry = makeRegistry();
  for (int round = 0; round < 40; ++round) {
    std::vector<Match> matches;
    for (int k = 0; k < 1 + random.below(12); ++k) {
      Match match =
          turnedMatch(0, 0, static_cast<std::uint32_t>(1 + random.below(30)),
                      static_cast<std::uint32_t>(1 + random.below(30)),
                      random.oneIn(4) ? static_cast<float>(90 * random.below(4))
                                      : static_cast<float>(random.below(36000)) / 100,
                      random.oneIn(2) ? 1 : static_cast<float>(50 + random.below(100)) / 100);
      match.mirrored = random.oneIn(2);
      match.centreX = static_cast<float>(random.below(8192) - 4096) / 4096;
      match.x = static_cast<std::uint32_t>(random.below(100));
      match.y = static_cast<std::uint32_t>(random.below(100));
      if (random.oneIn(3)) match.needleWidth = match.needleHeight = 0;
      matches.push_back(match);
    }
    const Size scene{180, 180};
    for (const int pass : {1, 2}) {
      const Image wanted = flagPlane(registry, "reference", scene, matches, pass);
      for (const char* engine : {"sequential", "threads", "openmp"}) {
        EXPECT_TRUE(samePixels(wanted, flagPlane(registry, engine, scene, matches, pass))) << round;
      }
    }
  }
}

TEST(Flags, ATurnedMatchCoversItsAreaAndNotItsCorners) {
  const Match match = turnedMatch(10, 10, 60, 30, 30);
  const Image flags = flagPlane(makeRegistry(), "openmp", {120, 120}, {&match, 1});
  std::int64_t inside = 0;
  for (std::int64_t i = 0; i < 120 * 120; ++i) {
    inside += sampleAt(flags, i % 120, i / 120, 0) == 2 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(inside), 60 * 30, 30);
  EXPECT_EQ(sampleAt(flags, 10, 10, 0), 1U);
  EXPECT_EQ(sampleAt(flags, 11, 11, 0), 0U);
  EXPECT_EQ(sampleAt(flags, 10 + match.width / 2, 10 + match.height / 2, 0), 2U);
}

TEST(Select, SuppressesOverlaps) {
  test::Random random(9);
  for (int round = 0; round < 30; ++round) {
    std::vector<Match> matches;
    for (int k = 0; k < 60; ++k) {
      Match match = turnedMatch(static_cast<std::uint32_t>(random.below(80)),
                                static_cast<std::uint32_t>(random.below(80)),
                                static_cast<std::uint32_t>(2 + random.below(20)),
                                static_cast<std::uint32_t>(2 + random.below(20)),
                                static_cast<float>(random.below(360)));
      match.needle = static_cast<std::uint32_t>(random.below(2));
      matches.push_back(match);
    }
    SelectOptions options;
    options.overlap = static_cast<double>(random.below(10)) / 10;
    options.across = random.oneIn(2);
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      bool covered = false;
      for (const std::size_t k : wanted) {
        const bool compares = options.across || matches[i].needle == matches[k].needle;
        covered =
            covered || (compares && finders::overlapOf(matches[i], matches[k]) > options.overlap);
      }
      if (!covered) wanted.push_back(i);
    }
    EXPECT_EQ(pose::keptOf(matches, options, {}), wanted);
    options.top = 3;
    wanted.resize(std::min<std::size_t>(3, wanted.size()));
    EXPECT_EQ(pose::keptOf(matches, options, {}), wanted);
  }
}

/// Many places of few shapes, often exactly at the limit, in parts that threads share.
TEST(Select, PlacesAreThoseThatOverlapNothingKept) {
  test::Random random(10);
  const double limits[] = {0, 0.1, 0.2, 1.0 / 3, 0.5, 0.6, 0.75, 0.9, 0.96};
  for (int round = 0; round < 30; ++round) {
    std::vector<Match> shapes;
    const bool thin = random.oneIn(3);
    const bool turned = random.oneIn(2);
    for (int k = 0; k < 8; ++k) {
      const std::uint64_t side = thin ? 1 : 4 + random.below(6);
      Match shape = turnedMatch(0, 0, static_cast<std::uint32_t>(thin ? 60 : 6),
                                static_cast<std::uint32_t>(side),
                                turned ? static_cast<float>(random.below(90)) / 4
                                       : static_cast<float>(90 * random.below(4)),
                                random.oneIn(2) ? 1 : static_cast<float>(1 + random.below(12)) / 4);
      shape.mirrored = random.oneIn(2);
      shapes.push_back(shape);
    }
    SelectOptions options;
    options.overlap = limits[random.below(std::size(limits))];
    options.across = random.oneIn(2);
    const std::uint32_t far = random.oneIn(4) ? 1'000'000 : 0;
    const std::uint64_t side = 20 + random.below(200);
    std::vector<PosedPeak> places(1200);
    for (PosedPeak& place : places) {
      place.peak.needle = static_cast<std::uint32_t>(random.below(2));
      place.peak.x = far + static_cast<std::uint32_t>(random.below(side));
      place.peak.y = far + static_cast<std::uint32_t>(random.below(side));
      place.pose = static_cast<std::uint32_t>(random.below(shapes.size()));
    }
    const auto matchOf = [&](const PosedPeak& place) {
      Match match = shapes[place.pose];
      match.needle = place.peak.needle;
      match.x = place.peak.x;
      match.y = place.peak.y;
      return match;
    };
    std::vector<PosedPeak> wanted;
    std::vector<MatchOutline> outlines;  // of those
    for (const PosedPeak& place : places) {
      const MatchOutline outline = outlineOf(matchOf(place));
      bool covered = false;
      for (std::size_t k = 0; k < wanted.size() && !covered; ++k) {
        covered = (options.across || wanted[k].peak.needle == place.peak.needle) &&
                  finders::overlapOf(outline, outlines[k]) > options.overlap;
      }
      if (covered) continue;
      wanted.push_back(place);
      outlines.push_back(outline);
    }
    if (random.oneIn(4)) options.top = 1 + random.below(wanted.size());
    if (options.top) wanted.resize(*options.top);
    for (const int threads : {1, 3}) {
      std::vector<PosedPeak> kept = places;
      pose::keepUncovered(kept, matchOf, options, threads, {});
      ASSERT_EQ(kept, wanted) << round << ", " << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace espy
