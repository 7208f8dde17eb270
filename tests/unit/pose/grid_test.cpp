// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The grid of poses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "espy/engine/pose.h"
#include "espy/error.h"
#include "pose/grid.h"
#include "pose/steps.h"
#include "pose/warp_needle.h"
#include "score/position_scorer.h"
#include "support/blob_field.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

using test::Random;

Image noise(Size size, std::uint64_t seed) {
  Image picture(size, {1, Depth::u8});
  Random random(seed);
  test::draw(picture.pixels(), test::Kind::noise, random, true);
  return picture;
}

std::string refusal(const PoseOptions& options) {
  const Image picture = noise({20, 20}, 1);
  try {
    poseGrid({picture.view(), {}}, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    return error.what();
  }
  return "";
}

std::vector<double> anglesOf(const PoseGrid& grid) {
  std::vector<double> angles;
  for (const GridPose& pose : grid.poses) angles.push_back(static_cast<double>(pose.angle) / 1e6);
  return angles;
}

std::string refusalOf(Method method, const PoseOptions& options) {
  try {
    checkPoses(method, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    return error.what();
  }
  return "";
}

TEST(Grid, PosesCanBeCheckedBeforeThereIsANeedle) {
  PoseOptions options;
  for (const Method method : {Method::exact, Method::sad, Method::ssd, Method::zncc}) {
    EXPECT_EQ(refusalOf(method, options), "");
    EXPECT_EQ(refusalOf(method, {.quarterTurns = true, .flip = true}), "");
  }
  options.angle = {-10, 10, 0};
  EXPECT_EQ(refusalOf(Method::sad, options), "");
  EXPECT_NE(refusalOf(Method::exact, options).find("quarter turns"), std::string::npos);
  options.angle = {10, -10, 0};
  EXPECT_EQ(refusalOf(Method::zncc, options), refusal(options));
  EXPECT_NE(refusal(options), "");
  options.angle = {0, 0, 0};
  options.scale = {0, 1, 0};
  EXPECT_EQ(refusalOf(Method::zncc, options), refusal(options));
  EXPECT_NE(refusal(options), "");
  options.scale = {1, 1, 0};
  options.polarity = Polarity::any;
  EXPECT_EQ(refusalOf(Method::zncc, options), "");
  EXPECT_NE(refusalOf(Method::ssd, options).find("inverted"), std::string::npos);
}

TEST(Grid, StepsAreUsedAsGiven) {
  const Image picture = noise({20, 20}, 1);
  const Needle needle{picture.view(), {}};
  PoseOptions options;
  options.angle = {-10, 10, 5};
  EXPECT_EQ(anglesOf(poseGrid(needle, options)), (std::vector<double>{350, 355, 0, 5, 10}));
  options.angle = {0, 1, 0.1};
  EXPECT_EQ(poseGrid(needle, options).poses.size(), 11U);
  options.angle = {0, 10, 4};
  EXPECT_EQ(anglesOf(poseGrid(needle, options)), (std::vector<double>{0, 4, 8}));
  options.angle = {0, 0, 0};
  options.scale = {0.5, 1.5, 0.25};
  const PoseGrid grid = poseGrid(needle, options);
  ASSERT_EQ(grid.poses.size(), 5U);
  EXPECT_EQ(grid.poses[1].scale, 750'000);
}

TEST(Grid, AFullCircleHasNoEnd) {
  const Image picture = noise({20, 20}, 1);
  const Needle needle{picture.view(), {}};
  PoseOptions options;
  options.angle = {-180, 180, 30};
  const PoseGrid grid = poseGrid(needle, options);
  EXPECT_EQ(grid.poses.size(), 12U);
  EXPECT_TRUE(grid.circle);
  const pose::GridIndex index(grid);
  std::vector<std::uint32_t> beside;
  index.neighboursOf(0, beside);
  EXPECT_EQ(std::set<std::uint32_t>(beside.begin(), beside.end()),
            (std::set<std::uint32_t>{1, 11}));
  options.angle = {-180, 170, 30};
  EXPECT_FALSE(poseGrid(needle, options).circle);
}

TEST(Grid, TwoPosesOfACircleAreNeighboursOnce) {
  const Image picture = noise({20, 20}, 1);
  PoseOptions options;
  options.angle = {0, 360, 180};
  const PoseGrid grid = poseGrid({picture.view(), {}}, options);
  ASSERT_EQ(grid.poses.size(), 2U);
  std::vector<std::uint32_t> beside;
  pose::GridIndex(grid).neighboursOf(0, beside);
  EXPECT_EQ(beside, std::vector<std::uint32_t>{1});
}

TEST(Grid, ASymmetricNeedleIsTriedOnce) {
  PoseOptions options;
  options.quarterTurns = true;
  options.flip = true;
  const Image picture = noise({9, 9}, 3);
  EXPECT_EQ(poseGrid({picture.view(), {}}, options).poses.size(), 8U);
  Image cross({9, 9}, {1, Depth::u8});
  for (std::int64_t k = 0; k < 9; ++k) {
    setSample(cross.pixels(), 4, k, 0, 200);
    setSample(cross.pixels(), k, 4, 0, 200);
  }
  EXPECT_EQ(poseGrid({cross.view(), {}}, options).poses.size(), 1U);
  Image bar({9, 9}, {1, Depth::u8});
  for (std::int64_t k = 0; k < 9; ++k) setSample(bar.pixels(), 4, k, 0, 200);
  EXPECT_EQ(poseGrid({bar.view(), {}}, options).poses.size(), 2U);
  // Without weights a mask is binary.
  Image mask({9, 9}, {1, Depth::u8});
  for (std::int64_t i = 0; i < 81; ++i) {
    setSample(mask.pixels(), i % 9, i / 9, 0, static_cast<std::uint32_t>(1 + i));
  }
  EXPECT_EQ(pose::gridFor({cross.view(), mask.view()}, options, false).poses.size(), 1U);
  EXPECT_EQ(pose::gridFor({cross.view(), mask.view()}, options, true).poses.size(), 8U);
}

TEST(Grid, PosesAreUnique) {
  const Image picture = noise({9, 9}, 3);
  PoseOptions options;
  options.angle = {0, 180, 30};
  options.quarterTurns = true;
  std::vector<double> angles = anglesOf(poseGrid({picture.view(), {}}, options));
  const std::set<double> once(angles.begin(), angles.end());
  EXPECT_EQ(once.size(), angles.size());
  EXPECT_EQ(once.size(), 12U);
}

TEST(Grid, InvalidRangesAreRefusedWithASentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  PoseOptions options;
  options.scale = {0, 1, 0};
  EXPECT_NE(refusal(options).find("0.01"), std::string::npos);
  options.scale = {1, nan, 0};
  EXPECT_NE(refusal(options).find("not numbers"), std::string::npos);
  options.scale = {2, 1, 0};
  EXPECT_NE(refusal(options).find("larger"), std::string::npos);
  options.scale = {1, 1, 0};
  options.angle = {0, 400, 0};
  EXPECT_NE(refusal(options).find("360"), std::string::npos);
  options.angle = {0, 360, -1};
  EXPECT_NE(refusal(options).find("below 0"), std::string::npos);
  options.angle = {0, 100, 1e-7};
  EXPECT_NE(refusal(options).find("1000000001 poses"), std::string::npos) << refusal(options);
  options.angle = {0, 1e308, 0};
  EXPECT_NE(refusal(options).find("360"), std::string::npos);
  options.angle = {0, 360, nan};
  EXPECT_NE(refusal(options).find("not numbers"), std::string::npos);
  // Any number of poses that is too large gives the same error.
  options.angle = {0, 360, 1e-300};
  EXPECT_NE(refusal(options).find(" 3.6e+302 poses"), std::string::npos) << refusal(options);
  options.angle = {0, 360, 5e-324};
  EXPECT_NE(refusal(options).find(" >1e308 poses"), std::string::npos);
  options.angle = {0, 0, 0};
  options.scale = {0.5, 2, 1e-300};
  EXPECT_NE(refusal(options).find(" 1.5e+300 poses"), std::string::npos) << refusal(options);
  options.scale = {1, 2, std::ldexp(1.0, -30)};
  EXPECT_NE(refusal(options).find(" 1073741825 poses"), std::string::npos) << refusal(options);
}

TEST(Grid, TooFineStepsAreRefused) {
  PoseOptions options;
  options.angle = {0, 1e-5, 1e-7};
  EXPECT_NE(refusal(options).find("finer than a millionth"), std::string::npos);
  options.angle = {0, 1e-5, 1e-6};
  EXPECT_EQ(refusal(options), "");
  options.angle = {0, 0, 0};
  options.scale = {1, 1.00001, 1e-7};
  EXPECT_NE(refusal(options).find("finer than a millionth"), std::string::npos);
}

TEST(Grid, TheVisibleShareIsAboveZeroAndAtMostOne) {
  PoseOptions options;
  for (const double share : {0.0, -1.0, 1.001, std::numeric_limits<double>::quiet_NaN()}) {
    options.visible = share;
    EXPECT_NE(refusal(options).find("visible"), std::string::npos) << share;
  }
  options.visible = 0.25;
  const Image picture = noise({20, 20}, 1);
  EXPECT_EQ(poseGrid({picture.view(), {}}, options).visible, 250'000);
  EXPECT_TRUE(options.isAsked());
  EXPECT_FALSE(options.isWhole());
}

TEST(Steps, LittleIsLostBetweenPoses) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Size size{20 + static_cast<std::int64_t>(seed) * 5, 40};
    const test::BlobField field(size, seed);
    const Image picture = field.drawn();
    const Needle needle{picture.view(), {}};
    const pose::PoseSteps steps = pose::stepsFor(needle);
    const auto scoreAt = [&](double angle, double scale) {
      Image scene = Image::copyOf(picture);
      field.drawInto(scene.pixels(), static_cast<double>(size.width) / 2, 20, angle, scale);
      return score::PositionScorer(scene, needle, {}).at(0, 0).score;
    };
    // Half a step in both: the farthest a pose can be from the grid.
    const double between = scoreAt(steps.angle / 2, 1 + steps.scale / 2);
    EXPECT_GE(between, 1 - pose::kLostBetweenPoses) << seed;
    // And steps are not finer than necessary.
    EXPECT_LT(scoreAt(2 * steps.angle, 1 + 2 * steps.scale), 1 - 2 * pose::kLostBetweenPoses);
  }
}

/// Shrinking loses detail and reduces the radius.
TEST(Steps, AreThoseOfTheLargestScale) {
  test::Random random(9);
  Image picture({200, 160}, {1, Depth::u8});
  test::draw(picture.pixels(), test::Kind::noise, random, false);
  const auto posesOf = [&](double first, double last) {
    PoseOptions options;
    options.angle = {-180, 180, 0};
    options.scale = {first, last, 0};
    return poseGrid({picture.view(), {}}, options);
  };
  const PoseGrid small = posesOf(0.1, 0.3);
  const PoseGrid large = posesOf(0.33, 1);  // relative size
  EXPECT_LT(2.5 * small.angles, large.angles);
  EXPECT_LT(2.5 * small.scales, large.scales);
  EXPECT_EQ(posesOf(0.1, 1).angles, posesOf(0.1, 2).angles);
}

TEST(Steps, AConstantNeedleNeedsFew) {
  Image picture({30, 30}, {1, Depth::u8});
  const pose::PoseSteps steps = pose::stepsFor({picture.view(), {}});
  EXPECT_GT(steps.angle, 10);
}

}  // namespace
}  // namespace espy
