// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/control.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using namespace std::string_literals;

/// Blue, green, red and an unused byte per colour.
const std::string kColours = "cba\0fed\0ihg\0"s;
std::string greys(std::size_t count, std::size_t step = 1) {
  std::string palette;
  for (std::size_t i = 0; i < count; ++i)
    palette += std::string(3, static_cast<char>(i * step)) + '\0';
  return palette;
}

TEST(Bmp, FifteenAndSixteenBitsAreScaledExactly) {
  SampleRow expected;
  std::string row;
  for (std::uint32_t v = 0; v < 32; ++v) {
    row += little16(v << 10 | (31 - v) << 5 | (v + 7) % 32);
    for (const std::uint32_t s : {v, 31 - v, (v + 7) % 32}) expected.push_back((s * 510 + 31) / 62);
  }
  EXPECT_EQ(samplesIn(bmpOf(32, 1, 16, 0, "", row)), expected);

  const std::string masks = little32(0xf800) + little32(0x7e0) + little32(0x1f);
  EXPECT_EQ(
      samplesIn(bmpOf(2, 1, 16, 3, masks, little16(1 << 11 | 33 << 5 | 30) + little16(0xffff))),
      (SampleRow{8, 134, 247, 255, 255, 255}));
  // Alpha of one bit, with a header that has a mask for it.
  const std::string alpha = little32(0x7c00) + little32(0x3e0) + little32(0x1f) + little32(0x8000);
  expectPicture(bmpOf(2, 1, 16, 6, alpha, little16(0x8000) + little16(0x7fff)), {4, Depth::u8},
                {0, 0, 0, 255, 255, 255, 255, 0});
}

TEST(Bmp, MasksOfThirtyTwoBits) {
  const std::string usual = little32(0xff0000) + little32(0xff00) + little32(0xff);
  EXPECT_EQ(samplesIn(bmpFile(2, 1, 32,
                              "cba\x40"
                              "fed\x50",
                              usual + little32(0xff000000))),
            (SampleRow{'a', 'b', 'c', 0x40, 'd', 'e', 'f', 0x50}));
  const std::string turned = little32(0xff) + little32(0xff00) + little32(0xff0000);
  EXPECT_EQ(samplesIn(bmpOf(1, 1, 32, 3, turned, "abcd")), (SampleRow{'a', 'b', 'c'}));
  EXPECT_EQ(
      samplesIn(bmpOf(1, 1, 32, 3, little32(0xf) + little32(0) + little32(0xf0), "\x5a\0\0\0"s)),
      (SampleRow{170, 0, 85}));
  expectBadPicture(bmpOf(1, 1, 32, 3, little32(5) + little32(0) + little32(0xf0), "abcd"),
                   {"not contiguous"});
  expectBytesRefused(ErrorCode::unsupported,
                     bmpOf(1, 1, 32, 3, little32(0x3ff) + little32(0) + little32(0), "abcd"),
                     {"10 bits a sample"});
}

TEST(Bmp, Palettes) {
  EXPECT_EQ(samplesIn(bmpOf(3, 1, 8, 0, kColours, "\2\0\1\0"s)),
            (SampleRow{'g', 'h', 'i', 'a', 'b', 'c', 'd', 'e', 'f'}));
  expectPicture(bmpOf(3, 2, 4, 0, greys(16, 10), "\x12\x30\0\0\x45\x60\0\0"s), {1, Depth::u8},
                {40, 50, 60, 10, 20, 30});
  EXPECT_EQ(samplesIn(bmpOf(9, 1, 1, 0, greys(2, 255), "\xa0\x80\0\0"s)),
            (SampleRow{255, 0, 255, 0, 0, 0, 0, 0, 255}));
  expectBadPicture(bmpOf(3, 1, 8, 0, kColours, "\2\0\3\0"s), {"pixel 2,0", "palette of 3"});
  // OS/2: three bytes per colour.
  const std::string old = "BM"s + little32(42) + little32(0) + little32(32) + little32(12) +
                          little16(2) + little16(1) + little16(1) + little16(1) + "cbafed" +
                          "\x40\0\0\0"s;
  EXPECT_EQ(samplesIn(old), (SampleRow{'a', 'b', 'c', 'd', 'e', 'f'}));
}

TEST(Bmp, RowsOfEveryWidth) {
  for (std::int64_t width = 1; width <= 13; ++width) {
    std::string row;
    SampleRow expected;
    for (std::uint32_t x = 0; x < width; ++x) {
      for (const std::uint32_t c : {2U, 1U, 0U}) row += static_cast<char>(20 * x + c);
      for (const std::uint32_t c : {0U, 1U, 2U}) expected.push_back(20 * x + c);
    }
    row.resize((row.size() + 3) / 4 * 4);
    EXPECT_EQ(samplesIn(bmpOf(width, 1, 24, 0, "", row)), expected) << width;

    std::string wide;
    SampleRow withAlpha;
    for (std::uint32_t x = 0; x < width; ++x) {
      for (const std::uint32_t c : {2U, 1U, 0U, 3U}) wide += static_cast<char>(18 * x + c);
      for (const std::uint32_t c : {0U, 1U, 2U, 3U}) withAlpha.push_back(18 * x + c);
    }
    const std::string masks = little32(0xff0000) + little32(0xff00) + little32(0xff);
    EXPECT_EQ(samplesIn(bmpFile(width, 1, 32, wide, masks + little32(0xff000000))), withAlpha);
    SampleRow without;
    for (std::size_t i = 0; i < withAlpha.size(); ++i) {
      if (i % 4 != 3) without.push_back(withAlpha[i]);
    }
    EXPECT_EQ(samplesIn(bmpFile(width, 1, 32, wide, masks + little32(0))), without);
  }
}

TEST(Bmp, RowsFromBelowAndFromAbove) {
  EXPECT_EQ(samplesIn(bmpOf(1, 2, 24, 0, "", "cba\0fed\0"s)),
            (SampleRow{'d', 'e', 'f', 'a', 'b', 'c'}));
  EXPECT_EQ(samplesIn(bmpOf(1, -2, 24, 0, "", "cba\0fed\0"s)),
            (SampleRow{'a', 'b', 'c', 'd', 'e', 'f'}));
}

TEST(Bmp, RunsOfBytes) {
  // A run of three 5s; end of row; three literal bytes and padding; end of picture.
  EXPECT_EQ(samplesIn(bmpOf(3, 2, 8, 1, greys(256), "\3\5\0\0\0\3\1\2\3\0\0\1"s)),
            (SampleRow{1, 2, 3, 5, 5, 5}));
  // Delta escape: 1 to the right, 1 up; skipped pixels are 0.
  EXPECT_EQ(samplesIn(bmpOf(3, 2, 8, 1, greys(256), "\1\5\0\2\1\1\1\7\0\1"s)),
            (SampleRow{0, 0, 7, 5, 0, 0}));
  expectBadPicture(bmpOf(3, 1, 8, 1, greys(256), "\4\5\0\1"s), {"beyond 3 x 1"});
  expectBadPicture(bmpOf(3, 1, 8, 1, greys(256), "\0\2\4\0\0\1"s), {"beyond 3 x 1"});
  expectBadPicture(bmpOf(3, 2, 8, 1, greys(256), "\3\5"s), {"runs end"});
  expectBadPicture(bmpOf(3, 2, 8, 1, greys(256), "\0\3\1\2"s), {"runs end"});
  // Two bytes for 10^9 pixels: refused before allocation.
  expectBadPicture(bmpOf(40000, 40000, 8, 1, greys(256), "\0\1"s), {"cannot fill 40000 x 40000"});
}

TEST(Bmp, RunsOfHalves) {
  EXPECT_EQ(samplesIn(bmpOf(5, 2, 4, 2, greys(16), "\5\x12\0\0\0\5\x34\x56\x70\0\0\1"s)),
            (SampleRow{3, 4, 5, 6, 7, 1, 2, 1, 2, 1}));
}

TEST(Bmp, WhatIsNotRead) {
  for (const auto& [bits, compression] :
       {std::pair{24, 1}, {8, 2}, {8, 3}, {24, 4}, {24, 5}, {2, 0}, {64, 0}, {0, 0}}) {
    SCOPED_TRACE(testing::Message() << bits << " bits, compression " << compression);
    expectBytesRefused(
        ErrorCode::unsupported,
        bmpOf(1, 1, bits, compression, std::string(1024, '\0'), std::string(8, '\0')),
        {"compression " + std::to_string(compression), "not supported"});
  }
  expectBytesRefused(ErrorCode::unsupported, bmpOf(1, -1, 8, 1, greys(256), "\1\1\0\1"s),
                     {"top-down"});
}

TEST(Bmp, ThePictureAfterLiesWhereOneThatIsGoneWas) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers see every piece of memory by itself";
#endif
  const Folder folder;
  store(folder / "a.bmp", bmpFile(1024, 1024, 24, std::string(3 << 20, 'x')));
  releaseScratch();
  readPicture(folder / "a.bmp");
  EXPECT_GE(cachedScratch(), std::size_t{3} << 20);
  Image image = readPicture(folder / "a.bmp").image;
  EXPECT_LT(cachedScratch(), std::size_t{3} << 20);
  EXPECT_EQ(sampleAt(image, 1023, 1023, 2), std::uint32_t{'x'});
  image = {};
  releaseScratch();
  EXPECT_EQ(cachedScratch(), 0U);
}

}  // namespace
}  // namespace espy
