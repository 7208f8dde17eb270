// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/shrink.h"

#include <algorithm>
#include <filesystem>

#include "espy/engine/photographs.h"
#include "support/peak_memory.h"
#include "support/random_pictures.h"
#include "unit/identify/support.h"

namespace espy {
namespace {

using identify::shrunkGrey;
using identify::shrunkSize;

/// The grey value of a pixel as docs/identify.md defines it.
std::uint32_t greyOf(const ImageView& picture, std::int64_t x, std::int64_t y) {
  const auto sample = [&](int c) { return sampleAt(picture, x, y, c); };
  std::uint32_t grey = sample(0);
  if (picture.format().channels >= 3) {
    grey = (299 * sample(0) + 587 * sample(1) + 114 * sample(2) + 500) / 1000;
  }
  return picture.format().depth == Depth::u8 ? grey : (grey + 128) / 257;
}

/// The overlap of two intervals.
std::int64_t common(std::int64_t a, std::int64_t aEnd, std::int64_t b, std::int64_t bEnd) {
  return std::max<std::int64_t>(0, std::min(aEnd, bEnd) - std::max(a, b));
}

/// The mean over a pixel's area, by every pixel of the picture.
std::int64_t meanOf(const ImageView& picture, Size size, std::int64_t x, std::int64_t y) {
  const Size from = picture.size();
  std::int64_t sum = 0;
  for (std::int64_t v = 0; v < from.height; ++v) {
    const std::int64_t high =
        common(v * size.height, (v + 1) * size.height, y * from.height, (y + 1) * from.height);
    for (std::int64_t u = 0; high > 0 && u < from.width; ++u) {
      const std::int64_t wide =
          common(u * size.width, (u + 1) * size.width, x * from.width, (x + 1) * from.width);
      if (wide > 0) sum += high * wide * greyOf(picture, u, v);
    }
  }
  return (2 * sum + from.pixels()) / (2 * from.pixels());
}

TEST(Shrink, SizesKeepTheLongerSideAndTheShape) {
  EXPECT_EQ(shrunkSize({1024, 768}, 1024), (Size{1024, 768}));
  EXPECT_EQ(shrunkSize({4000, 3000}, 1024), (Size{1024, 768}));
  EXPECT_EQ(shrunkSize({3000, 4000}, 1000), (Size{750, 1000}));
  EXPECT_EQ(shrunkSize({1025, 3}, 1024), (Size{1024, 3}));
  EXPECT_EQ(shrunkSize({100000, 20}, 1024), (Size{1024, 1}));
  EXPECT_EQ(shrunkSize({1, 1}, 32), (Size{1, 1}));
}

TEST(Shrink, ByHand) {
  // Each of two pixels covers one and a half: 0 30 | 60 -> (0 + 30 / 2) / 1.5, (30 / 2 + 60) / 1.5.
  Image picture({3, 1}, {1, Depth::u8});
  for (int x = 0; x < 3; ++x) setSample(picture.pixels(), x, 0, 0, static_cast<unsigned>(30 * x));
  const Image shrunk = shrunkGrey(picture, {2, 1});
  EXPECT_EQ(sampleAt(shrunk, 0, 0, 0), 10U);
  EXPECT_EQ(sampleAt(shrunk, 1, 0, 0), 50U);
}

TEST(Shrink, EveryPixelIsTheMeanOfItsArea) {
  test::Random random(7);
  for (int round = 0; round < 60; ++round) {
    const Size from{1 + random.below(70), 1 + random.below(70)};
    const Size to{1 + random.below(from.width), 1 + random.below(from.height)};
    const PixelFormat format{static_cast<int>(1 + random.below(4)),
                             random.oneIn(2) ? Depth::u8 : Depth::u16};
    test::PaddedPicture picture(from, format, random.below(3) * 2, random.oneIn(3));
    test::draw(picture.pixels(), test::Kind::noise, random, false);
    const int threads = static_cast<int>(1 + random.below(3));
    const Image shrunk = shrunkGrey(picture.view(), to, identifytest::onThreads(threads));
    ASSERT_EQ(shrunk.size(), to);
    for (std::int64_t y = 0; y < to.height; ++y) {
      for (std::int64_t x = 0; x < to.width; ++x) {
        ASSERT_EQ(sampleAt(shrunk, x, y, 0), meanOf(picture.view(), to, x, y))
            << from.width << " x " << from.height << " to " << to.width << " x " << to.height
            << " at " << x << ", " << y;
      }
    }
  }
}

TEST(Shrink, LinesOfAMillionPixels) {
  Image line({1 << 20, 1}, {1, Depth::u8});
  std::fill_n(line.pixels().row(0), 1 << 20, std::uint8_t{255});
  const Image shrunk = shrunkGrey(line, {1000, 1});
  for (std::int64_t x = 0; x < 1000; ++x) ASSERT_EQ(sampleAt(shrunk, x, 0, 0), 255U);
}

TEST(Shrink, RowsAsTheyComeMakeTheSame) {
  const Size size{4601, 3803};
  Image picture(size, {4, Depth::u8});
  test::Random random(3);
  test::draw(picture.pixels(), test::Kind::noise, random, false);
  const Image expected = shrunkGrey(picture, shrunkSize(size, 700));
  constexpr struct {
    std::int64_t x, y, dx, dy;
  } kPasses[] = {{0, 1, 1, 2}, {1, 0, 2, 2}, {0, 0, 4, 2}, {2, 0, 4, 2}};
  identify::ShrinkingSink sink(700, {});
  ASSERT_TRUE(sink.begin(size, picture.format()));
  for (const auto& pass : kPasses) {
    for (std::int64_t y = pass.y; y < size.height; y += pass.dy) {
      const std::int64_t count = (size.width - pass.x + pass.dx - 1) / pass.dx;
      Image row({count, 1}, picture.format());
      for (std::int64_t i = 0; i < count; ++i) {
        std::copy_n(picture.view().pixel(pass.x + i * pass.dx, y), 4, row.pixels().pixel(i, 0));
      }
      sink.take(y, row.view(), pass.x, pass.dx);
    }
  }
  EXPECT_EQ(sink.photograph(), size);
  const Image shrunk = sink.shrunk();
  ASSERT_EQ(shrunk.size(), expected.size());
  for (std::int64_t y = 0; y < shrunk.size().height; ++y) {
    ASSERT_TRUE(std::equal(shrunk.view().row(y), shrunk.view().row(y) + shrunk.size().width,
                           expected.view().row(y)));
  }
}

/// 72 MB of pixels.
TEST(Shrink, ALargePngIsNeverInMemoryAsAWhole) {
  const Size size{3000, 3000};
  const std::string path = testing::TempDir() + "/espy_shrink_test.png";
  ShrunkPhotograph expected;
  {
    Image picture(size, {4, Depth::u16});
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        setSample(picture.pixels(), x, y, static_cast<int>(x % 3),
                  static_cast<std::uint32_t>(x * y / 80 + y) % 65536);
      }
    }
    writePicture(path, picture);
    expected = shrinkPhotograph(picture.view());
  }
  const test::PeakMemory memory;
  const ShrunkPhotograph shrunk = readShrunk(path);
  const double bytes = memory.bytes();
  std::filesystem::remove(path);
  EXPECT_EQ(shrunk.size, size);
  ASSERT_EQ(shrunk.grey.size(), expected.grey.size());
  for (std::int64_t y = 0; y < shrunk.grey.size().height; ++y) {
    ASSERT_TRUE(std::equal(shrunk.grey.view().row(y), shrunk.grey.view().row(y) + 1024,
                           expected.grey.view().row(y)));
  }
  if (memory.isKnown()) {
    EXPECT_LT(bytes, 32e6);
  }
}

TEST(Shrink, OnlyLargePicturesAreWantedByRows) {
  identify::ShrinkingSink sink(1024, {});
  EXPECT_FALSE(sink.begin({3000, 2000}, {3, Depth::u8}));
  EXPECT_TRUE(sink.begin({8000, 8000}, {4, Depth::u16}));
  // What hardly becomes smaller needs more as sums than as a picture.
  EXPECT_FALSE(identify::ShrinkingSink(8000, {}).begin({9000, 9000}, {1, Depth::u8}));
}

}  // namespace
}  // namespace espy
