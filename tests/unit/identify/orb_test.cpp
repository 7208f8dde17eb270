// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// ORB features, and two photographs compared by SIFT and by ORB.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "espy/engine/all.h"
#include "support/blob_field.h"
#include "support/surface_photo.h"
#include "unit/identify/support.h"

namespace espy::identifytest {
namespace {

constexpr bool kKinds[] = {false, true};

Image wall(std::uint64_t seed, Size size = {420, 360}) {
  return test::BlobField(size, seed).drawn();
}

/// Shrunk by `scale` and turned around the centre; bilinear.
Image turnedAndScaled(const Image& picture, double degrees, double scale) {
  Image result(picture.size(), {1, Depth::u8});
  const Size size = picture.size();
  const double angle = degrees * std::numbers::pi / 180;
  const double across = std::cos(angle) / scale;
  const double down = std::sin(angle) / scale;
  const auto half = [](std::int64_t side) { return static_cast<double>(side - 1) / 2; };
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const double dx = static_cast<double>(x) - half(size.width);
      const double dy = static_cast<double>(y) - half(size.height);
      const double fromX = half(size.width) + across * dx + down * dy;
      const double fromY = half(size.height) - down * dx + across * dy;
      const auto left = static_cast<std::int64_t>(std::floor(fromX));
      const auto top = static_cast<std::int64_t>(std::floor(fromY));
      if (left < 0 || top < 0 || left + 1 >= size.width || top + 1 >= size.height) continue;
      const double shareX = fromX - static_cast<double>(left);
      const double shareY = fromY - static_cast<double>(top);
      const auto at = [&](std::int64_t i, std::int64_t j) {
        return static_cast<double>(sampleAt(picture, left + i, top + j, 0));
      };
      const double value = (at(0, 0) * (1 - shareX) + at(1, 0) * shareX) * (1 - shareY) +
                           (at(0, 1) * (1 - shareX) + at(1, 1) * shareX) * shareY;
      setSample(result.pixels(), x, y, 0, static_cast<std::uint32_t>(std::lround(value)));
    }
  }
  return result;
}

SurfaceAnswer compared(const Image& first, const Image& second, bool orb,
                       const std::string& engine = "auto", const IdentifyOptions& options = {}) {
  static const Registry registry = makeRegistry();
  const FeatureOptions ofReference{.most = 384, .orb = orb};
  return compareSurface(registry, engine, {"first", "", featuresOf(first, ofReference)},
                        featuresOf(second, {.orb = orb}), options);
}

TEST(CompareSurface, EqualPhotographsAreOneSurface) {
  NEEDS_FEATURES();
  const Image picture = wall(1);
  for (const bool orb : kKinds) {
    const SurfaceAnswer answer = compared(picture, picture, orb);
    ASSERT_EQ(answer.matches.size(), 1U);
    EXPECT_TRUE(answer.known);
    EXPECT_EQ(answer.query.orb, orb);
    EXPECT_EQ(answer.matches[0].id, "first");
    EXPECT_EQ(answer.margin, answer.matches[0].count);
    EXPECT_GT(answer.matches[0].verification.inlierCount, 50);
    const Homography& homography = *answer.matches[0].verification.homography;
    const Homography same{1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (std::size_t i = 0; i < same.size(); ++i) EXPECT_NEAR(homography[i], same[i], 1e-3) << i;
  }
}

TEST(CompareSurface, TurnedAndScaledOnesToo) {
  NEEDS_FEATURES();
  const Image picture = wall(2);
  for (const bool orb : kKinds) {
    for (const auto& [degrees, scale] :
         {std::pair{90.0, 1.0}, std::pair{33.0, 1.0}, {180.0, 0.8}, {-25.0, 0.6}}) {
      const SurfaceAnswer answer = compared(picture, turnedAndScaled(picture, degrees, scale), orb);
      SCOPED_TRACE((orb ? "ORB, " : "SIFT, ") + std::to_string(degrees));
      ASSERT_TRUE(answer.known);
      const Homography& homography = *answer.matches[0].verification.homography;
      const double angle = degrees * std::numbers::pi / 180;
      EXPECT_NEAR(homography[0], scale * std::cos(angle), 0.03);
      EXPECT_NEAR(homography[3], scale * std::sin(angle), 0.03);
      // The centre stays.
      const double x = homography[0] * 210 + homography[1] * 180 + homography[2];
      const double y = homography[3] * 210 + homography[4] * 180 + homography[5];
      EXPECT_NEAR(x, 210, 1.5);
      EXPECT_NEAR(y, 180, 1.5);
    }
  }
}

TEST(CompareSurface, MadePhotographsAreToldApart) {
  NEEDS_FEATURES();
  for (const bool orb : kKinds) {
    int known = 0;
    for (int kind = 0; kind < test::kSurfaceKinds; ++kind) {
      const auto seed = static_cast<std::uint64_t>(kind);
      const auto sheet = [&](std::uint64_t number) {
        return test::surfaceSheet({static_cast<test::SurfaceKind>(kind), number, 0, 0});
      };
      const test::SurfaceSheet one = sheet(40 + seed);
      const test::SurfaceSheet other = sheet(60 + seed);
      const auto view = test::queryView(test::SurfaceLevel::easy, seed);
      const Image reference = test::surfacePhoto(one, one, test::referenceView(seed), seed);
      known += compared(reference, test::surfacePhoto(one, one, view, seed), orb).known ? 1 : 0;
      EXPECT_FALSE(compared(reference, test::surfacePhoto(other, other, view, seed), orb).known)
          << kind;
    }
    EXPECT_GE(known, test::kSurfaceKinds - 1) << orb;
  }
}

TEST(CompareSurface, OtherPhotographsAreNot) {
  NEEDS_FEATURES();
  Image flat({300, 200}, {1, Depth::u8});
  for (const bool orb : kKinds) {
    for (std::uint64_t seed = 3; seed < 9; ++seed) {
      EXPECT_FALSE(compared(wall(1), wall(seed), orb).known) << seed;
    }
    EXPECT_FALSE(compared(wall(1), flat, orb).known);
    EXPECT_FALSE(compared(flat, wall(1), orb).known);
    EXPECT_TRUE(compared(flat, wall(1), orb).matches.empty());
  }
}

TEST(CompareSurface, EachEngineOfTheProcessorMatchesOrb) {
  NEEDS_FEATURES();
  const Image picture = wall(5);
  const Image turned = turnedAndScaled(picture, 20, 0.9);
  const SurfaceAnswer wanted = compared(picture, turned, true, "reference");
  for (const char* engine : {"sequential", "threads", "openmp", "auto"}) {
    const SurfaceAnswer answer = compared(picture, turned, true, engine);
    EXPECT_TRUE(engine == std::string("auto") || answer.report.engine == engine);
    EXPECT_EQ(answer.matches[0].count, wanted.matches[0].count);
    EXPECT_EQ(answer.matches[0].pairs, wanted.matches[0].pairs);
    EXPECT_EQ(answer.matches[0].verification.homography, wanted.matches[0].verification.homography);
  }
  IdentifyOptions plain;
  plain.countQuery = true;
  const SurfaceAnswer counted = compared(picture, turned, true, "auto", plain);
  EXPECT_GE(counted.matches[0].count, wanted.matches[0].count);
  EXPECT_EQ(counted.matches[0].pairs, wanted.matches[0].pairs);
}

TEST(CompareSurface, KindsDoNotMix) {
  NEEDS_FEATURES();
  const Features sift = featuresOf(wall(1), {.most = 20});
  const Features orb = featuresOf(wall(1), {.most = 20, .orb = true});
  const Registry registry = makeRegistry();
  EXPECT_EQ(refusalOf(ErrorCode::badUse,
                      [&] {
                        compareSurface(registry, "auto", {"a", "", sift}, orb);
                      }),
            "SIFT features cannot be compared with ORB features");
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { matchedPairs(orb, sift); }), "");
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { slabOf({&orb, 1}, 20); }), "");
  Features cut = orb;
  cut.bytes.pop_back();
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { matchedPairs(cut, orb); }), "");
  IdentifyOptions options;
  options.ratioOver = 5;
  EXPECT_NE(refusalOf(ErrorCode::badUse,
                      [&] {
                        compareSurface(registry, "auto", {"a", "", orb}, orb, options);
                      }),
            "");
  EXPECT_NE(refusalOf(ErrorCode::badUse,
                      [&] {
                        SurfaceLibrary::create(::testing::TempDir() + "/orb.esl",
                                               {.features = {.orb = true}});
                      }),
            "");
}

TEST(OrbFeatures, AreTheStrongestAndLieInThePicture) {
  NEEDS_FEATURES();
  const Image picture = wall(7, {400, 300});
  const Features some = featuresOf(picture, {.most = 100, .orb = true});
  ASSERT_TRUE(some.count() > 80 && some.count() <= 100) << some.count();
  EXPECT_TRUE(some.orb);
  EXPECT_EQ(some.bytesEach(), 32);
  EXPECT_EQ(std::ssize(some.bytes), some.count() * 32);
  for (std::size_t i = 0; i < some.points.size(); ++i) {
    const FeaturePoint& point = some.points[i];
    EXPECT_TRUE(point.x > 31 && point.x < 400 - 31 && point.y > 31 && point.y < 300 - 31);
    EXPECT_GE(point.size, 31);
    const auto bits = some.feature(static_cast<std::int64_t>(i));
    EXPECT_GT(std::ranges::count_if(bits, [](std::uint8_t byte) { return byte != 0; }), 8);
  }
  EXPECT_EQ(featuresOf(picture, {.most = 100, .orb = true}, onThreads(1)), some);
  const Features all = featuresOf(picture, {.most = 100'000, .orb = true});
  EXPECT_EQ(featuresOf(picture, {.most = std::int64_t{1} << 40, .orb = true}), all);
}

/// In a picture turned by 180 degrees, features are found at the same pixels of each level.
TEST(OrbFeatures, PositionsAreBetweenPixels) {
  NEEDS_FEATURES();
  const Image picture = wall(8);
  const Features before = featuresOf(picture, {.orb = true});
  const Features after = featuresOf(turnedAndScaled(picture, 180, 1), {.orb = true});
  const std::vector<FeaturePair> pairs = matchedPairs(after, before, {1, 2});
  ASSERT_GT(pairs.size(), 50U);
  const auto lies = [&](const FeaturePair& pair) {
    const FeaturePoint& from = before.points[static_cast<std::size_t>(pair.reference)];
    const FeaturePoint& to = after.points[static_cast<std::size_t>(pair.query)];
    return std::hypot(from.x + to.x - 420, from.y + to.y - 360) < 0.02;
  };
  EXPECT_GE(std::ranges::count_if(pairs, lies), std::ssize(pairs) * 9 / 10);
}

TEST(OrbFeatures, OfAnySizeAndShape) {
  NEEDS_FEATURES();
  test::Random random(1);
  std::vector<Size> sizes{{1, 5000}, {5000, 62}, {63, 1000}, {1000, 64}, {100000, 70}};
  for (std::int64_t side = 60; side < 70; ++side) sizes.push_back({side, side});
  for (const Size size : sizes) {
    Image picture(size, {1, Depth::u8});
    test::draw(picture.pixels(), test::Kind::noise, random, true);
    const Features features = featuresOf(picture, {.orb = true});
    EXPECT_EQ(features.picture, size);
    EXPECT_TRUE(features.orb);
    EXPECT_TRUE(features.count() == 0 || std::min(size.width, size.height) >= 63);
  }
}

TEST(OrbMatches, SharedNearestCountOnceAndTiesGoToTheFirst) {
  const auto bits = [](std::initializer_list<std::uint8_t> firsts) {
    Features features;
    features.orb = true;
    for (const std::uint8_t first : firsts) {
      features.points.push_back({1, 1, 31, 0});
      features.bytes.push_back(first);
      features.bytes.resize(features.points.size() * 32);
    }
    return features;
  };
  // 0xff is 8 bits from 0x00; ratio 4/5: 4 of 5 bits is not below, 3 of 5 is.
  const Features reference = bits({0x00, 0xff});
  EXPECT_EQ(matchedPairs(bits({0x00, 0x01, 0x07, 0x0f}), reference),
            (std::vector<FeaturePair>{{0, 0}}));
  EXPECT_EQ(matchedPairs(bits({0x07}), reference), (std::vector<FeaturePair>{{0, 0}}));
  EXPECT_EQ(matchedPairs(bits({0x07}), reference, {3, 5}), std::vector<FeaturePair>{});
  EXPECT_EQ(matchedPairs(bits({0x03, 0x01, 0x02, 0xff}), reference),
            (std::vector<FeaturePair>{{1, 0}, {3, 1}}));
  EXPECT_TRUE(matchedPairs(bits({0x00}), bits({0x00})).empty());
  EXPECT_TRUE(matchedPairs(bits({}), reference).empty());
  EXPECT_TRUE(matchedPairs(bits({0x00}), bits({})).empty());
}

}  // namespace
}  // namespace espy::identifytest
