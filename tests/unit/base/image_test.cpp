// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "espy/image.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

TEST(PixelFormat, KnowsItsChannels) {
  EXPECT_FALSE((PixelFormat{1, Depth::u8}).hasAlpha());
  EXPECT_TRUE((PixelFormat{2, Depth::u8}).hasAlpha());
  EXPECT_EQ((PixelFormat{2, Depth::u8}).colourChannels(), 1);
  EXPECT_EQ((PixelFormat{4, Depth::u16}).colourChannels(), 3);
  EXPECT_EQ((PixelFormat{4, Depth::u16}).bytesPerPixel(), 8);
  EXPECT_EQ((PixelFormat{3, Depth::u16}).maxValue(), 65535);
}

TEST(ImageView, FollowsAnyStride) {
  const std::vector<std::uint8_t> bytes{1, 2, 3, 99, 4, 5, 6, 99};
  const ImageView down(bytes.data(), {3, 2}, {1, Depth::u8}, 4);
  EXPECT_EQ(*down.pixel(2, 1), 6);
  const ImageView up(bytes.data() + 4, {3, 2}, {1, Depth::u8}, -4);
  EXPECT_EQ(*up.pixel(0, 0), 4);
  EXPECT_EQ(*up.pixel(2, 1), 3);
  EXPECT_EQ(*down.crop(1, 1, {2, 1}).pixel(0, 0), 5);
}

TEST(ImageView, ReadsAndWritesBothDepths) {
  Image image({2, 2}, {3, Depth::u16});
  setSample(image.pixels(), 1, 0, 2, 65535);
  setSample(image.pixels(), 0, 1, 0, 258);
  EXPECT_EQ(sampleAt(image, 1, 0, 2), 65535U);
  EXPECT_EQ(sampleAt(image, 0, 1, 0), 258U);
  EXPECT_EQ(sampleAt(image, 1, 1, 1), 0U);
}

TEST(Image, CopiesWithoutPadding) {
  const std::vector<std::uint8_t> bytes{1, 2, 99, 3, 4, 99};
  const ImageView padded(bytes.data(), {2, 2}, {1, Depth::u8}, 3);
  const Image copy = Image::copyOf(padded);
  EXPECT_EQ(copy.view().stride(), 2);
  EXPECT_TRUE(samePixels(copy, padded));
  Image changed = Image::copyOf(padded);
  *changed.pixels().pixel(1, 1) = 7;
  EXPECT_FALSE(samePixels(changed, padded));
}

TEST(Image, RefusesToPaintOnWhatItDoesNotOwn) {
  const auto bytes = std::make_shared<std::vector<std::uint8_t>>(4, std::uint8_t{1});
  Image borrowed(ImageView(bytes->data(), {2, 2}, {1, Depth::u8}, 2), bytes);
  test::expectError(ErrorCode::badUse, [&] { borrowed.pixels(); });
}

TEST(Image, RefusesSizesThatCannotBeCounted) {
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max() / 2;
  EXPECT_THROW(Image({huge, 3}, {1, Depth::u8}), Error);
  EXPECT_THROW(Image({std::int64_t{1} << 31, std::int64_t{1} << 31}, {4, Depth::u16}), Error);
}

TEST(CountPixels, NoticesEveryOverflow) {
  EXPECT_EQ(countPixels(7, 6, 8), 42);
  EXPECT_EQ(countPixels(0, 6, 1), 0);
  EXPECT_EQ(countPixels(-1, 6, 1), -1);
  EXPECT_EQ(countPixels(std::int64_t{1} << 32, std::int64_t{1} << 31, 1), -1);
  EXPECT_EQ(countPixels(std::int64_t{1} << 31, std::int64_t{1} << 31, 4), -1);
  EXPECT_EQ(countPixels(std::int64_t{1} << 31, std::int64_t{1} << 31, 1), std::int64_t{1} << 62);
}

}  // namespace
}  // namespace espy
