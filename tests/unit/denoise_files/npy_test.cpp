// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// NumPy arrays as volumes: hand-made files, round trips and mutations.
#include <limits>

#include "unit/denoise_files/support.h"

namespace espy {
namespace {

using namespace volumetest;
using iotest::little16;
using iotest::little32;

std::string npyOf(const std::string& type, const std::string& shape, const std::string& numbers,
                  bool columnsFirst = false, char version = 1) {
  const std::string dictionary = "{'descr': '" + type +
                                 "', 'fortran_order': " + (columnsFirst ? "True" : "False") +
                                 ", 'shape': " + shape + ", }\n";
  const std::string size = version == 1 ? little16(dictionary.size()) : little32(dictionary.size());
  return "\x93NUMPY" + std::string(1, version) + '\0' + size + dictionary + numbers;
}

template <class Number>
void expectType(const std::string& kind, VolumeType type) {
  const Number high = kMost<Number>;
  const Number low = std::is_floating_point_v<Number> ? -high : std::numeric_limits<Number>::min();
  for (const bool big : {false, true}) {
    const std::string order = sizeof(Number) == 1 ? "|" : big ? ">" : "<";
    const std::string name = order + kind + std::to_string(sizeof(Number));
    SCOPED_TRACE(name);
    const VolumeFile file = readAs(
        "a.npy", npyOf(name, "(2, 2)", numbersBytes<Number>({Number{0}, Number{7}, low, high}, big),
                       false, big ? 1 : 2));
    EXPECT_EQ(file.type, type);
    EXPECT_EQ(file.volume.size, (GridSize{2, 2, 1}));
    EXPECT_EQ(file.volume.samples,
              (std::vector<float>{0, 7, static_cast<float>(low), static_cast<float>(high)}));
  }
}

TEST(NpyVolume, EveryTypeInBothByteOrders) {
  expectType<std::int8_t>("i", VolumeType::int8);
  expectType<std::int16_t>("i", VolumeType::int16);
  expectType<std::int32_t>("i", VolumeType::int32);
  expectType<std::int64_t>("i", VolumeType::float64);
  expectType<std::uint8_t>("u", VolumeType::uint8);
  expectType<std::uint16_t>("u", VolumeType::uint16);
  expectType<std::uint32_t>("u", VolumeType::uint32);
  expectType<float>("f", VolumeType::float32);
  expectType<double>("f", VolumeType::float64);
}

TEST(NpyVolume, LastAxisIsX) {
  const std::string numbers = numbersBytes<std::uint8_t>(
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
  const Volume rows = readAs("a.npy", npyOf("|u1", "(2, 3, 4)", numbers)).volume;
  EXPECT_EQ(rows.size, (GridSize{4, 3, 2}));
  EXPECT_EQ(rows.samples[1], 1);
  EXPECT_EQ(rows.samples[12], 12);
  // numpy: a[z, y, x] with z fastest in memory.
  const Volume columns = readAs("a.npy", npyOf("|u1", "(2, 3, 4)", numbers, true, 3)).volume;
  EXPECT_EQ(columns.size, (GridSize{4, 3, 2}));
  EXPECT_EQ(columns.samples[0], 0);
  EXPECT_EQ(columns.samples[1], 6);   // x + 1
  EXPECT_EQ(columns.samples[4], 2);   // y + 1
  EXPECT_EQ(columns.samples[12], 1);  // z + 1
}

TEST(NpyVolume, TensorsAreTheLastAxisIfAsked) {
  std::vector<float> numbers(2 * 3 * 6);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  const std::string file = npyOf("<f4", "(2, 3, 6)", numbersBytes(numbers));
  const Volume plain = readAs("a.npy", file).volume;
  EXPECT_EQ(plain.size, (GridSize{6, 3, 2}));
  EXPECT_FALSE(plain.tensors);
  const Volume tensors = readAs("a.npy", file, {.tensors = true}).volume;
  EXPECT_TRUE(tensors.tensors);
  EXPECT_EQ(tensors.size, (GridSize{3, 2, 1}));
  EXPECT_EQ(tensors.channels, 6);
  EXPECT_EQ(tensors.samples[1], 6);       // x + 1
  EXPECT_EQ(tensors.samples[6], 1);       // next component
  EXPECT_EQ(tensors.samples[6 + 3], 19);  // y + 1
  expectFileRefused(ErrorCode::unsupported, "a.npy",
                    npyOf("<f4", "(6, 2, 3)", numbersBytes(numbers)), {"last axis of 3"},
                    {.tensors = true});
  expectFileRefused(ErrorCode::unsupported, "a.npy", npyOf("<f4", "(6, 6)", numbersBytes(numbers)),
                    {"2 dimensions", "pictures have 3", "volumes 4"}, {.tensors = true});
}

TEST(NpyVolume, RoundTripsInItsType) {
  const Folder folder;
  const std::string path = folder / "a.npy";
  for (const int channels : {1, 6}) {
    for (const VolumeType type : {VolumeType::float32, VolumeType::float64}) {
      VolumeFile file;
      file.volume = rampOf({5, 4, 3}, channels);
      file.volume.tensors = channels == 6;
      file.type = type;
      writeVolume(path, file);
      const VolumeFile back = readVolume(path, {.tensors = channels == 6});
      EXPECT_EQ(back.volume.samples, file.volume.samples);
      EXPECT_EQ(back.volume.size, file.volume.size);
      EXPECT_EQ(back.type, type);
      EXPECT_TRUE(back.note.empty());
    }
  }
  EXPECT_EQ(folder.files(), 1U);
}

TEST(NpyVolume, AnAxisOfOneSliceIsKept) {
  const Folder folder;
  const std::string numbers = numbersBytes<float>({1, 2, 3, 4, 5, 6});
  const auto kept = [&](const std::string& shape, bool tensors) {
    writeVolume(folder / "a.npy",
                readAs("a.npy", npyOf("<f4", shape, numbers), {.tensors = tensors}));
    return load(folder / "a.npy").find("'shape': " + shape) != std::string::npos;
  };
  EXPECT_TRUE(kept("(1, 2, 3)", false));
  EXPECT_TRUE(kept("(2, 3)", false));
  EXPECT_TRUE(kept("(1, 1, 1, 6)", true));
  EXPECT_TRUE(kept("(1, 1, 6)", true));
}

TEST(NpyVolume, IntegersAreRoundedAndClipped) {
  const Folder folder;
  VolumeFile file;
  file.volume.size = {6, 1, 1};
  file.volume.samples = {-2, 0.4F, 0.5F, 254.6F, 300, std::numeric_limits<float>::quiet_NaN()};
  file.type = VolumeType::uint8;
  writeVolume(folder / "a.npy", file);
  EXPECT_EQ(readVolume(folder / "a.npy").volume.samples,
            (std::vector<float>{0, 0, 1, 255, 255, 0}));
  file.type = VolumeType::uint16;
  writeVolume(folder / "a.npy", file);
  EXPECT_EQ(readVolume(folder / "a.npy").volume.samples,
            (std::vector<float>{0, 0, 1, 255, 300, 0}));
}

TEST(NpyVolume, IntegerTensorsAreWrittenAsFloats) {
  const Folder folder;
  VolumeFile file;
  file.volume = rampOf({2, 2, 2}, 6);
  file.volume.tensors = true;
  file.type = VolumeType::int16;
  writeVolume(folder / "a.npy", file);
  const VolumeFile back = readVolume(folder / "a.npy", {.tensors = true});
  EXPECT_EQ(back.type, VolumeType::float32);
  EXPECT_EQ(back.volume.samples, file.volume.samples);
}

TEST(NpyVolume, Refuses) {
  const std::string some(24, '\1');
  expectFileRefused(ErrorCode::badPicture, "a.npy", npyOf("|u1", "(5, 5)", some),
                    {"ends before the numbers"});
  expectFileRefused(ErrorCode::badPicture, "a.npy", npyOf("|u1", "(0, 5)", some),
                    {"without numbers"});
  expectFileRefused(ErrorCode::badPicture, "a.npy", npyOf("|u1", "(25, 0)", some),
                    {"without numbers"});
  expectFileRefused(ErrorCode::badPicture, "a.npy",
                    npyOf("<f8", "(1, 2)", numbersBytes<double>({1, -1e308}, false)),
                    {"has the number -1e+308", "up to 3.403e+38"});
  expectFileRefused(ErrorCode::badPicture, "a.npy", npyOf("|u1", "(-1, 5)", some), {"header"});
  expectFileRefused(ErrorCode::badPicture, "a.npy",
                    npyOf("|u1", "(4294967296, 4294967296, 1)", some), {"ends before"});
  expectFileRefused(ErrorCode::badPicture, "a.npy",
                    npyOf("<f8", "(9223372036854775807, 9223372036854775807)", some),
                    {"ends before"});
  expectFileRefused(ErrorCode::unsupported, "a.npy", npyOf("|u1", "(24,)", some),
                    {"1 dimensions", "pictures have 2"});
  expectFileRefused(ErrorCode::unsupported, "a.npy", npyOf("|u1", "(1, 2, 3, 4)", some),
                    {"4 dimensions"});
  expectFileRefused(ErrorCode::unsupported, "a.npy", npyOf("|u1", "(2, 2, 1, 6)", some),
                    {"four axes", "--tensors"});
  expectFileRefused(ErrorCode::unsupported, "a.npy", npyOf("<c8", "(1, 3)", some), {"<c8"});
  expectFileRefused(ErrorCode::tooLarge, "a.npy", npyOf("|u1", "(4, 6)", some),
                    {"6 x 4 x 1", "the 20 allowed"}, {.maxSamples = 20});
  expectFileRefused(ErrorCode::badPicture, "a.npy", "", {"is empty"});
  expectFileRefused(ErrorCode::unsupported, "a.npy", some, {"NPY, NIfTI"});
  const Folder folder;
  expectRefused(ErrorCode::unsupported, folder / "a.png", {".npy, .nii, .nii.gz"},
                [&] { checkVolumePath(folder / "a.png"); });
  Volume slices;
  slices.size = {2, 2, 3};
  checkVolumePath(folder / "a.npy", slices);
  expectRefused(ErrorCode::badUse, folder / "a.tif", {"one slice", "has 3 of 1"},
                [&] { checkVolumePath(folder / "a.tif", slices); });
  expectRefused(ErrorCode::badUse, folder / "a.npy", {"without all its samples"},
                [&] { writeVolume(folder / "a.npy", {}); });
  expectRefused(ErrorCode::system, folder / "b.npy", {"cannot be opened"},
                [&] { readVolume(folder / "b.npy"); });
  std::stop_source stop;
  stop.request_stop();
  try {
    readAs("a.npy", npyOf("|u1", "(4, 6)", some), {.stop = stop.get_token()});
    ADD_FAILURE() << "not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST(NpyVolume, BytesBehindTheNumbersAreReported) {
  const VolumeFile file = readAs("a.npy", npyOf("|u1", "(2, 2)", "abcdefg"));
  EXPECT_EQ(file.note.text(), "3 bytes after its numbers were not read");
}

TEST(NpyVolume, PathsOfVolumes) {
  EXPECT_TRUE(isVolumePath("a/b.NPY"));
  EXPECT_TRUE(isVolumePath("b.nii"));
  EXPECT_TRUE(isVolumePath("b.nii.gz"));
  EXPECT_FALSE(isVolumePath("b.gz"));
  EXPECT_FALSE(isVolumePath(".gz"));
  EXPECT_FALSE(isVolumePath("-"));
  EXPECT_FALSE(isVolumePath("b.npy.png"));
}

TEST(NpyVolume, MutationsAreReadOrRefused) {
  const std::string original =
      npyOf("<f4", "(2, 3, 4)", numbersBytes(rampOf({4, 3, 2}).samples), true);
  constexpr int kCases = 4000;
  const int refused = refusedMutations(original, kCases, {.tensors = true});
  EXPECT_GT(refused, kCases / 20);
  EXPECT_LT(refused, kCases);
}

}  // namespace
}  // namespace espy
