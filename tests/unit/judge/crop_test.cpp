// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Crops of matches: nothing that the needle explains is left, wherever it is.
#include "judge/crop.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espy/engine/all.h"
#include "support/look_alikes.h"

namespace espy::judge {
namespace {

using namespace test;

constexpr std::int64_t kNumbers = Judge::kSide * Judge::kSide;

double greatestOf(const std::vector<float>& numbers) {
  double most = 0;
  for (const float number : numbers) most = std::max(most, std::abs(static_cast<double>(number)));
  return most;
}

double deviationOf(const std::vector<float>& numbers) {
  double squares = 0;
  for (const float number : numbers) squares += static_cast<double>(number) * number;
  return std::sqrt(squares / static_cast<double>(numbers.size()));
}

std::vector<float> residualOf(const Cropper& cropper, const ImageView& picture, const Match& match,
                              const Change& change = {}) {
  std::vector<float> numbers(static_cast<std::size_t>(cropper.numbers()));
  cropper.residual(picture, match, {}, change, numbers);
  return numbers;
}

Match windowAt(std::uint32_t x, std::uint32_t y, const ImageView& needle) {
  Match match;
  match.x = x;
  match.y = y;
  match.width = static_cast<std::uint32_t>(needle.width());
  match.height = static_cast<std::uint32_t>(needle.height());
  return match;
}

/// A picture of one colour with the needle in it, at another brightness and contrast.
Image sceneWith(const ImageView& needle, std::int64_t left, std::int64_t top, bool turned) {
  Image scene({90, 80}, needle.format());
  for (std::int64_t y = 0; y < 80; ++y) {
    for (std::int64_t x = 0; x < 90; ++x) {
      for (int c = 0; c < needle.format().channels; ++c) setSample(scene.pixels(), x, y, c, 90);
    }
  }
  for (std::int64_t y = 0; y < needle.height(); ++y) {
    for (std::int64_t x = 0; x < needle.width(); ++x) {
      for (int c = 0; c < needle.format().channels; ++c) {
        const std::uint32_t sample = sampleAt(needle, x, y, c) / 2 + 20;
        // A quarter turn counter-clockwise of a mirrored one.
        const std::int64_t sx = turned ? y : x;
        const std::int64_t sy = turned ? x : y;
        setSample(scene.pixels(), left + sx, top + sy, c, sample);
      }
    }
  }
  return scene;
}

TEST(JudgeCrops, ACopyLeavesNoResidual) {
  for (const int channels : {1, 3}) {
    for (const std::int64_t side : {24, 40, 70}) {
      const LookAlikes things(1, channels, side);
      const Image scene = sceneWith(things.needle, 7, 5, false);
      const Cropper cropper(things.asNeedle(), planesOf(things.asNeedle()));
      EXPECT_EQ(cropper.numbers(), channels * kNumbers);
      EXPECT_LT(greatestOf(residualOf(cropper, scene, windowAt(7, 5, things.needle))), 0.05);
      // A look-alike differs in its own place only.
      const Image others = sceneWith(things.other, 7, 5, false);
      const auto left = residualOf(cropper, others, windowAt(7, 5, things.needle));
      EXPECT_GT(greatestOf(left), 0.8) << side;
      EXPECT_LT(deviationOf(left), 0.6) << side;
    }
  }
}

TEST(JudgeCrops, ATurnedMirroredCopyIsTurnedBack) {
  const LookAlikes things(2, 1, 40);
  const Image scene = sceneWith(things.needle, 20, 30, true);
  Match match = windowAt(20, 30, things.needle);
  match.needleWidth = match.needleHeight = 40;
  const Cropper cropper(things.asNeedle(), 1);
  double least = 1;
  int right = 0;
  for (const float angle : {0.0F, 90.0F, 180.0F, 270.0F}) {
    for (const bool mirrored : {false, true}) {
      match.angle = angle;
      match.mirrored = mirrored;
      const double left = greatestOf(residualOf(cropper, scene, match));
      least = std::min(least, left);
      right += left < 0.05 ? 1 : 0;
    }
  }
  EXPECT_LT(least, 0.05);
  EXPECT_EQ(right, 1) << "one of the eight poses, and no other";
}

TEST(JudgeCrops, MaskedPixelsAreZero) {
  const LookAlikes things(3);
  Image mask({24, 24}, {});
  for (std::int64_t y = 0; y < 24; ++y) {
    for (std::int64_t x = 0; x < 24; ++x) {
      setSample(mask.pixels(), x, y, 0, x >= 8 && x < 16 && y >= 8 && y < 12 ? 0 : 255);
    }
  }
  const Needle needle{things.needle.view(), mask.view()};
  const Image others = sceneWith(things.other, 7, 5, false);
  // The two differ only where the mask is 0, except for cells on the mask's border.
  const auto left = residualOf(Cropper(needle, 1), others, windowAt(7, 5, things.needle));
  const auto unmasked =
      residualOf(Cropper(things.asNeedle(), 1), others, windowAt(7, 5, things.needle));
  EXPECT_LT(deviationOf(left), deviationOf(unmasked) / 3);
  EXPECT_EQ(left[16 * 13 * 2 + 15], 0);  // in its middle
}

TEST(JudgeCrops, PixelsOutsideAreZero) {
  const LookAlikes things(4, 1, 40);
  const Image whole = sceneWith(things.needle, 25, 20, false);
  const ImageView cut = whole.view().crop(35, 20, {40, 50});  // ten columns are missing
  Match match = windowAt(0, 0, things.needle);
  match.width = 30;
  match.needleWidth = match.needleHeight = 40;
  match.centreX = -5;  // it lies five pixels to the left of the window's
  ASSERT_EQ(outlineOf(match).corners[0].x, -10);
  const auto left = residualOf(Cropper(things.asNeedle(), 1), cut, match);
  EXPECT_LT(greatestOf(left), 0.05);
  for (std::size_t row = 0; row < 32; ++row) {
    for (std::size_t column = 0; column < 7; ++column) EXPECT_EQ(left[row * 32 + column], 0);
  }
}

TEST(JudgeCrops, AConstantNeedleIsZero) {
  const LookAlikes things(5);
  Image flat({50, 50}, {});
  for (const float number :
       residualOf(Cropper(things.asNeedle(), 1), flat, windowAt(3, 3, things.needle))) {
    ASSERT_EQ(number, 0);
  }
}

TEST(JudgeCrops, SixteenBitsAndOtherBrightnessAreTheSame) {
  const LookAlikes things(6);
  const Image scene = sceneWith(things.other, 7, 5, false);
  Image deep({90, 80}, {1, Depth::u16});
  for (std::int64_t y = 0; y < 80; ++y) {
    for (std::int64_t x = 0; x < 90; ++x) {
      setSample(deep.pixels(), x, y, 0, 100 * sampleAt(scene, x, y, 0) + 3000);
    }
  }
  const Cropper cropper(things.asNeedle(), 1);
  const auto a = residualOf(cropper, scene, windowAt(7, 5, things.needle));
  const auto b = residualOf(cropper, deep, windowAt(7, 5, things.needle));
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-6);
}

TEST(JudgeCrops, ChangesAreApplied) {
  const LookAlikes things(7, 1, 40);
  const Image scene = sceneWith(things.needle, 7, 5, false);
  const Cropper cropper(things.asNeedle(), 1);
  const Match match = windowAt(7, 5, things.needle);
  // A window one pixel to the left, sampled one pixel to the right.
  Change change;
  change.right = 1;
  EXPECT_LT(greatestOf(residualOf(cropper, scene, windowAt(6, 5, things.needle), change)), 0.05);
  EXPECT_GT(greatestOf(residualOf(cropper, scene, match, change)), 0.3);
  Change noise;
  noise.noise = 0.2;
  noise.seed = 1;
  EXPECT_NEAR(deviationOf(residualOf(cropper, scene, match, noise)), 0.2, 0.03);
  Change bright;
  bright.gain = 1.2;
  bright.offset = -0.05;
  EXPECT_LT(greatestOf(residualOf(cropper, scene, match, bright)), 0.05);
}

TEST(JudgeCrops, SettlesBetweenPixels) {
  for (const int channels : {1, 3}) {
    const LookAlikes things(8, channels, 40);
    const Image scene = sceneWith(things.needle, 7, 5, false);
    const Cropper cropper(things.asNeedle(), planesOf(things.asNeedle()));
    const Settled whole = cropper.settle(scene, windowAt(7, 5, things.needle));
    EXPECT_NEAR(whole.along, 0, 0.02);
    EXPECT_NEAR(whole.down, 0, 0.02);
    EXPECT_GT(whole.correlation, 0.999);
    // Matches are at whole pixels; outlines need not be.
    Match match = windowAt(7, 5, things.needle);
    match.needleWidth = match.needleHeight = 40;
    match.centreX = 0.5F;
    match.centreY = -0.25F;
    ASSERT_NEAR(outlineOf(match).corners[0].x, 7.5, 1e-6);
    const Settled settled = cropper.settle(scene, match);
    EXPECT_NEAR(settled.along, -0.5, 0.1);
    EXPECT_NEAR(settled.down, 0.25, 0.1);
    EXPECT_GT(settled.correlation, 0.99);
    std::vector<float> before(static_cast<std::size_t>(cropper.numbers()));
    std::vector<float> after(before.size());
    cropper.residual(scene, match, {}, {}, before);
    cropper.residual(scene, match, settled, {}, after);
    EXPECT_LT(deviationOf(after), deviationOf(before) / 3);
  }
}

TEST(JudgeCrops, SettlingStaysWithinItsReach) {
  const LookAlikes things(9);
  Random random(1);
  Image noise({60, 60}, {});
  for (std::int64_t i = 0; i < 3600; ++i) {
    setSample(noise.pixels(), i % 60, i / 60, 0, static_cast<std::uint32_t>(random.below(256)));
  }
  const Cropper cropper(things.asNeedle(), 1);
  for (std::uint32_t i = 0; i < 30; ++i) {
    const Settled settled = cropper.settle(noise, windowAt(i, 30 - i, things.needle));
    EXPECT_LE(std::abs(settled.along), 0.75);
    EXPECT_LE(std::abs(settled.down), 0.75);
    EXPECT_LE(std::abs(settled.correlation), 1 + 1e-9);
  }
  Image flat({60, 60}, {});
  const Settled settled = cropper.settle(flat, windowAt(3, 4, things.needle));
  EXPECT_EQ(settled.along, 0);
  EXPECT_EQ(settled.correlation, 0);
}

/// A needle given by a function of column and row.
template <class Light>
Image drawn(std::int64_t side, const Light& light) {
  Image image({side, side}, {});
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < side; ++x) {
      setSample(image.pixels(), x, y, 0, static_cast<std::uint32_t>(light(x, y)));
    }
  }
  return image;
}

TEST(JudgeCrops, MirrorsLeaveTheNeedleUnchanged) {
  constexpr std::int64_t kLast = 23;
  const auto fromMiddle = [](std::int64_t x) { return std::abs(2 * x - kLast); };
  const auto mirrorsOf = [](const Image& needle) {
    std::string all;
    const Cropper cropper({needle.view(), {}}, 1);
    for (const Mirror& mirror : cropper.mirrors()) {
      all += mirror.sideways ? (mirror.upsideDown ? "b" : "s") : (mirror.upsideDown ? "u" : "-");
    }
    return all;
  };
  EXPECT_EQ(mirrorsOf(drawn(24, [](auto x, auto y) { return x * x / 4 + y * 3; })), "-");
  EXPECT_EQ(mirrorsOf(drawn(24, [&](auto x, auto y) { return 3 * fromMiddle(x) + y * 3; })), "-s");
  EXPECT_EQ(mirrorsOf(drawn(24, [&](auto x, auto y) { return 3 * x + 3 * fromMiddle(y); })), "-u");
  EXPECT_EQ(mirrorsOf(drawn(24, [&](auto x, auto y) { return 3 * fromMiddle(x) + fromMiddle(y); })),
            "-sub");
  EXPECT_EQ(mirrorsOf(drawn(24,
                            [](auto x, auto y) {
                              return std::abs((2 * x - kLast) * (2 * y - kLast) + kLast * kLast) /
                                     8;
                            })),
            "-b");
  // With a mask that is not symmetric they differ.
  const Image needle = drawn(24, [&](auto x, auto y) { return 3 * fromMiddle(x) + fromMiddle(y); });
  const Image mask = drawn(24, [](auto x, auto) { return x < 6 ? 0 : 255; });
  const Cropper masked({needle.view(), mask.view()}, 1);
  EXPECT_EQ(masked.mirrors().size(), 2U);
}

}  // namespace
}  // namespace espy::judge
