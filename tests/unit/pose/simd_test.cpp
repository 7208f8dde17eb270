// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// SIMD loops at each level against scalar code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "espy/engine/simd.h"
#include "pose/loops.h"
#include "pose/pyramid.h"
#include "pose/span_needle.h"
#include "pose/warp_needle.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

using test::Random;

class PoseSimd : public testing::Test {
 protected:
  ~PoseSimd() override { limitSimd(before_); }

 private:
  SimdLevel before_ = simdLevel();
};

Image noise(Size size, PixelFormat format, std::uint64_t seed) {
  Image picture(size, format);
  Random random(seed);
  test::draw(picture.pixels(), test::Kind::noise, random, false);
  return picture;
}

GridPose posed(std::int64_t angle, std::int64_t scale, bool mirrored) {
  GridPose pose;
  pose.angle = angle;
  pose.scale = scale;
  pose.mirrored = mirrored;
  return pose;
}

/// Poses whose pixels are one sample, several, and more than fit 32-bit sums.
std::vector<GridPose> poses() {
  return {posed(20'000'000, 1'000'000, false), posed(143'210'000, 1'700'000, true),
          posed(271'000'000, 490'000, false), posed(5'000'000, 205'000, true),
          posed(33'000'000, 62'000, false)};
}

TEST_F(PoseSimd, HalvesAsPixelByPixel) {
  const std::int64_t rim = 2;
  for (const int channels : {1, 2, 3, 4}) {
    for (std::int64_t width = 1; width < 160; ++width) {
      const Image picture = noise({width, 3}, {channels, Depth::u8}, 100 + width);
      const ImageView from = picture;
      const int colours = from.format().colourChannels();
      for (const SimdLevel level : simdLevels()) {
        limitSimd(level);
        const Image half = pose::halved(from, rim, 1, {});
        ASSERT_EQ(half.size(), (Size{(width + 1) / 2 + 2 * rim, 2 + 2 * rim}));
        ASSERT_EQ(half.format(), (PixelFormat{colours, Depth::u8}));
        for (std::int64_t y = 0; y < half.size().height; ++y) {
          for (std::int64_t x = 0; x < half.size().width; ++x) {
            const std::int64_t left = 2 * std::clamp<std::int64_t>(x - rim, 0, (width - 1) / 2);
            const std::int64_t top = 2 * std::clamp<std::int64_t>(y - rim, 0, 1);
            for (int c = 0; c < colours; ++c) {
              int sum = 2;
              for (const std::int64_t v : {top, std::min<std::int64_t>(top + 1, 2)}) {
                for (const std::int64_t u : {left, std::min(left + 1, width - 1)}) {
                  sum += from.pixel(u, v)[c];
                }
              }
              ASSERT_EQ(half.view().pixel(x, y)[c], sum / 4)
                  << nameOf(level) << ' ' << width << 'x' << channels << " at " << x << ',' << y;
            }
          }
        }
      }
    }
  }
}

// A needle with an ignored pixel is warped sample by sample, a solid one by vectors.
TEST_F(PoseSimd, WarpsAsSampleBySample) {
  for (const int channels : {1, 3}) {
    const Image picture = noise({157, 133}, {channels, Depth::u8}, 3);
    Image mask(picture.size(), {1, Depth::u8});
    for (std::int64_t y = 0; y < mask.size().height; ++y) {
      std::fill_n(mask.pixels().row(y), mask.size().width, std::uint8_t{255});
    }
    *mask.pixels().pixel(80, 60) = 0;
    const Needle solid{picture.view(), {}};
    const Needle masked{picture.view(), mask.view()};
    for (const GridPose& pose : poses()) {
      const pose::WarpedNeedle plain = pose::NeedleWarper(masked, false).warp(pose);
      for (const SimdLevel level : simdLevels()) {
        limitSimd(level);
        const pose::WarpedNeedle fast = pose::NeedleWarper(solid, false).warp(pose);
        ASSERT_EQ(fast.picture.size(), plain.picture.size());
        const Size size = fast.picture.size();
        for (std::int64_t i = 0; i < size.pixels(); ++i) {
          const std::int64_t x = i % size.width;
          const std::int64_t y = i / size.width;
          if (*plain.mask.view().pixel(x, y) == 0) continue;
          for (int c = 0; c < channels; ++c) {
            ASSERT_EQ(fast.picture.view().pixel(x, y)[c], plain.picture.view().pixel(x, y)[c])
                << nameOf(level) << ' ' << channels << " channels, " << pose.angle << ' ' << x
                << ',' << y;
          }
        }
      }
    }
  }
}

/// Of a window, over the counted pixels.
score::WindowSums sumsOf(const pose::WarpedNeedle& needle, const ImageView& scene, std::int64_t x,
                         std::int64_t y) {
  score::WindowSums sums;
  for (std::int64_t dy = 0; dy < needle.picture.size().height; ++dy) {
    for (std::int64_t dx = 0; dx < needle.picture.size().width; ++dx) {
      if (*needle.mask.view().pixel(dx, dy) == 0) continue;
      for (int c = 0; c < scene.format().channels; ++c) {
        const std::uint64_t sample = scene.pixel(x + dx, y + dy)[c];
        sums.sum += sample;
        sums.squares += sample * sample;
        sums.products += sample * needle.picture.view().pixel(dx, dy)[c];
      }
    }
  }
  return sums;
}

// Also for spans that end with the picture, beyond which nothing may be read.
TEST_F(PoseSimd, SomePixelsAreThoseOfTheWholeWarp) {
  Random random(31);
  for (int round = 0; round < 200; ++round) {
    const int channels = 1 + static_cast<int>(random.below(4));
    const PixelFormat format{channels, random.oneIn(3) ? Depth::u16 : Depth::u8};
    const Image picture = noise({2 + random.below(60), 2 + random.below(40)}, format, round);
    const Image mask = noise(picture.size(), {1, Depth::u8}, 1000 + round);
    Needle needle{picture.view(), {}};
    if (random.oneIn(3)) needle.mask = mask.view();
    const pose::NeedleWarper warper(needle, false);
    const GridPose pose = poses()[static_cast<std::size_t>(random.below(5))];
    const picture::SomePixels some{1 + random.below(6), 3};
    const pose::WarpedNeedle whole = warper.warp(pose);
    const pose::WarpedNeedle part = warper.warp(pose, some);
    const Size size = whole.picture.size();
    const auto bytes = static_cast<std::size_t>(whole.picture.view().format().bytesPerPixel());
    for (std::int64_t y = 0; y < size.height; ++y) {
      if (!some.hasRow(y)) continue;
      for (std::int64_t x = 0; x < size.width; ++x) {
        if (x % some.every >= some.first) continue;
        const std::int64_t column = some.columnOf(x, size.width);
        const std::int64_t row = some.rowsAbove(y);
        ASSERT_EQ(*part.mask.view().pixel(column, row), *whole.mask.view().pixel(x, y)) << round;
        ASSERT_EQ(std::memcmp(part.picture.view().pixel(column, row),
                              whole.picture.view().pixel(x, y), bytes),
                  0)
            << round << ": " << x << ", " << y;
      }
    }
  }
}

TEST_F(PoseSimd, ValuesBetweenPixelsAreTheSameAtEachLevel) {
  Random random(32);
  std::size_t outside = 0;
  for (int round = 0; round < 300; ++round) {
    const int channels = 1 + static_cast<int>(random.below(4));
    const Image picture =
        noise({3 + random.below(90), 3 + random.below(70)}, {channels, Depth::u8}, 2000 + round);
    const ImageView view = picture;
    const auto between = [&](double least, double most) {
      constexpr std::int64_t kParts = 1'000'000;
      return least + (most - least) * static_cast<double>(random.below(kParts)) / kParts;
    };
    const auto count = static_cast<std::size_t>(1 + random.below(pose::Points::kMost));
    std::vector<double> xs(count);
    std::vector<double> ys(count);
    std::vector<std::int32_t> own(count);
    for (std::size_t i = 0; i < count; ++i) {
      xs[i] = between(-0.45, 0.45) * static_cast<double>(view.width() - 1);
      ys[i] = between(-0.45, 0.45) * static_cast<double>(view.height() - 1);
      own[i] = static_cast<std::int32_t>(random.below(channels));
    }
    const pose::WindowPlace place{static_cast<double>(view.width() - 1) / 2,
                                  static_cast<double>(view.height() - 1) / 2,
                                  between(-0.2, 0.2),
                                  between(-0.2, 0.2),
                                  between(-0.02, 0.02),
                                  between(-0.05, 0.05)};
    const double times = random.oneIn(2) ? 1 : 257;
    std::vector<double> wanted;
    bool inside = true;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = place.columnOf(xs[i], ys[i]);
      const double y = place.rowOf(xs[i], ys[i]);
      const double left = std::floor(x);
      const double top = std::floor(y);
      inside = inside && left >= 0 && top >= 0 && left + 1 < static_cast<double>(view.width()) &&
               top + 1 < static_cast<double>(view.height());
      if (!inside) break;
      const auto at = [&](int right, int down) {
        return times * view.pixel(std::llround(left) + right, std::llround(top) + down)[own[i]];
      };
      const double above = at(0, 0) * (1 - (x - left)) + at(1, 0) * (x - left);
      const double below = at(0, 1) * (1 - (x - left)) + at(1, 1) * (x - left);
      wanted.push_back(above * (1 - (y - top)) + below * (y - top));
    }
    outside += inside ? 0 : 1;
    const pose::ByteSamples samples{view.row(0), view.stride(), channels, view.size(), times};
    for (const SimdLevel level : simdLevels()) {
      limitSimd(level);
      std::vector<double> values(count);
      ASSERT_EQ(pose::valuesAt(samples,
                               {xs.data(), ys.data(), own.data(), static_cast<std::int64_t>(count)},
                               place, values.data()),
                inside)
          << round;
      if (!inside) continue;
      ASSERT_EQ(values, wanted) << nameOf(level) << ", " << round;
    }
  }
  EXPECT_GT(outside, 3U);
  EXPECT_LT(outside, 150U);
}

TEST_F(PoseSimd, SpansAreSummedUpAtEachLevel) {
  for (const int channels : {1, 3}) {
    for (const Size size : {Size{3, 2}, Size{21, 17}, Size{140, 90}}) {
      const Image picture = noise(size, {channels, Depth::u8}, 5);
      const Needle needle{picture.view(), {}};
      const pose::NeedleWarper warper(needle, false);
      for (const GridPose& pose :
           {posed(0, 1'000'000, false), posed(31'000'000, 1'000'000, true)}) {
        const auto spans = pose::SpanNeedle::of(warper, pose, {channels, Depth::u8});
        ASSERT_TRUE(spans);
        const Size window = warper.windowOf(pose);
        const Image scene = noise({window.width + 1, window.height + 1}, {channels, Depth::u8}, 7);
        const pose::WarpedNeedle warped = warper.warp(pose);
        for (const std::int64_t at : {0, 1}) {
          const score::WindowSums wanted = sumsOf(warped, scene.view(), at, at);
          for (const SimdLevel level : simdLevels()) {
            limitSimd(level);
            const score::WindowSums sums =
                spans->under(scene.view().pixel(at, at), scene.view().stride());
            EXPECT_EQ(sums.sum, wanted.sum) << nameOf(level);
            EXPECT_EQ(sums.squares, wanted.squares) << nameOf(level);
            EXPECT_EQ(sums.products, wanted.products) << nameOf(level);
          }
        }
      }
    }
  }
}

TEST_F(PoseSimd, PartsAreSummedUpAtEachLevel) {
  constexpr std::int64_t kPitch = 41;
  Random random(11);
  for (const Size size : {Size{1, 3}, Size{16, 2}, Size{37, 5}}) {
    const auto count = static_cast<std::size_t>(kPitch * size.height + pose::kPartPadding);
    std::vector<std::uint8_t> scene(count);
    std::vector<std::uint8_t> weights(count);
    std::vector<std::uint16_t> needle(count);
    for (std::size_t i = 0; i < count; ++i) {
      scene[i] = static_cast<std::uint8_t>(random.below(256));
      weights[i] = static_cast<std::uint8_t>(random.below(2));
      needle[i] = static_cast<std::uint16_t>(weights[i] * random.below(256));
    }
    const std::vector<std::uint16_t> words(scene.begin(), scene.end());
    pose::PartSums wanted;
    for (std::int64_t i = 0; i < size.pixels(); ++i) {
      const auto at = static_cast<std::size_t>(i / size.width * kPitch + i % size.width);
      const std::uint64_t weighted = std::uint64_t{scene[at]} * weights[at];
      wanted.window.sum += weighted;
      wanted.window.squares += weighted * weighted;
      wanted.window.products += weighted * needle[at];
      wanted.sum += needle[at];
      wanted.squares += std::uint64_t{needle[at]} * needle[at];
    }
    for (const SimdLevel level : simdLevels()) {
      limitSimd(level);
      pose::PartSums sums[2];
      pose::correlate(pose::PartRows<std::uint8_t>{scene.data(), kPitch, needle.data(),
                                                   weights.data(), kPitch, size},
                      sums[0]);
      pose::correlate(pose::PartRows<std::uint16_t>{words.data(), kPitch, needle.data(),
                                                    weights.data(), kPitch, size},
                      sums[1]);
      for (const pose::PartSums& own : sums) {
        EXPECT_EQ(own.window.sum, wanted.window.sum) << nameOf(level);
        EXPECT_EQ(own.window.squares, wanted.window.squares) << nameOf(level);
        EXPECT_EQ(own.window.products, wanted.window.products) << nameOf(level);
        EXPECT_EQ(own.sum, wanted.sum) << nameOf(level);
        EXPECT_EQ(own.squares, wanted.squares) << nameOf(level);
      }
    }
  }
}

}  // namespace
}  // namespace espy
