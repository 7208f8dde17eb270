// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "exact/plan.h"
#include "support/made_pictures.h"

namespace espy::exact {
namespace {

using test::Kind;

using test::Random;

Pattern partOf(const ImageView& scene, std::int64_t x, std::int64_t y, Size size) {
  return makePattern({scene.crop(x, y, size), {}}, 0, scene.format(), 0);
}

double neverFallBack(const Pattern&) {
  return std::numeric_limits<double>::infinity();
}

/// Sampling is complete if at every position of a needle, for any remainders, exactly one of the
/// needle's chosen runs is on the lattice.
void expectComplete(const Plan& plan, const Pattern& pattern) {
  const Lattice& lattice = plan.lattice;
  std::map<std::pair<std::int64_t, std::int64_t>, int> met;
  for (const exact::Run& run : plan.runs) {
    ASSERT_LE(run.dx + plan.runPixels, pattern.size.width);
    ASSERT_LT(run.dy, pattern.size.height);
    for (int i = 0; i < plan.runPixels; ++i) ASSERT_TRUE(pattern.isOpaque(run.dx + i, run.dy));
    ++met[{run.dx % lattice.columnStep, run.dy % lattice.rowStep}];
  }
  EXPECT_EQ(static_cast<std::int64_t>(met.size()), lattice.area());
  for (const auto& [remainders, times] : met) EXPECT_EQ(times, 1);
}

class Plans : public testing::TestWithParam<std::tuple<int, int>> {};
INSTANTIATE_TEST_SUITE_P(KindsAndSizes, Plans,
                         testing::Combine(testing::Range(0, test::kKinds),
                                          testing::Values(1, 2, 7, 16, 33)));

TEST_P(Plans, MeetEveryRemainderOnce) {
  const auto [kind, side] = GetParam();
  Random random(static_cast<std::uint64_t>(kind * 100 + side));
  const Image scene = test::drawn({300, 200}, {3, Depth::u8}, static_cast<Kind>(kind), random);
  const Pattern pattern = partOf(scene, 3, 4, {side, side + 1});
  const Pattern* group[] = {&pattern};
  if (const auto quick = planQuickly(scene.size(), group, 2, {})) {
    expectComplete(*quick, pattern);
  }
  const Plan careful = planCarefully(scene, group, neverFallBack);
  EXPECT_TRUE(careful.alone.empty());
  EXPECT_TRUE(careful.hopeless.empty());
  expectComplete(careful, pattern);
}

/// Runs of needles with transparent pixels are those found by testing each pixel, with any method.
TEST(Plan, TakesTheUppermostOpaqueRunsWhateverTheWidth) {
  Random random(8);
  int planned = 0;
  for (const std::int64_t width : {5, 8, 16, 17, 40, 63, 64, 65, 90}) {
    for (int round = 0; round < 12; ++round) {
      const bool scattered = round % 2 == 0;
      const Image picture = test::imageOf({width, 20}, {4, Depth::u8}, [&](auto x, auto y, int c) {
        if (c < 3) return random.below(256);
        const bool opaque = scattered ? !random.oneIn(12) : x + y > 3 && (x < 4 || x + y != 18);
        return std::int64_t{opaque ? 255 : 0};
      });
      const Pattern pattern = makePattern({picture, {}}, 0, picture.view().format(), 0);
      for (std::int64_t y = 0; y < 20; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
          ASSERT_EQ(pattern.isOpaque(x, y), sampleAt(picture, x, y, 3) != 0);
        }
      }
      const Pattern* group[] = {&pattern};
      const auto plan = planUnhashed({3000, 2000}, group, 2, 1);
      if (!plan) continue;
      ++planned;
      expectComplete(*plan, pattern);
      for (const exact::Run& run : plan->runs) {
        const Lattice& lattice = plan->lattice;
        for (std::int64_t y = run.dy % lattice.rowStep; y <= run.dy; y += lattice.rowStep) {
          for (std::int64_t x = run.dx % lattice.columnStep; x + plan->runPixels <= width;
               x += lattice.columnStep) {
            if (y == run.dy && x >= run.dx) break;
            ASSERT_FALSE(opaqueRunAt(pattern, x, y, plan->runPixels));
          }
        }
      }
    }
  }
  EXPECT_GT(planned, 40);
}

TEST(Plan, TakesTheOneRareRunOfAFlatNeedle) {
  const Image scene = test::greyOf({400, 300}, [](auto, auto) { return 9; });
  const Image needle =
      test::greyOf({16, 16}, [](auto x, auto y) { return x == 15 && y == 15 ? 10 : 9; });
  const Pattern pattern = makePattern({needle, {}}, 0, {1, Depth::u8}, 0);
  const Pattern* group[] = {&pattern};
  const Plan plan = planCarefully(scene, group, neverFallBack);
  ASSERT_EQ(plan.runs.size(), 1U);
  EXPECT_EQ(plan.runs[0].dy, 15);
  EXPECT_EQ(plan.runs[0].dx + plan.runPixels, 16);
}

TEST(Plan, GivesFlatNeedlesInFlatScenesToSearchesWithoutLattice) {
  const Image scene({400, 300}, {1, Depth::u8});
  const Pattern pattern = partOf(scene, 0, 0, {16, 16});
  const Pattern* group[] = {&pattern};
  const Plan plan = planCarefully(scene, group, [](const Pattern&) { return 1.0; });
  EXPECT_EQ(plan.hopeless.size(), 1U);
  EXPECT_TRUE(plan.runs.empty());
}

TEST(Plan, CoarsensWithTheNeedle) {
  Random random(1);
  const Image scene = test::drawn({2000, 1500}, {1, Depth::u8}, Kind::noise, random);
  const Pattern pattern = partOf(scene, 10, 10, {16, 16});
  const Pattern* group[] = {&pattern};
  const auto plan = planQuickly(scene.size(), group, 1, {});
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->lattice.rowStep, 16);
  EXPECT_EQ(plan->lattice.columnStep, 13);  // 16 pixels hold 13 runs of 4
}

}  // namespace
}  // namespace espy::exact
