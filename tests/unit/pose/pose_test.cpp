// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pose search on every CPU engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "pose/warp_needle.h"
#include "support/blob_field.h"
#include "support/find_with.h"

namespace espy {
namespace {

Image blobs(Size size, std::uint64_t seed) {
  return test::BlobField(size, seed).drawn();
}

/// A scene with the needle in a pose on a background.
Image sceneWith(const Image& needle, const GridPose& pose, Size size, std::int64_t x,
                std::int64_t y) {
  Image scene = blobs(size, 77);
  const Needle plain{needle.view(), {}};
  const pose::WarpedNeedle warped = pose::NeedleWarper(plain, false).warp(pose);
  for (std::int64_t i = 0; i < warped.picture.size().pixels(); ++i) {
    const std::int64_t column = i % warped.picture.size().width;
    const std::int64_t row = i / warped.picture.size().width;
    if (sampleAt(warped.mask, column, row, 0) == 0) continue;
    setSample(scene.pixels(), x + column, y + row, 0, sampleAt(warped.picture, column, row, 0));
  }
  return scene;
}

class Posed : public testing::TestWithParam<const char*> {
 protected:
  Finding find(const Image& scene, const Image& needle, const FindOptions& options) const {
    return search(registry_, GetParam(), scene, {{Needle{needle.view(), {}}}}, options);
  }
  static FindOptions zncc(double least) {
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = least;
    options.select.overlap = kScoredOverlap;
    return options;
  }

  Registry registry_ = makeRegistry();
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, Posed,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(Posed, FindsAPoseOfTheGridExactly) {
  const Image needle = blobs({24, 18}, 1);
  GridPose pose;
  pose.angle = 30'000'000;
  pose.scale = 1'250'000;
  const Image scene = sceneWith(needle, pose, {70, 60}, 20, 12);
  FindOptions options = zncc(0.95);
  options.pose.angle = {0, 60, 10};
  options.pose.scale = {1, 1.5, 0.25};
  const Finding found = find(scene, needle, options);
  ASSERT_EQ(found.matches.size(), 1U);
  const Match& match = found.matches.front();
  EXPECT_EQ(match.score, 1);
  EXPECT_EQ(match.x, 20U);
  EXPECT_EQ(match.y, 12U);
  EXPECT_NEAR(match.angle, 30, 0.05);
  EXPECT_NEAR(match.scale, 1.25, 0.002);
  EXPECT_EQ(match.needleWidth, 24U);
  EXPECT_FALSE(match.mirrored);
  const MatchOutline outline = outlineOf(match);
  EXPECT_NEAR(outline.centre.x, 20 + match.width / 2.0, 0.02);
}

TEST_P(Posed, RefinesBetweenPoses) {
  const test::BlobField field({30, 26}, 2);
  Image scene = blobs({64, 60}, 77);
  field.drawInto(scene.pixels(), 31.3, 28.6, 13.7, 1.08);
  FindOptions options = zncc(0.8);
  options.pose.angle = {0, 30, 6};
  options.pose.scale = {0.9, 1.2, 0.1};
  const Finding found = find(scene, field.drawn(), options);
  ASSERT_FALSE(found.matches.empty());
  const Match& match = found.matches.front();
  EXPECT_NEAR(match.angle, 13.7, 0.05);
  EXPECT_NEAR(match.scale, 1.08, 0.002);
  const MatchOutline outline = outlineOf(match);
  EXPECT_NEAR(outline.centre.x, 31.3, 0.03);
  EXPECT_NEAR(outline.centre.y, 28.6, 0.03);
}

TEST_P(Posed, FindsInvertedContrastWhereRequested) {
  const Image needle = blobs({20, 20}, 3);
  GridPose pose;
  pose.inverted = true;
  const Image scene = sceneWith(needle, pose, {50, 50}, 7, 21);
  FindOptions options = zncc(0.9);
  options.pose.flip = true;
  EXPECT_TRUE(find(scene, needle, options).matches.empty());
  options.pose.polarity = Polarity::any;
  const Finding found = find(scene, needle, options);
  ASSERT_EQ(found.matches.size(), 1U);
  EXPECT_EQ(found.matches.front().score, 1);
}

TEST_P(Posed, ExactFindsQuarterTurnsAndMirroredNeedles) {
  const Image needle = blobs({9, 5}, 4);
  for (const bool mirrored : {false, true}) {
    for (int quarters = 0; quarters < 4; ++quarters) {
      GridPose pose;
      pose.angle = quarters * 90'000'000;
      pose.mirrored = mirrored;
      const Image scene = sceneWith(needle, pose, {40, 40}, 13, 17);
      FindOptions options;
      options.pose.quarterTurns = true;
      options.pose.flip = true;
      const Finding found = find(scene, needle, options);
      ASSERT_EQ(found.matches.size(), 1U) << quarters;
      const Match& match = found.matches.front();
      EXPECT_EQ(match.x, 13U);
      EXPECT_EQ(match.y, 17U);
      EXPECT_EQ(match.angle, 90.F * static_cast<float>(quarters));
      EXPECT_EQ(match.mirrored, mirrored);
      EXPECT_EQ(match.width, quarters % 2 == 0 ? 9U : 5U);
    }
  }
}

TEST_P(Posed, TurningTheSceneTurnsTheAnswer) {
  const Image needle = blobs({16, 12}, 5);
  GridPose pose;
  pose.angle = 40'000'000;
  const Image scene = sceneWith(needle, pose, {48, 40}, 9, 11);
  FindOptions options = zncc(0.6);
  options.pose.angle = {0, 360, 20};
  const Finding upright = find(scene, needle, options);
  GridPose quarter;
  quarter.angle = 90'000'000;
  const Needle whole{scene.view(), {}};
  const Image turned = std::move(pose::NeedleWarper(whole, false).warp(quarter).picture);
  FindOptions further = options;
  further.pose.angle = {0, 360, 10};
  const Finding aside = find(turned, needle, further);
  ASSERT_FALSE(upright.matches.empty());
  ASSERT_FALSE(aside.matches.empty());
  // Its pose is on both grids, and its samples are the same, rotated.
  EXPECT_EQ(upright.matches.front().score, 1);
  const Match& first = upright.matches.front();
  const Match& second = aside.matches.front();
  EXPECT_EQ(second.x, first.y);
  EXPECT_EQ(second.y, 48 - first.x - first.width);
  EXPECT_NEAR(second.angle, first.angle + 90, 0.5);
  EXPECT_GT(second.score, 0.99);
}

TEST_P(Posed, WithoutAMatchTheBestIsReported) {
  const Image needle = blobs({12, 12}, 6);
  const Image scene = blobs({40, 30}, 8);
  FindOptions options = zncc(0.999);
  options.pose.angle = {0, 90, 30};
  const Finding found = find(scene, needle, options);
  EXPECT_TRUE(found.matches.empty());
  ASSERT_TRUE(found.best);
  EXPECT_LT(found.best->score, 0.999);
  EXPECT_TRUE(found.best->isPosed());
}

TEST_P(Posed, RefusesInvalidOptions) {
  const Image needle = blobs({12, 12}, 6);
  const Image scene = blobs({40, 30}, 8);
  FindOptions options;
  options.pose.angle = {10, 10, 0};
  EXPECT_THROW(find(scene, needle, options), Error);
  options.method = Method::ssd;
  options.pose.polarity = Polarity::any;
  EXPECT_THROW(find(scene, needle, options), Error);
}

/// Three needles large enough for a pyramid, each in its own pose.
struct Crowd {
  explicit Crowd(std::uint64_t seed) : field({52, 44}, seed), scene(blobs({260, 220}, seed + 100)) {
    test::Random random(seed);
    for (int k = 0; k < 3; ++k) {
      const double x = 50 + 80 * k;
      const double y = 60 + static_cast<double>(random.below(90));
      const double angle = static_cast<double>(random.below(3600)) / 10;
      const double scale = 0.8 + static_cast<double>(random.below(40)) / 100;
      field.drawInto(scene.pixels(), x, y, angle, scale);
      truth.push_back({x, y, angle, scale});
    }
  }
  struct Truth {
    double x;
    double y;
    double angle;
    double scale;
  };
  test::BlobField field;
  Image scene;
  std::vector<Truth> truth;
};

TEST(Fast, FindsPlantedNeedles) {
  const Registry registry = makeRegistry();
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const Crowd crowd(seed);
    const Image needle = crowd.field.drawn();
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = 0.85;
    options.select.overlap = kScoredOverlap;
    options.pose.angle = {-180, 180, 0};
    options.pose.scale = {0.75, 1.25, 0};
    const Needle one{needle.view(), {}};
    const Finding found = search(registry, "openmp", crowd.scene, {&one, 1}, options);
    EXPECT_NE(found.report.strategy.text().find("coarse to fine"), std::string::npos);
    ASSERT_EQ(found.matches.size(), 3U) << seed;
    for (const Crowd::Truth& truth : crowd.truth) {
      const auto match = std::min_element(found.matches.begin(), found.matches.end(),
                                          [&](const Match& a, const Match& b) {
                                            const auto off = [&](const Match& m) {
                                              return std::abs(outlineOf(m).centre.x - truth.x);
                                            };
                                            return off(a) < off(b);
                                          });
      EXPECT_NEAR(outlineOf(*match).centre.x, truth.x, 0.05) << seed;
      EXPECT_NEAR(outlineOf(*match).centre.y, truth.y, 0.05) << seed;
      EXPECT_NEAR(std::remainder(match->angle - truth.angle, 360), 0, 0.1) << seed;
      EXPECT_NEAR(match->scale, truth.scale, 0.003) << seed;
    }
  }
}

/// Three tenths of each needle are covered from one side.
TEST(Fast, OcclusionDoesNotBiasTheFit) {
  const Registry registry = makeRegistry();
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const test::BlobField field({60, 48}, seed);
    Image scene = blobs({140, 130}, seed + 100);
    const double angle = 37.3 * static_cast<double>(seed);
    field.drawInto(scene.pixels(), 66.4, 61.7, angle, 1.06);
    const Image cover = blobs({140, 130}, seed + 200);
    const double radians = angle * std::numbers::pi / 180;
    for (std::int64_t y = 0; y < 130; ++y) {
      for (std::int64_t x = 0; x < 140; ++x) {
        const double dx = static_cast<double>(x) + 0.5 - 66.4;
        const double dy = static_cast<double>(y) + 0.5 - 61.7;
        const double across = (dx * std::cos(radians) - dy * std::sin(radians)) / 1.06;
        if (across < -30 + 0.3 * 60) setSample(scene.pixels(), x, y, 0, sampleAt(cover, x, y, 0));
      }
    }
    const Image picture = field.drawn();
    const Needle needle{picture.view(), {}};
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = 0.5;
    options.select.top = 1;
    options.pose.angle = {-180, 180, 0};
    options.pose.scale = {0.8, 1.25, 0};
    const Finding found = search(registry, "openmp", scene, {&needle, 1}, options);
    ASSERT_EQ(found.matches.size(), 1U) << seed;
    const Match& match = found.matches.front();
    EXPECT_NEAR(outlineOf(match).centre.x, 66.4, 0.05) << seed;
    EXPECT_NEAR(outlineOf(match).centre.y, 61.7, 0.05) << seed;
    EXPECT_NEAR(std::remainder(match.angle - angle, 360), 0, 0.1) << seed;
    EXPECT_NEAR(match.scale, 1.06, 0.003) << seed;
  }
}

TEST(Fast, AgreesWithTheExhaustiveSearch) {
  const Registry registry = makeRegistry();
  for (const Method method : {Method::zncc, Method::ssd, Method::sad}) {
    const Crowd crowd(3);
    const Image needle = crowd.field.drawn();
    ScoreOptions options;
    options.method = method;
    options.minScore = method == Method::zncc ? 0.75 : 0.96;
    PoseOptions pose;
    pose.angle = {0, 360, 12};
    pose.scale = {0.9, 1.1, 0.1};
    const Needle one{needle.view(), {}};
    const PoseGrid grid = poseGrid(one, pose);
    const auto peaks = [&](PoseSearch how) {
      RunReport report;
      return registry
          .get<FindPosed>("openmp")(crowd.scene, {&one, 1}, {&grid, 1}, options, how, {}, report)
          .peaks;
    };
    const std::vector<PosedPeak> all = peaks(PoseSearch::complete);
    const std::vector<PosedPeak> fast = peaks(PoseSearch::fast);
    ASSERT_FALSE(fast.empty());
    EXPECT_EQ(fast.front(), all.front());
    for (const PosedPeak& peak : fast) {
      EXPECT_NE(std::find(all.begin(), all.end(), peak), all.end()) << peak.peak.score;
    }
  }
}

TEST_P(Posed, AMaskOfAnotherSizeIsRefused) {
  const Image needle = blobs({12, 12}, 6);
  const Image scene = blobs({40, 30}, 8);
  Image mask({3, 3}, {1, Depth::u8});
  const Needle wrong{needle.view(), mask.view()};
  FindOptions options;
  options.pose.flip = true;
  for (const Method method : {Method::exact, Method::zncc}) {
    options.method = method;
    EXPECT_THROW(search(registry_, GetParam(), scene, {&wrong, 1}, options), Error);
  }
  EXPECT_THROW(poseGrid(wrong, options.pose), Error);
}

/// The best few exact matches are requested first, then more until they suffice.
TEST_P(Posed, TheTopExactMatchesAreTheFirst) {
  const Image scene({90, 70}, {1, Depth::u8});
  const Image wide({20, 9}, scene.format());
  const Image small({7, 7}, scene.format());
  const std::vector<Needle> needles{{wide, {}}, {small, {}}};
  FindOptions options;
  options.method = Method::exact;
  options.pose.flip = true;
  options.pose.quarterTurns = true;
  for (const double overlap : {0.0, 0.4, 1.0}) {
    options.select = {overlap, false, {}};
    const std::vector<Match> all = search(registry_, GetParam(), scene, needles, options).matches;
    for (const std::size_t top : {std::size_t{1}, std::size_t{60}, all.size() + 1}) {
      options.select.top = top;
      const std::vector<Match> best =
          search(registry_, GetParam(), scene, needles, options).matches;
      ASSERT_EQ(best.size(), std::min(top, all.size())) << overlap;
      EXPECT_TRUE(std::equal(best.begin(), best.end(), all.begin())) << overlap << " " << top;
    }
  }
}

TEST_P(Posed, NeedlesThatFitNowhereAreNotFound) {
  const Image needle = blobs({30, 30}, 6);
  const Image scene = blobs({40, 36}, 8);
  FindOptions options = zncc(-1);
  options.pose.scale = {2, 50, 0};
  options.pose.angle = {0, 3, 3};
  const Finding found = find(scene, needle, options);
  EXPECT_TRUE(found.matches.empty());
  EXPECT_FALSE(found.best);
}

TEST(PosedByAuto, ManyPosesUseThreads) {
  const Image scene = blobs({900, 620}, 5);
  const Image needle = blobs({40, 30}, 6);
  PoseOptions pose;
  pose.angle = {-180, 180, 0};
  ScoreOptions options;
  options.method = Method::zncc;
  options.minScore = 0.9;
  Control control;
  const auto engineWith = [&](int threads) {
    control.threads = threads;
    return findPosed(makeRegistry(), "auto", scene, {{Needle{needle.view(), {}}}}, options, pose,
                     {}, control)
        .report.engine;
  };
  EXPECT_EQ(engineWith(2), "threads");
  EXPECT_EQ(engineWith(1), "sequential");
}

TEST(PosedByAuto, ManyPosesInASmallSceneAreWorthThreads) {
  const Image scene = blobs({160, 125}, 5);
  const Image needle = blobs({12, 12}, 6);
  PoseOptions pose;
  pose.angle = {-180, 180, 2};
  pose.scale = {0.8, 1.2, 0.04};
  ScoreOptions options;
  options.wantBest = false;
  Control control;
  control.threads = 2;
  for (const PoseSearch search : {PoseSearch::fast, PoseSearch::complete}) {
    pose.search = search;
    const Finding found = findPosed(makeRegistry(), "auto", scene, {{Needle{needle.view(), {}}}},
                                    options, pose, {}, control);
    EXPECT_EQ(found.report.engine, "threads");
  }
}

}  // namespace
}  // namespace espy
