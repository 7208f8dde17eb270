// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "io/scale.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;

TEST(PnmScale, IsExactForEveryMaxvalAndValue) {
  for (std::uint32_t maxval = 1; maxval <= 65535; maxval += maxval < 600 ? 1 : 251) {
    const std::uint32_t top = maxval < 256 ? 255 : 65535;
    const io::Scale table(maxval, 1U << 20);
    const io::Scale direct(maxval, 0);
    for (std::uint32_t value = 0; value <= maxval; value += maxval < 600 ? 1 : 7) {
      const auto expected =
          static_cast<std::uint32_t>(std::floor(static_cast<double>(value) * top / maxval + 0.5));
      ASSERT_EQ(table(value), expected) << value << " of " << maxval;
      ASSERT_EQ(direct(value), expected) << value << " of " << maxval;
    }
    ASSERT_EQ(table(maxval), top);
  }
}

TEST(PnmRaster, EveryMaxvalGivesTheSameInEveryKind) {
  for (const std::uint32_t maxval : {1U, 2U, 3U, 15U, 100U, 254U, 255U}) {
    std::string plain = "P2 " + std::to_string(maxval + 1) + " 1 " + std::to_string(maxval) + "\n";
    std::string raw = "P5" + plain.substr(2);
    std::string pam = "P7\nWIDTH " + std::to_string(maxval + 1) + "\nHEIGHT 1\nDEPTH 1\nMAXVAL " +
                      std::to_string(maxval) + "\nENDHDR\n";
    SampleRow expected;
    for (std::uint32_t v = 0; v <= maxval; ++v) {
      plain += std::to_string(v) + "\n";
      raw += static_cast<char>(v);
      pam += static_cast<char>(v);
      expected.push_back(static_cast<std::uint32_t>(std::lround(v * 255.0 / maxval)));
    }
    EXPECT_EQ(samplesIn(plain), expected) << maxval;
    EXPECT_EQ(samplesIn(raw), expected) << maxval;
    EXPECT_EQ(samplesIn(pam), expected) << maxval;
  }
}

TEST(PnmRaster, SixteenBitsAreBigEndianAndScaled) {
  EXPECT_EQ(samplesIn(text("P5 2 1 65535\n\x12\x34\xfe\xdc")), (SampleRow{0x1234, 0xfedc}));
  EXPECT_EQ(samplesIn(text("P5 2 1 256\n\x00\x80\x01\x00")), (SampleRow{32768, 65535}));
  EXPECT_EQ(samplesIn(text("P6 1 1 65534\n\x00\x00\x7f\xff\xff\xfe")),
            (SampleRow{0, 32768, 65535}));
  EXPECT_EQ(samplesIn("P2 3 1 1000\n0 500 1000\n"), (SampleRow{0, 32768, 65535}));
}

TEST(PnmRaster, SamplesOverMaxvalAreRefused) {
  expectBadPicture("P5 2 2 100\nAAAz", {"pixel 1,1 is 122", "maxval 100"});
  expectBadPicture(text("P6 1 1 1000\n\0\1\3\xe9\0\0"), {"is 1001"});
  expectBadPicture("P2 2 1 255\n0 256\n", {"pixel 1,0 is 256"});
  expectBadPicture("P3 1 1 9\n0 4294967296 0\n", {"is 4294967296"});
  expectBadPicture("P7\nWIDTH 1\nHEIGHT 2\nDEPTH 2\nMAXVAL 9\nENDHDR\n\t\t\t\x0b",
                   {"pixel 0,1 is 11", "maxval 9"});
  expectBadPicture("P1 2 1\n1 2\n", {"byte 0x32", "1 of 2 samples"});
}

TEST(PnmRaster, PlainBitsMayBePacked) {
  const SampleRow expected{255, 0, 0, 255, 0, 255};
  EXPECT_EQ(samplesIn("P1 3 2\n0 1 1\n0 1 0\n"), expected);
  EXPECT_EQ(samplesIn("P1 3 2\n011010"), expected);
  EXPECT_EQ(samplesIn("P1 3 2 01 10\r\n\t10"), expected);
  EXPECT_EQ(samplesIn("P1 3 2 01 # half\n1010"), expected);
}

TEST(PnmRaster, BitPaddingIsIgnored) {
  const SampleRow expected{0, 255, 0, 255, 255, 255, 255, 255, 255, 0,
                           0, 255, 0, 0,   0,   0,   0,   0,   0,   0};
  EXPECT_EQ(samplesIn("P4 10 2\n\xa0\x40\xbf\xc0"), expected);
  EXPECT_EQ(samplesIn("P4 10 2\n\xa0\x7f\xbf\xff"), expected);
  for (const int width : {1, 7, 8, 9, 15, 16, 17}) {
    const auto rowBytes = static_cast<std::size_t>((width + 7) / 8);
    const auto read =
        readBytes("P4 " + std::to_string(width) + " 3\n" + std::string(rowBytes * 3, '\xff'));
    EXPECT_EQ(samplesOf(read.image), SampleRow(static_cast<std::size_t>(width) * 3, 0)) << width;
    EXPECT_EQ(read.note, "");
  }
}

TEST(PnmRaster, PlainSamplesNeedWhitespaceBehindThem) {
  EXPECT_EQ(samplesIn("P2 2 1 255 1\t2\n"), (SampleRow{1, 2}));
  EXPECT_EQ(samplesIn("P2 2 1 255\n1 # one\n2#two\n"), (SampleRow{1, 2}));
  // Without trailing whitespace, 2 could be the beginning of 25.
  expectBadPicture("P2 2 1 255\n11 2", {"1 of 2 samples"});
  expectBadPicture("P2 2 1 255\n1 2x", {"byte 0x78"});
  expectBadPicture("P2 2 1 255\n1,2 ", {"byte 0x2c"});
  expectBadPicture("P2 2 1 255\n-1 2 ", {"byte 0x2d"});
}

/// One small file of every kind, without trailing data.
std::vector<std::string> filesOfEveryKind() {
  return {"P1\n3 2\n0 1 1\n0 1 0",
          "P1 3 2 011010",
          "P2\n#c\n2 2\n255\n10 20 30 40\n",
          "P3\n2 1\n1000\n10 20 30 40 50 600\n",
          "P4\n9 2\nabcd",
          "P5\n2 2\n255\nabcd",
          "P5 2 2 200#c\n\nabcd",
          "P5\n2 2\n65535\nabcdefgh",
          "P6\n2 1\n255\nabcdef",
          "P6\n1 1\n30000\nabcdef",
          "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\nabcdefgh",
          "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 2\nMAXVAL 65535\nENDHDR\nabcdefgh"};
}

TEST(PnmRaster, EveryTruncatedPrefixIsRefused) {
  for (const std::string& file : filesOfEveryKind()) {
    SCOPED_TRACE(file);
    EXPECT_EQ(readBytes(file).note, "");
    for (std::size_t length = 0; length < file.size(); ++length) {
      SCOPED_TRACE(length);
      try {
        readBytes(file.substr(0, length));
        ADD_FAILURE() << "was read";
      } catch (const Error& error) {
        const bool unknown = length < 2;  // shorter than the magic number
        EXPECT_EQ(error.code() == ErrorCode::badPicture, !unknown || length == 0) << error.what();
      }
    }
  }
}

TEST(PnmRaster, ReportsHowMuchIsMissing) {
  expectBadPicture("P6 3 3 255\nabcdefghijkl", {"the raster ends after 12 of 27 bytes"});
  expectBadPicture("P2 2 2 255\n100 100 100 ", {"3 of 4 samples"});
}

TEST(PnmRaster, TrailingBytesAreReportedAndNotRead) {
  EXPECT_EQ(readBytes("P5 2 1 255\nABx").note, "1 byte after the first picture was not read");
  EXPECT_EQ(readBytes("P5 2 1 255\nAB\n").note, "1 byte after the first picture was not read");
  const auto read = readBytes("P5 2 1 255\nAB" + std::string(500, 'x'));
  EXPECT_EQ(read.note, "500 bytes after the first picture were not read");
  EXPECT_EQ(samplesOf(read.image), (SampleRow{'A', 'B'}));
  EXPECT_EQ(readBytes("P4 9 1\nABx").note, "1 byte after the first picture was not read");
}

TEST(PnmRaster, OnlyTheFirstOfSeveralPicturesIsRead) {
  for (const std::string& first : filesOfEveryKind()) {
    SCOPED_TRACE(first);
    const std::string second = "P5\n1 1\n255\nZ";
    const auto alone = readBytes(first);
    const auto both = readBytes(first + second);
    EXPECT_TRUE(samePixels(alone.image, both.image));
    EXPECT_EQ(both.note, "12 bytes after the first picture were not read");
  }
}

TEST(PnmRaster, WhitespaceAndCommentsAfterAPlainRasterAreNothing) {
  EXPECT_EQ(readBytes("P1 2 1 10\n\n # the end\n").note, "");
  EXPECT_EQ(readBytes("P2 2 1 255 1 2 \r\n\r\n").note, "");
  EXPECT_EQ(readBytes("P2 2 1 255 1 2 junk").note, "4 bytes after the first picture were not read");
  EXPECT_EQ(readBytes("P1 2 1 101").note, "1 byte after the first picture was not read");
}

TEST(PnmRaster, BytesAreCopied) {
  std::string file = "P5 2 1 255\nAB";
  Image image = readPicture(bytesOf(file), "x").image;
  file.assign(file.size(), '!');
  EXPECT_EQ(samplesOf(image), (SampleRow{'A', 'B'}));
  EXPECT_NO_THROW(image.pixels());
}

TEST(PnmRaster, LongRowsOfSixteenBits) {
  for (const int maxval : {65535, 65534, 1023}) {
    std::string file = "P5 1000 70 " + std::to_string(maxval) + "\n";
    SampleRow expected;
    for (std::uint32_t i = 0; i < 70000; ++i) {
      const std::uint32_t value = i * 37 % static_cast<std::uint32_t>(maxval + 1);
      file += static_cast<char>(value >> 8);
      file += static_cast<char>(value);
      expected.push_back(static_cast<std::uint32_t>(
          (std::uint64_t{value} * 65535 * 2 + static_cast<std::uint64_t>(maxval)) /
          (2 * static_cast<std::uint64_t>(maxval))));
    }
    EXPECT_EQ(samplesIn(file), expected) << maxval;
  }
}

}  // namespace
}  // namespace espy
