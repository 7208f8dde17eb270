// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;

std::string pam(const std::string& lines, const std::string& raster) {
  return "P7\n" + lines + "ENDHDR\n" + raster;
}

const std::string kTwoGrey = "WIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\n";

TEST(Pam, DefinedTupleTypes) {
  const std::string size = "WIDTH 1\nHEIGHT 2\n";
  struct Case {
    const char* type;
    int depth;
    int maxval;
  };
  for (const Case& c : {Case{"BLACKANDWHITE", 1, 1}, Case{"GRAYSCALE", 1, 255}, Case{"RGB", 3, 255},
                        Case{"BLACKANDWHITE_ALPHA", 2, 1}, Case{"GRAYSCALE_ALPHA", 2, 255},
                        Case{"RGB_ALPHA", 4, 255}}) {
    SCOPED_TRACE(c.type);
    const std::string file = pam(size + "DEPTH " + std::to_string(c.depth) + "\nMAXVAL " +
                                     std::to_string(c.maxval) + "\nTUPLTYPE " + c.type + "\n",
                                 std::string(static_cast<std::size_t>(c.depth) * 2, '\1'));
    const auto read = readBytes(file);
    EXPECT_EQ(read.image.format(), (PixelFormat{c.depth, Depth::u8}));
    EXPECT_EQ(samplesOf(read.image),
              SampleRow(static_cast<std::size_t>(c.depth) * 2, c.maxval == 1 ? 255U : 1U));
    EXPECT_EQ(read.note, "");
  }
}

TEST(Pam, BlackIsZeroUnlikeInPbm) {
  EXPECT_EQ(samplesIn(pam("WIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\n",
                          text("\0\1"))),
            (SampleRow{0, 255}));
}

TEST(Pam, LinesInAnyOrderWithCommentsAndBlanks) {
  EXPECT_EQ(samplesIn("P7\n# comment\n\n  MAXVAL   255  \n#DEPTH 9\nDEPTH 1\n\t\nHEIGHT 1\n"
                      "WIDTH\t2\nENDHDR\nAB"),
            (SampleRow{'A', 'B'}));
  EXPECT_EQ(samplesIn("P7\r\nWIDTH 2\r\nHEIGHT 1\r\nDEPTH 1\r\nMAXVAL 255\r\nENDHDR\r\nAB"),
            (SampleRow{'A', 'B'}));
}

TEST(Pam, WithoutATupleTypeDepthDecides) {
  for (int depth = 1; depth <= 4; ++depth) {
    const auto read =
        readBytes(pam("WIDTH 1\nHEIGHT 1\nMAXVAL 255\nDEPTH " + std::to_string(depth) + "\n",
                      std::string(static_cast<std::size_t>(depth), 'x')));
    EXPECT_EQ(read.image.format(), (PixelFormat{depth, Depth::u8}));
    EXPECT_EQ(read.note, "");
  }
  expectBytesRefused(ErrorCode::unsupported,
                     pam("WIDTH 1\nHEIGHT 1\nMAXVAL 255\nDEPTH 5\n", "abcde"), {"5 channels"});
}

TEST(Pam, UnknownTupleTypesGoByDepthAndAreReported) {
  const auto read =
      readBytes(pam("WIDTH 1\nHEIGHT 1\nMAXVAL 255\nDEPTH 2\nTUPLTYPE HEAT  MAP \n", "ab"));
  EXPECT_EQ(samplesOf(read.image), (SampleRow{'a', 'b'}));
  EXPECT_EQ(read.note, "tuple type 'HEAT  MAP' is unknown and was read as grey and alpha");
}

TEST(Pam, TupleTypeLinesAreJoinedByABlank) {
  const auto read = readBytes(pam(kTwoGrey + "TUPLTYPE RGB\nTUPLTYPE ALPHA\n", "AB"));
  EXPECT_EQ(read.note, "tuple type 'RGB ALPHA' is unknown and was read as grey");
}

TEST(Pam, SurplusPlanesAreLeftOut) {
  const auto read =
      readBytes(pam("WIDTH 2\nHEIGHT 1\nMAXVAL 255\nDEPTH 5\nTUPLTYPE RGB\n", "abcdeABCDE"));
  EXPECT_EQ(samplesOf(read.image), (SampleRow{'a', 'b', 'c', 'A', 'B', 'C'}));
  EXPECT_EQ(read.note, "2 of its 5 channels were left out");
  const auto wide =
      readBytes(pam("WIDTH 2\nHEIGHT 1\nMAXVAL 65535\nDEPTH 2\nTUPLTYPE GRAYSCALE\n", "abcdefgh"));
  EXPECT_EQ(samplesOf(wide.image), (SampleRow{'a' << 8 | 'b', 'e' << 8 | 'f'}));
}

TEST(Pam, MissingAndDoubleLinesAreRefused) {
  const std::vector<std::string> lines{"WIDTH 2\n", "HEIGHT 1\n", "DEPTH 1\n", "MAXVAL 255\n"};
  for (std::size_t one = 0; one < lines.size(); ++one) {
    const std::string word = lines[one].substr(0, lines[one].find(' '));
    std::string without;
    for (std::size_t i = 0; i < lines.size(); ++i) without += i == one ? "" : lines[i];
    expectBadPicture(pam(without, "AB"), {"no " + word + " line"});
    expectBadPicture(pam(kTwoGrey + lines[one], "AB"), {"two " + word + " lines"});
  }
  expectBadPicture("P7\n" + kTwoGrey + "AB", {"ENDHDR"});
}

TEST(Pam, MalformedLinesAreRefused) {
  expectBadPicture(pam(kTwoGrey + "COLOUR 3\n", "AB"), {"'COLOUR'"});
  expectBadPicture(pam("width 2\n", "AB"), {"'width'"});
  expectBadPicture(pam("WIDTH two\n", "AB"), {"WIDTH is 'two'"});
  expectBadPicture(pam("WIDTH 2 3\n", "AB"), {"WIDTH is '2 3'"});
  expectBadPicture(pam("WIDTH -2\n", "AB"), {"WIDTH is '-2'"});
  expectBadPicture(pam("WIDTH\n", "AB"), {"WIDTH has no number"});
  expectBadPicture(pam(kTwoGrey + "TUPLTYPE  \n", "AB"), {"TUPLTYPE"});
  expectBadPicture("P7\n" + kTwoGrey + "ENDHDR x\nAB", {"follows ENDHDR"});
  expectBadPicture("P7 332\n" + kTwoGrey + "ENDHDR\nAB", {"'332' follows P7"});
}

TEST(Pam, NumbersOutOfRangeAreRefused) {
  const auto with = [](const std::string& width, const std::string& height,
                       const std::string& depth, const std::string& maxval) {
    return pam("WIDTH " + width + "\nHEIGHT " + height + "\nDEPTH " + depth + "\nMAXVAL " + maxval +
                   "\nTUPLTYPE RGB\n",
               "AB");
  };
  expectBadPicture(with("0", "1", "3", "255"), {"WIDTH is 0"});
  expectBadPicture(with("1", "0", "3", "255"), {"HEIGHT is 0"});
  expectBadPicture(with("1", "1", "0", "255"), {"DEPTH is 0"});
  expectBadPicture(with("1", "1", "3", "0"), {"maxval is 0"});
  expectBadPicture(with("1", "1", "3", "65536"), {"maxval is 65536"});
  expectBadPicture(with("1", "1", "2", "255"), {"RGB needs DEPTH 3"});
  expectBytesRefused(ErrorCode::tooLarge, with("9223372036854775808", "1", "3", "255"), {"WIDTH"});
  expectBytesRefused(ErrorCode::tooLarge, with("4294967296", "4294967296", "3", "255"), {"pixels"});
  // width * height * channels overflows 64 bits, and so do the bytes of one pixel alone.
  expectBytesRefused(ErrorCode::tooLarge, with("65536", "65536", "4294967296", "255"),
                     {"4294967296 bytes a pixel", "64"});
  expectBytesRefused(ErrorCode::tooLarge, with("1", "1", "9223372036854775807", "256"),
                     {"63 bits"});
  expectBytesRefused(ErrorCode::tooLarge, with("1", "1", "9223372036854775807", "255"),
                     {"9223372036854775807 bytes a pixel", "64"});
  expectBytesRefused(ErrorCode::tooLarge, with("1", "1", "65", "255"), {"65 bytes a pixel"});
  expectBadPicture(with("1", "1", "64", "255"), {"2 of 64 bytes"});
  expectBadPicture(pam("WIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 2\nTUPLTYPE BLACKANDWHITE\n", "AB"),
                   {"BLACKANDWHITE needs MAXVAL 1"});
}

}  // namespace
}  // namespace espy
