// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Warping of needles.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "picture/turn.h"
#include "pose/warp_needle.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

using picture::Turn;
using test::Random;

GridPose posed(double angle, double scale = 1, bool mirrored = false) {
  GridPose pose;
  pose.angle = std::llround(angle * 1e6);
  pose.scale = std::llround(scale * 1e6);
  pose.mirrored = mirrored;
  return pose;
}

Image noise(Size size, PixelFormat format, std::uint64_t seed = 1) {
  Image picture(size, format);
  Random random(seed);
  test::draw(picture.pixels(), test::Kind::noise, random, false);
  return picture;
}

pose::WarpedNeedle warped(const Image& picture, const GridPose& pose) {
  const Needle needle{picture.view(), {}};
  return pose::NeedleWarper(needle, false).warp(pose);
}

TEST(Turn, DirectionsAreExact) {
  for (std::int64_t angle = -400'000'000; angle < 400'000'000; angle += 1'234'567) {
    const picture::Direction at = picture::directionOf(angle);
    const long double radians =
        static_cast<long double>(angle) * std::numbers::pi_v<long double> / 180'000'000;
    EXPECT_NEAR(static_cast<double>(at.cosine), static_cast<double>(std::cos(radians) * 0x1p30L),
                0.5001)
        << angle;
    EXPECT_NEAR(static_cast<double>(at.sine), static_cast<double>(std::sin(radians) * 0x1p30L),
                0.5001)
        << angle;
  }
}

TEST(Turn, QuartersAreExact) {
  const std::int64_t one = std::int64_t{1} << 30;
  const std::int64_t wanted[4][2] = {{one, 0}, {0, one}, {-one, 0}, {0, -one}};
  for (int quarter = -8; quarter < 8; ++quarter) {
    const picture::Direction at = picture::directionOf(quarter * Turn::kCircle / 4);
    EXPECT_EQ(at.cosine, wanted[(quarter + 8) % 4][0]);
    EXPECT_EQ(at.sine, wanted[(quarter + 8) % 4][1]);
  }
}

TEST(Warp, AQuarterTurnMovesPixelsCounterClockwise) {
  const Image picture = noise({7, 4}, {3, Depth::u8});
  const pose::WarpedNeedle turned = warped(picture, posed(90));
  ASSERT_EQ(turned.picture.size(), (Size{4, 7}));
  EXPECT_TRUE(turned.solid());
  for (std::int64_t y = 0; y < 4; ++y) {
    for (std::int64_t x = 0; x < 7; ++x) {
      for (int c = 0; c < 3; ++c) {
        // The right end goes up.
        EXPECT_EQ(sampleAt(picture, x, y, c), sampleAt(turned.picture, y, 6 - x, c));
      }
    }
  }
}

TEST(Warp, MirroringComesBeforeTurning) {
  const Image picture = noise({5, 3}, {1, Depth::u16});
  const pose::WarpedNeedle turned = warped(picture, posed(90, 1, true));
  ASSERT_EQ(turned.picture.size(), (Size{3, 5}));
  for (std::int64_t y = 0; y < 3; ++y) {
    for (std::int64_t x = 0; x < 5; ++x) {
      EXPECT_EQ(sampleAt(picture, x, y, 0), sampleAt(turned.picture, y, x, 0));
    }
  }
}

TEST(Warp, IdentityChangesNothing) {
  const Image picture = noise({9, 6}, {3, Depth::u16});
  const pose::WarpedNeedle same = warped(picture, posed(0));
  EXPECT_TRUE(same.solid());
  EXPECT_TRUE(samePixels(picture, same.picture));
}

TEST(Warp, HalfTheSizeIsTheMeanOfFour) {
  const Image picture = noise({8, 6}, {1, Depth::u8});
  const pose::WarpedNeedle half = warped(picture, posed(0, 0.5));
  ASSERT_EQ(half.picture.size(), (Size{4, 3}));
  EXPECT_TRUE(half.solid());
  for (std::int64_t y = 0; y < 3; ++y) {
    for (std::int64_t x = 0; x < 4; ++x) {
      std::uint32_t sum = 0;
      for (int k = 0; k < 4; ++k) sum += sampleAt(picture, 2 * x + k % 2, 2 * y + k / 2, 0);
      EXPECT_EQ(sampleAt(half.picture, x, y, 0), (sum + 2) / 4);
    }
  }
}

TEST(Warp, WholeScalesKeepTheirBorders) {
  const Image picture = noise({5, 4}, {1, Depth::u8});
  for (const double scale : {2.0, 3.0, 7.0, 0.5, 0.25}) {
    const pose::WarpedNeedle scaled = warped(picture, posed(0, scale));
    if (scale >= 1) {
      EXPECT_EQ(scaled.picture.size().width, 5 * scale) << scale;
      EXPECT_TRUE(scaled.solid()) << scale;
    } else {
      EXPECT_GE(static_cast<double>(scaled.picture.size().width), 5 * scale) << scale;
    }
  }
}

TEST(Warp, CornersOfATurnedNeedleAreMasked) {
  const Image picture = noise({40, 40}, {1, Depth::u8});
  const pose::WarpedNeedle turned = warped(picture, posed(45));
  const std::int64_t side = turned.picture.size().width;
  EXPECT_EQ(side, 58);  // 40 sqrt 2 is 56.6, and 40 is even
  for (int corner = 0; corner < 4; ++corner) {
    const std::int64_t x = corner % 2 * (side - 1);
    const std::int64_t y = corner / 2 * (side - 1);
    EXPECT_EQ(sampleAt(turned.mask, x, y, 0), 0U);
    EXPECT_EQ(sampleAt(turned.picture, x, y, 0), 0U);
  }
  EXPECT_EQ(sampleAt(turned.mask, side / 2, side / 2, 0), 255U);
  // All but the border pixels, which are not wholly inside.
  EXPECT_GT(turned.counted, 40 * 40 - 4 * 40 * 2);
  EXPECT_LT(turned.counted, 40 * 40);
}

TEST(Warp, NeighboursOfIgnoredPixelsAreIgnored) {
  const Image picture = noise({21, 21}, {1, Depth::u8});
  Image mask({21, 21}, {1, Depth::u8});
  for (std::int64_t i = 0; i < 21 * 21; ++i) setSample(mask.pixels(), i % 21, i / 21, 0, 255);
  setSample(mask.pixels(), 10, 10, 0, 0);
  const Needle needle{picture.view(), mask.view()};
  const pose::WarpedNeedle turned = pose::NeedleWarper(needle, false).warp(posed(30));
  const Size size = turned.picture.size();
  const pose::WarpedNeedle whole = warped(picture, posed(30));
  EXPECT_EQ(sampleAt(turned.mask, size.width / 2, size.height / 2, 0), 0U);
  EXPECT_LT(turned.counted, whole.counted);
  EXPECT_GE(turned.counted, whole.counted - 9);
}

TEST(Warp, InvertsCountedPixels) {
  const Image picture = noise({12, 9}, {3, Depth::u8});
  GridPose pose = posed(20);
  const pose::WarpedNeedle plain = warped(picture, pose);
  pose.inverted = true;
  const pose::WarpedNeedle inverted = warped(picture, pose);
  for (std::int64_t i = 0; i < plain.picture.size().pixels(); ++i) {
    const std::int64_t x = i % plain.picture.size().width;
    const std::int64_t y = i / plain.picture.size().width;
    const bool counts = sampleAt(plain.mask, x, y, 0) != 0;
    EXPECT_EQ(sampleAt(inverted.picture, x, y, 1),
              counts ? 255 - sampleAt(plain.picture, x, y, 1) : 0);
  }
}

}  // namespace
}  // namespace espy
