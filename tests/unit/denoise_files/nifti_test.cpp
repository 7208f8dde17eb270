// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// NIfTI-1: hand-made headers, round trips and mutations.
#include <cmath>
#include <limits>

#include "base/modules.h"
#include "support/scoped_variable.h"
#include "unit/denoise_files/support.h"

namespace espy {
namespace {

using namespace volumetest;

/// A header, written field by field at the offsets of the standard.
class Nifti {
 public:
  explicit Nifti(const std::vector<std::int16_t>& dim, bool big = false)
      : big_(big), bytes_(352, '\0') {
    put<std::int32_t>(0, 348);
    for (std::size_t i = 0; i < 8; ++i) {
      put<std::int16_t>(40 + 2 * i, i < dim.size() ? dim[i] : std::int16_t{1});
      put<float>(76 + 4 * i, 1);
    }
    type(16, 32);
    put<float>(108, 352);
    bytes_.replace(344, 4, text("n+1\0"));
  }

  template <class Number>
  Nifti& put(std::size_t at, Number number) {
    bytes_.replace(at, sizeof number, bytesOfNumber(number, big_));
    return *this;
  }
  Nifti& type(std::int16_t code, std::int16_t bits) { return put(70, code).put(72, bits); }
  Nifti& spacing(float x, float y, float z) { return put(80, x).put(84, y).put(88, z); }
  Nifti& scale(float slope, float offset) { return put(112, slope).put(116, offset); }
  Nifti& describe(const std::string& words) {
    bytes_.replace(148, words.size(), words);
    return *this;
  }

  template <class Number>
  std::string with(const std::vector<Number>& numbers) const {
    return bytes_ + numbersBytes(numbers, big_);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  bool big_;
  std::string bytes_;
};

class NiftiVolume : public testing::Test {
 protected:
  void SetUp() override {
    if (modulePath("espy_volumes.so").empty()) GTEST_SKIP() << "built without libnifti";
  }
};

template <class Number>
void expectType(std::int16_t code, VolumeType type) {
  SCOPED_TRACE(code);
  const Number high = kMost<Number>;
  const Number low = std::is_floating_point_v<Number> ? -high : std::numeric_limits<Number>::min();
  for (const bool big : {false, true}) {
    Nifti nifti({3, 2, 2, 1}, big);
    nifti.type(code, 8 * sizeof(Number));
    const VolumeFile file = readAs("a.nii", nifti.with<Number>({Number{0}, Number{7}, low, high}));
    EXPECT_EQ(file.type, type);
    EXPECT_EQ(file.volume.size, (GridSize{2, 2, 1}));
    EXPECT_EQ(file.volume.samples,
              (std::vector<float>{0, 7, static_cast<float>(low), static_cast<float>(high)}));
    EXPECT_TRUE(file.note.empty());
  }
}

TEST_F(NiftiVolume, EveryTypeInBothByteOrders) {
  expectType<std::uint8_t>(2, VolumeType::uint8);
  expectType<std::int16_t>(4, VolumeType::int16);
  expectType<std::int32_t>(8, VolumeType::int32);
  expectType<float>(16, VolumeType::float32);
  expectType<double>(64, VolumeType::float64);
  expectType<std::int8_t>(256, VolumeType::int8);
  expectType<std::uint16_t>(512, VolumeType::uint16);
  expectType<std::uint32_t>(768, VolumeType::uint32);
}

TEST_F(NiftiVolume, ScaleAndSpacing) {
  Nifti nifti({3, 2, 1, 2});
  nifti.type(4, 16).scale(0.5F, -3).spacing(0.75F, 0, 2.5F);
  const VolumeFile file = readAs("a.nii", nifti.with<std::int16_t>({0, 2, 4, -6}));
  EXPECT_EQ(file.volume.samples, (std::vector<float>{-3, -2, -1, -6}));
  // The axis of one sample has no spacing.
  EXPECT_EQ(file.volume.spacing, (std::array<double, 3>{0.75, 1, 2.5}));
  EXPECT_EQ(file.slope, 0.5);
  EXPECT_EQ(file.offset, -3);
  // A slope of 0 means that there is none.
  const VolumeFile plain = readAs("a.nii", nifti.scale(0, 9).with<std::int16_t>({0, 2, 4, -6}));
  EXPECT_EQ(plain.volume.samples, (std::vector<float>{0, 2, 4, -6}));
}

TEST_F(NiftiVolume, TimesAreChannels) {
  const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
  for (const std::vector<std::int16_t>& dim :
       {std::vector<std::int16_t>{4, 2, 1, 1, 3}, std::vector<std::int16_t>{5, 2, 1, 1, 1, 3}}) {
    const Volume volume = readAs("a.nii", Nifti(dim).with(numbers)).volume;
    EXPECT_EQ(volume.size, (GridSize{2, 1, 1}));
    EXPECT_EQ(volume.channels, 3);
    EXPECT_FALSE(volume.tensors);
    EXPECT_EQ(volume.samples, numbers);
  }
}

TEST_F(NiftiVolume, SymmetricMatricesAreTensors) {
  const std::vector<float> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  Nifti nifti({5, 2, 1, 1, 1, 6});
  const std::string plain = nifti.with(numbers);
  EXPECT_FALSE(readAs("a.nii", plain).volume.tensors);
  EXPECT_TRUE(readAs("a.nii", plain, {.tensors = true}).volume.tensors);
  nifti.put<std::int16_t>(68, 1005);
  const VolumeFile file = readAs("a.nii", nifti.with(numbers));
  EXPECT_TRUE(file.volume.tensors);
  EXPECT_EQ(file.volume.channels, 6);
  EXPECT_EQ(file.volume.samples, numbers);
  Nifti three({5, 4, 1, 1, 1, 3});
  three.put<std::int16_t>(68, 1005);
  expectFileRefused(ErrorCode::unsupported, "a.nii", three.with(numbers), {"of 3 components"});
}

/// The header's bytes of a file apart from those of its scale and the offset of its samples.
std::string keptPart(const std::string& file) {
  return file.substr(0, 108) + file.substr(120, 348 - 120);
}

TEST_F(NiftiVolume, HeaderAndExtensionsAreKept) {
  Nifti nifti({3, 3, 2, 2});
  nifti.type(4, 16).scale(2, 1).spacing(0.5F, 0.25F, 4).describe("a brain at rest");
  nifti.put<std::int16_t>(252, 1).put<std::int16_t>(254, 2).put<float>(256, 0.1F);
  for (std::size_t i = 0; i < 12; ++i) nifti.put<float>(280 + 4 * i, static_cast<float>(i));
  // One extension: its size, its code, and a comment.
  const std::string comment = bytesOfNumber<std::int32_t>(32) + bytesOfNumber<std::int32_t>(6) +
                              std::string("some words of 24 letters");
  nifti.put<float>(108, 352 + 32).put<std::uint8_t>(348, 1);
  std::string original = nifti.bytes() + comment;
  for (std::int16_t i = 0; i < 12; ++i) original += bytesOfNumber<std::int16_t>(i);
  const Folder folder;
  for (const char* name : {"a.nii", "a.nii.gz"}) {
    const std::string path = folder / name;
    writeVolume(path, readAs("x.nii", original));
    const VolumeFile back = readVolume(path);
    writeVolume(folder / "b.nii", back);
    EXPECT_EQ(load(folder / "b.nii"), original);
    EXPECT_EQ(back.volume.samples, readAs("x.nii", original).volume.samples);
  }
  EXPECT_LT(load(folder / "a.nii.gz").size(), original.size());
  EXPECT_EQ(folder.files(), 3U);
}

TEST_F(NiftiVolume, OtherByteOrderIsWrittenNatively) {
  Nifti big({3, 3, 2, 2}, true);
  Nifti little({3, 3, 2, 2});
  for (Nifti* nifti : {&big, &little}) {
    nifti->spacing(0.5F, 0.25F, 4).describe("both").put<float>(108, 368).put<std::uint8_t>(348, 1);
  }
  const std::vector<float> samples = rampOf({3, 2, 2}).samples;
  const auto extended = [&](const Nifti& nifti, bool isBig) {
    return nifti.bytes() + bytesOfNumber<std::int32_t>(16, isBig) +
           bytesOfNumber<std::int32_t>(4, isBig) + "8 bytes " + numbersBytes(samples, isBig);
  };
  const Folder folder;
  writeVolume(folder / "a.nii", readAs("x.nii", extended(big, true)));
  const std::string written = load(folder / "a.nii");
  const std::string wanted = extended(little, false);
  EXPECT_EQ(keptPart(written), keptPart(wanted));
  EXPECT_EQ(written.substr(348), wanted.substr(348));
}

TEST_F(NiftiVolume, NewHeaders) {
  const Folder folder;
  VolumeFile file;
  file.volume = rampOf({4, 3, 2}, 6);
  file.volume.tensors = true;
  file.volume.spacing = {0.5, 0.75, 2};
  file.type = VolumeType::int16;  // not for tensors
  for (const char* name : {"a.nii", "a.nii.gz"}) {
    writeVolume(folder / name, file);
    const VolumeFile back = readVolume(folder / name);
    EXPECT_TRUE(back.volume.tensors);
    EXPECT_EQ(back.volume.size, file.volume.size);
    EXPECT_EQ(back.volume.spacing, file.volume.spacing);
    EXPECT_EQ(back.volume.samples, file.volume.samples);
    EXPECT_EQ(back.type, VolumeType::float32);
  }
  // A header of another size is not used.
  const VolumeFile other = readVolume(folder / "a.nii");
  VolumeFile picture;
  picture.volume = rampOf({7, 5, 1}, 3);
  picture.header = other.header;
  picture.type = VolumeType::float64;
  writeVolume(folder / "b.nii", picture);
  const VolumeFile back = readVolume(folder / "b.nii");
  EXPECT_FALSE(back.volume.tensors);
  EXPECT_EQ(back.volume.size, picture.volume.size);
  EXPECT_EQ(back.volume.samples, picture.volume.samples);
  EXPECT_EQ(back.type, VolumeType::float64);
}

TEST_F(NiftiVolume, BytesAreThoseOfTheStandard) {
  const Folder folder;
  VolumeFile file;
  file.volume = rampOf({2, 2, 2});
  file.type = VolumeType::int16;
  file.volume.samples = {0, 1, 2, 3, 4, 5, 6, -70000};
  writeVolume(folder / "a.nii", file);
  const std::string written = load(folder / "a.nii");
  ASSERT_EQ(written.size(), 352U + 16);
  EXPECT_EQ(written.substr(0, 4), bytesOfNumber<std::int32_t>(348));
  EXPECT_EQ(written.substr(40, 8), numbersBytes<std::int16_t>({3, 2, 2, 2}));
  EXPECT_EQ(written.substr(70, 4), numbersBytes<std::int16_t>({4, 16}));
  EXPECT_EQ(written.substr(108, 12), numbersBytes<float>({352, 1, 0}));
  EXPECT_EQ(written.substr(344, 4), text("n+1\0"));
  EXPECT_EQ(written.substr(352), numbersBytes<std::int16_t>({0, 1, 2, 3, 4, 5, 6, -32768}));
}

TEST_F(NiftiVolume, RefusesHeadersThatLie) {
  const std::vector<float> some{1, 2, 3, 4, 5, 6, 7, 8};
  const auto refused = [&](ErrorCode code, const Nifti& nifti, const char* fragment,
                           const VolumeOptions& options = {}) {
    expectFileRefused(code, "a.nii", nifti.with(some), {fragment}, options);
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  const Nifti good({3, 2, 2, 2});
  EXPECT_EQ(readAs("a.nii", good.with(some)).volume.samples, some);
  refused(ErrorCode::badPicture, Nifti({3, 2, 2, 3}), "ends before");
  refused(ErrorCode::badPicture, Nifti({3, 2, -2, 2}), "-2 samples along axis 2");
  refused(ErrorCode::badPicture, Nifti({3, 0, 2, 2}), "0 samples along axis 1");
  refused(ErrorCode::badPicture, Nifti({0, 2, 2, 2}), "0 axes");
  refused(ErrorCode::tooLarge, Nifti({3, 32767, 32767, 32767}), "allowed");
  refused(ErrorCode::unsupported, Nifti({7, 32767, 32767, 32767, 32767, 32767, 32767, 32767}),
          "only one of axes 4 and 5");
  refused(ErrorCode::unsupported, Nifti({4, 1, 1, 1, 17}), "17 channels");
  refused(ErrorCode::unsupported, Nifti({5, 1, 1, 1, 2, 2}), "axes 4 to 7");
  refused(ErrorCode::unsupported, Nifti(good).type(128, 24), "type 128");
  refused(ErrorCode::unsupported, Nifti(good).type(-7, 24), "type -7");
  refused(ErrorCode::badPicture, Nifti(good).scale(nan, 0), "scales samples by nan");
  refused(ErrorCode::badPicture, Nifti(good).scale(1, infinite), "adds inf");
  refused(ErrorCode::badPicture, Nifti(good).spacing(1, 0, 1), "spacing of 0 along axis 2");
  refused(ErrorCode::badPicture, Nifti(good).spacing(-1, 1, 1), "spacing of -1");
  refused(ErrorCode::badPicture, Nifti(good).spacing(1, 1, nan), "spacing of nan");
  refused(ErrorCode::badPicture, Nifti(good).spacing(1, infinite, 1), "spacing of inf");
  refused(ErrorCode::badPicture, Nifti(good).put<float>(108, 300), "at byte 300");
  refused(ErrorCode::badPicture, Nifti(good).put<float>(108, -1), "at byte -1");
  refused(ErrorCode::badPicture, Nifti(good).put<float>(108, nan), "at byte nan");
  refused(ErrorCode::badPicture, Nifti(good).put<float>(108, 352.5F), "at byte 352.5");
  refused(ErrorCode::badPicture, Nifti(good).put<float>(108, 356), "ends before");
  refused(ErrorCode::tooLarge, Nifti(good).put<float>(108, 2e9F), "at byte 2e+09");
  refused(ErrorCode::tooLarge, good, "2 x 2 x 2", {.maxSamples = 7});
  Nifti pair(good);
  pair.put<char>(345, 'i');
  refused(ErrorCode::unsupported, pair, "in another file");
  Nifti analyze(good);
  analyze.put<char>(344, '\0');
  refused(ErrorCode::unsupported, analyze, "not a NIfTI-1 file");
  refused(ErrorCode::unsupported, Nifti(good).put<std::int32_t>(0, 540), "not a NIfTI-1 file");
  expectFileRefused(ErrorCode::badPicture, "a.nii", good.bytes().substr(0, 100), {"cut short"});
}

TEST_F(NiftiVolume, AnOffsetOfZeroMeansNone) {
  const std::vector<float> some{1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(readAs("a.nii", Nifti({3, 2, 2, 2}).put<float>(108, 0).with(some)).volume.samples,
            some);
}

TEST_F(NiftiVolume, DamagedExtensionsAreLeftOut) {
  Nifti nifti({3, 2, 1, 1});
  nifti.put<float>(108, 384).put<std::uint8_t>(348, 1);
  const std::string good =
      bytesOfNumber<std::int32_t>(16) + bytesOfNumber<std::int32_t>(4) + "8 bytes ";
  const std::string bad =
      bytesOfNumber<std::int32_t>(1600) + bytesOfNumber<std::int32_t>(4) + "8 bytes ";
  const std::string samples = numbersBytes<float>({1, 2});
  EXPECT_EQ(readAs("a.nii", nifti.bytes() + good + bad + samples).header.size(), 348U + 16);
  EXPECT_EQ(readAs("a.nii", nifti.bytes() + good + good + samples).header.size(), 348U + 32);
  EXPECT_EQ(readAs("a.nii", nifti.bytes() + bad + good + samples).header.size(), 348U);
}

/// A compressed file of these uncompressed bytes: written as a volume of bytes behind a header.
std::string compressedOf(const std::string& path, const VolumeFile& file) {
  writeVolume(path, file);
  return load(path);
}

TEST_F(NiftiVolume, CompressedFilesAreBounded) {
  const Folder folder;
  VolumeFile file;
  file.volume.size = {200, 200, 100};
  file.volume.samples.assign(4'000'000, 0);
  file.type = VolumeType::uint8;
  const std::string path = folder / "a.nii.gz";
  const std::string zeros = compressedOf(path, file);
  EXPECT_LT(zeros.size(), 10'000U);
  EXPECT_EQ(readAs("a.nii.gz", zeros).volume.samples.size(), 4'000'000U);
  // Shorter than its header announces.
  std::string cut = zeros.substr(0, zeros.size() / 2);
  expectFileRefused(ErrorCode::badPicture, "a.nii.gz", cut, {"ends before"});
  file.volume = rampOf({20, 20, 20});
  file.type = VolumeType::float32;
  const std::string ramp = compressedOf(path, file);
  expectFileRefused(ErrorCode::badPicture, "a.nii.gz", ramp.substr(0, ramp.size() - 40),
                    {"cut short"});
  std::string damaged = ramp;
  damaged[damaged.size() - 8] ^= 1;  // its checksum
  expectFileRefused(ErrorCode::badPicture, "a.nii.gz", damaged, {"damaged"});
  EXPECT_EQ(readAs("a.nii.gz", ramp + "more").note.text(),
            "4 bytes after its samples were not read");
  // Without its end there is no checksum.
  expectFileRefused(ErrorCode::badPicture, "a.nii.gz", ramp + zeros, {"more than twice"});
  // A second member goes on with the first.
  EXPECT_EQ(readAs("a.nii.gz", ramp + ramp).note.text(), "bytes after its samples were not read");
  expectFileRefused(ErrorCode::badPicture, "a.nii.gz", text("\x1f\x8b"), {"cut short"});
}

TEST_F(NiftiVolume, NoDamageOfACompressedFilePassesItsChecksum) {
  constexpr std::size_t kGzipHeader = 10;
  const Folder folder;
  VolumeFile file;
  file.volume = rampOf({20, 20, 20});
  const std::string good = compressedOf(folder / "a.nii.gz", file);
  for (std::size_t at = kGzipHeader; at < good.size(); ++at) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    try {  // bits that pad the last byte before the checksum mean nothing
      EXPECT_EQ(readAs("a.nii.gz", damaged).volume.samples, file.volume.samples) << at;
    } catch (const Error& error) {
      // At the start the header is damaged, and refused for what it says then.
      if (at < good.size() / 4) continue;
      EXPECT_EQ(error.code(), ErrorCode::badPicture) << error.what();
    }
  }
}

TEST_F(NiftiVolume, ScaledIntegersAreFloatsInArrays) {
  Nifti nifti({3, 2, 1, 2});
  nifti.type(4, 16).scale(0.001F, -3);
  const VolumeFile file = readAs("a.nii", nifti.with<std::int16_t>({0, 250, 500, -600}));
  const Folder folder;
  writeVolume(folder / "a.npy", file);
  const VolumeFile back = readVolume(folder / "a.npy");
  EXPECT_EQ(back.type, VolumeType::float32);
  EXPECT_EQ(back.volume.samples, file.volume.samples);
}

TEST_F(NiftiVolume, MutationsAreReadOrRefused) {
  Nifti nifti({5, 4, 3, 2, 1, 6});
  nifti.put<std::int16_t>(68, 1005).spacing(1, 2, 3).put<float>(108, 368).put<std::uint8_t>(348, 1);
  const std::string original = nifti.bytes() + bytesOfNumber<std::int32_t>(16) +
                               bytesOfNumber<std::int32_t>(4) + "8 bytes " +
                               numbersBytes(rampOf({4, 3, 2}, 6).samples);
  constexpr int kCases = 4000;
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const int refused = refusedMutations(original, kCases, {.tensors = true});
  EXPECT_GT(refused, kCases / 20);
  EXPECT_LT(refused, kCases);
  const Folder folder;
  const std::string compressed = compressedOf(folder / "a.nii.gz", readAs("a", original));
  const int damaged = refusedMutations(compressed, kCases, {});
  EXPECT_GT(damaged, kCases / 2);
  EXPECT_LT(damaged, kCases);
  // The module is silent.
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST_F(NiftiVolume, RefusesToWriteLongAxes) {
  const Folder folder;
  VolumeFile file;
  file.volume = rampOf({40000, 1, 1});
  expectRefused(ErrorCode::badUse, folder / "a.nii", {"NIfTI allows 32767"},
                [&] { writeVolume(folder / "a.nii", file); });
  EXPECT_EQ(folder.files(), 0U);
}

}  // namespace
}  // namespace espy
