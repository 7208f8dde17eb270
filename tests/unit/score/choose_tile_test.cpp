// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Choice of tiles for FFTs.
#include "score/choose_tile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "picture/tile_grid.h"

namespace espy::score {
namespace {

struct TileCase {
  Size scene;
  Size needle;
  int channels = 1;
  bool holes = false;
};

TransformForm formOf(const TileCase& one) {
  return {one.channels, 1, one.needle.pixels() * one.channels <= 66051 ? 4 : 8, 1, one.holes};
}

TransformTile chosenFor(const TileCase& one) {
  return chooseTile(one.scene, one.needle, formOf(one), 1, 2);
}

/// Numbers transformed per position: those of tiles, in pairs, and of the needle.
double numbersAPlace(const TileCase& one, const TransformTile& tile) {
  const picture::TileGrid grid(one.scene, one.needle, one.needle, tile.size);
  const auto pairs = static_cast<double>((grid.count() + 1) / 2);
  const auto seen = static_cast<double>(one.channels * tile.cut.pieces(one.needle));
  const double transforms = tile.cut.kept ? pairs * (seen + 1) + seen : pairs * (2 * seen + 1);
  const Size places{one.scene.width - one.needle.width + 1,
                    one.scene.height - one.needle.height + 1};
  return transforms * static_cast<double>(tile.transform.pixels()) /
         static_cast<double>(places.pixels());
}

/// A tile that is nearly all halo yields few positions per FFT.
TEST(ChooseTile, TilesAreNotNearlyAllRimAndExactProductsFit) {
  for (const std::int64_t side : {230, 255, 256, 257, 400, 450, 500, 509, 511, 512}) {
    for (const int channels : {1, 3}) {
      for (const bool holes : {false, true}) {
        const TileCase one{{1000, 1000}, {side, side}, channels, holes};
        const TransformTile tile = chosenFor(one);
        SCOPED_TRACE(testing::Message()
                     << side << ", " << channels << (holes ? ", holes: " : ": ")
                     << tile.transform.width << " x " << tile.transform.height << ", pieces "
                     << tile.cut.piece.width << " x " << tile.cut.piece.height
                     << (tile.cut.kept ? "" : " not kept"));
        ASSERT_GT(tile.size.width, 0);
        EXPECT_LT(numbersAPlace(one, tile), 300);
        EXPECT_GE(transformMemory(tile, 1000, one.needle, formOf(one))
                      .threads(mostTransformMemory(one.scene, formOf(one)), true),
                  1);
      }
    }
  }
}

/// In FFTs of at least 16 rows a line would be cut into pieces, each correlated separately.
TEST(ChooseTile, LinesHaveTransformsOfLines) {
  for (const std::int64_t length : {500, 40'000, 500'000}) {
    const TileCase one{{1'000'000, 1}, {length, 1}};
    EXPECT_LT(numbersAPlace(one, chosenFor(one)), length == 500 ? 5 : 100) << length;
  }
}

TEST(ChooseTile, LinesOfAnyLengthHaveTransforms) {
  for (const TileCase& one :
       {TileCase{{1'000'000, 1}, {500'000, 1}}, TileCase{{1, 1'000'000}, {1, 500'000}},
        TileCase{{20'000, 50}, {9'000, 40}}, TileCase{{100'000, 10}, {8'190, 10}}}) {
    const TransformTile tile = chosenFor(one);
    ASSERT_GT(tile.size.width, 0) << one.scene.width;
    EXPECT_LE(tile.size.height, one.scene.height);
    EXPECT_LE(tile.size.width, one.scene.width);
    // A tenth of the plain loop's products.
    EXPECT_LT(numbersAPlace(one, tile), static_cast<double>(one.needle.pixels()) / 10);
  }
}

TEST(ChooseTile, SmallNeedlesStayWhole) {
  for (const std::int64_t side : {1, 16, 64, 100, 200}) {
    for (const Size scene : {Size{1000, 1000}, Size{4000, 2000}, Size{300, 280}}) {
      EXPECT_TRUE(chosenFor({scene, {side, side}}).cut.empty()) << side;
    }
  }
}

/// What a first pass leaves costs no more tiles than the whole scene, however scattered it is.
TEST(ChooseTile, PartsOfASceneAreCoveredOnceByFewTiles) {
  const Size scene{1000, 800};
  const Size needle{40, 30};
  const Size places{961, 771};
  std::mt19937 random(7);
  for (const std::int64_t side : {64, 128, 256}) {
    const Size tile{side, side};
    const std::int64_t whole = picture::TileGrid(scene, needle, needle, tile).count();
    for (int run = 0; run < 40; ++run) {
      std::vector<picture::TileArea> left;
      for (std::int64_t y = 0; y < places.height; y += 50) {
        for (std::int64_t x = 0; x < places.width; x += 90) {
          if (random() % 40 >= static_cast<unsigned>(run)) continue;
          left.push_back({x, y, 0, 0, std::min<std::int64_t>(90, places.width - x),
                          std::min<std::int64_t>(50, places.height - y)});
        }
      }
      const picture::PositionRanges ranges = picture::mergedPositions(left);
      const picture::TileGrid grid(scene, needle, tile, ranges);
      EXPECT_LE(grid.count(), whole);
      EXPECT_EQ(grid.count(), picture::TileGrid::countFor(ranges, {side - 41, side - 31}));
      std::vector<int> covered(static_cast<std::size_t>(places.pixels()));
      for (std::int64_t n = 0; n < grid.count(); ++n) {
        const picture::TileArea area = grid.area(n);
        for (std::int64_t y = area.y + area.ownY; y < area.y + area.ownEndY; ++y) {
          for (std::int64_t x = area.x + area.ownX; x < area.x + area.ownEndX; ++x) {
            ++covered[static_cast<std::size_t>(y * places.width + x)];
          }
        }
      }
      EXPECT_LE(*std::max_element(covered.begin(), covered.end()), 1);
      for (const picture::TileArea& area : left) {
        for (std::int64_t y = area.y; y < area.y + area.ownEndY; ++y) {
          const auto row = covered.begin() + static_cast<std::ptrdiff_t>(y * places.width + area.x);
          ASSERT_TRUE(std::all_of(row, row + static_cast<std::ptrdiff_t>(area.ownEndX),
                                  [](int count) { return count == 1; }));
        }
      }
    }
  }
}

}  // namespace
}  // namespace espy::score
