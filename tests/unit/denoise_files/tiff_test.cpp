// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// TIFF files of floating-point samples as volumes of one slice.
#include <limits>

#include "io/tiff.h"
#include "unit/denoise_files/support.h"

namespace espy {
namespace {

using namespace volumetest;

/// An uncompressed TIFF of one strip a plane. Tags of one value, by rising number.
std::string tiffOf(int width, int height, int samples, bool big, bool separate,
                   const std::string& numbers, int format = 3, int photometric = -1) {
  const auto number = [&](std::uint32_t value, int bytes) {
    return bytes == 2 ? bytesOfNumber(static_cast<std::uint16_t>(value), big)
                      : bytesOfNumber(value, big);
  };
  const int planes = separate ? samples : 1;
  std::string entries;
  int count = 0;
  // Short values are left-justified in their four bytes.
  const auto add = [&](int tag, int type, std::uint32_t values, std::uint32_t value) {
    entries += number(static_cast<std::uint32_t>(tag), 2) +
               number(static_cast<std::uint32_t>(type), 2) + number(values, 4);
    entries +=
        type == 3 && values == 1 ? number(value, 2) + std::string(2, '\0') : number(value, 4);
    ++count;
  };
  constexpr std::uint32_t kDirectory = 8;
  constexpr std::uint32_t kTags = 11;
  const std::uint32_t lists = kDirectory + 2 + 12 * kTags + 4;
  const auto perSample = static_cast<std::uint32_t>(samples);
  const auto strips = static_cast<std::uint32_t>(planes);
  const std::uint32_t bits = lists;
  const std::uint32_t formats = bits + 2 * perSample;
  const std::uint32_t offsets = formats + 2 * perSample;
  const std::uint32_t counts = offsets + 4 * strips;
  const std::uint32_t data = counts + 4 * strips;
  const std::uint32_t each = static_cast<std::uint32_t>(numbers.size()) / strips;
  const auto listed = [&](std::uint32_t at, std::uint32_t values, std::uint32_t value) {
    return values == 1 ? value : at;
  };
  add(256, 4, 1, static_cast<std::uint32_t>(width));
  add(257, 4, 1, static_cast<std::uint32_t>(height));
  add(258, 3, perSample, listed(bits, perSample, 32));
  add(259, 3, 1, 1);
  add(262, 3, 1, static_cast<std::uint32_t>(photometric >= 0 ? photometric : samples >= 3 ? 2 : 1));
  add(273, 4, strips, listed(offsets, strips, data));
  add(277, 3, 1, perSample);
  add(278, 4, 1, static_cast<std::uint32_t>(height));
  add(279, 4, strips, listed(counts, strips, each));
  add(284, 3, 1, separate ? 2 : 1);
  add(339, 3, perSample, listed(formats, perSample, static_cast<std::uint32_t>(format)));
  EXPECT_EQ(count, static_cast<int>(kTags));
  std::string file = big ? std::string("MM\0*", 4) : std::string("II*\0", 4);
  file += number(kDirectory, 4) + number(kTags, 2) + entries + number(0, 4);
  for (std::uint32_t i = 0; i < perSample; ++i) file += number(32, 2);
  for (std::uint32_t i = 0; i < perSample; ++i)
    file += number(static_cast<std::uint32_t>(format), 2);
  for (std::uint32_t i = 0; i < strips; ++i) file += number(data + i * each, 4);
  for (std::uint32_t i = 0; i < strips; ++i) file += number(each, 4);
  return file + numbers;
}

class TiffVolume : public testing::Test {
 protected:
  void SetUp() override {
    if (io::tiffModulePath().empty()) GTEST_SKIP() << "the module espy_tiff is not built";
  }
};

TEST_F(TiffVolume, BothByteOrdersAndArrangementsOfChannels) {
  const std::vector<float> grey{0.5F, -3, 1e30F, 7, 0, -0.25F};
  const std::vector<float> planes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const std::vector<float> together{1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12};
  for (const bool big : {false, true}) {
    const VolumeFile one = readAs("a.tif", tiffOf(3, 2, 1, big, false, numbersBytes(grey, big)));
    EXPECT_EQ(one.volume.size, (GridSize{3, 2, 1}));
    EXPECT_EQ(one.volume.channels, 1);
    EXPECT_EQ(one.type, VolumeType::float32);
    EXPECT_EQ(one.volume.samples, grey);
    for (const bool separate : {false, true}) {
      const VolumeFile three = readAs(
          "a.tif", tiffOf(2, 2, 3, big, separate, numbersBytes(separate ? planes : together, big)));
      EXPECT_EQ(three.volume.size, (GridSize{2, 2, 1}));
      EXPECT_EQ(three.volume.channels, 3);
      EXPECT_EQ(three.volume.samples, planes) << big << separate;
    }
  }
}

TEST_F(TiffVolume, WhatIsWrittenIsReadBack) {
  const Folder folder;
  for (const int channels : {1, 3}) {
    VolumeFile file;
    file.volume = rampOf({301, 40, 1}, channels);
    const std::string path = folder / "a.tiff";
    writeVolume(path, file);
    EXPECT_TRUE(isFloatTiff(path));
    const VolumeFile back = readVolume(path);
    EXPECT_EQ(back.volume.size, file.volume.size);
    EXPECT_EQ(back.volume.samples, file.volume.samples);
    // Into another format, and back.
    writeVolume(folder / "b.npy", back);
    EXPECT_EQ(readVolume(folder / "b.npy", {}).volume.samples.size(), file.volume.samples.size());
  }
  VolumeFile deep;
  deep.volume = rampOf({4, 3, 2});
  expectRefused(ErrorCode::badUse, folder / "c.tif", {"one slice", "2 of 1"},
                [&] { writeVolume(folder / "c.tif", deep); });
}

TEST_F(TiffVolume, OtherTiffsAndDamagedOnesAreRefused) {
  const std::string numbers = numbersBytes(std::vector<float>(6, 1));
  const std::string four = numbersBytes(std::vector<float>(8, 1));
  const std::string good = tiffOf(3, 2, 1, false, false, numbers);
  expectFileRefused(ErrorCode::badPicture, "a.tif", good.substr(0, good.size() - 5), {"TIFF"});
  // Lies: more pixels than there are bytes; signed integers; white is zero; four channels.
  expectFileRefused(ErrorCode::badPicture, "a.tif", tiffOf(3, 4000, 1, false, false, numbers),
                    {"TIFF"});
  expectFileRefused(ErrorCode::unsupported, "a.tif", tiffOf(3, 2, 1, false, false, numbers, 2),
                    {"not supported"});
  expectFileRefused(ErrorCode::unsupported, "a.tif", tiffOf(3, 2, 1, false, false, numbers, 3, 0),
                    {"not supported"});
  expectFileRefused(ErrorCode::unsupported, "a.tif", tiffOf(2, 1, 4, false, false, four),
                    {"1 or 3"});
  VolumeOptions small;
  small.maxSamples = 5;
  expectFileRefused(ErrorCode::tooLarge, "a.tif", good, {"3 x 2"}, small);
  EXPECT_GT(refusedMutations(good, 400, small), 0);
}

TEST_F(TiffVolume, FloatTiffsAreKnownByTheirSamples) {
  const Folder folder;
  store(folder / "a.tif", tiffOf(1, 1, 1, false, false, numbersBytes(std::vector<float>{2})));
  EXPECT_TRUE(isFloatTiff(folder / "a.tif"));
  store(folder / "b.tif", tiffOf(1, 1, 1, false, false, "abcd", 1));
  EXPECT_FALSE(isFloatTiff(folder / "b.tif"));
  store(folder / "c.tif", "II*");
  EXPECT_FALSE(isFloatTiff(folder / "c.tif"));
  EXPECT_FALSE(isFloatTiff(folder / "none.tif"));
  EXPECT_FALSE(isFloatTiff(folder / "a.npy"));
  EXPECT_FALSE(isFloatTiff("-"));
  EXPECT_FALSE(isVolumePath(folder / "a.tif"));  // most are pictures
}

}  // namespace
}  // namespace espy
