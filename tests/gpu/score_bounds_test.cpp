// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sums of absolute differences with bounds: each decision on the device, always with the result of
// the plain strategy.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gpu/on_gpu.h"
#include "gpu/score_strategies.h"
#include "score/reference.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

using Decision = cuda::DifferenceBounds::Decision;

constexpr PixelFormat kGrey{1, Depth::u8};

/// Waves of different lengths, and some noise: varied like a photograph.
Image landscape(Size size, PixelFormat format, Random& random) {
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      for (int c = 0; c < format.channels; ++c) {
        const double wave =
            60 * std::sin(0.031 * static_cast<double>(x + 5 * c) + 0.017 * static_cast<double>(y)) +
            50 * std::cos(0.05 * static_cast<double>(y) - 0.00007 * static_cast<double>(x * y));
        image.pixels().pixel(x, y)[c] =
            static_cast<std::uint8_t>(120 + std::lround(wave) + random.below(16));
      }
    }
  }
  return image;
}

class ScoreBounds : public OnGpu {
 protected:
  static Decision decide(const ImageView& scene, const ImageView& needle, double minScore,
                         Strategy strategy = Strategy::bounded) {
    Decision decision;
    const ScoreOptions options{Method::sad, minScore, false, true};
    EXPECT_EQ(differenceFromPlain(scene, {needle, {}}, options, strategy, &decision), "")
        << "minimum " << minScore;
    return decision;
  }
};

TEST_F(ScoreBounds, LargeBlocksLeaveFewPlaces) {
  Random random(1);
  for (const int channels : {1, 3, 4}) {
    Image scene({700, 400}, {channels, Depth::u8});
    draw(scene.pixels(), Kind::noise, random, false);
    const Decision decision = decide(scene, scene.view().crop(333, 111, {64, 64}), 0.98);
    EXPECT_TRUE(decision.placeByPlace);
    EXPECT_FALSE(decision.asked);
    EXPECT_GT(decision.left[0], 0U);
  }
}

TEST_F(ScoreBounds, PlacesThatAreLeftLieTogether) {
  Random random(9);
  for (const int channels : {1, 3}) {
    const Image scene = landscape({1500, 900}, {channels, Depth::u8}, random);
    for (const double minScore : {0.8, 0.95, 0.97, 0.98}) {
      const Decision decision = decide(scene, scene.view().crop(333, 111, {64, 64}), minScore);
      EXPECT_GT(decision.left[0], 0U);
      EXPECT_LT(decision.left[0], 1437U * 837U) << minScore;
    }
  }
}

TEST_F(ScoreBounds, SmallBlocksAreTestedWhereLargeOnesFail) {
  Random random(2);
  Image scene({900, 500}, kGrey);
  draw(scene.pixels(), Kind::noise, random, false);
  for (const Size size : {Size{64, 64}, Size{50, 47}, Size{20, 90}}) {
    const Decision decision = decide(scene, scene.view().crop(400, 300, size), 0.9);
    EXPECT_TRUE(decision.asked);
    EXPECT_TRUE(decision.placeByPlace);
  }
}

TEST_F(ScoreBounds, WhereNothingIsRuledOutAllPlacesAreSummedUp) {
  Random random(3);
  Image scene({400, 300}, kGrey);
  draw(scene.pixels(), Kind::noise, random, false);
  for (const double minScore : {-1.0, 0.0, 0.4, 0.66}) {
    const Decision decision = decide(scene, scene.view().crop(37, 200, {33, 40}), minScore);
    EXPECT_FALSE(decision.placeByPlace) << minScore;
  }
  // The half with waves is pruned, tile by tile; the noise is not.
  const Image waves = landscape({400, 150}, kGrey, random);
  paste(scene.pixels(), waves, 0, 150);
  EXPECT_FALSE(decide(scene, scene.view().crop(37, 20, {33, 40}), 0.7).placeByPlace);
}

TEST_F(ScoreBounds, TheNearestIsFoundWhereNothingReachesTheMinimum) {
  Random random(4);
  for (int kind = 0; kind < kKinds; ++kind) {
    Image scene({500, 300}, kGrey);
    draw(scene.pixels(), static_cast<Kind>(kind), random, false);
    Image other({48, 40}, kGrey);
    draw(other.pixels(), Kind::noise, random, false);
    Image near = Image::copyOf(scene.view().crop(200, 100, {48, 40}));
    near.pixels().pixel(7, 7)[0] ^= 1;
    for (const Image* needle : {&other, &near}) {
      for (const double minScore : {1.5, 1.0, 0.995}) decide(scene, *needle, minScore);
    }
  }
}

TEST_F(ScoreBounds, ThresholdsAreReachedExactly) {
  Random random(5);
  const Image scene = landscape({500, 300}, kGrey, random);
  Image needle = Image::copyOf(scene.view().crop(222, 99, {40, 36}));
  constexpr int kOff = 45;
  for (int i = 0; i < kOff; ++i) needle.pixels().pixel(i % 40, 3 + i / 40)[0] ^= 1;
  finders::NeedleSums sums;
  sums.samples = sums.weight = 40 * 36;
  for (const std::uint64_t distance : {kOff - 1, kOff, kOff + 1}) {
    const double score = score::scoreOfDistance(Method::sad, sums, distance);
    const ScoreOptions options{Method::sad, score, false, false};
    const auto found = byStrategy(scene, {needle, {}}, options, Strategy::bounded);
    EXPECT_EQ(found.peaks.size(), distance >= kOff ? 1U : 0U);
    EXPECT_EQ(differenceFromPlain(scene, {needle, {}}, options, Strategy::bounded), "");
    decide(scene, needle, std::nextafter(score, 2));
  }
}

TEST_F(ScoreBounds, PicturesThatAreAllTies) {
  for (const int value : {0, 1, 127, 255}) {
    Image scene({300, 200}, kGrey);
    Image needle({32, 33}, kGrey);
    for (std::int64_t y = 0; y < 200; ++y) {
      std::fill_n(scene.pixels().row(y), 300, static_cast<std::uint8_t>(value));
      if (y < 33) std::fill_n(needle.pixels().row(y), 32, static_cast<std::uint8_t>(value));
    }
    for (const int flaws : {0, 1, 40}) {
      for (int i = 0; i < flaws; ++i) needle.pixels().pixel(i % 32, i % 33)[0] ^= 1;
      for (const double minScore : {0.0, 0.9, 1.0, 1.1}) decide(scene, needle, minScore);
    }
  }
}

TEST_F(ScoreBounds, RandomNeedlesWithHolesAndColours) {
  Random random(6);
  int placeByPlace = 0;
  for (int i = 0; i < 120; ++i) {
    const PixelFormat format{static_cast<int>(1 + random.below(4)), Depth::u8};
    const Size size{60 + random.below(500), 50 + random.below(250)};
    Image scene = landscape(size, format, random);
    const auto kind = static_cast<Kind>(random.below(kKinds));
    if (i % 2 == 0) draw(scene.pixels(), kind, random, false);
    const Size part{8 + random.below(std::min<std::int64_t>(size.width - 8, i % 7 == 0 ? 150 : 70)),
                    8 + random.below(std::min<std::int64_t>(size.height - 8, 70))};
    Image cut = Image::copyOf(scene.view().crop(random.below(size.width - part.width + 1),
                                                random.below(size.height - part.height + 1), part));
    for (std::int64_t n = random.below(40); n > 0; --n) {
      *cut.pixels().pixel(random.below(part.width), random.below(part.height)) ^= 21;
    }
    Image holes(part, kGrey);
    for (std::int64_t y = 0; y < part.height; ++y) {
      for (std::int64_t x = 0; x < part.width; ++x) {
        holes.pixels().pixel(x, y)[0] = x > part.width / 2 && random.oneIn(i % 5 + 1) ? 0 : 9;
      }
    }
    Needle needle{cut, {}};
    if (i % 3 == 0) needle.mask = holes.view();
    constexpr double kScores[] = {-1, 0, 0.5, 0.8, 0.9, 0.97, 0.99, 1, 1.2};
    const ScoreOptions options{Method::sad, kScores[random.below(9)], false, true};
    if (score::sumsOf(needle, format, false).weight == 0) continue;
    Decision decision;
    ASSERT_EQ(differenceFromPlain(scene, needle, options, Strategy::bounded, &decision), "")
        << fmt::format("{}: {} x {} x {} {}, needle {} x {}, minimum {}", i, size.width,
                       size.height, format.channels, nameOf(kind), part.width, part.height,
                       options.minScore);
    placeByPlace += decision.placeByPlace ? 1 : 0;
  }
  EXPECT_GT(placeByPlace, 20);
  EXPECT_LT(placeByPlace, 110);
}

}  // namespace
}  // namespace espy::test
