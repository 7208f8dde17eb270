// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/tile_hashes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "picture/areas.h"
#include "support/random_pictures.h"

namespace espy::live {
namespace {

using test::Random;

bool covered(const std::vector<Area>& areas, std::int64_t x, std::int64_t y) {
  return std::ranges::any_of(areas, [&](const Area& area) {
    return picture::meet(area, {x, y, 1, 1});
  });
}

TEST(TileHashes, TheFirstPictureIsAllNew) {
  const Image picture({130, 70}, {3, Depth::u8});
  TileHashes hashes;
  EXPECT_EQ(hashes.update(picture), (std::vector<Area>{{0, 0, 130, 70}}));
  EXPECT_TRUE(hashes.update(picture).empty());
  const Image other({130, 71}, {3, Depth::u8});
  EXPECT_EQ(hashes.update(other), (std::vector<Area>{{0, 0, 130, 71}}));
}

TEST(TileHashes, EveryBitOfEveryFormatCounts) {
  Random random(1);
  for (const int channels : {1, 2, 3, 4}) {
    for (const Depth depth : {Depth::u8, Depth::u16}) {
      Image picture({100 + random.below(80), 100 + random.below(80)}, {channels, depth});
      test::draw(picture.pixels(), test::Kind::tiled, random, false);
      TileHashes hashes;
      hashes.update(picture);
      for (int run = 0; run < 400; ++run) {
        const std::int64_t x = random.below(picture.size().width);
        const std::int64_t y = random.below(picture.size().height);
        const std::int64_t byte = random.below(picture.format().bytesPerPixel());
        picture.pixels().pixel(x, y)[byte] ^= static_cast<std::uint8_t>(1U << random.below(8));
        const std::vector<Area> changed = hashes.update(picture);
        ASSERT_TRUE(covered(changed, x, y)) << x << ',' << y;
        ASSERT_EQ(changed.size(), 1U);
        ASSERT_LE(changed.front().pixels(), kTile * kTile);
      }
    }
  }
}

/// Sums of pixels are the same; a hash without positions would miss them.
TEST(TileHashes, MovesWithinATileAreSeen) {
  for (const std::int64_t step : {1, 2, 4, 8, 16, 32}) {
    Image picture({64, 64}, {4, Depth::u8});
    std::memset(picture.pixels().pixel(5, 5), 200, 4);
    TileHashes hashes;
    hashes.update(picture);
    std::memset(picture.pixels().pixel(5, 5), 0, 4);
    std::memset(picture.pixels().pixel(5 + step, 5), 200, 4);
    EXPECT_EQ(hashes.update(picture).size(), 1U) << step;
    std::memset(picture.pixels().pixel(5 + step, 5), 0, 4);
    std::memset(picture.pixels().pixel(5 + step, 5 + step), 200, 4);
    EXPECT_EQ(hashes.update(picture).size(), 1U) << step;
  }
}

TEST(TileHashes, OnlyThePartsThatMayHaveChangedAreRead) {
  Image picture({256, 192}, {1, Depth::u8});
  TileHashes hashes;
  hashes.update(picture);
  *picture.pixels().pixel(10, 10) = 1;
  *picture.pixels().pixel(200, 150) = 1;
  const Area within[] = {{190, 140, 20, 20}};
  EXPECT_EQ(hashes.update(picture, within), (std::vector<Area>{{192, 128, 64, 64}}));
  EXPECT_EQ(hashes.update(picture), (std::vector<Area>{{0, 0, 64, 64}}));
}

}  // namespace
}  // namespace espy::live
