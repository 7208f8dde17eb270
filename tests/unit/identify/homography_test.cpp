// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/homography.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace espy::identify {
namespace {

constexpr TwoPictures kSame{{200, 100}, {200, 100}};
constexpr Place kCentre{100, 50};

bool sane(const Homography& homography, const TwoPictures& pictures = kSame) {
  return makesSense(homography, pictures, kCentre);
}

TEST(HomographyMath, MapsPoints) {
  const Homography shifted{2, 0, 10, 0, 2, -5, 0, 0, 1};
  EXPECT_EQ(moved(shifted, {3, 4}).place.x, 16);
  EXPECT_EQ(moved(shifted, {3, 4}).place.y, 3);
  EXPECT_EQ(enlargement(shifted, {3, 4}), 4);
  const Homography tilted{1, 0, 0, 0, 1, 0, 0.5, 0, 1};  // (x, y) / (1 + x / 2)
  EXPECT_EQ(moved(tilted, {2, 6}).place.x, 1);
  EXPECT_EQ(moved(tilted, {2, 6}).place.y, 3);
  EXPECT_EQ(enlargement(tilted, {2, 6}), 0.125);  // 1 / (1 + x / 2)^3
}

TEST(HomographySense, CameraViewsMakeSense) {
  EXPECT_TRUE(sane({1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_TRUE(sane({0.6, -0.8, 300, 0.8, 0.6, 20, 0, 0, 1}));  // rotated
  EXPECT_TRUE(sane({-1, 0, 200, 0, -1, 100, 0, 0, 1}));        // by half a turn
  EXPECT_TRUE(sane({1, 0, 0, 0, 1, 0, 0.002, 0.001, 1}));      // tilted
}

TEST(HomographySense, MirroredDoesNot) {
  EXPECT_FALSE(sane({-1, 0, 200, 0, 1, 0, 0, 0, 1}));
  EXPECT_FALSE(sane({0, 1, 0, 1, 0, 0, 0, 0, 1}));
}

TEST(HomographySense, FoldedDoesNot) {
  // The right side is behind the camera.
  EXPECT_FALSE(sane({1, 0, 0, 0, 1, 0, -0.006, 0, 1}));
  EXPECT_FALSE(sane({-1, 0, 0, 0, -1, 0, 0, 0, -1}));
}

TEST(HomographySense, FlattenedDoesNot) {
  EXPECT_FALSE(sane({1, 0, 0, 2, 0, 0, 0, 0, 1}));  // all on one line
  EXPECT_FALSE(sane({0, 0, 7, 0, 0, 7, 0, 0, 1}));  // all on one point
}

TEST(HomographySense, NoMoreThanFiveTimesAsLarge) {
  const auto scaled = [](double area) {
    const double side = std::sqrt(area);
    return Homography{side, 0, 0, 0, side, 0, 0, 0, 1};
  };
  EXPECT_TRUE(sane(scaled(4.99)));
  EXPECT_FALSE(sane(scaled(5.01)));
  EXPECT_TRUE(sane(scaled(0.201)));
  EXPECT_FALSE(sane(scaled(0.199)));
  // A small picture filling a large one; and a part of a large one at its own size.
  EXPECT_TRUE(sane(scaled(9), {{200, 100}, {600, 300}}));
  EXPECT_TRUE(sane(scaled(1), {{200, 100}, {40, 20}}));
  EXPECT_FALSE(sane(scaled(46), {{200, 100}, {600, 300}}));
}

TEST(HomographySense, NanDoesNot) {
  for (std::size_t i = 0; i < 9; ++i) {
    Homography homography{1, 0, 0, 0, 1, 0, 0, 0, 1};
    homography[i] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(sane(homography));
    homography[i] = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(sane(homography));
  }
}

}  // namespace
}  // namespace espy::identify
