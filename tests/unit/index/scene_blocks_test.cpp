// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_pictures.h"

namespace espy::index {
namespace {

using test::Kind;

std::vector<KeptBlock> keptFast(const ImageView& picture, std::int64_t side,
                                BlockKind kind = BlockKind::exact) {
  std::vector<KeptBlock> kept = BlockSieve(side, kind).keptBlocks(picture, {});
  std::ranges::sort(kept);
  return kept;
}

TEST(SceneBlocks, TheFastOnesAreThoseOfTheReference) {
  test::Random random(1);
  constexpr PixelFormat kFormats[] = {
      {1, Depth::u8}, {3, Depth::u8}, {4, Depth::u8}, {2, Depth::u16}, {3, Depth::u16}};
  for (int kind = 0; kind < test::kKinds; ++kind) {
    for (const PixelFormat format : kFormats) {
      const std::int64_t side = 12 + random.below(8);
      test::PaddedPicture picture({side + random.below(30), side + random.below(20)}, format,
                                  format.depth == Depth::u8 ? 3 : 2, random.oneIn(2));
      draw(picture.pixels(), Kind(kind), random, false);
      EXPECT_EQ(keptFast(picture.view(), side), keptBlocksByReference(picture.view(), side))
          << nameOf(Kind(kind)) << ' ' << side << ' ' << format.channels;
    }
  }
}

TEST(SceneBlocks, TolerantOnesAreThoseOfTheReference) {
  test::Random random(5);
  constexpr PixelFormat kFormats[] = {{1, Depth::u8}, {3, Depth::u8}, {3, Depth::u16}};
  for (int kind = 0; kind < test::kKinds; ++kind) {
    const PixelFormat format = kFormats[kind % 3];
    const std::int64_t side = 26 + random.below(6);
    test::PaddedPicture picture({side + random.below(12), side + random.below(9)}, format, 3,
                                false);
    draw(picture.pixels(), Kind(kind), random, false);
    for (const BlockKind block : {BlockKind::tolerant, BlockKind::tolerantShifted}) {
      EXPECT_EQ(keptFast(picture.view(), side, block),
                keptBlocksByReference(picture.view(), side, block))
          << nameOf(Kind(kind)) << ' ' << side;
    }
  }
}

/// Of blocks in which at most four values are next to the limits of their levels.
TEST(SceneBlocks, VariantsHaveTheHashesOfSmallChanges) {
  test::Random random(7);
  int tried = 0;
  for (int round = 0; round < 4000; ++round) {
    const BlockKind kind = round % 2 == 0 ? BlockKind::tolerant : BlockKind::tolerantShifted;
    const std::int64_t contrast = random.oneIn(3) ? 4000 : 300;
    TolerantValues values{};
    TolerantValues changed{};
    int doubts = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool luma = i < kLumas;
      const std::int64_t most = luma ? 4080 : 8160;
      const std::int64_t value = luma ? random.below(contrast) : random.below(most + 1);
      const std::int64_t moved = value + random.below(63) - 31;
      values[i] = static_cast<std::uint16_t>(value);
      changed[i] = static_cast<std::uint16_t>(std::clamp<std::int64_t>(moved, 0, most));
      const std::int64_t step = luma ? 128 : 256;
      const std::int64_t above = (value + (round % 2 == 0 ? 0 : step / 2)) % step;
      if (above < 32 || above >= step - 32) ++doubts;
    }
    if (doubts > 4) continue;
    ++tried;
    std::vector<Variant> variants;
    variantsOf(values, kind, variants);
    EXPECT_EQ(variants.front().hash, tolerantHash(values, kind));
    EXPECT_EQ(variants.front().cost, 0);
    EXPECT_TRUE(std::ranges::count(variants, tolerantHash(changed, kind), &Variant::hash) > 0);
  }
  EXPECT_GT(tried, 300);
}

TEST(SceneBlocks, TilesDoNotChangeThem) {
  test::Random random(2);
  Image picture({290, 26}, {3, Depth::u8});
  draw(picture.pixels(), Kind::noise, random, false);
  EXPECT_EQ(keptFast(picture, 24), keptBlocksByReference(picture, 24));
}

TEST(SceneBlocks, OfSmallPicturesThereAreNone) {
  EXPECT_TRUE(keptFast(Image({23, 100}, {1, Depth::u8}), 24).empty());
  EXPECT_FALSE(keptFast(Image({24, 24}, {1, Depth::u8}), 24).empty());
}

TEST(SceneBlocks, EqualPicturesInOtherFormatsHaveTheSame) {
  test::Random random(3);
  Image grey({60, 50}, {1, Depth::u8});
  draw(grey.pixels(), Kind::noise, random, true);
  Image deep({60, 50}, {4, Depth::u16});
  for (std::int64_t y = 0; y < 50; ++y) {
    for (std::int64_t x = 0; x < 60; ++x) {
      for (int c = 0; c < 3; ++c) setSample(deep.pixels(), x, y, c, sampleAt(grey, x, y, 0) * 257);
    }
  }
  EXPECT_EQ(keptFast(grey, 16), keptFast(deep, 16));
}

/// Blocks kept per window area, in the inside of a large picture.
double densityOf(Kind kind, std::int64_t side) {
  test::Random random(4);
  constexpr std::int64_t kSide = 600;
  Image picture({kSide, kSide}, {3, Depth::u8});
  draw(picture.pixels(), kind, random, false);
  const auto window = static_cast<double>(side - kBlockSide + 1);
  return static_cast<double>(keptFast(picture, side).size()) * window * window / (kSide * kSide);
}

TEST(SceneBlocks, FewAreKept) {
  for (int kind = 0; kind < test::kKinds; ++kind) {
    // All blocks of a diagonal of the gradient are equal, and each is alone in some window.
    const double most = Kind(kind) == Kind::gradient ? 20 : 4.5;
    EXPECT_LT(densityOf(Kind(kind), 24), most) << nameOf(Kind(kind));
    EXPECT_LT(densityOf(Kind(kind), 32), most) << nameOf(Kind(kind));
  }
  EXPECT_LT(densityOf(Kind::flat, 24), 1.1);
}

}  // namespace
}  // namespace espy::index
