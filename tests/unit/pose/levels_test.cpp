// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pyramid levels and the poses tried there.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <thread>

#include "espy/engine/all.h"
#include "pose/pyramid.h"
#include "pose/steps.h"
#include "support/blob_field.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

const PoseRange kAnyAngle{-180, 180, 0};

TEST(Tried, AreSpreadEvenly) {
  for (std::uint32_t count = 1; count <= 60; ++count) {
    for (std::uint32_t stride = 1; stride <= count; ++stride) {
      std::uint32_t tried = 0;
      std::uint32_t last = 0;
      std::uint32_t first = count;
      std::uint32_t apart = 0;
      for (std::uint32_t index = 0; index < count; ++index) {
        if (!pose::isTried(index, count, stride)) continue;
        if (tried > 0) apart = std::max(apart, index - last);
        first = std::min(first, index);
        last = index;
        ++tried;
      }
      EXPECT_EQ(tried, (count + stride - 1) / stride) << count << " by " << stride;
      EXPECT_LE(apart, stride) << count << " by " << stride;
      EXPECT_LE(2 * first, stride) << count << " by " << stride;
      EXPECT_LE(2 * (count - 1 - last), stride) << count << " by " << stride;
    }
  }
}

TEST(Bands, CoverAllScalesAndAreNarrow) {
  const Image picture = test::BlobField({60, 40}, 3).drawn();
  PoseOptions options;
  options.scale = {0.5, 2, 0};
  const PoseGrid grid = poseGrid({picture.view(), {}}, options);
  const std::vector<pose::ScaleBand> bands = pose::bandsOf(grid);
  ASSERT_EQ(bands.size(), 4U);
  EXPECT_EQ(bands.back().end, grid.scales);
  for (std::size_t b = 0; b < bands.size(); ++b) {
    EXPECT_LE(bands[b].most, 1.4143 * bands[b].least);
    EXPECT_EQ(bands[b].first, b > 0 ? bands[b - 1].end : 0U);
  }
  const PoseGrid one = poseGrid({picture.view(), {}}, {});
  ASSERT_EQ(pose::bandsOf(one).size(), 1U);
  EXPECT_EQ(pose::bandsOf(one).front().most, 1);
}

/// A needle that is searched again, in another array, has its sizes and steps already.
TEST(NeedlePyramid, IsKeptByItsPixels) {
  const Image picture = test::BlobField({60, 40}, 8).drawn();
  std::shared_ptr<pose::NeedlePyramid> first;
  {
    const Image copy = Image::copyOf(picture.view());
    first = pose::NeedlePyramid::of({copy.view(), {}}, false);
  }
  EXPECT_EQ(pose::NeedlePyramid::of({picture.view(), {}}, false), first);
  const Image mask(picture.size(), {1, Depth::u8});
  EXPECT_NE(pose::NeedlePyramid::of({picture.view(), mask.view()}, false), first);
  EXPECT_NE(pose::NeedlePyramid::of({picture.view(), {}}, true), first);
  Image other = Image::copyOf(picture.view());
  other.pixels().row(39)[59] ^= 1;
  EXPECT_NE(pose::NeedlePyramid::of({other.view(), {}}, false), first);

  pose::NeedlePyramid own({picture.view(), {}}, false);
  const Needle smaller = first->at(1)->needle();
  EXPECT_TRUE(samePixels(smaller.picture, own.at(1)->needle().picture));
  for (const std::int64_t scale : {400'000, 1'000'000, 3'000'000}) {
    const auto steps = first->stepsAt(1, scale);
    const auto wanted = own.stepsAt(1, scale);
    ASSERT_TRUE(steps && wanted);
    EXPECT_EQ(steps->angle, wanted->angle);
    EXPECT_EQ(steps->variance, wanted->variance);
  }
  EXPECT_EQ(own.stepsAt(1, 3'000'000)->angle, pose::stepsFor(smaller).angle);
}

/// The needles searched last are kept, not all.
TEST(NeedlePyramid, ForgetsTheOldest) {
  const auto pyramidOf = [](std::uint64_t seed) {
    const Image picture = test::BlobField({20, 20}, seed).drawn();
    return std::weak_ptr(pose::NeedlePyramid::of({picture.view(), {}}, false));
  };
  const auto first = pyramidOf(100);
  const auto second = pyramidOf(101);
  for (std::uint64_t seed = 102; seed < 116; ++seed) {
    pyramidOf(seed);
    pyramidOf(101);
  }
  EXPECT_FALSE(second.expired());
  EXPECT_FALSE(first.expired());
  pyramidOf(116);
  EXPECT_TRUE(first.expired());
  EXPECT_FALSE(second.expired());
}

/// Another thread may hold a lock of what is kept when the process forks.
TEST(NeedlePyramid, IsMadeInTheChildOfAFork) {
  const Image picture = test::BlobField({40, 30}, 9).drawn();
  const Needle needle{picture.view(), {}};
  pose::NeedlePyramid::of(needle, false)->stepsAt(0, 500'000);  // what the first call initialises
  std::jthread searching([&](const std::stop_token& stop) {
    for (std::int64_t scale = 300'000; !stop.stop_requested(); ++scale) {
      pose::NeedlePyramid::of(needle, false)->stepsAt(0, scale % 1'000'000 + 1);
    }
  });
  for (int round = 0; round < 50; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      ::_exit(pose::NeedlePyramid::of(needle, false)->stepsAt(0, 500'000) ? 7 : 8);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
  }
}

/// At each level a needle has its nominal size, made from a larger one.
TEST(Levels, HaveTheNeedlesNominalSize) {
  const Image picture = test::BlobField({301, 207}, 4).drawn();
  const Needle needle{picture.view(), {}};
  PoseOptions options;
  options.angle = kAnyAngle;
  options.scale = {0.3, 3, 0};
  const PoseGrid grid = poseGrid(needle, options);
  pose::NeedlePyramid pyramid(needle, false);
  std::vector<int> deepest;
  for (const pose::ScaleBand& band : pose::bandsOf(grid)) {
    const std::vector<pose::Level> levels = pose::levelsFor(pyramid, grid, ScoreOptions{}, band);
    deepest.push_back(levels.back().shift);
    for (const pose::Level& level : levels) {
      const Needle shown = level.asNeedle(needle);
      const pose::NeedleWarper warper = level.warper(shown, false);
      for (const double scale : {band.least, band.most}) {
        GridPose pose;
        pose.scale = std::llround(scale * 1e6);
        const Size window = warper.windowOf(pose);
        const double side = scale / std::exp2(level.shift);
        // Each halving drops a rim of half a pixel.
        EXPECT_NEAR(static_cast<double>(window.width), 301 * side, 3.5) << level.shift;
        EXPECT_NEAR(static_cast<double>(window.height), 207 * side, 3.5) << level.shift;
        if (level.shift < 2) continue;  // there is no larger one
        EXPECT_LE(warper.turnOf(pose).scale, 1'010'000) << level.shift;
      }
      EXPECT_LE(level.firstScore, level.minScore);
    }
  }
  EXPECT_GE(deepest.back(), deepest.front() + 2) << "large scales are looked for in small scenes";
}

/// A needle with all its detail on one side is turned about its middle: it then fits best at an
/// offset.
TEST(Drift, PredictsTheBestFitOfATurnedNeedle) {
  const Image seen = test::BlobField({40, 36}, 9).drawn();
  Image picture({120, 100}, {1, Depth::u8});
  for (std::int64_t k = 0; k < picture.size().pixels(); ++k) {
    setSample(picture.pixels(), k % 120, k / 120, 0, 90);
  }
  test::paste(picture.pixels(), seen.view(), 70, 10);
  const Needle needle{picture.view(), {}};
  const pose::Drift drift = pose::driftOf(needle);
  const pose::NeedleWarper warper(needle, false);
  ScoreOptions options;
  options.method = Method::zncc;
  options.minScore = 0.3;
  for (const bool mirrored : {false, true}) {
    GridPose own;
    own.angle = 35'000'000;
    own.scale = 1'200'000;
    own.mirrored = mirrored;
    Image scene({300, 280}, {1, Depth::u8});
    for (std::int64_t k = 0; k < scene.size().pixels(); ++k) {
      setSample(scene.pixels(), k % 300, k / 300, 0, 90);
    }
    const pose::WarpedNeedle warped = warper.warp(own);
    const Size window = warped.picture.size();
    for (std::int64_t k = 0; k < window.pixels(); ++k) {
      const std::int64_t x = k % window.width;
      const std::int64_t y = k / window.width;
      if (sampleAt(warped.mask, x, y, 0) == 0) continue;
      setSample(scene.pixels(), 60 + x, 50 + y, 0, sampleAt(warped.picture, x, y, 0));
    }
    for (const bool grows : {false, true}) {
      GridPose other = own;
      other.angle += grows ? 0 : 4'000'000;
      other.scale += grows ? 84'000 : 0;
      const pose::WarpedNeedle turned = warper.warp(other);
      Finding best = findScored(makeRegistry(), "sequential", scene,
                                {{Needle{turned.picture.view(), turned.mask.view()}}}, options);
      ASSERT_FALSE(best.matches.empty());
      const Match& match = best.matches.front();
      const double radians = grows ? 0 : 4 * std::numbers::pi / 180;
      const pose::Drift::Shift shift =
          pose::turnedDrift(drift.by(radians, grows ? 0.07 : 0, mirrored), own, 0);
      EXPECT_GT(std::hypot(shift.x, shift.y), 2) << "or it shows nothing";
      const double x = match.x + static_cast<double>(turned.picture.size().width) / 2 - 60 -
                       static_cast<double>(window.width) / 2;
      const double y = match.y + static_cast<double>(turned.picture.size().height) / 2 - 50 -
                       static_cast<double>(window.height) / 2;
      EXPECT_NEAR(shift.x, x, 1) << mirrored << grows;
      EXPECT_NEAR(shift.y, y, 1) << mirrored << grows;
    }
  }
}

TEST(Levels, EveryScaleIsFound) {
  const test::BlobField field({90, 70}, 5);
  const Image needle = field.drawn();
  const Registry registry = makeRegistry();
  for (const double scale : {0.5, 0.71, 1.0, 1.42, 2.0}) {
    Image scene = test::BlobField({420, 380}, 77).drawn();
    field.drawInto(scene.pixels(), 200.4, 190.7, 200 * scale, scale);
    ScoreOptions options;
    options.method = Method::zncc;
    options.minScore = 0.85;
    PoseOptions pose;
    pose.angle = kAnyAngle;
    pose.scale = {0.5, 2, 0};
    SelectOptions select;
    select.overlap = kScoredOverlap;
    const Finding found =
        findPosed(registry, "openmp", scene, {{Needle{needle.view(), {}}}}, options, pose, select);
    ASSERT_EQ(found.matches.size(), 1U) << scale;
    EXPECT_NEAR(found.matches.front().scale, scale, 0.01);
    EXPECT_NEAR(std::remainder(found.matches.front().angle - 200 * scale, 360), 0, 0.5) << scale;
  }
}

/// Candidates below the minimum are dropped, except the closest.
TEST(Levels, TheClosestPositionIsFoundWhateverItsScore) {
  const Image needle = test::BlobField({64, 48}, 6).drawn();
  const Image scene = test::BlobField({300, 200}, 88).drawn();
  ScoreOptions options;
  options.method = Method::zncc;
  options.minScore = 0.95;
  options.wantBest = true;
  PoseOptions pose;
  pose.angle = kAnyAngle;
  pose.scale = {0.5, 2, 0};
  const Finding found =
      findPosed(makeRegistry(), "openmp", scene, {{Needle{needle.view(), {}}}}, options, pose);
  EXPECT_TRUE(found.matches.empty());
  ASSERT_TRUE(found.best);
  EXPECT_LT(found.best->score, 0.95);
  EXPECT_GT(found.best->score, 0.2);
}

}  // namespace
}  // namespace espy
