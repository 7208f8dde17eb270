// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/foreign.h"
#include "io/own_formats.h"
#include "io/png_pixels.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using namespace std::string_literals;

#define NEEDS_OWN_PNG() \
  if (!io::isOwn(io::Kind::png)) GTEST_SKIP() << "built without libdeflate"

std::string pngOf(const std::string& header, const std::string& between,
                  const std::vector<std::string>& rows) {
  return header + between + pngData(rows) + pngEnd();
}

/// IHDR with any compression, filter and interlacing.
std::string oddHeader(char compression, char filter, char interlacing) {
  return "\x89PNG\r\n\x1a\n"s +
         pngChunk("IHDR", big32(2) + big32(1) + "\x08\0"s + compression + filter + interlacing);
}

TEST(Png, ColourKeysAreAlpha) {
  NEEDS_OWN_PNG();
  expectPicture(pngOf(pngHeader(3, 1, 8, 0), pngChunk("tRNS", "\0B"s), {"ABC"}), {2, Depth::u8},
                {'A', 255, 'B', 0, 'C', 255});

  expectPicture(pngOf(pngHeader(2, 1, 8, 2), pngChunk("tRNS", "\0a\0b\0c"s), {"abcabd"}),
                {4, Depth::u8}, {'a', 'b', 'c', 0, 'a', 'b', 'd', 255});

  // All 16 bits are compared.
  expectPicture(pngOf(pngHeader(2, 1, 16, 0), pngChunk("tRNS", "ab"), {"abac"}), {2, Depth::u16},
                {'a' << 8 | 'b', 0, 'a' << 8 | 'c', 65535});
  const auto wideRgb =
      readBytes(pngOf(pngHeader(1, 1, 16, 2), pngChunk("tRNS", "abcdef"), {"abcdef"}));
  EXPECT_EQ(samplesOf(wideRgb.image),
            (SampleRow{'a' << 8 | 'b', 'c' << 8 | 'd', 'e' << 8 | 'f', 0}));

  // Only the low bits of a key count; it is compared with unscaled samples.
  const auto small =
      readBytes(pngOf(pngHeader(4, 1, 2, 0), pngChunk("tRNS", "\xff\x02"s), {"\x1b"}));
  EXPECT_EQ(samplesOf(small.image), (SampleRow{0, 255, 85, 255, 170, 0, 255, 255}));
}

TEST(Png, WhereTheModuleLosesAGreyKeyAnotherFormatIsNamed) {
  if (io::isOwn(io::Kind::png)) GTEST_SKIP() << "PNG is read here, with its keys";
  if (io::formatsModulePath().empty()) GTEST_SKIP() << "built without OpenCV";
  expectBytesRefused(ErrorCode::unsupported,
                     pngOf(pngHeader(3, 1, 8, 0), pngChunk("tRNS", "\0B"s), {"ABC"}),
                     {"2 channels of 8 bits", "convert it to PAM"});
}

TEST(Png, SmallGreyIsScaledExactly) {
  NEEDS_OWN_PNG();
  EXPECT_EQ(samplesIn(pngOf(pngHeader(4, 1, 2, 0), "", {"\x1b"})), (SampleRow{0, 85, 170, 255}));
  EXPECT_EQ(samplesIn(pngOf(pngHeader(3, 1, 4, 0), "", {"\x0f\x50"s})), (SampleRow{0, 255, 85}));
}

TEST(Png, GammaAndBackgroundChangeNothing) {
  NEEDS_OWN_PNG();
  const std::string talk = pngChunk("gAMA", big32(45455)) + pngChunk("bKGD", "\0\x30"s);
  EXPECT_EQ(samplesIn(pngOf(pngHeader(2, 1, 8, 0), talk, {"AB"})), (SampleRow{'A', 'B'}));
}

TEST(Png, DataInManyChunks) {
  NEEDS_OWN_PNG();
  const std::string whole = pngData({"AB"});
  const std::string data = whole.substr(8, whole.size() - 12);
  std::string parts;
  for (const char c : data) parts += pngChunk("IDAT", std::string(1, c)) + pngChunk("IDAT", "");
  EXPECT_EQ(samplesIn(pngHeader(2, 1, 8, 0) + parts + pngEnd()), (SampleRow{'A', 'B'}));
  const std::string half = pngChunk("IDAT", data.substr(0, 5));
  const std::string rest = pngChunk("IDAT", data.substr(5));
  expectBadPicture(pngHeader(2, 1, 8, 0) + half + pngChunk("tEXt", "x") + rest + pngEnd(),
                   {"do not follow one another"});
  // A damaged name may hold any bytes.
  expectBadPicture(pngHeader(2, 1, 8, 0) + pngChunk("A\n\x1b\xff", "") + half + rest + pngEnd(),
                   {"unknown critical chunk A\\n\\x1b\u00ff"});
}

TEST(Png, WhatCannotBeIsRefused) {
  NEEDS_OWN_PNG();
  const auto refused = [](const std::string& file, const char* fact) {
    expectBadPicture(file, {"is a PNG picture that cannot", fact});
  };
  refused(pngOf(pngHeader(2, 3, 8, 0), "", {"AB"}), "end after 3 of 9 bytes");
  refused(pngOf(pngHeader(2, 1, 8, 0), "", {"AB", "CD"}), "continue after 2 x 1 pixels");
  refused(pngOf(pngHeader(1, 1, 8, 3), "", {"\0"s}), "no palette");
  refused(pngOf(pngHeader(2, 1, 8, 3), pngChunk("PLTE", "abcd"), {"\0\0"s}), "palette of 4 bytes");
  refused(pngOf(pngHeader(3, 1, 8, 3), pngChunk("PLTE", "abcdef"), {"\0\1\2"s}), "pixel 2,0");
  refused(
      pngOf(pngHeader(2, 1, 8, 3), pngChunk("tRNS", "a") + pngChunk("PLTE", "abcdef"), {"\0\1"s}),
      "tRNS");
  refused(
      pngOf(pngHeader(2, 1, 8, 3), pngChunk("PLTE", "abcdef") + pngChunk("tRNS", "abc"), {"\0\1"s}),
      "tRNS chunk of 3 bytes");
  refused(pngOf(pngHeader(2, 1, 8, 2), pngChunk("tRNS", "ab"), {"abcdef"}),
          "tRNS chunk of 2 bytes");
  refused(pngOf(pngHeader(2, 1, 8, 0), pngChunk("CRIT", ""), {"AB"}), "chunk CRIT");
  refused(pngOf(oddHeader(1, 0, 0), "", {"AB"}), "methods are 1, 0 and 0");
  refused(pngOf(oddHeader(0, 64, 0), "", {"AB"}), "methods are 0, 64 and 0");
  refused(pngOf(oddHeader(0, 0, 2), "", {"AB"}), "methods are 0, 0 and 2");
  std::string file = pngOf(pngHeader(2, 1, 8, 0), "", {"AB"});
  std::string raw = pngData({"AB"});
  raw = raw.substr(8, raw.size() - 12);
  refused(pngHeader(2, 1, 8, 0) + pngChunk("IDAT", raw.substr(0, raw.size() - 1)) + pngEnd(),
          "damaged or cut short");
  // A header of 10^10 pixels over a few bytes: refused before allocation.
  refused(pngOf(pngHeader(100000, 100000, 8, 0), "", {"AB"}), "cannot hold 100000 x 100000");
}

TEST(Png, SurplusInTheDataIsANote) {
  NEEDS_OWN_PNG();
  const std::string whole = pngData({"AB"});
  const auto read =
      readBytes(pngHeader(2, 1, 8, 0) +
                pngChunk("IDAT", whole.substr(8, whole.size() - 12) + "xyz") + pngEnd());
  EXPECT_EQ(samplesOf(read.image), (SampleRow{'A', 'B'}));
  EXPECT_EQ(read.note, "3 bytes after its picture data were not read");
}

/// PNG's filters as in the specification.
std::uint8_t undone(int filter, int value, int left, int up, int corner) {
  const int p = left + up - corner;
  const int a = std::abs(p - left);
  const int b = std::abs(p - up);
  const int c = std::abs(p - corner);
  const int paeth = a <= b && a <= c ? left : b <= c ? up : corner;
  const int guesses[] = {0, left, up, (left + up) / 2, paeth};
  return static_cast<std::uint8_t>(value + guesses[filter]);
}

TEST(Png, FiltersOfEveryStepInPlaceAndMoved) {
  std::uint32_t seed = 7;
  const auto next = [&] {
    return static_cast<std::uint8_t>((seed = seed * 1664525 + 1013904223) >> 24);
  };
  for (const std::size_t step : {1, 2, 3, 4, 6, 8}) {
    for (int filter = 0; filter <= 4; ++filter) {
      for (const bool first : {false, true}) {
        for (const std::size_t moved : {0, 1, 5}) {
          SCOPED_TRACE(testing::Message() << step << " bytes, filter " << filter << ", first "
                                          << first << ", moved " << moved);
          const std::size_t count = 13 * step;
          std::vector<std::uint8_t> above(count + 8);
          std::vector<std::uint8_t> memory(moved + count + 8);
          for (auto& byte : above) byte = next();
          for (auto& byte : memory) byte = next();
          std::vector<std::uint8_t> expected(count);
          for (std::size_t i = 0; i < count; ++i) {
            const bool edge = i < step;
            expected[i] = undone(filter, memory[moved + i], edge ? 0 : expected[i - step],
                                 first ? 0 : above[i], edge || first ? 0 : above[i - step]);
          }
          ASSERT_TRUE(io::undoPngFilter(filter, memory.data() + moved,
                                        first ? nullptr : above.data(), count, step,
                                        memory.data()));
          EXPECT_TRUE(std::equal(expected.begin(), expected.end(), memory.begin()));
        }
      }
    }
  }
  std::uint8_t byte[16] = {};
  EXPECT_FALSE(io::undoPngFilter(5, byte, byte, 1, 1, byte));
}

TEST(Png, EveryFormatAndSizeRoundTripsExactly) {
  NEEDS_OWN_PNG();
  const Folder folder;
  for (int channels = 1; channels <= 4; ++channels) {
    for (const Depth depth : {Depth::u8, Depth::u16}) {
      for (const Size size : {Size{1, 1}, Size{1, 9}, Size{17, 1}, Size{64, 33}}) {
        const Image picture = testPicture(size, {channels, depth});
        writePicture(folder / "a.png", picture);
        const auto read = readPicture(folder / "a.png");
        EXPECT_TRUE(samePixels(read.image, picture));
        EXPECT_EQ(read.note, "");
      }
    }
  }
}

}  // namespace
}  // namespace espy
