// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Invariances of scores for any pictures, and cases in which other libraries are wrong; then
// formulas and sub-pixel positions by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "espy/engine/all.h"
#include "score/formula.h"
#include "support/find_with.h"
#include "support/scored_cases.h"

namespace espy {
namespace {

using namespace test;

constexpr Method kMethods[] = {Method::sad, Method::ssd, Method::zncc};

class ScoreLaws : public ScoredTest, public testing::WithParamInterface<std::string> {
 protected:
  /// All matches down to the least possible score.
  std::vector<Match> find(const ImageView& scene, const Needle& needle, Method method) const {
    return findScored(registry_, GetParam(), scene, {&needle, 1}, {method, -1}).matches;
  }
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, ScoreLaws,
                         testing::Values("reference", "sequential", "threads", "openmp"));

/// A copy with every sample changed by `change(value, channel)`.
Image changed(const ImageView& picture,
              const std::function<std::uint32_t(std::uint32_t, int)>& change) {
  return imageOf(picture.size(), picture.format(),
                 [&](auto x, auto y, int c) { return change(sampleAt(picture, x, y, c), c); });
}

TEST_P(ScoreLaws, BrightnessAndContrastDoNotMatterToCorrelation) {
  const Image dark = changed(noise({20, 16}, {3, Depth::u8}, 1),
                             [](std::uint32_t value, int) { return value / 3; });
  const ImageView needle = dark.view().crop(6, 5, {5, 4});
  const auto matches = find(dark, {needle, {}}, Method::zncc);
  // The sums change, but a, b and c of the formula are the same integers.
  const Image brighter = changed(dark, [](std::uint32_t value, int) { return value + 150; });
  EXPECT_EQ(find(brighter, {needle, {}}, Method::zncc), matches);
  const Image needleBrighter = changed(needle, [](std::uint32_t value, int) { return value + 99; });
  EXPECT_EQ(find(dark, {needleBrighter, {}}, Method::zncc), matches);
  // Twice the contrast doubles a and quadruples b, which rounds equally.
  const Image harder = changed(dark, [](std::uint32_t value, int) { return 2 * value + 7; });
  EXPECT_EQ(find(harder, {needle, {}}, Method::zncc), matches);
}

/// Naive rounding leaves many of these at 0.9999999999999999.
TEST_P(ScoreLaws, EveryCopyInAnotherBrightnessScoresExactlyOne) {
  for (std::uint64_t i = 0; i < 24; ++i) {
    const PixelFormat format{i % 2 == 0 ? 1 : 3, i % 3 == 0 ? Depth::u16 : Depth::u8};
    const std::int64_t side = i % 8 == 7 ? 70 : 5 + static_cast<std::int64_t>(i);
    const Image dark = changed(noise({side, side + 2}, format, 100 + i),
                               [](std::uint32_t value, int) { return value / 4; });
    Image scene = noise({4 * side, side + 12}, format, 200 + i);
    const std::uint32_t most = format.depth == Depth::u8 ? 255 : 65535;
    for (std::int64_t y = 0; y < side + 2; ++y) {
      for (std::int64_t x = 0; x < side; ++x) {
        for (int c = 0; c < format.channels; ++c) {
          const std::uint32_t value = sampleAt(dark, x, y, c);
          setSample(scene.pixels(), x + 1, y + 3, c, 3 * value + 7);
          setSample(scene.pixels(), x + side + 2, y + 5, c, value + static_cast<std::uint32_t>(i));
          setSample(scene.pixels(), x + 2 * side + 3, y + 6, c, most - 2 * value);
        }
      }
    }
    const Needle needle{dark, {}};
    const auto found =
        findScored(registry_, GetParam(), scene, {&needle, 1}, {Method::zncc, 1}).matches;
    ASSERT_EQ(found.size(), 2U) << i;
    EXPECT_EQ(found[0].y, 3U);
    EXPECT_EQ(found[1].y, 5U);
    for (const Match& match : found) EXPECT_EQ(match.score, 1) << i;
    const Image inverted = changed(dark, [&](std::uint32_t value, int) { return most - value; });
    const Needle opposite{inverted, {}};
    const auto negative =
        findScored(registry_, GetParam(), scene, {&opposite, 1}, {Method::zncc, 1}).matches;
    ASSERT_EQ(negative.size(), 1U) << i;
    EXPECT_EQ(negative[0].y, 6U);
  }
}

TEST_P(ScoreLaws, ChannelsMayBeSwappedInBoth) {
  const Image scene = noise({20, 16}, {3, Depth::u8}, 2);
  const Image swapped = imageOf(scene.size(), scene.format(), [&](auto x, auto y, int c) {
    return sampleAt(scene, x, y, 2 - c);
  });
  const Size size{4, 5};
  for (const Method method : kMethods) {
    EXPECT_EQ(find(swapped, {swapped.view().crop(3, 3, size), {}}, method),
              find(scene, {scene.view().crop(3, 3, size), {}}, method));
  }
}

TEST_P(ScoreLaws, MaskedAndTransparentPixelsNeverMatter) {
  const Image scene = noise({20, 16}, {1, Depth::u8}, 3);
  const Image needle = Image::copyOf(scene.view().crop(8, 2, {5, 5}));
  const Image mask =
      grey({{1, 1, 1, 1, 1}, {1, 0, 1, 1, 1}, {1, 1, 255, 0, 1}, {1, 1, 1, 7, 1}, {0, 1, 1, 1, 0}});
  Image other = Image::copyOf(needle);
  Image clear({5, 5}, {2, Depth::u8});
  for (std::int64_t y = 0; y < 5; ++y) {
    for (std::int64_t x = 0; x < 5; ++x) {
      const std::uint32_t value = sampleAt(needle, x, y, 0);
      const bool ignored = sampleAt(mask, x, y, 0) == 0;
      setSample(other.pixels(), x, y, 0, ignored ? 255 - value : value);
      setSample(clear.pixels(), x, y, 0, ignored ? value ^ 0x55 : value);
      setSample(clear.pixels(), x, y, 1, ignored ? 0 : 200);
    }
  }
  for (const Method method : kMethods) {
    const auto matches = find(scene, {needle, mask.view()}, method);
    ASSERT_FALSE(matches.empty());
    EXPECT_EQ(matches[0].x, 8U);
    EXPECT_EQ(matches[0].y, 2U);
    EXPECT_EQ(matches[0].distance, 0U);
    EXPECT_EQ(find(scene, {other, mask.view()}, method), matches);
    EXPECT_EQ(find(scene, {clear, {}}, method), matches);
  }
  // The scene under the ignored pixel does not matter either, at that position.
  Image spoilt = Image::copyOf(scene);
  setSample(spoilt.pixels(), 9, 3, 0, 255 - sampleAt(scene, 9, 3, 0));
  for (const Method method : {Method::sad, Method::ssd}) {
    EXPECT_EQ(find(spoilt, {needle, mask.view()}, method).at(0), match(8, 2, 5, 5, 1, 0));
  }
}

/// Sums in floating point or by FFT would leave some hundreds.
TEST_P(ScoreLaws, AnExactCopyHasTheDistanceNought) {
  Random random(4);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const PixelFormat format{i % 2 == 0 ? 3 : 1, i % 3 == 0 ? Depth::u16 : Depth::u8};
    const Image scene = noise({24, 18}, format, i);
    const auto x = static_cast<std::uint32_t>(random.below(20));
    const auto y = static_cast<std::uint32_t>(random.below(14));
    const Needle needle{scene.view().crop(x, y, {5, 5}), {}};
    const auto found =
        findScored(registry_, GetParam(), scene, {&needle, 1}, {Method::ssd, 1}).matches;
    ASSERT_EQ(found.size(), 1U) << i;
    EXPECT_EQ(found[0], match(x, y, 5, 5, 1, 0)) << i;
  }
}

/// Division by a variance of 0, or nearly 0, would give infinities and NaN.
TEST_P(ScoreLaws, AFlatWindowHasTheScoreNought) {
  Image scene = noise({20, 16}, {1, Depth::u8}, 5);
  for (std::int64_t y = 3; y < 12; ++y) {
    for (std::int64_t x = 4; x < 15; ++x) setSample(scene.pixels(), x, y, 0, 255);
  }
  setSample(scene.pixels(), 8, 7, 0, 0);  // inside, under the mask where the window is at 6,5
  const Image picture = noise({5, 5}, {1, Depth::u8}, 6);
  const Image mask = maskOf({5, 5}, [](auto x, auto y) { return x != 2 || y != 2; });
  const Needle needle{picture, mask.view()};
  const ScoreMap map = mapScores(registry_, GetParam(), scene, needle);
  for (const float score : map.scores) {
    EXPECT_TRUE(std::isfinite(score));
    EXPECT_LE(std::abs(score), 1 + map.error);
  }
  EXPECT_EQ(map.scores[5 * 16 + 6], 0);
  for (const Match& found : find(scene, needle, Method::zncc)) {
    EXPECT_TRUE(found.score >= -1 && found.score <= 1) << found.score;
  }
  const Image flat({9, 9}, {1, Depth::u8});
  const auto everywhere = find(flat, {picture, {}}, Method::zncc);
  ASSERT_EQ(everywhere.size(), 25U);
  for (const Match& found : everywhere) EXPECT_EQ(found.score, 0);
}

TEST(ScoreFormula, DistanceOverTheGreatest) {
  const finders::NeedleSums two{2, 2, 255, 0, 0};
  EXPECT_EQ(score::scoreOfDistance(Method::sad, two, 0), 1);
  EXPECT_EQ(score::scoreOfDistance(Method::sad, two, 51), 0.9);
  EXPECT_EQ(score::scoreOfDistance(Method::sad, two, 510), 0);
  EXPECT_EQ(score::scoreOfDistance(Method::ssd, two, 2601), 0.98);
  EXPECT_EQ(score::scoreOfDistance(Method::ssd, two, 130050), 0);
  // 2^32 samples of 16 bits: the greatest distance needs more than 63 bits, and is still supported.
  const std::int64_t many = std::int64_t{1} << 32;
  const finders::NeedleSums large{many, many, 65535, 0, 0};
  const auto greatest = static_cast<std::uint64_t>(many) * 65535 * 65535;
  EXPECT_EQ(score::scoreOfDistance(Method::ssd, large, greatest), 0);
  EXPECT_EQ(score::scoreOfDistance(Method::ssd, large, greatest / 2), 0.5);
  const finders::NeedleSums weighted{2, 255 + 51, 255, 0, 0};
  EXPECT_EQ(score::scoreOfDistance(Method::sad, weighted, 2601), 1 - 2601 / 78030.0);
}

TEST(ScoreFormula, CorrelationOfSums) {
  // T = 0 2: variance 2 x 4 - 2 x 2 = 4.
  const finders::NeedleSums needle{2, 2, 255, 2, 4};
  EXPECT_EQ(static_cast<int>(needle.variance()), 4);
  // I = 1 5: a = 2 x 10 - 6 x 2 = 8, b = 2 x 26 - 36 = 16: 8 / (4 x 2).
  EXPECT_EQ(score::scoreOfWindow(needle, {6, 26, 10}), 1);
  // I = 5 1: a = 2 x 2 - 12 = -8.
  EXPECT_EQ(score::scoreOfWindow(needle, {6, 26, 2}), -1);
  // I = 3 3: b = 2 x 18 - 36 = 0.
  EXPECT_EQ(score::scoreOfWindow(needle, {6, 18, 6}), 0);
  // sqrt(6) x sqrt(6) is slightly less than 6, and no score exceeds 1.
  EXPECT_EQ(score::scoreOfWindow({3, 3, 255, 3, 5}, {3, 5, 5}), 1);
  // 2^32 samples, half of them 65535: n x squares needs 96 bits.
  const std::uint64_t half = std::uint64_t{1} << 31;
  const std::uint64_t squares = half * 65535 * 65535;
  const finders::NeedleSums large{std::int64_t{1} << 32, 0, 65535, half * 65535, squares};
  EXPECT_EQ(score::scoreOfWindow(large, {half * 65535, squares, squares}), 1);
  EXPECT_EQ(score::scoreOfWindow(large, {half * 65535, squares, 0}), -1);
  EXPECT_EQ(score::scoreOfWindow(large, {half * 65535, squares, squares / 2}), 0);
}

/// a^2 = b c in integers of up to 100 bits scores 1; an a smaller by one does not score more than
/// the division.
TEST(ScoreFormula, WholeWhereTheIntegersAre) {
  Random random(9);
  int rounded = 0;
  for (int i = 0; i < 2000; ++i) {
    const finders::Wide x =
        static_cast<finders::Wide>(1 + random.below(std::int64_t{1} << (1 + i % 40)));
    const finders::Wide y =
        static_cast<finders::Wide>(1 + random.below(std::int64_t{1} << (1 + i % 37)));
    const finders::Wide k = static_cast<finders::Wide>(1 + random.below(1 << 20));
    const finders::Wide a = x * y * k;
    const finders::Wide b = x * x * k;
    const finders::Wide c = y * y * k;
    EXPECT_EQ(score::correlationOf(a, b, c), 1);
    EXPECT_EQ(score::correlationOf(-a, b, c), -1);
    const double quotient =
        static_cast<double>(a - 1) / std::sqrt(static_cast<double>(b) * static_cast<double>(c));
    EXPECT_EQ(score::correlationOf(a - 1, b, c), std::min(quotient, 1.0));
    rounded +=
        static_cast<double>(a) / std::sqrt(static_cast<double>(b) * static_cast<double>(c)) != 1
            ? 1
            : 0;
  }
  EXPECT_GT(rounded, 0);  // otherwise this tests nothing
}

SubPixel refinedIn(const ImageView& scene, const ImageView& needle, std::uint32_t x,
                   std::uint32_t y) {
  const Registry registry = makeRegistry();
  const Needle needles[] = {{needle, {}}};
  const ScoreOptions options{Method::sad, 0};
  for (const Match& match : findScored(registry, "reference", scene, needles, options).matches) {
    if (match.x == x && match.y == y) return refined(scene, needles, match, options);
  }
  ADD_FAILURE() << "no peak at " << x << ',' << y;
  return {};
}

TEST(Refined, IsTheTopOfAParabola) {
  const Image needle = grey({{100}});
  // 60 less before, 20 less behind: (60 - 20) / (2 (60 + 20)) = a quarter towards the closer.
  SubPixel at = refinedIn(grey({{40, 100, 80}}), needle, 1, 0);
  EXPECT_NEAR(at.x, 1.25, 1e-12);
  EXPECT_EQ(at.y, 0);
  at = refinedIn(grey({{0, 90, 0}, {70, 100, 70}, {0, 80, 0}}), needle, 1, 1);
  EXPECT_EQ(at.x, 1);
  // 10 less above, 20 below: (20 - 10) / (2 (20 + 10)) = a sixth up.
  EXPECT_NEAR(at.y, 1 - 1 / 6.0, 1e-12);
}

/// Between two equal scores the vertex is half way, without a rounding error.
TEST(Refined, IsHalfAPixelOffAtMost) {
  const Image needle = grey({{100}});
  for (int value = 0; value < 100; ++value) {
    const auto before = static_cast<std::uint32_t>(value);
    EXPECT_EQ(refinedIn(grey({{before, 100, 100, before}}), needle, 1, 0).x, 1.5) << value;
    EXPECT_EQ(refinedIn(grey({{before, 100, 100, before}}), needle, 2, 0).x, 1.5) << value;
  }
}

TEST(Refined, StaysAtEdgesAndOnPlateaus) {
  const Image needle = grey({{100}});
  const Image row = grey({{100, 80, 60, 90}});
  EXPECT_EQ(refinedIn(row, needle, 0, 0).x, 0);
  EXPECT_EQ(refinedIn(row, needle, 3, 0).x, 3);
  const SubPixel flat = refinedIn(Image({3, 3}, {1, Depth::u8}), needle, 1, 1);
  EXPECT_EQ(flat.x, 1);
  EXPECT_EQ(flat.y, 1);
}

}  // namespace
}  // namespace espy
