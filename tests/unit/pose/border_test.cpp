// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Needles that overlap the scene's border.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "espy/engine/all.h"
#include "find/turned.h"
#include "pose/border.h"
#include "support/blob_field.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

Image blobField(Size size, std::uint64_t seed) {
  return test::BlobField(size, seed).drawn();
}

/// Where a window begins, and its needle's pose.
struct Hanging {
  std::int64_t x;
  std::int64_t y;
  double angle = 0;
};

/// Draws the visible part of a needle.
void drawHanging(const MutableImageView& scene, const ImageView& needle, std::int64_t x,
                 std::int64_t y) {
  for (std::int64_t row = 0; row < needle.height(); ++row) {
    for (std::int64_t column = 0; column < needle.width(); ++column) {
      const std::int64_t toX = x + column;
      const std::int64_t toY = y + row;
      if (toX < 0 || toY < 0 || toX >= scene.width() || toY >= scene.height()) continue;
      setSample(scene, toX, toY, 0, sampleAt(needle, column, row, 0));
    }
  }
}

class Border : public testing::TestWithParam<const char*> {
 protected:
  Finding find(const Image& scene, const Image& needle, const FindOptions& options) const {
    return search(registry_, GetParam(), scene, {{Needle{needle.view(), {}}}}, options);
  }
  static FindOptions hanging(double visible, double least = 0.98) {
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = least;
    options.select.overlap = kScoredOverlap;
    options.pose.visible = visible;
    return options;
  }

  Registry registry_ = makeRegistry();
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, Border,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(Border, FindsNeedlesOverEachSideAndCorner) {
  const Image needle = blobField({20, 16}, 1);
  for (const Hanging at : {Hanging{-7, 12}, Hanging{37, 12}, Hanging{15, -6}, Hanging{15, 32},
                           Hanging{-5, -3}, Hanging{35, 31}, Hanging{-4, 30}, Hanging{35, -4}}) {
    Image scene = blobField({50, 42}, 90);
    drawHanging(scene.pixels(), needle, at.x, at.y);
    for (const PoseSearch how : {PoseSearch::fast, PoseSearch::complete}) {
      FindOptions options = hanging(0.5);
      options.pose.search = how;
      const Finding found = find(scene, needle, options);
      ASSERT_EQ(found.matches.size(), 1U) << at.x << "," << at.y;
      const Match& match = found.matches.front();
      EXPECT_EQ(match.score, 1);
      EXPECT_EQ(match.x, std::max<std::int64_t>(0, at.x));
      EXPECT_EQ(match.y, std::max<std::int64_t>(0, at.y));
      EXPECT_EQ(match.x + match.width, std::min<std::int64_t>(50, at.x + 20));
      EXPECT_EQ(match.y + match.height, std::min<std::int64_t>(42, at.y + 16));
      const MatchOutline outline = outlineOf(match);
      EXPECT_NEAR(outline.centre.x, static_cast<double>(at.x) + 10, 0.05);
      EXPECT_NEAR(outline.centre.y, static_cast<double>(at.y) + 8, 0.05);
      options.pose.visible = 0.9;
      EXPECT_TRUE(find(scene, needle, options).matches.empty());
    }
  }
}

TEST_P(Border, TheShareIsExact) {
  const Image needle = blobField({10, 10}, 3);
  Image scene = blobField({40, 30}, 91);
  drawHanging(scene.pixels(), needle, -4, 11);
  EXPECT_EQ(find(scene, needle, hanging(0.6)).matches.size(), 1U);
  EXPECT_EQ(find(scene, needle, hanging(0.600001)).matches.size(), 0U);
  // If the hidden half is masked out, all that counts is inside.
  Image mask({10, 10}, {1, Depth::u8});
  for (std::int64_t i = 0; i < 60; ++i) setSample(mask.pixels(), 4 + i % 6, i / 6, 0, 255);
  const Needle masked{needle.view(), mask.view()};
  const Finding found = search(registry_, GetParam(), scene, {&masked, 1}, hanging(0.999999));
  EXPECT_EQ(found.matches.size(), 1U);
}

TEST_P(Border, ANeedleThatIsLargerThanTheSceneMayBeFound) {
  const Image needle = blobField({40, 30}, 5);
  const Image scene = Image::copyOf(needle.view().crop(3, 4, {30, 22}));
  EXPECT_TRUE(find(scene, needle, hanging(1)).matches.empty());
  const Finding found = find(scene, needle, hanging(0.5));
  ASSERT_EQ(found.matches.size(), 1U);
  const Match& match = found.matches.front();
  EXPECT_EQ(match.score, 1);
  EXPECT_EQ(match.width, 30U);
  EXPECT_EQ(match.height, 22U);
  EXPECT_NEAR(outlineOf(match).centre.x, 17, 0.05);
  EXPECT_NEAR(outlineOf(match).centre.y, 11, 0.05);
}

TEST_P(Border, TheClosestMayOverlapTheBorder) {
  const Image needle = blobField({12, 12}, 6);
  Image scene = blobField({40, 30}, 8);
  drawHanging(scene.pixels(), needle, -3, 9);
  *scene.pixels().pixel(2, 12) ^= 64;
  const Finding found = find(scene, needle, hanging(0.5, 0.99999));
  EXPECT_TRUE(found.matches.empty());
  ASSERT_TRUE(found.best);
  EXPECT_EQ(found.best->x, 0U);
  EXPECT_EQ(found.best->y, 9U);
  EXPECT_EQ(found.best->width, 9U);
  EXPECT_GT(found.best->score, 0.9);
}

/// Needles large enough for a pyramid.
TEST(FastBorder, FindsTurnedNeedles) {
  const Registry registry = makeRegistry();
  constexpr double kWidth = 240;
  constexpr double kHeight = 200;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const test::BlobField field({52, 44}, seed);
    Image scene = blobField({240, 200}, seed + 100);
    test::Random random(seed);
    const auto part = [&](std::int64_t most) { return static_cast<double>(random.below(most)); };
    // One over each side, 5 to 14 pixels from its middle, and one inside.
    const double across = 70 + part(60);
    const double down = 60 + part(60);
    const double deep = 5 + part(10);
    struct Truth {
      double x;
      double y;
      double angle;
    };
    const std::vector<Truth> truth{{deep, down, part(360)},
                                   {kWidth - deep, down, part(360)},
                                   {across, deep, part(360)},
                                   {across, kHeight - deep, part(360)},
                                   {across, down, part(360)}};
    for (const Truth& one : truth) field.drawInto(scene.pixels(), one.x, one.y, one.angle, 1);
    const Image picture = field.drawn();
    const Needle needle{picture.view(), {}};
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = 0.88;
    options.select.overlap = kScoredOverlap;
    options.pose.angle = {-180, 180, 0};
    options.pose.visible = 0.5;
    const Finding found = search(registry, "openmp", scene, {&needle, 1}, options);
    ASSERT_EQ(found.matches.size(), truth.size()) << seed;
    for (const Truth& one : truth) {
      const auto off = [&](const Match& match) {
        const SubPixel centre = outlineOf(match).centre;
        return std::hypot(centre.x - one.x, centre.y - one.y);
      };
      const Match& match =
          *std::min_element(found.matches.begin(), found.matches.end(),
                            [&](const Match& a, const Match& b) { return off(a) < off(b); });
      EXPECT_LT(off(match), 0.1) << seed;
      EXPECT_NEAR(std::remainder(match.angle - one.angle, 360), 0, 0.2) << seed;
      EXPECT_LE(match.x + match.width, 240U);
      EXPECT_LE(match.y + match.height, 200U);
    }
    // Flags are set only inside, the same on all engines.
    const Image wanted = flagPlane(registry, "reference", scene.size(), found.matches);
    EXPECT_TRUE(samePixels(wanted, flagPlane(registry, "openmp", scene.size(), found.matches)));
  }
}

/// The fast search agrees with the exhaustive one.
TEST(FastBorder, AgreesWithTheExhaustiveSearch) {
  const Registry registry = makeRegistry();
  const test::BlobField field({36, 30}, 3);
  Image scene = blobField({130, 110}, 103);
  field.drawInto(scene.pixels(), 8, 40, 24, 1);
  field.drawInto(scene.pixels(), 70, 104, 132, 1);
  field.drawInto(scene.pixels(), 70, 50, 60, 1);
  const Image picture = field.drawn();
  const Needle needle{picture.view(), {}};
  for (const Method method : {Method::zncc, Method::ssd, Method::sad}) {
    ScoreOptions options;
    options.method = method;
    options.minScore = method == Method::zncc ? 0.7 : 0.95;
    PoseOptions pose;
    pose.angle = {0, 360, 12};
    pose.visible = 0.4;
    const PoseGrid grid = poseGrid(needle, pose);
    const auto peaks = [&](PoseSearch how) {
      RunReport report;
      return registry
          .get<FindPosed>("openmp")(scene, {&needle, 1}, {&grid, 1}, options, how, {}, report)
          .peaks;
    };
    const std::vector<PosedPeak> all = peaks(PoseSearch::complete);
    const std::vector<PosedPeak> fast = peaks(PoseSearch::fast);
    ASSERT_GE(fast.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(fast[k], all[k]);
    for (const PosedPeak& peak : fast) {
      EXPECT_NE(std::find(all.begin(), all.end(), peak), all.end()) << peak.peak.score;
    }
  }
}

TEST(BorderShift, RoundTrips) {
  for (const double off : {0.0, 0.25, -7.9, 8.1, -60.0, 1234.5, -20000.0}) {
    Match match;
    match.x = 5;
    match.width = 10;
    match.height = 10;
    pose::setShift(match, off, 0.5);
    EXPECT_NEAR(outlineOf(match).centre.x - 10, off, std::abs(off) / 16384 + 1.0 / 8192);
  }
}

}  // namespace
}  // namespace espy
