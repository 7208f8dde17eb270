// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/features.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <thread>

#include "support/blob_field.h"
#include "unit/identify/support.h"

namespace espy {
namespace {

using identifytest::onThreads;
using identifytest::refusalOf;

using Numbers = std::array<float, 128>;
using Bytes = std::array<std::uint8_t, 128>;

Bytes bytesOf(const Numbers& numbers) {
  Bytes bytes{};
  bytesOfFeature(numbers, bytes);
  return bytes;
}

Image blobs(std::uint64_t seed = 3, Size size = {200, 150}) {
  return test::BlobField(size, seed).drawn();
}

TEST(FeatureBytes, AreSquareRoots) {
  Numbers numbers{};
  EXPECT_EQ(bytesOf(numbers), Bytes{});

  numbers.fill(3);  // 512 * sqrt(1 / 128) = 45.25
  Bytes expected{};
  expected.fill(45);
  EXPECT_EQ(bytesOf(numbers), expected);

  numbers = {};
  numbers[0] = 100;  // 512 * sqrt(100 / 400) = 256, one too many for a byte
  numbers[1] = 299;
  numbers[127] = 1;  // 512 * sqrt(1 / 400) = 25.6
  Bytes bytes = bytesOf(numbers);
  EXPECT_EQ(bytes[0], 255);
  EXPECT_EQ(bytes[1], 255);
  EXPECT_EQ(bytes[2], 0);
  EXPECT_EQ(bytes[127], 26);

  numbers[0] = 99;
  numbers[2] = 1;  // 512 * sqrt(99 / 400) = 254.7
  bytes = bytesOf(numbers);
  EXPECT_EQ(bytes[0], 255);
  EXPECT_EQ(bytes[2], 26);
}

TEST(FeatureBytes, HalvesAreRoundedUp) {
  // 512 * sqrt(x) = k + 1/2 for x = (2 k + 1)^2 / 2^20, which floats represent exactly.
  Numbers numbers{};
  numbers[0] = 177 * 177;
  numbers[1] = (1 << 20) - 177 * 177;
  EXPECT_EQ(bytesOf(numbers)[0], 89);
}

TEST(FeatureBytes, HaveNormOfAbout512) {
  test::Random random(5);
  for (int round = 0; round < 100; ++round) {
    Numbers numbers{};
    for (float& number : numbers) number = static_cast<float>(random.below(128));
    int sum = 0;
    for (const std::uint8_t byte : bytesOf(numbers)) sum += byte * byte;
    EXPECT_NEAR(std::sqrt(sum), 512, 4);
  }
}

TEST(FeaturesOf, TheStrongestAreReturned) {
  NEEDS_FEATURES();
  const Image picture = blobs();
  const Features all = featuresOf(picture, {.most = 100000});
  ASSERT_GT(all.count(), 60);
  EXPECT_EQ(all.picture, (Size{200, 150}));
  EXPECT_EQ(std::ssize(all.bytes), all.count() * kFeatureBytes);
  for (const std::int64_t most : {1L, 2L, 10L, 33L, 60L}) {
    const Features some = featuresOf(picture, {.most = most});
    ASSERT_EQ(some.count(), most);
    for (std::int64_t i = 0; i < most; ++i) {
      EXPECT_EQ(some.points[static_cast<std::size_t>(i)], all.points[static_cast<std::size_t>(i)]);
      EXPECT_TRUE(std::ranges::equal(some.feature(i), all.feature(i)));
    }
  }
}

TEST(FeaturesOf, LieInThePictureAndAreDescribed) {
  NEEDS_FEATURES();
  const Features features = featuresOf(blobs());
  for (std::int64_t i = 0; i < features.count(); ++i) {
    const FeaturePoint& point = features.points[static_cast<std::size_t>(i)];
    EXPECT_TRUE(point.x > 0 && point.x < 200 && point.y > 0 && point.y < 150);
    EXPECT_GT(point.size, 1);
    EXPECT_TRUE(point.angle >= 0 && point.angle <= 360) << point.angle;
    int sum = 0;
    for (const std::uint8_t byte : features.feature(i)) sum += byte * byte;
    EXPECT_NEAR(std::sqrt(sum), 512, 6);
  }
}

/// A bright spot on grey.
Image spot(Size size, double x, double y, double radius) {
  Image picture(size, {1, Depth::u8});
  for (std::int64_t row = 0; row < size.height; ++row) {
    for (std::int64_t column = 0; column < size.width; ++column) {
      const double dx = static_cast<double>(column) + 0.5 - x;
      const double dy = static_cast<double>(row) + 0.5 - y;
      const double value = 40 + 180 * std::exp(-(dx * dx + dy * dy) / (2 * radius * radius));
      setSample(picture.pixels(), column, row, 0, static_cast<std::uint32_t>(std::lround(value)));
    }
  }
  return picture;
}

TEST(FeaturesOf, PositionsAreBetweenPixels) {
  NEEDS_FEATURES();
  for (const double x : {50.0, 50.3, 50.5, 61.75}) {
    const Features features = featuresOf(spot({110, 100}, x, 47.5, 4));
    ASSERT_GT(features.count(), 0);
    EXPECT_NEAR(features.points[0].x, x, 0.06);
    EXPECT_NEAR(features.points[0].y, 47.5, 0.06);
  }
}

TEST(FeaturesOf, PositionsAreInThePhotographsPixels) {
  NEEDS_FEATURES();
  const Features features = featuresOf(spot({700, 501}, 310, 247, 26), {.longestSide = 100});
  ASSERT_GT(features.count(), 0);
  EXPECT_EQ(features.picture, (Size{700, 501}));
  EXPECT_NEAR(features.points[0].x, 310, 0.5);
  EXPECT_NEAR(features.points[0].y, 247, 0.5);
  const Features small = featuresOf(spot({100, 100}, 50, 50, 26.0 / 7));
  EXPECT_NEAR(features.points[0].size, 7 * small.points[0].size, 2);
}

TEST(FeaturesOf, AnglesTurnClockwise) {
  NEEDS_FEATURES();
  const Image picture = blobs(9, {140, 140});
  Image turned({140, 140}, {1, Depth::u8});  // by a quarter, clockwise as seen
  for (std::int64_t y = 0; y < 140; ++y) {
    for (std::int64_t x = 0; x < 140; ++x) {
      setSample(turned.pixels(), 139 - y, x, 0, sampleAt(picture, x, y, 0));
    }
  }
  const Features before = featuresOf(picture, {.most = 40});
  const Features after = featuresOf(turned, {.most = 400});
  int clockwise = 0;
  int counter = 0;
  for (const FeaturePoint& from : before.points) {
    for (const FeaturePoint& to : after.points) {
      if (std::hypot(to.x - (140 - from.y), to.y - from.x) > 0.2) continue;
      const float turn = std::remainder(to.angle - from.angle, 360.0F);
      clockwise += std::abs(turn - 90) < 3 ? 1 : 0;
      counter += std::abs(turn + 90) < 3 ? 1 : 0;
    }
  }
  EXPECT_GE(clockwise, 30);
  EXPECT_LE(counter, 5);
}

TEST(FeaturesOf, GreyAlphaAndDepthDoNotMatter) {
  NEEDS_FEATURES();
  const Image grey = blobs();
  const Features expected = featuresOf(grey);
  for (const Depth depth : {Depth::u8, Depth::u16}) {
    for (int channels = 1; channels <= 4; ++channels) {
      const PixelFormat format{channels, depth};
      Image other(grey.size(), format);
      for (std::int64_t y = 0; y < grey.size().height; ++y) {
        for (std::int64_t x = 0; x < grey.size().width; ++x) {
          const std::uint32_t value = sampleAt(grey, x, y, 0) * (depth == Depth::u8 ? 1 : 257);
          for (int c = 0; c < format.colourChannels(); ++c) {
            setSample(other.pixels(), x, y, c, value);
          }
          if (format.hasAlpha()) {
            setSample(other.pixels(), x, y, channels - 1, static_cast<std::uint32_t>(x + y) % 256);
          }
        }
      }
      EXPECT_EQ(featuresOf(other), expected) << channels << " channels";
    }
  }
}

TEST(FeaturesOf, AreTheSameOnAnyThreads) {
  NEEDS_FEATURES();
  const Image picture = blobs(11, {700, 500});
  const Features expected = featuresOf(picture, {.longestSide = 512}, onThreads(1));
  ASSERT_GT(expected.count(), 100);
  for (const int threads : {2, 3, 8, 0}) {
    EXPECT_EQ(featuresOf(picture, {.longestSide = 512}, onThreads(threads)), expected) << threads;
  }
}

TEST(FeaturesOf, AreThreadSafe) {
  NEEDS_FEATURES();
  constexpr int kThreads = 6;
  std::array<Features, kThreads> expected;
  std::array<Features, kThreads> found;
  for (std::size_t i = 0; i < kThreads; ++i) expected[i] = featuresOf(blobs(20 + i));
  std::latch start(kThreads);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const Image picture = blobs(20 + i);
      start.arrive_and_wait();
      for (int round = 0; round < 4; ++round)
        found[i] = featuresOf(picture, {}, onThreads(i % 2 != 0 ? 1 : 0));
    });
  }
  threads.clear();
  for (std::size_t i = 0; i < kThreads; ++i) EXPECT_EQ(found[i], expected[i]);
}

TEST(FeaturesOf, PhotographsWithoutAny) {
  NEEDS_FEATURES();
  Image flat({300, 200}, {3, Depth::u8});
  EXPECT_EQ(featuresOf(flat).count(), 0);
  EXPECT_EQ(featuresOf(flat).picture, (Size{300, 200}));
  EXPECT_EQ(featuresOf(ImageView()).count(), 0);
}

TEST(FeaturesOf, PhotographsOfAnySizeAndShape) {
  NEEDS_FEATURES();
  test::Random random(1);
  std::vector<Size> sizes{{1, 5000}, {5000, 1},  {8, 1000},   {1000, 8},
                          {5000, 8}, {9, 20000}, {100000, 20}};
  for (std::int64_t side = 1; side < 24; ++side) sizes.push_back({side, side});
  for (std::int64_t side = 1; side < 24; ++side) sizes.push_back({side, 40});
  for (const Size size : sizes) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    Image picture(size, {1, Depth::u8});
    test::draw(picture.pixels(), test::Kind::noise, random, true);
    const Features features = featuresOf(picture);
    EXPECT_EQ(features.picture, size);
    for (const FeaturePoint& point : features.points) {
      EXPECT_TRUE(point.x >= 0 && point.x <= static_cast<float>(size.width)) << point.x;
      EXPECT_TRUE(point.y >= 0 && point.y <= static_cast<float>(size.height)) << point.y;
    }
  }
}

TEST(FeaturesOf, InvalidOptionsAreRefused) {
  const Image picture = blobs();
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { featuresOf(picture, {.most = 0}); }), "");
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { featuresOf(picture, {.longestSide = 31}); }), "");
}

TEST(FeaturesOf, Cancelled) {
  std::stop_source stop;
  stop.request_stop();
  const Image picture = blobs();
  Control control;
  control.stop = stop.get_token();
  EXPECT_NE(refusalOf(ErrorCode::cancelled, [&] { featuresOf(picture, {}, control); }), "");
}

TEST(FeatureMaker, NamesOpenCVAndItsVersion) {
  NEEDS_FEATURES();
  EXPECT_EQ(featureMaker().find("SIFT of OpenCV "), 0U);
  EXPECT_NE(featureMaker().find(", roots as bytes 1"), std::string::npos);
}

TEST(FeatureMaker, WithoutTheModuleTheErrorNamesIt) {
  const auto work = [] {
    const std::string folder = ::testing::TempDir() + "/no_features";
    ::setenv("ESPY_MODULE_DIR", folder.c_str(), 1);
    const std::string sentence = refusalOf(ErrorCode::unsupported, [] { featuresOf(blobs()); });
    EXPECT_NE(sentence.find("espy_features"), std::string::npos);
    EXPECT_NE(sentence.find(folder), std::string::npos);
    EXPECT_EQ(refusalOf(ErrorCode::unsupported, [] { featureMaker(); }), sentence);
    const auto orb = [] { featuresOf(blobs(), {.orb = true}); };
    EXPECT_EQ(refusalOf(ErrorCode::unsupported, orb), sentence);
    std::exit(::testing::Test::HasFailure() ? 1 : 0);
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT({ work(); }, ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace espy
