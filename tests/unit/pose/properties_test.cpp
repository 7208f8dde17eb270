// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Invariances of pose search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "espy/engine/all.h"
#include "picture/turn.h"
#include "pose/warp_needle.h"
#include "support/blob_field.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

using test::Random;

/// A picture whose pixels are moved to `to(x, y)`.
template <class To>
Image moved(const ImageView& picture, Size size, const To& to) {
  Image made(size, picture.format());
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      const auto [column, row] = to(x, y);
      for (int c = 0; c < picture.format().channels; ++c) {
        setSample(made.pixels(), column, row, c, sampleAt(picture, x, y, c));
      }
    }
  }
  return made;
}
using Spot = std::pair<std::int64_t, std::int64_t>;

/// Counter-clockwise.
Image quarterTurned(const ImageView& picture) {
  return moved(picture, {picture.height(), picture.width()}, [&](std::int64_t x, std::int64_t y) {
    return Spot{y, picture.width() - 1 - x};
  });
}
Image flipped(const ImageView& picture) {
  return moved(picture, picture.size(), [&](std::int64_t x, std::int64_t y) {
    return Spot{picture.width() - 1 - x, y};
  });
}
/// Each pixel becomes four.
Image doubled(const ImageView& picture) {
  Image made({2 * picture.width(), 2 * picture.height()}, picture.format());
  for (std::int64_t y = 0; y < 2 * picture.height(); ++y) {
    for (std::int64_t x = 0; x < 2 * picture.width(); ++x) {
      for (int c = 0; c < picture.format().channels; ++c) {
        setSample(made.pixels(), x, y, c, sampleAt(picture, x / 2, y / 2, c));
      }
    }
  }
  return made;
}

/// Turned needles among blobs, with some noise.
struct Tangle {
  explicit Tangle(std::uint64_t seed)
      : needle(test::BlobField({15, 11}, seed).drawn()),
        scene(test::BlobField({62, 54}, seed + 50).drawn()) {
    const Needle plain{needle.view(), {}};
    const pose::NeedleWarper warper(plain, false);
    Random random(seed);
    for (int k = 0; k < 3; ++k) {
      GridPose pose;
      pose.angle = random.below(18) * 20'000'000;
      pose.mirrored = k == 2;
      const pose::WarpedNeedle warped = warper.warp(pose);
      const Size size = warped.picture.size();
      for (std::int64_t i = 0; i < size.pixels(); ++i) {
        const std::int64_t x = i % size.width;
        const std::int64_t y = i / size.width;
        if (sampleAt(warped.mask, x, y, 0) == 0) continue;
        setSample(scene.pixels(), 2 + 20 * k + x, 5 + 11 * k + y, 0,
                  sampleAt(warped.picture, x, y, 0));
      }
    }
    for (std::int64_t i = 0; i < scene.size().pixels(); ++i) {
      std::uint8_t& pixel = *scene.pixels().pixel(i % 62, i / 62);
      pixel =
          static_cast<std::uint8_t>(std::clamp<std::int64_t>(pixel + random.below(9) - 4, 0, 255));
    }
  }

  Image needle;
  Image scene;
};

/// The exact part of a match; the fitted angle is not.
using Comparable = std::tuple<double, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                              bool, std::uint32_t>;
std::vector<Comparable> comparable(const std::vector<Match>& matches) {
  std::vector<Comparable> all;
  for (const Match& match : matches) {
    all.emplace_back(match.score, match.x, match.y, match.width, match.height, match.mirrored,
                     match.needle);
  }
  std::sort(all.begin(), all.end());
  return all;
}

class PoseProperty : public testing::TestWithParam<const char*> {
 protected:
  std::vector<Match> find(const ImageView& scene, const std::vector<Needle>& needles,
                          const FindOptions& options, int threads = 2) const {
    Control control;
    control.threads = threads;
    return search(registry_, GetParam(), scene, needles, options, control).matches;
  }
  static FindOptions turned(double least) {
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = least;
    options.pose.angle = {-40, 40, 20};
    options.pose.search = PoseSearch::complete;
    return options;
  }

  Registry registry_ = makeRegistry();
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, PoseProperty,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(PoseProperty, AQuarterTurnOfTheSceneTurnsTheAnswerExactly) {
  FindOptions options = turned(0.4);
  options.pose.quarterTurns = true;
  options.pose.flip = true;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const Tangle tangle(seed);
    const std::vector<Needle> needles{{tangle.needle.view(), {}}};
    std::vector<Match> upright = find(tangle.scene, needles, options);
    ASSERT_GT(upright.size(), 3U);
    for (Match& match : upright) {
      const std::uint32_t left = match.x;
      match.x = match.y;
      match.y = 62 - left - match.width;
      std::swap(match.width, match.height);
      match.angle += 90;
    }
    const std::vector<Match> aside = find(quarterTurned(tangle.scene.view()), needles, options);
    ASSERT_EQ(upright.size(), aside.size());
    EXPECT_EQ(comparable(upright), comparable(aside));
    // The best one, with its fitted angle.
    EXPECT_NEAR(std::remainder(aside.front().angle - upright.front().angle, 360), 0, 1e-3);
  }
}

TEST_P(PoseProperty, AMirroredSceneMirrorsTheAnswerExactly) {
  FindOptions options = turned(0.4);
  options.pose.flip = true;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const Tangle tangle(seed);
    const std::vector<Needle> needles{{tangle.needle.view(), {}}};
    std::vector<Match> upright = find(tangle.scene, needles, options);
    ASSERT_GT(upright.size(), 1U);
    for (Match& match : upright) {
      match.x = 62 - match.x - match.width;
      match.mirrored = !match.mirrored;
      match.angle = 360 - match.angle;
    }
    EXPECT_EQ(comparable(upright),
              comparable(find(flipped(tangle.scene.view()), needles, options)));
  }
}

TEST_P(PoseProperty, ScalingByTwoChangesNoScore) {
  FindOptions options = turned(0.5);
  options.pose.angle = {0, 0, 0};
  options.pose.quarterTurns = true;
  options.pose.flip = true;
  for (const Method method : {Method::zncc, Method::ssd, Method::sad}) {
    options.method = method;
    options.minScore = method == Method::zncc ? 0.4 : 0.9;
    const Tangle tangle(7);
    const Image large = doubled(tangle.needle.view());
    const std::vector<Match> plain =
        find(tangle.scene, {{Needle{tangle.needle.view(), {}}}}, options);
    ASSERT_FALSE(plain.empty());
    // A needle of twice the size at half the scale is the needle.
    FindOptions half = options;
    half.pose.scale = {0.5, 0.5, 0};
    const std::vector<Match> halved = find(tangle.scene, {{Needle{large.view(), {}}}}, half);
    EXPECT_EQ(comparable(plain), comparable(halved));
    for (const Match& match : halved) EXPECT_EQ(match.needleWidth, 30U);
    // And in a scene of twice the size all positions are doubled.
    FindOptions best = options;
    best.select.top = 1;
    const std::vector<Match> twice =
        find(doubled(tangle.scene.view()), {{Needle{large.view(), {}}}}, best);
    ASSERT_EQ(twice.size(), 1U);
    EXPECT_EQ(twice[0].score, plain[0].score);
    EXPECT_EQ(twice[0].x, 2 * plain[0].x);
    EXPECT_EQ(twice[0].y, 2 * plain[0].y);
    EXPECT_EQ(twice[0].width, 2 * plain[0].width);
  }
}

TEST_P(PoseProperty, TheOrderOfNeedlesDoesNotMatter) {
  const Tangle tangle(11);
  const Tangle other(12);
  const Image third = Image::copyOf(tangle.scene.view().crop(30, 20, {9, 13}));
  const std::vector<Needle> needles{
      {tangle.needle.view(), {}}, {other.needle.view(), {}}, {third.view(), {}}};
  for (const PoseSearch how : {PoseSearch::fast, PoseSearch::complete}) {
    for (const bool across : {false, true}) {
      FindOptions options = turned(0.5);
      options.pose.search = how;
      options.select.overlap = kScoredOverlap;
      options.select.across = across;
      const std::vector<Match> asGiven = find(tangle.scene, needles, options);
      ASSERT_GT(asGiven.size(), 2U);
      std::vector<std::uint32_t> order{0, 1, 2};
      while (std::next_permutation(order.begin(), order.end())) {
        std::vector<Needle> others;
        for (const std::uint32_t k : order) others.push_back(needles[k]);
        std::vector<Match> found = find(tangle.scene, others, options);
        for (Match& match : found) match.needle = order[match.needle];
        EXPECT_EQ(comparable(asGiven), comparable(found));
      }
    }
  }
}

/// A scene large enough for a pyramid.
TEST(PoseThreads, NeitherThreadsNorEnginesMatter) {
  const Registry registry = makeRegistry();
  const test::BlobField field({52, 44}, 4);
  Image scene = test::BlobField({240, 200}, 104).drawn();
  field.drawInto(scene.pixels(), 70, 60, 33, 1.1);
  field.drawInto(scene.pixels(), 160, 130, 215, 0.9);
  const Image picture = field.drawn();
  const Needle needle{picture.view(), {}};
  FindOptions options;
  options.method = Method::zncc;
  options.minScore = 0.6;
  options.pose.scale = {0.8, 1.25, 0.15};
  for (const PoseSearch how : {PoseSearch::fast, PoseSearch::complete}) {
    options.pose.search = how;
    options.pose.angle = {-180, 180, how == PoseSearch::fast ? 4.0 : 40.0};
    const auto foundBy = [&](const char* engine, int threads) {
      Control control;
      control.threads = threads;
      return search(registry, engine, scene, {&needle, 1}, options, control).matches;
    };
    const std::vector<Match> wanted = foundBy("sequential", 1);
    ASSERT_GE(wanted.size(), 2U);
    for (const int threads : {1, 2, 3, 5}) EXPECT_EQ(foundBy("openmp", threads), wanted) << threads;
  }
}

}  // namespace
}  // namespace espy
