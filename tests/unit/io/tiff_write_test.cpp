// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "io/tiff.h"
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

class WriteFloatPicture : public InFolder {
 protected:
  void SetUp() override {
    if (io::tiffModulePath().empty()) GTEST_SKIP() << "the module espy_tiff is not built";
  }

  static void expectNotWritten(ErrorCode code, const std::string& path,
                               std::initializer_list<std::string> facts, Size size = {3, 2},
                               const std::vector<float>& values = someValues(6)) {
    expectRefused(code, path, facts, [&] { writeFloatPicture(path, size, values); });
  }
};

TEST_F(WriteFloatPicture, KeepsEveryNumber) {
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

TEST_F(WriteFloatPicture, PicturesOfManyParts) {
  for (const Size size : {Size{1, 1}, {16384, 1}, {1, 16385}, {333, 222}}) {
    const std::vector<float> values = someValues(static_cast<std::size_t>(size.pixels()));
    writeFloatPicture(folder / "a.TIFF", size, values);
    EXPECT_EQ(test::parseFloatTiff(load(folder / "a.TIFF")).values, values);
  }
}

TEST_F(WriteFloatPicture, OurReaderKnowsWhatItIs) {
  const std::string path = folder / "a.tif";
  writeFloatPicture(path, {3, 2}, someValues(6));
  expectUnreadable(ErrorCode::unsupported, path, {"floating-point", "32 bits"});
}

TEST_F(WriteFloatPicture, RefusesWhatIsNoPictureAndLeavesTheOldFile) {
  const std::string path = folder / "a.tif";
  store(path, "old");
  expectNotWritten(ErrorCode::badUse, path, {"6 values", "2 x 2"}, {2, 2});
  expectNotWritten(ErrorCode::badUse, path, {"without pixels"}, {0, 6}, {});
  expectNotWritten(ErrorCode::unsupported, path, {"4294967295 pixels a side"},
                   {std::int64_t{1} << 32, 1});
  for (const char* other : {"a.pgm", "a", "-", ".tif"}) {
    const std::string name = other == std::string("-") ? other : folder / other;
    expectNotWritten(ErrorCode::unsupported, name, {".tif or .tiff"});
  }
  EXPECT_EQ(load(path), "old");
  EXPECT_EQ(folder.files(), 1U);
}

TEST_F(WriteFloatPicture, FailuresLeaveNothingBehind) {
  expectNotWritten(ErrorCode::system, folder / "none/a.tif", {"No such file"});
  std::filesystem::create_symlink("/dev/full", folder / "full.tif");
  expectNotWritten(ErrorCode::system, folder / "full.tif", {"No space left"});
  EXPECT_EQ(folder.files(), 1U);
}

}  // namespace
}  // namespace espy
