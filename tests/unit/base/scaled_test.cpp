// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "espy/engine/scaled.h"
#include "espy/error.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

using Pixel = std::array<int, 4>;  ///< blue, green, red, alpha
constexpr PixelFormat kScreen{4, Depth::u8};

std::int64_t upper(const ImageView& picture, std::int64_t x, std::int64_t y, int channel) {
  return sampleAt(picture, x, y, channel) >> (picture.format().depth == Depth::u16 ? 8 : 0);
}

/// The reference implementation, pixel by pixel.
Pixel meanOf(const ImageView& picture, int level, std::int64_t column, std::int64_t line) {
  const std::int64_t side = std::int64_t{1} << level;
  const std::int64_t step = level < kSparseLevel ? 1 : side / 8;
  const PixelFormat format = picture.format();
  std::array<std::int64_t, 4> sums{};
  std::int64_t count = 0;
  for (std::int64_t y = line * side; y < std::min((line + 1) * side, picture.height()); y += step) {
    for (std::int64_t x = column * side; x < std::min((column + 1) * side, picture.width()); ++x) {
      if (x < 0 || y < 0) continue;
      ++count;
      const std::int64_t alpha =
          format.hasAlpha() ? upper(picture, x, y, format.channels - 1) : 255;
      for (int c = 0; c < 3; ++c) {
        const int channel = format.colourChannels() == 1 ? 0 : 2 - c;
        sums[static_cast<std::size_t>(c)] += upper(picture, x, y, channel) * alpha;
      }
      sums[3] += 255 * alpha;
    }
  }
  Pixel pixel{};
  if (count == 0) return pixel;
  for (std::size_t c = 0; c < 4; ++c) {
    pixel[c] = static_cast<int>((2 * sums[c] + 255 * count) / (2 * 255 * count));
  }
  return pixel;
}

Pixel pixelOf(const ImageView& screen, std::int64_t x, std::int64_t y) {
  Pixel pixel{};
  for (int c = 0; c < 4; ++c) {
    pixel[static_cast<std::size_t>(c)] = static_cast<int>(sampleAt(screen, x, y, c));
  }
  return pixel;
}

void expectPart(const ImageView& picture, const ScaledPart& part, Size size, bool bottomUp) {
  test::PaddedPicture screen(size, kScreen, 5, bottomUp);
  const MutableImageView pixels = screen.pixels();
  for (std::int64_t y = 0; y < size.height; ++y) std::fill_n(pixels.row(y), size.width * 4, 77);
  scaleForScreen(picture, part, pixels);
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      ASSERT_EQ(pixelOf(pixels, x, y), meanOf(picture, part.level, part.x + x, part.y + y))
          << "pixel " << x << ", " << y << " of the part at " << part.x << ", " << part.y
          << ", level " << part.level << ", of " << picture.width() << " x " << picture.height()
          << " with " << picture.format().channels << " channels of "
          << picture.format().bytesPerSample() << " bytes";
    }
  }
}

TEST(Scaled, IsTheMeanOfEachSquare) {
  test::Random random(5);
  for (int round = 0; round < 1500; ++round) {
    const int level = static_cast<int>(random.below(8));
    const PixelFormat format{static_cast<int>(1 + random.below(4)),
                             random.oneIn(2) ? Depth::u8 : Depth::u16};
    const Size size{1 + random.below(150), 1 + random.below(150)};
    test::PaddedPicture picture(size, format, 2 * random.below(9), random.oneIn(3));
    draw(picture.pixels(), random.oneIn(4) ? test::Kind::twoTone : test::Kind::noise, random,
         false);
    const Size at = scaledSize(size, level);
    const ScaledPart part{level, random.below(at.width + 20) - 10,
                          random.below(at.height + 20) - 10};
    expectPart(picture.view(), part, {1 + random.below(20), 1 + random.below(20)}, random.oneIn(2));
    if (HasFatalFailure()) return;
  }
}

TEST(Scaled, WholePicturesOfManyColumns) {
  test::Random random(6);
  for (const int level : {1, 3, 4, 11, 12, 16}) {
    for (const int channels : {1, 2, 3, 4}) {
      test::PaddedPicture picture({4099, 13}, {channels, Depth::u8}, 0, false);
      draw(picture.pixels(), test::Kind::noise, random, false);
      const Size at = scaledSize({4099, 13}, level);
      expectPart(picture.view(), {level, 0, 0}, at, false);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Scaled, WhiteStaysWhiteAtEveryLevel) {
  for (const int channels : {1, 2, 3, 4}) {
    Image picture({131, 70000}, {channels, Depth::u8});
    std::fill_n(picture.pixels().row(0), 131 * 70000 * channels, 255);
    for (int level = 0; level <= 16; ++level) {
      const Size size = scaledSize(picture.size(), level);
      Image screen({1, 1}, kScreen);
      scaleForScreen(picture, {level, size.width - 1, size.height - 1}, screen.pixels());
      EXPECT_EQ(pixelOf(screen, 0, 0), (Pixel{255, 255, 255, 255})) << level;
    }
  }
}

TEST(Scaled, OutsideIsTransparent) {
  Image picture({10, 10}, {1, Depth::u8});
  std::fill_n(picture.pixels().row(0), 100, 200);
  for (const ScaledPart& part : {ScaledPart{1, 5, 0}, ScaledPart{1, 0, 5}, ScaledPart{0, -4, 0},
                                 ScaledPart{0, 0, -4}, ScaledPart{2, 1LL << 40, -(1LL << 40)}}) {
    expectPart(picture, part, {4, 4}, false);
  }
  expectPart(picture, {1, -3, -2}, {12, 12}, true);
  expectPart(Image({0, 0}, {3, Depth::u8}), {3, 0, 0}, {4, 4}, false);
}

TEST(Scaled, ColoursAreInTheOrderOfScreens) {
  Image picture({1, 1}, {4, Depth::u8});
  const std::vector<std::uint8_t> samples{200, 100, 50, 128};
  std::copy(samples.begin(), samples.end(), picture.pixels().row(0));
  Image screen({1, 1}, kScreen);
  scaleForScreen(picture, {}, screen.pixels());
  EXPECT_EQ(pixelOf(screen, 0, 0), (Pixel{25, 50, 100, 128}));
}

TEST(Scaled, SizesCountWhatIsLeftOver) {
  EXPECT_EQ(scaledSize({17, 16}, 0), (Size{17, 16}));
  EXPECT_EQ(scaledSize({17, 16}, 4), (Size{2, 1}));
  EXPECT_EQ(scaledSize({0, 1}, 16), (Size{0, 1}));
  EXPECT_EQ(scaledSize({65536, 65537}, 16), (Size{1, 2}));
}

TEST(Scaled, RefusesWhatIsNoLevelAndNoScreen) {
  Image picture({4, 4}, {1, Depth::u8});
  Image screen({4, 4}, kScreen);
  Image grey({4, 4}, {1, Depth::u8});
  EXPECT_THROW(scaledSize({1, 1}, -1), Error);
  EXPECT_THROW(scaleForScreen(picture, {17, 0, 0}, screen.pixels()), Error);
  EXPECT_THROW(scaleForScreen(picture, {}, grey.pixels()), Error);
}

}  // namespace
}  // namespace espy
