// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Direct correlation at each SIMD level against a plain loop; and the choice of a strategy.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "espy/engine/all.h"
#include "espy/engine/simd.h"
#include "score/correlations.h"
#include "score/direct_rows.h"
#include "score/formula.h"
#include "score/tile_strategy.h"
#include "support/limited_simd.h"
#include "support/made_pictures.h"

namespace espy {
namespace {

using score::DirectRows;
using score::ScoredNeedle;
using Tile = picture::TilePlanes<std::uint8_t>;
using test::Random;

/// sum I T of a window and sum I over the same samples.
score::WindowSums sumsAt(const Tile& tile, const ScoredNeedle& needle, std::int64_t x,
                         std::int64_t y) {
  score::WindowSums sums;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t dy = 0; dy < needle.size.height; ++dy) {
      for (std::int64_t dx = 0; dx < needle.size.width; ++dx) {
        if (needle.weight(dx, dy) == 0) continue;
        const std::uint64_t sample = tile.row(c, y + dy)[x + dx];
        sums.sum += sample;
        sums.products += sample * needle.row(c, dy)[dx];
      }
    }
  }
  return sums;
}

/// The difference between any level and the plain loop, at any position of the tile.
std::string differenceOf(const Tile& tile, const ScoredNeedle& needle) {
  const Size places{tile.size().width - needle.size.width + 1,
                    tile.size().height - needle.size.height + 1};
  for (const SimdLevel level : simdLevels()) {
    const test::LimitedSimd limited(level);
    const DirectRows rows(needle);
    const std::int64_t pitch = DirectRows::pitchFor(places.width);
    constexpr std::int32_t kUntouched = 0x5a5a5a5a;
    std::vector<std::int32_t> got(static_cast<std::size_t>(pitch * places.height + 1), kUntouched);
    rows.correlate(tile, places, got.data());
    if (got.back() != kUntouched) return "wrote behind the end";
    for (std::int64_t y = 0; y < places.height; ++y) {
      for (std::int64_t x = 0; x < places.width; ++x) {
        const score::WindowSums window = sumsAt(tile, needle, x, y);
        const auto wanted = static_cast<std::int64_t>(window.products) -
                            rows.centre() * static_cast<std::int64_t>(window.sum);
        const std::int64_t value = got[static_cast<std::size_t>(y * pitch + x)];
        if (value != wanted || std::abs(value) > 255 * rows.magnitudes()) {
          return fmt::format("level {}, {} x {} in {} x {}, {} channels, at {},{}: {}, not {}",
                             static_cast<int>(level), needle.size.width, needle.size.height,
                             tile.size().width, tile.size().height, needle.form.channels, x, y,
                             value, wanted);
        }
      }
    }
  }
  return {};
}

TEST(DirectRows, EveryLevelEqualsAPlainLoop) {
  Random random(11);
  for (int round = 0; round < 600; ++round) {
    const int channels = random.oneIn(3) ? 3 : 1;
    const Size size{1 + random.below(random.oneIn(4) ? 70 : 12), 1 + random.below(12)};
    const Size tileSize{size.width + random.below(150), size.height + random.below(9)};
    const auto anyKind = [&] { return static_cast<test::Kind>(random.below(test::kKinds)); };
    const PixelFormat format{channels, Depth::u8};
    const Image scene = test::drawn(tileSize, format, anyKind(), random);
    const Image picture = test::drawn(size, format, anyKind(), random);
    const Image mask =
        test::maskOf(size, [&](auto x, auto y) { return !random.oneIn(3) || x + y == 0; });
    Needle cut{picture.view(), {}};
    if (random.oneIn(2)) cut.mask = mask.view();
    const ScoredNeedle needle = score::makeScoredNeedle(cut, 0, scene.format(), false);
    ASSERT_TRUE(DirectRows::fits(needle));
    Tile tile;
    tile.load(scene.view(), needle.form, 0, 0, tileSize);
    ASSERT_EQ(differenceOf(tile, needle), "");
  }
}

/// The largest needle, with all samples but one at the greatest distance from t, in a saturated
/// scene.
TEST(DirectRows, TheLargestSumsFit) {
  constexpr Size kLargest{256, 257};
  for (const int value : {0, 255}) {
    const Image picture = test::greyOf(
        kLargest, [&](auto x, auto y) { return x == 17 && y == 3 ? 255 - value : value; });
    const Image scene = test::greyOf({kLargest.width + 2, kLargest.height + 4},
                                     [](auto /*x*/, auto /*y*/) { return 255; });
    const ScoredNeedle needle =
        score::makeScoredNeedle({picture.view(), {}}, 0, scene.format(), false);
    ASSERT_TRUE(DirectRows::fits(needle));
    Tile tile;
    tile.load(scene.view(), needle.form, 0, 0, scene.size());
    EXPECT_EQ(differenceOf(tile, needle), "");
  }
}

TEST(DirectRows, RefuseWhatMayNotFit) {
  const auto fits = [](Size size, PixelFormat format, bool weighted) {
    Random random(5);
    const Image picture = test::drawn(size, format, test::Kind::noise, random);
    return DirectRows::fits(
        score::makeScoredNeedle({picture.view(), {}}, 0, {1, Depth::u8}, weighted));
  };
  EXPECT_TRUE(fits({148, 148}, {3, Depth::u8}, false));
  EXPECT_FALSE(fits({149, 148}, {3, Depth::u8}, false));
  EXPECT_FALSE(fits({258, 256}, {1, Depth::u8}, false));
  EXPECT_FALSE(fits({8, 8}, {1, Depth::u16}, false));
  EXPECT_TRUE(fits({8, 8}, {4, Depth::u8}, false));
  EXPECT_FALSE(fits({8, 8}, {4, Depth::u8}, true));
}

/// r is within its error bound, and products are exact. The larger needle's numbers do not fit into
/// a float.
TEST(DirectCorrelations, AreOffByLessThanTheySay) {
  const Control control;
  Random random(13);
  for (const std::int64_t side : {5, 60}) {
    const Image scene = test::drawn({200, 90}, {3, Depth::u8}, test::Kind::noise, random);
    const ScoredNeedle needle = score::makeScoredNeedle(
        {scene.view().crop(40, 10, {side, side}), {}}, 0, scene.format(), false);
    const score::ScoreBatch batch{
        scene.view(),
        needle.form,
        {&needle},
        {},
        score::TileStrategy::directly,
        picture::TileGrid(scene.size(), needle.size, needle.size, {200, 90}),
        control};
    const auto correlations = score::makeDirectCorrelations(batch);
    std::vector<Tile> tiles(1);
    tiles[0].load(scene.view(), needle.form, 0, 0, scene.size());
    correlations->take(tiles);
    const Size places{201 - side, 91 - side};
    correlations->correlate(0, places);
    const auto terms = correlations->terms(0);
    EXPECT_EQ(terms.error == 0, side == 5);
    double seen = 0;
    for (std::int64_t y = 0; y < places.height; ++y) {
      const float* r = correlations->row(0, y);
      for (std::int64_t x = 0; x < places.width; ++x) {
        const score::WindowSums window = sumsAt(tiles[0], needle, x, y);
        ASSERT_EQ(correlations->products(0, x, y, window.sum), window.products);
        const double products = static_cast<double>(r[x]) +
                                terms.centre * static_cast<double>(window.sum) +
                                terms.mean * terms.rest;
        seen = std::max(seen, std::abs(products - static_cast<double>(window.products)));
      }
    }
    EXPECT_LE(seen, terms.error) << side;
    EXPECT_EQ(seen == 0, side == 5);
  }
}

/// The report names the strategy. The choice near the limits is a matter of measurement.
TEST(ScoreStrategies, SmallNeedlesAreCorrelatedDirectlyAndLargeOnesByTransforms) {
  if (simdLevel() < SimdLevel::avx2) GTEST_SKIP() << "all is by transforms here";
  const Registry registry = makeRegistry();
  Image scene({500, 400}, {1, Depth::u8});
  Random random(7);
  draw(scene.pixels(), test::Kind::noise, random, true);
  const auto strategyFor = [&](std::int64_t side) {
    RunReport report;
    registry.get<FindScored>("sequential")(
        scene, std::vector<Needle>{{scene.view().crop(50, 60, {side, side}), {}}}, {}, {}, report);
    return report.strategy.text();
  };
  EXPECT_EQ(strategyFor(6), "correlated directly, 389 x 133 tiles");
  EXPECT_EQ(strategyFor(100).substr(0, 18), "correlated by FFT ");
}

}  // namespace
}  // namespace espy
