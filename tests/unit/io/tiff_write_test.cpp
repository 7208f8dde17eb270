// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "io/tiff_write.h"
#include "support/float_tiff.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;

std::vector<float> someValues(std::size_t count) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(std::sin(static_cast<float>(i)) * static_cast<float>(i));
  }
  return values;
}

TEST(WriteFloatPicture, KeepsEveryNumber) {
  const Folder folder;
  const std::string path = folder / "a.tif";
  const std::vector<float> values = {0.F,
                                     -0.F,
                                     1.F / 3,
                                     -1,
                                     std::numeric_limits<float>::max(),
                                     std::numeric_limits<float>::denorm_min()};
  writeFloatPicture(path, {3, 2}, values);
  const test::FloatPicture read = test::parseFloatTiff(load(path));
  EXPECT_EQ(read.width, 3U);
  EXPECT_EQ(read.height, 2U);
  EXPECT_EQ(read.values, values);
  EXPECT_TRUE(std::signbit(read.values[1]));
  EXPECT_EQ(folder.files(), 1U);
}

TEST(WriteFloatPicture, PicturesOfManyParts) {
  const Folder folder;
  for (const Size size : {Size{1, 1}, {16384, 1}, {1, 16385}, {333, 222}}) {
    const std::vector<float> values = someValues(static_cast<std::size_t>(size.pixels()));
    writeFloatPicture(folder / "a.TIFF", size, values);
    EXPECT_EQ(test::parseFloatTiff(load(folder / "a.TIFF")).values, values);
  }
}

TEST(WriteFloatPicture, OurReaderKnowsWhatItIs) {
  const Folder folder;
  const std::string path = folder / "a.tif";
  writeFloatPicture(path, {3, 2}, someValues(6));
  expectRefused(ErrorCode::unsupported, path, {"floating-point", "32 bits"},
                [&] { readPicture(path); });
}

TEST(WriteFloatPicture, RefusesWhatIsNoPictureAndLeavesTheOldFile) {
  const Folder folder;
  const std::string path = folder / "a.tif";
  store(path, "old");
  const std::vector<float> values = someValues(6);
  expectRefused(ErrorCode::badUse, path, {"6 values", "2 x 2"}, [&] {
    writeFloatPicture(path, {2, 2}, values);
  });
  expectRefused(ErrorCode::badUse, path, {"without pixels"}, [&] {
    writeFloatPicture(path, {0, 6}, {});
  });
  expectRefused(ErrorCode::unsupported, path, {"4294967295 pixels a side"}, [&] {
    writeFloatPicture(path, {std::int64_t{1} << 32, 1}, values);
  });
  for (const char* other : {"a.pgm", "a", "-", ".tif"}) {
    const std::string name = other == std::string("-") ? other : folder / other;
    expectRefused(ErrorCode::unsupported, name, {".tif or .tiff"}, [&] {
      writeFloatPicture(name, {3, 2}, values);
    });
  }
  EXPECT_EQ(load(path), "old");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(WriteFloatPicture, FailuresLeaveNothingBehind) {
  const Folder folder;
  const std::string path = folder / "none/a.tif";
  expectRefused(ErrorCode::system, path, {"No such file"}, [&] {
    writeFloatPicture(path, {3, 2}, someValues(6));
  });
  std::filesystem::create_symlink("/dev/full", folder / "full.tif");
  expectRefused(ErrorCode::system, folder / "full.tif", {"No space left"}, [&] {
    writeFloatPicture(folder / "full.tif", {3, 2}, someValues(6));
  });
  EXPECT_EQ(folder.files(), 1U);
}

/// Strips must follow one another to the end of the raster, each below 2^31 bytes; true for a
/// BigTIFF. Works on the header alone: the pictures would not fit into memory.
bool checkStrips(Size size) {
  const std::vector<std::uint8_t> bytes = io::floatTiffHeader(size);
  const std::string file(bytes.begin(), bytes.end());
  auto tags = test::tiffTags(file);
  EXPECT_EQ(tags[256], std::vector{static_cast<std::uint64_t>(size.width)});
  EXPECT_EQ(tags[257], std::vector{static_cast<std::uint64_t>(size.height)});
  EXPECT_EQ(tags[273].size(), tags[279].size());
  std::uint64_t at = file.size();
  for (std::size_t i = 0; i < tags[273].size(); ++i) {
    EXPECT_EQ(tags[273][i], at);
    EXPECT_LT(tags[279][i], std::uint64_t{1} << 31);
    const std::uint64_t rows = tags[279][i] / (4 * static_cast<std::uint64_t>(size.width));
    EXPECT_TRUE(rows == tags[278][0] || i + 1 == tags[273].size());
    at += tags[279][i];
  }
  EXPECT_EQ(at - file.size(), 4 * static_cast<std::uint64_t>(size.pixels()));
  const bool big = file[2] == 43;
  EXPECT_TRUE(big || at < std::uint64_t{1} << 32);
  return big;
}

TEST(WriteFloatPicture, LargePicturesHaveSeveralStrips) {
  EXPECT_FALSE(checkStrips({1000, 1000}));
  EXPECT_FALSE(checkStrips({30000, 20000}));        // 2.4 GB: two strips
  EXPECT_FALSE(checkStrips({(1 << 29) - 100, 2}));  // one row a strip
  EXPECT_TRUE(checkStrips({(1 << 29) - 1, 3}));
}

TEST(WriteFloatPicture, BigTiffFromFourGigabytesOn) {
  EXPECT_TRUE(checkStrips({40000, 40000}));
  EXPECT_TRUE(checkStrips({1 << 15, 1 << 15}));
  EXPECT_FALSE(checkStrips({1 << 15, (1 << 15) - 1}));
}

}  // namespace
}  // namespace espy
