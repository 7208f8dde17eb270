// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Denoising of what does not fit into memory: by a temporary file, with the same bytes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "denoise/choose.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// Simulates a machine with little memory.
class DenoiseInFile : public ::testing::Test {
 protected:
  ~DenoiseInFile() override { variation::limitMachineMemory(0); }

  static Volume noisyVolume(const GridSize& size, int channels) {
    Random random(5);
    Volume volume;
    volume.size = size;
    volume.channels = channels;
    for (std::int64_t i = 0; i < size.voxels() * channels; ++i) {
      const double step = i / 17 % 2 == 0 ? 0.3 : 0.7;
      volume.samples.push_back(
          static_cast<float>(step + 0.001 * static_cast<double>(random.below(200))));
    }
    return volume;
  }
};

TEST_F(DenoiseInFile, HasTheSameBytes) {
  for (const GridSize& size : {GridSize{128, 96, 1}, GridSize{40, 30, 20}}) {
    for (const auto model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
      const Volume volume = noisyVolume(size, 3);
      // No start at half the resolution, which a problem in a file does not have either.
      DenoiseOptions options{.model = model, .strength = 0.05, .engine = "threads"};
      const DenoisedVolume expected = denoise(volume, options);
      variation::limitMachineMemory(variation::bytesBesideFile(size, 3) + 1);
      ASSERT_TRUE(variation::needsFile(size, 3));
      const DenoisedVolume found = denoise(volume, options);
      variation::limitMachineMemory(0);
      EXPECT_EQ(found.volume.samples, expected.volume.samples);
      EXPECT_EQ(found.gap, expected.gap);
    }
  }
}

TEST_F(DenoiseInFile, StrongFiltersReachTheGap) {
  const GridSize size{128, 96, 1};
  variation::limitMachineMemory(variation::bytesBesideFile(size, 1) + 1);
  const DenoiseOptions options{.strength = 0.5, .engine = "sequential"};
  EXPECT_LE(denoise(noisyVolume(size, 1), options).gap, options.gap);
}

TEST_F(DenoiseInFile, WhereInputAndResultDoNotFitItIsRefused) {
  const GridSize size{64, 64, 1};
  const auto codeOf = [&](const char* engine, double memory) {
    variation::limitMachineMemory(memory);
    try {
      denoise(noisyVolume(size, 1), {.strength = 0.05, .engine = engine});
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("MB"), std::string::npos);
      return error.code();
    }
    return ErrorCode::badUse;
  };
  EXPECT_EQ(codeOf("threads", variation::bytesBesideFile(size, 1) - 1), ErrorCode::tooLarge);
  // The reference has no file.
  EXPECT_EQ(codeOf("reference", variation::bytesFor(size, 1) - 1), ErrorCode::tooLarge);
}

TEST_F(DenoiseInFile, AFolderThatHoldsNoFileIsReported) {
  const GridSize size{64, 64, 1};
  variation::limitMachineMemory(variation::bytesBesideFile(size, 1) + 1);
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TMPDIR", "/nonexistent-folder", 1);
  try {
    denoise(noisyVolume(size, 1), {.strength = 0.05, .engine = "threads"});
    ADD_FAILURE() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::tooLarge);
    EXPECT_NE(std::string(error.what()).find("/nonexistent-folder"), std::string::npos);
  }
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
}

}  // namespace
}  // namespace espy::test
