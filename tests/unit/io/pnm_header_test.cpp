// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;

Size sizeOf(const std::string& file) {
  return readBytes(file).image.size();
}

TEST(PnmHeader, ReadsEveryKind) {
  EXPECT_EQ(samplesIn("P1\n2 1\n1 0\n"), (SampleRow{0, 255}));
  EXPECT_EQ(samplesIn("P2\n2 1\n255\n7 9\n"), (SampleRow{7, 9}));
  EXPECT_EQ(samplesIn("P3\n1 1\n255\n7 8 9\n"), (SampleRow{7, 8, 9}));
  EXPECT_EQ(samplesIn("P4\n2 1\n\x80"), (SampleRow{0, 255}));
  EXPECT_EQ(samplesIn("P5\n2 1\n255\n\x07\x09"), (SampleRow{7, 9}));
  EXPECT_EQ(samplesIn("P6\n1 1\n255\n\x07\x08\x09"), (SampleRow{7, 8, 9}));
  EXPECT_EQ(readBytes("P3\n1 1\n255\n7 8 9\n").image.format(), (PixelFormat{3, Depth::u8}));
  EXPECT_EQ(readBytes(text("P5\n1 1\n256\n\0\0")).image.format(), (PixelFormat{1, Depth::u16}));
}

TEST(PnmHeader, AnyWhitespaceSeparates) {
  EXPECT_EQ(samplesIn("P5\t2\v1\f255\rAB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P5 \r\n 2 \n\n 1 \t 255 AB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P5 0002 01 0255 AB"), (SampleRow{'A', 'B'}));
}

TEST(PnmHeader, DigitOverflowIsRefused) {
  expectBytesRefused(ErrorCode::tooLarge, "P5 9223372036854775808 1 255\nA",
                     {"width 9223372036854775808", "63 bits"});
  expectBytesRefused(ErrorCode::tooLarge, "P5 1 18446744073709551617 255\nA",
                     {"height 18446744073709551617"});
  expectBytesRefused(ErrorCode::tooLarge, "P4 1 " + std::string(3000, '9') + "\nA", {"height 999"});
  // 2^32 + 1 and 2^64 + 1 must not wrap to 1.
  expectBadPicture("P5 4294967297 1 255\nA", {"1 of 4294967297 bytes"});
  expectBadPicture("P5 1 1 4294967551\nA", {"maxval is 4294967551"});
  expectBadPicture("P5 1 1 18446744073709551871\nA", {"maxval is 18446744073709551871"});
}

TEST(PnmHeader, SizesPast32BitsAreRefused) {
  // 65536 * 65536 = 2^32 must not wrap to 0; the limit is 2^34 pixels, so the bytes decide.
  expectBadPicture("P5 65536 65536 255\nA", {"1 of 4294967296 bytes"});
  expectBadPicture("P6 65536 65536 255\nA", {"1 of 12884901888 bytes"});
  expectBadPicture("P4 131072 131072\nA", {"1 of 2147483648 bytes"});
  expectBadPicture("P3 65536 65536 255\n1 ", {"cannot hold 12884901888"});
  expectBadPicture("P1 65536 65536\n1 ", {"cannot hold 4294967296"});
}

TEST(PnmHeader, SizesPast64BitsAreRefused) {
  expectBytesRefused(ErrorCode::tooLarge, "P5 4294967296 4294967296 255\nA",
                     {"4294967296 x 4294967296", "allowed"});
  const ReadOptions everything{INT64_MAX};
  expectBytesRefused(ErrorCode::tooLarge, "P5 4294967296 4294967296 255\nA", {"4294967296"},
                     everything);
  // The number of pixels fits 63 bits, the number of bytes does not.
  expectBytesRefused(ErrorCode::tooLarge, "P6 4611686018427387904 1 255\nA", {"63 bits"},
                     everything);
  expectBytesRefused(ErrorCode::tooLarge, "P5 2147483648 4294967295 65535\nA", {"63 bits"},
                     everything);
  expectBadPicture("P5 2147483648 4294967295 255\nA", {"1 of 9223372034707292160 bytes"},
                   everything);
}

TEST(PnmHeader, LimitIsCheckedBeforeTheRaster) {
  expectBytesRefused(ErrorCode::tooLarge, "P5 10 11 255\n", {"10 x 11", "109"}, ReadOptions{109});
  expectBadPicture("P5 10 11 255\n", {"0 of 110"}, ReadOptions{110});
}

TEST(PnmHeader, SidesOfZeroAreRefused) {
  for (const char* kind : {"P1", "P2", "P3", "P4", "P5", "P6"}) {
    expectBadPicture(std::string(kind) + " 0 1 255\nAAAA", {"width is 0, but must be at least 1"});
    expectBadPicture(std::string(kind) + " 1 000 255\nAAAA", {"height is 0"});
  }
}

TEST(PnmHeader, MaxvalIsHeldToItsRange) {
  expectBadPicture("P5 1 1 0\nA", {"maxval is 0, but must be 1 to 65535"});
  expectBadPicture("P5 1 1 65536\nAB", {"maxval is 65536, but must be 1 to 65535"});
  expectBadPicture("P2 1 1 0\n0 ", {"maxval is 0"});
  expectBadPicture("P3 1 1 65536\n0 0 0 ", {"maxval is 65536"});
  for (const int maxval : {1, 2, 254, 255, 256, 257, 65534, 65535}) {
    const bool wide = maxval > 255;
    const std::string file = "P5 1 1 " + std::to_string(maxval) + "\n" +
                             std::string(wide ? 1 : 0, static_cast<char>(maxval >> 8)) +
                             std::string(1, static_cast<char>(maxval));
    EXPECT_EQ(samplesIn(file), (SampleRow{wide ? 65535U : 255U})) << maxval;
  }
}

TEST(PnmHeader, CommentsBetweenNumbers) {
  EXPECT_EQ(samplesIn("P5\n# made by hand\n2 # wide\n# and\r1\n#\n255\nAB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P5#right behind the magic\n\n2 1 255\nAB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P1\n#c 9 9\n2 #\n1\n10"), (SampleRow{0, 255}));
  EXPECT_EQ(samplesIn("P4\n#c\n2 1\n\x40"), (SampleRow{255, 0}));
  EXPECT_EQ(samplesIn("P3 1 #\n1 #\n255 7 8 9\n"), (SampleRow{7, 8, 9}));
}

TEST(PnmHeader, CommentInsideANumberIsTakenOut) {
  // By the specification the line end belongs to the comment, so the number continues behind it.
  EXPECT_EQ(sizeOf("P5\n1# ten wide\n0 1\n255\n0123456789"), (Size{10, 1}));
  EXPECT_EQ(sizeOf("P5\n1#a\n#b\r0 1\n255\n0123456789"), (Size{10, 1}));
  EXPECT_EQ(samplesIn("P5 2 1 2#\n5#\r5 AB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(sizeOf("P4 1 1#\n2\n0123456789ab"), (Size{1, 12}));
  // With CR and LF the comment ends at CR, and LF ends the number.
  EXPECT_EQ(sizeOf("P5\r\n2#\r\n1\r\n255\nAB"), (Size{2, 1}));
}

TEST(PnmHeader, CommentRightAfterMaxvalNeedsWhitespaceBehindIt) {
  EXPECT_EQ(samplesIn("P5 2 1 255# white\n\nAB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P5 2 1 255#\n#\n AB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P5 2 1 255#\n\n\n\n"), (SampleRow{'\n', '\n'}));
  EXPECT_EQ(samplesIn("P5 2 1 255#\r\nAB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P4 8 1#\n A"), (SampleRow{255, 0, 255, 255, 255, 255, 255, 0}));
  EXPECT_EQ(samplesIn("P2 2 1 255#\n 1 2 "), (SampleRow{1, 2}));
}

TEST(PnmHeader, CommentRightAfterMaxvalMayDelimitWhereNothingElseFits) {
  // Against the specification, but read by libnetpbm, and there is no other meaning.
  EXPECT_EQ(samplesIn("P5 2 1 255# white\nAB"), (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P4 8 1#\nA"), (SampleRow{255, 0, 255, 255, 255, 255, 255, 0}));
  // If both readings are possible, the specification wins, and the message explains it.
  expectBadPicture("P5 2 1 255#\n A", {"1 of 2 bytes"});
  expectBadPicture("P5 2 1 25#\n9x", {"a comment directly follows a number"});
}

TEST(PnmHeader, ExactlyOneWhitespaceByteBeforeTheRaster) {
  for (const char first : {'\n', ' ', '#', '\r', '\t', '0'}) {
    for (const char delimiter : {'\n', ' ', '\t', '\r', '\v', '\f'}) {
      const std::string raster{first, '#', '\n', ' '};
      const SampleRow expected{static_cast<std::uint32_t>(first), '#', '\n', ' '};
      EXPECT_EQ(samplesIn(std::string("P5\n4 1\n255") + delimiter + raster), expected);
      EXPECT_EQ(
          samplesIn(std::string("P7\nWIDTH 4\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n") + raster),
          expected);
      const auto wide = readBytes(std::string("P5\n2 1\n65535") + delimiter + raster);
      EXPECT_EQ(samplesOf(wide.image), (SampleRow{expected[0] << 8 | '#', '\n' << 8 | ' '}));
      EXPECT_EQ(wide.note, "");
      const auto bits = samplesIn(std::string("P4\n8 1") + delimiter + first);
      for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(bits[i], (first >> (7 - i) & 1) != 0 ? 0U : 255U);
      }
    }
  }
  const auto rgb = readBytes("P6\n1 1\n255\n\n #");
  EXPECT_EQ(samplesOf(rgb.image), (SampleRow{'\n', ' ', '#'}));
}

TEST(PnmHeader, MalformedHeadersAreRefused) {
  expectBadPicture("P5", {"ends before the width"});
  expectBadPicture("P5 # forever", {"ends before the width"});
  expectBadPicture("P5 12", {"ends in the width"});
  expectBadPicture("P5 12 ", {"ends before the height"});
  expectBadPicture("P5 1 1 255", {"ends in the maxval"});
  expectBadPicture("P52 1 255\nAB", {"'2' follows P5"});
  expectBadPicture("P5 +2 1 255\nAB", {"'+' is where the width"});
  expectBadPicture("P5 2 -1 255\nAB", {"'-' is where the height"});
  expectBadPicture("P5 2x1 255\nAB", {"'x' is where the width"});
  expectBadPicture(text("P5 2 1 255\0AB"), {"byte 0x00", "maxval"});
  expectBadPicture("P5 #" + std::string(1 << 20, 'c') + "\n1 1 255 A",
                   {"header is longer than 1048576 bytes"});
  // What is read of a stream before the header is complete.
  for (const std::string start : {"P5 #", "P7\n"}) {
    expectBadPicture(start + std::string((1 << 20) - start.size(), 'c'),
                     {"header is longer than 1048576 bytes"});
  }
}

}  // namespace
}  // namespace espy
