// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "io/tiff.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using namespace std::string_literals;

using Tags = std::map<int, std::vector<std::uint64_t>>;

/// A TIFF of arbitrary 32-bit tags and of parts, whose offsets are filled in.
std::string tiff(Tags tags, const std::vector<std::string>& parts, bool big = false,
                 bool counted = true) {
  const bool tiles = tags.contains(322);
  std::string file = (big ? "MM" : "II") + number(42, 2, big) + std::string(4, '\0');
  std::vector<std::uint64_t>& offsets = tags[tiles ? 324 : 273];
  std::vector<std::uint64_t>& counts = tags[tiles ? 325 : 279];
  for (const std::string& part : parts) {
    offsets.push_back(file.size());
    counts.push_back(part.size());
    file += part;
  }
  if (!counted) tags.erase(tiles ? 325 : 279);
  std::map<int, std::uint64_t> places;
  for (const auto& [tag, values] : tags) {
    if (values.size() == 1) continue;
    places[tag] = file.size();
    for (const std::uint64_t value : values) file += number(value, 4, big);
  }
  file.replace(4, 4, number(file.size(), 4, big));
  file += number(tags.size(), 2, big);
  for (const auto& [tag, values] : tags) {
    file += number(static_cast<std::uint64_t>(tag), 2, big) + number(4, 2, big) +
            number(values.size(), 4, big) +
            number(values.size() == 1 ? values[0] : places[tag], 4, big);
  }
  return file + number(0, 4, big);
}

Tags basic(std::uint64_t width, std::uint64_t height, std::uint64_t bits, std::uint64_t samples,
           std::uint64_t photometric) {
  return {{256, {width}},       {257, {height}},  {258, {bits}},  {259, {1}},
          {262, {photometric}}, {277, {samples}}, {278, {height}}};
}
Tags with(Tags tags, int tag, const std::vector<std::uint64_t>& values) {
  tags[tag] = values;
  return tags;
}
std::string words(std::initializer_list<std::uint64_t> values, bool big = false) {
  std::string bytes;
  for (const std::uint64_t value : values) bytes += number(value, 2, big);
  return bytes;
}

class Tiff : public testing::Test {
 protected:
  void SetUp() override {
    if (io::tiffModulePath().empty()) GTEST_SKIP() << "the module espy_tiff is not built";
  }
};

TEST_F(Tiff, PlanesOfSixteenBits) {
  for (const bool big : {false, true}) {
    const Tags tags = with(basic(2, 2, 16, 3, 2), 284, {2});
    expectPicture(tiff(tags,
                       {words({1, 2, 3, 4}, big), words({1001, 1002, 1003, 1004}, big),
                        words({50001, 50002, 50003, 50004}, big)},
                       big),
                  {3, Depth::u16},
                  {1, 1001, 50001, 2, 1002, 50002, 3, 1003, 50003, 4, 1004, 50004});
  }
  EXPECT_EQ(
      samplesIn(tiff(with(with(basic(1, 2, 8, 2, 1), 284, {2}), 278, {1}), {"a", "b", "A", "B"})),
      (SampleRow{'a', 'A', 'b', 'B'}));
}

TEST_F(Tiff, WhiteMayBeZero) {
  EXPECT_EQ(samplesIn(tiff(basic(2, 1, 16, 1, 0), {words({0, 1000})})), (SampleRow{65535, 64535}));
  EXPECT_EQ(samplesIn(tiff(basic(2, 1, 8, 1, 0), {"\0\x10"s})), (SampleRow{255, 239}));
  EXPECT_EQ(samplesIn(tiff(basic(9, 1, 1, 1, 0), {"\xa0\x80"s})),
            (SampleRow{0, 255, 0, 255, 255, 255, 255, 255, 0}));
  // Alpha is not inverted.
  EXPECT_EQ(samplesIn(tiff(with(basic(1, 1, 8, 2, 0), 338, {2}), {"\x10\x20"})),
            (SampleRow{239, 32}));
}

TEST_F(Tiff, AlphaIsKeptAsItIs) {
  expectPicture(tiff(with(basic(1, 1, 16, 2, 1), 338, {2}), {words({500, 40000})}), {2, Depth::u16},
                {500, 40000});
  for (const std::uint64_t kind : {1, 2}) {
    const auto rgba = readBytes(tiff(with(basic(1, 1, 8, 4, 2), 338, {kind}), {"abc\x40"}));
    EXPECT_EQ(samplesOf(rgba.image), (SampleRow{'a', 'b', 'c', 0x40}));
  }
  const auto other = readBytes(tiff(with(basic(1, 1, 8, 4, 2), 338, {0}), {"abcd"}));
  EXPECT_EQ(samplesOf(other.image), (SampleRow{'a', 'b', 'c'}));
  EXPECT_EQ(other.note, "1 of its 4 channels was left out");
}

TEST_F(Tiff, AnyBitsAreScaledExactly) {
  EXPECT_EQ(samplesIn(tiff(basic(2, 1, 12, 1, 1), {"\x80\x1f\xff"})), (SampleRow{32792, 65535}));
  EXPECT_EQ(samplesIn(tiff(basic(3, 1, 4, 1, 1), {"\x1f\x50"})), (SampleRow{17, 255, 85}));
  EXPECT_EQ(samplesIn(tiff(basic(2, 1, 10, 1, 1), {"\x00\x7f\xf0"s})), (SampleRow{64, 65535}));
}

TEST_F(Tiff, Palettes) {
  const Tags tags = basic(4, 1, 1, 1, 3);
  EXPECT_EQ(samplesIn(tiff(with(tags, 320, {257, 514, 771, 1028, 0, 65535}), {"\x50"})),
            (SampleRow{1, 3, 0, 2, 4, 255, 1, 3, 0, 2, 4, 255}));
  const auto wide = readBytes(tiff(with(tags, 320, {1000, 2, 3, 4, 5, 6}), {"\x50"}));
  EXPECT_EQ(wide.image.format(), (PixelFormat{3, Depth::u16}));
  EXPECT_EQ(sampleAt(wide.image, 0, 0, 0), 1000U);
  expectBadPicture(tiff(tags, {"\x50"}), {"Colormap"});
}

TEST_F(Tiff, RunsAndLzwAndDifferences) {
  // PackBits: two literal bytes, a no-op, a run of three.
  EXPECT_EQ(samplesIn(tiff(with(basic(5, 1, 8, 1, 1), 259, {32773}), {"\x01"
                                                                      "ab\x80\xfe"
                                                                      "c"})),
            (SampleRow{'a', 'b', 'c', 'c', 'c'}));
  // LZW: clear, 7, 258 (7 7, defined by this code), 258, end; 9 bits each.
  const std::string lzw = "\x80\x01\xe0\x50\x28\x08"s;
  EXPECT_EQ(samplesIn(tiff(with(basic(5, 1, 8, 1, 1), 259, {5}), {lzw})),
            (SampleRow{7, 7, 7, 7, 7}));
  const Tags sums = with(with(basic(5, 1, 8, 1, 1), 259, {5}), 317, {2});
  EXPECT_EQ(samplesIn(tiff(sums, {lzw})), (SampleRow{7, 14, 21, 28, 35}));
  expectBadPicture(tiff(with(basic(6, 1, 8, 1, 1), 259, {5}), {lzw}), {"cannot be decoded"});
  expectBadPicture(tiff(with(basic(5, 1, 8, 1, 1), 259, {5}), {"\xff\xff\xff\xff\xff"}),
                   {"cannot be decoded"});
}

TEST_F(Tiff, TilesGoBeyondThePicture) {
  Tags tags = basic(3, 2, 8, 1, 1);
  tags.erase(278);
  tags[322] = {2};
  tags[323] = {4};
  EXPECT_EQ(samplesIn(tiff(tags, {"abcd....", "e.f....."})),
            (SampleRow{'a', 'b', 'e', 'c', 'd', 'f'}));
  expectBadPicture(tiff(tags, {"abcd...."}), {"cannot be decoded"});
  // PackBits: a run from the picture's last row into the rows below.
  tags[259] = {32773};
  EXPECT_EQ(samplesIn(tiff(tags, {"\x02"
                                  "abc\xfc"
                                  "d",
                                  "\xf9"
                                  "e"})),
            (SampleRow{'a', 'b', 'e', 'c', 'd', 'e'}));
  tags[323] = {2};
  expectBadPicture(tiff(tags, {"\x02"
                               "abc\xfc"
                               "d",
                               "\xf9"
                               "e"}),
                   {"Discarding"});
  tags[259] = {1};
  tags[323] = {4};
  tags[322] = {65537};
  expectBadPicture(tiff(tags, {"abcd...."}), {"65537 x 4 pixels"});
}

TEST_F(Tiff, Orientations) {
  const SampleRow expected[] = {{'a', 'b', 'c', 'd', 'e', 'f'}, {'c', 'b', 'a', 'f', 'e', 'd'},
                                {'f', 'e', 'd', 'c', 'b', 'a'}, {'d', 'e', 'f', 'a', 'b', 'c'},
                                {'a', 'd', 'b', 'e', 'c', 'f'}, {'d', 'a', 'e', 'b', 'f', 'c'},
                                {'f', 'c', 'e', 'b', 'd', 'a'}, {'c', 'f', 'b', 'e', 'a', 'd'}};
  for (std::uint64_t orientation = 1; orientation <= 8; ++orientation) {
    EXPECT_EQ(samplesIn(tiff(with(basic(3, 2, 8, 1, 1), 274, {orientation}), {"abcdef"})),
              expected[orientation - 1])
        << orientation;
  }
}

TEST_F(Tiff, WhatWouldNotBeExactIsRefused) {
  // CMYK, and a rare compression with alpha: OpenCV would return wrong pixels.
  expectBytesRefused(ErrorCode::unsupported, tiff(basic(1, 1, 8, 4, 5), {"abcd"}),
                     {"photometric interpretation 5", "convert it to PNG"});
  expectBytesRefused(ErrorCode::unsupported,
                     tiff(with(with(basic(1, 1, 8, 4, 2), 338, {2}), 259, {7}), {"abcd"}),
                     {"compression 7", "convert it to PNG"});
  // Compressions that are unknown or missing in some builds of libtiff, which returns black.
  for (const std::uint64_t packing : {0, 9, 32809, 34661, 34712, 34925, 50000, 50001, 65000}) {
    expectBytesRefused(ErrorCode::unsupported,
                       tiff(with(basic(4, 4, 8, 1, 1), 259, {packing}), {std::string(16, '\0')}),
                       {"compression " + std::to_string(packing), "convert it to PNG"});
  }
  expectBytesRefused(ErrorCode::unsupported,
                     tiff(with(basic(1, 1, 8, 3, 2), 258, {5, 6, 5}), {"ab"}), {"differ in bits"});
}

TEST_F(Tiff, SizesThatTheDataCannotHoldAreRefusedBeforehand) {
  expectBadPicture(tiff(basic(100000, 100000, 8, 1, 1), {"abcd"}), {"StripByteCounts"});
  expectBadPicture(tiff(with(basic(100000, 100000, 8, 1, 1), 259, {32773}), {"abcd"}),
                   {"cannot hold"});
}

TEST_F(Tiff, StripsWithoutCounts) {
  // A single strip has the size of its pixels; for several, libtiff needs StripByteCounts.
  EXPECT_EQ(samplesIn(tiff(basic(2, 3, 8, 1, 1), {"abcdef"}, false, false)),
            (SampleRow{'a', 'b', 'c', 'd', 'e', 'f'}));
  expectBadPicture(tiff(with(basic(2, 3, 8, 1, 1), 278, {1}), {"ab", "cd", "ef"}, false, false),
                   {"StripByteCounts"});
}

TEST_F(Tiff, PartsDoNotLieUponEachOther) {
  // All rows at one offset: a small file could expand to any size.
  const Tags rows = with(with(basic(1000, 300, 8, 1, 1), 278, {1}), 259, {32773});
  const std::string run(16, '\x81');
  expectBadPicture(tiff(with(with(rows, 273, std::vector<std::uint64_t>(299, 8)), 279,
                             std::vector<std::uint64_t>(299, 16)),
                        {run}, false, true),
                   {"its strips or tiles overlap"});
}

/// libtiff ignores tags that it cannot read, but these affect pixels.
TEST_F(Tiff, DamagedTagsOfPixelsAreRefused) {
  for (const int tag : {266, 274, 284, 317}) {
    const Tags tags = with(with(basic(1, 1, 8, 1, 1), 259, {5}), tag, {1, 1, 1});
    expectBadPicture(tiff(tags, {std::string("\x80\x01\xe0\x50\x28\x08", 6)}), {"Incorrect count"});
  }
}

/// A wrong checksum, and more data than pixels.
TEST_F(Tiff, DeflatedPartsAreCheckedWhole) {
  const std::string stored = pngStored("abc").substr(8);
  const std::string zlib = stored.substr(0, stored.size() - 4);  // without the chunk's checksum
  EXPECT_EQ(samplesIn(tiff(with(basic(3, 1, 8, 1, 1), 259, {8}), {zlib})),
            (SampleRow{'a', 'b', 'c'}));
  std::string damaged = zlib;
  damaged[damaged.size() - 6] = 'X';
  expectBadPicture(tiff(with(basic(3, 1, 8, 1, 1), 259, {8}), {damaged}), {"damaged"});
  expectBadPicture(tiff(with(basic(2, 1, 8, 1, 1), 259, {8}), {zlib}), {"more than its pixels"});
}

}  // namespace
}  // namespace espy
