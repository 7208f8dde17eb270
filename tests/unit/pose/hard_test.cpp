// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scenes and needles that are hard for pose search: gradients, constant areas, textures.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "espy/engine/all.h"
#include "espy/engine/find.h"
#include "espy/error.h"
#include "support/blob_field.h"
#include "support/peak_memory.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

template <class Value>
Image drawn(Size size, const Value& value) {
  Image image(size, {1, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      setSample(image.pixels(), x, y, 0, static_cast<std::uint32_t>(value(x, y) % 256));
    }
  }
  return image;
}

Image flat(Size size) {
  return drawn(size, [](std::int64_t, std::int64_t) { return 100; });
}

/// Several gradients, most of which repeat.
std::int64_t gradientAt(int kind, std::int64_t x, std::int64_t y) {
  switch (kind) {
    case 0:
      return x / 5 + y / 7;
    case 1:
      return (x + y) / 2;
    case 2:
      return x + 2 * y;
    case 3:
      return x / 3 + 100;
    default:
      return (x * x + y * y) / 700;
  }
}
constexpr int kGradients = 5;

FindOptions anyAngle(Method method, double least) {
  FindOptions options;
  options.method = method;
  options.minScore = least;
  options.select.overlap = kScoredOverlap;
  options.select.top = 1;
  options.pose.angle = {-180, 180, 0};
  return options;
}

Finding foundBy(PoseSearch how, const Image& scene, const Image& needle, FindOptions options) {
  static const Registry registry = makeRegistry();
  options.pose.search = how;
  const Needle one{needle.view(), {}};
  options.engine = "openmp";
  return find(registry, scene, {&one, 1}, options);
}

/// Peaks are far from where a climb begins, and most of the scene scores nearly as much.
TEST(HardPoses, GradientsAreFoundCoarseToFine) {
  FindOptions options = anyAngle(Method::ssd, 0.9);
  options.pose.scale = {2, 2, 0};
  int withMatches = 0;
  for (int n = 1; n < kGradients; ++n) {
    const Image needle = drawn(
        {12, 14}, [n](std::int64_t x, std::int64_t y) { return gradientAt(n, x + 60, y + 50); });
    for (int s = 0; s < kGradients; ++s) {
      const Image scene =
          drawn({120, 96}, [s](std::int64_t x, std::int64_t y) { return gradientAt(s, x, y); });
      const Finding fast = foundBy(PoseSearch::fast, scene, needle, options);
      const Finding all = foundBy(PoseSearch::complete, scene, needle, options);
      ASSERT_EQ(fast.matches.size(), all.matches.size()) << n << " in " << s;
      if (all.matches.empty()) continue;
      ++withMatches;
      EXPECT_NEAR(fast.matches.front().score, all.matches.front().score, 0.002) << n << " in " << s;
    }
  }
  EXPECT_GT(withMatches, 10);
}

/// The closest position met coarse to fine may not be the closest.
TEST(HardPoses, TheClosestIsThatOfTheExhaustiveSearch) {
  int elsewhere = 0;
  for (const Method method : {Method::sad, Method::ssd, Method::zncc}) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const Image scene = test::BlobField({120, 100}, seed).drawn();
      const Image needle = test::BlobField({34, 30}, seed + 50).drawn();
      FindOptions options = anyAngle(method, 0.999);
      const Finding met = foundBy(PoseSearch::fast, scene, needle, options);
      options.nearest = true;
      const Finding fast = foundBy(PoseSearch::fast, scene, needle, options);
      const Finding all = foundBy(PoseSearch::complete, scene, needle, options);
      ASSERT_EQ(all.matches.size(), 1U);
      EXPECT_EQ(fast.matches, all.matches) << seed;
      EXPECT_EQ(fast.best, all.best) << seed;
      ASSERT_TRUE(met.best);
      elsewhere += met.best == all.best ? 0 : 1;
    }
  }
  EXPECT_GT(elsewhere, 0);
}

/// If all positions of each pose may lead to a match, climbing is slower than the exhaustive
/// search.
TEST(HardPoses, WithoutPruningEveryPoseIsTried) {
  test::Random random(5);
  const Image scene = drawn({300, 280}, [&](std::int64_t x, std::int64_t y) {
    const double hill = std::sin(static_cast<double>(x) / 4) * std::sin(static_cast<double>(y) / 5);
    return 110 + std::llround(12 * hill) + static_cast<std::int64_t>(random.below(4));
  });
  const Image needle = Image::copyOf(scene.view().crop(40, 50, {40, 36}));
  FindOptions options = anyAngle(Method::sad, 0.8);
  options.pose.angle.step = 5;
  const Finding fast = foundBy(PoseSearch::fast, scene, needle, options);
  const Finding all = foundBy(PoseSearch::complete, scene, needle, options);
  EXPECT_EQ(fast.report.strategy.text(), "each of 72 poses separately");
  EXPECT_EQ(fast.matches, all.matches);
}

/// On a constant scene every position is a peak: the first is found without keeping the others.
TEST(HardPoses, TheBestOnAConstantSceneTakesLittleMemory) {
  const Image scene = flat({300, 300});
  const Image needle = flat({12, 12});
  FindOptions options = anyAngle(Method::sad, 0.9);
  options.pose.angle.step = 1;
  for (const PoseSearch how : {PoseSearch::complete, PoseSearch::fast}) {
    const test::PeakMemory memory;
    const Finding found = foundBy(how, scene, needle, options);
    ASSERT_EQ(found.matches.size(), 1U);
    EXPECT_EQ(found.matches.front().score, 1);
    EXPECT_EQ(found.matches.front().x + found.matches.front().y, 0U);
    constexpr double kMost = 64 * 300 * 300 + (32 << 20);
    if (memory.isKnown()) {
      EXPECT_LT(memory.bytes(), kMost);
    }
  }
}

/// In noise block averages leave every position to every pose: not all of them are held at once.
TEST(HardPoses, TheBestOfManyPosesInNoiseTakesLittleMemory) {
  test::Random random(6);
  const Image scene = drawn({400, 400}, [&](std::int64_t, std::int64_t) {
    return static_cast<std::int64_t>(random.below(256));
  });
  const Image needle = Image::copyOf(scene.view().crop(90, 70, {64, 48}));
  FindOptions options = anyAngle(Method::sad, 0.9);
  options.pose.angle.step = 6;
  const test::PeakMemory memory;
  ASSERT_EQ(foundBy(PoseSearch::complete, scene, needle, options).matches.size(), 1U);
  constexpr double kMost = 64 * 400 * 400 + (8 << 20);
  if (memory.isKnown()) {
    EXPECT_LT(memory.bytes(), kMost);
  }
}

/// The first of many perfect matches, wherever it is.
TEST(HardPoses, TiesGoToTheFirst) {
  const Image scene = drawn(
      {90, 70}, [](std::int64_t x, std::int64_t y) { return y < 9 ? 20 : (x % 8 < 4 ? 60 : 180); });
  const Image needle = Image::copyOf(scene.view().crop(13, 20, {10, 9}));
  for (const Method method : {Method::sad, Method::ssd, Method::zncc}) {
    FindOptions options = anyAngle(method, 0.9);
    options.pose.angle.step = 15;
    const Finding first = foundBy(PoseSearch::complete, scene, needle, options);
    options.select.top.reset();
    options.select.overlap = 1;
    const Finding all = foundBy(PoseSearch::complete, scene, needle, options);
    ASSERT_FALSE(all.matches.empty());
    ASSERT_EQ(first.matches.size(), 1U);
    EXPECT_EQ(first.matches.front(), all.matches.front());
  }
}

/// Peaks beyond the batch size are compared in parts, with the same result.
TEST(HardPoses, ManyPeaksAreComparedInParts) {
  const Image scene =
      drawn({200, 180}, [](std::int64_t x, std::int64_t y) { return y < 170 ? 101 : 100 + x % 2; });
  const Image needle = flat({4, 3});
  const Needle one{needle.view(), {}};
  ScoreOptions options;
  options.method = Method::sad;
  options.minScore = 0.99;
  PoseOptions pose;
  pose.angle = {0, 90, 18};
  const PoseGrid grid = poseGrid(one, pose);
  const Registry registry = makeRegistry();
  const auto peaksBy = [&](const char* engine) {
    RunReport report;
    return registry
        .get<FindPosed>(engine)(scene, {&one, 1}, {&grid, 1}, options, PoseSearch::complete, {},
                                report)
        .peaks;
  };
  const std::vector<PosedPeak> all = peaksBy("openmp");
  EXPECT_GT(all.size(), std::size_t{1} << 17);
  EXPECT_EQ(all, peaksBy("reference"));
}

/// So many peaks of a pose that the scores of the adjacent poses are computed at all positions.
/// Some tie with peaks of another pose.
TEST(HardPoses, ManyPeaksAreComparedWithMaps) {
  std::uint64_t random = 1;
  const Image scene = drawn({120, 100}, [&](std::int64_t x, std::int64_t y) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    const auto noise = x < 60 ? std::int64_t{0} : static_cast<std::int64_t>(random >> 60U);
    return 40 + 100 * ((x / 2 + y / 2) % 2) + noise;
  });
  const Image needle =
      drawn({24, 20}, [](std::int64_t x, std::int64_t y) { return 200 * ((x / 2 + y / 2) % 2); });
  const Needle one{needle.view(), {}};
  PoseOptions pose;
  pose.angle = {-7, 7, 2};
  pose.scale = {1, 1.05, 0.05};
  const Registry registry = makeRegistry();
  for (const auto& [method, least] :
       {std::pair{Method::zncc, 0.3}, std::pair{Method::ssd, 0.4}, std::pair{Method::sad, 0.6}}) {
    pose.polarity = method == Method::zncc ? Polarity::any : Polarity::same;
    const PoseGrid grid = poseGrid(one, pose);
    ScoreOptions options;
    options.method = method;
    options.minScore = least;
    const auto peaksBy = [&](const char* engine) {
      RunReport report;
      return registry
          .get<FindPosed>(engine)(scene, {&one, 1}, {&grid, 1}, options, PoseSearch::complete, {},
                                  report)
          .peaks;
    };
    const std::vector<PosedPeak> all = peaksBy("threads");
    EXPECT_GT(all.size(), 500U);
    EXPECT_EQ(all, peaksBy("reference"));
  }
}

/// Where a part is flat, every position in it is a peak of every pose.
TEST(HardPoses, PeaksAreHeldOnceBeforeTheSelection) {
  const Size size{1400, 1400};
  const Image scene = drawn(size, [&](std::int64_t x, std::int64_t y) {
    return y < size.height / 2 ? 100 : 40 + 160 * ((x / 2 + y / 2) % 2);
  });
  const Image needle = flat({12, 12});
  FindOptions options = anyAngle(Method::sad, 0.99);
  options.select.top.reset();
  options.pose.angle = {0, 45, 45};
  const test::PeakMemory memory;
  const Finding found = foundBy(PoseSearch::fast, scene, needle, options);
  EXPECT_GT(found.matches.size(), 4000U);
  const double kMost = 64.0 * static_cast<double>(size.pixels()) + (8 << 20);
  if (memory.isKnown()) {
    EXPECT_LT(memory.bytes(), kMost);
  }
}

/// Steps of the least-squares fit grow beyond what an integer holds.
TEST(HardPoses, AFitMayDiverge) {
  const auto value = [](std::int64_t x, std::int64_t y) { return (x + y) % 2 == 0 ? 40 : 200; };
  const Image scene = drawn({90, 73}, value);
  const Image needle =
      drawn({24, 27}, [&](std::int64_t x, std::int64_t y) { return value(x + 45, y + 56); });
  FindOptions options = anyAngle(Method::sad, 0.5);
  options.pose.angle = {0, 360, 30};
  options.pose.scale = {0.8, 1.2, 0.1};
  options.select = {.overlap = 0};
  const Finding found = foundBy(PoseSearch::fast, scene, needle, options);
  EXPECT_FALSE(found.matches.empty());
  for (const Match& match : found.matches) {
    EXPECT_LE(std::hypot(match.centreX, match.centreY), 5);
  }
}

}  // namespace
}  // namespace espy
