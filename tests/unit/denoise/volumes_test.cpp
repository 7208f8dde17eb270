// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Denoising of volumes and fields of tensors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "denoise/tensor.h"
#include "espy/engine/all.h"
#include "support/denoise_cases.h"

namespace espy {
namespace {

Volume volumeOf(const GridSize& size, int channels, double scale = 1, double offset = 0) {
  const test::DenoiseCase one(size, channels, 2);
  Volume volume;
  volume.size = size;
  volume.channels = channels;
  for (const float sample : test::samplesOf(one.problem)) {
    volume.samples.push_back(static_cast<float>(sample * scale + offset));
  }
  return volume;
}

Volume tensors(double scale = 1) {
  Volume volume = volumeOf({12, 10, 8}, 6, scale);
  volume.tensors = true;
  const std::int64_t voxels = volume.size.voxels();
  for (std::int64_t i = 0; i < std::ssize(volume.samples); ++i) {
    const std::int64_t c = i / voxels;
    float& sample = volume.samples[static_cast<std::size_t>(i)];
    if (c == 1 || c == 3 || c == 4) sample -= static_cast<float>(0.5 * scale);
  }
  return volume;
}

double leastEigenvalue(const Volume& volume) {
  const auto voxels = static_cast<std::size_t>(volume.size.voxels());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < voxels; ++i) {
    variation::Tensor tensor;
    for (std::size_t c = 0; c < 6; ++c) tensor[c] = volume.samples[c * voxels + i];
    for (const double value : variation::eigenvaluesOf(tensor)) least = std::min(least, value);
  }
  return least;
}

std::string refusalOf(Volume volume, const DenoiseOptions& options = {}) {
  try {
    denoise(std::move(volume), options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    return error.what();
  }
  return "";
}

TEST(DenoiseVolumes, UnitsDoNotMatter) {
  const DenoisedVolume one = denoise(volumeOf({20, 16, 9}, 1), {.strength = 0.1, .gap = 1e-5});
  const DenoisedVolume other =
      denoise(volumeOf({20, 16, 9}, 1, 1e-6, 3e-5), {.strength = 0.1, .gap = 1e-5});
  EXPECT_NEAR(other.range / one.range, 1e-6, 1e-10);
  for (std::size_t i = 0; i < one.volume.samples.size(); ++i) {
    EXPECT_NEAR((double{other.volume.samples[i]} - 3e-5) * 1e6, one.volume.samples[i], 1e-3);
  }
}

TEST(DenoiseVolumes, AnOffsetOfTensorsDoesNotMatter) {
  constexpr float kOffset = 1 << 20;  // floats there are multiples of 1/8
  Volume volume = tensors(4);
  for (float& sample : volume.samples) sample = std::round(sample * 8) / 8;
  Volume shifted = volume;
  for (float& sample : shifted.samples) sample += kOffset;
  for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
    const DenoiseOptions options{.model = model, .strength = 0.3, .gap = 1e-5};
    const DenoisedVolume one = denoise(volume, options);
    const DenoisedVolume other = denoise(shifted, options);
    EXPECT_EQ(other.range, one.range);
    EXPECT_LE(other.gap, options.gap);
    EXPECT_NEAR(static_cast<double>(other.iterations), static_cast<double>(one.iterations), 2);
    for (std::size_t i = 0; i < volume.samples.size(); ++i) {
      ASSERT_NEAR(double{other.volume.samples[i]} - kOffset, one.volume.samples[i], 0.07) << i;
    }
  }
}

TEST(DenoiseVolumes, TheUnitOfDistancesDoesNotMatter) {
  Volume volume = volumeOf({20, 16, 9}, 1);
  volume.spacing = {1, 1, 2};
  const DenoisedVolume one = denoise(volume, {.strength = 0.1});
  volume.spacing = {0.5, 0.5, 1};
  EXPECT_EQ(denoise(volume, {.strength = 0.1}).volume.samples, one.volume.samples);
  volume.spacing = {1, 1, 1};
  EXPECT_NE(denoise(volume, {.strength = 0.1}).volume.samples, one.volume.samples);
}

TEST(DenoiseVolumes, ASliceIsAPicture) {
  Volume flat = volumeOf({30, 20, 1}, 1);
  flat.spacing = {1, 1, 0.1};
  const DenoisedVolume slice = denoise(flat, {.strength = 0.1});
  flat.spacing = {2, 2, 2};
  EXPECT_EQ(denoise(flat, {.strength = 0.1}).volume.samples, slice.volume.samples);
}

TEST(DenoiseVolumes, TensorsStayPositive) {
  for (const double scale : {1.0, 1e-3}) {
    for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
      DenoiseOptions options{.model = model};
      if (model == DenoiseModel::rof) options.strength = 0.01;
      ASSERT_LT(leastEigenvalue(tensors(scale)), 0);
      EXPECT_LT(leastEigenvalue(denoise(tensors(scale), options).volume), 0);
      options.keepPositive = true;
      const DenoisedVolume kept = denoise(tensors(scale), options);
      EXPECT_GT(leastEigenvalue(kept.volume), 0.9e-5 * kept.range);
    }
  }
}

TEST(DenoiseVolumes, FlatVolumesStayAsTheyAre) {
  Volume flat;
  flat.size = {5, 4, 3};
  flat.samples.assign(60, 7.25F);
  EXPECT_EQ(denoise(flat).volume.samples, flat.samples);
  EXPECT_EQ(denoise(flat, {.model = DenoiseModel::tvl1}).volume.samples, flat.samples);
}

TEST(DenoiseVolumes, BadVolumesAreRefused) {
  Volume volume = volumeOf({5, 4, 3}, 1);
  volume.samples[(2 * 4 + 1) * 5 + 3] = std::nanf("");
  EXPECT_EQ(refusalOf(volume), "the sample at (3, 1, 2) of channel 0 is not a finite number");
  volume.samples[(2 * 4 + 1) * 5 + 3] = HUGE_VALF;
  EXPECT_NE(refusalOf(volume).find("(3, 1, 2)"), std::string::npos);

  for (const double spacing : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    volume = volumeOf({5, 4, 3}, 1);
    volume.spacing[1] = spacing;
    EXPECT_NE(refusalOf(volume).find("spacing of samples must be above 0"), std::string::npos);
  }
  volume.spacing = {1, 1, 1e4};
  EXPECT_NE(refusalOf(volume).find("too different"), std::string::npos);

  volume = volumeOf({5, 4, 3}, 1);
  volume.samples.pop_back();
  EXPECT_NE(refusalOf(volume).find("59 samples"), std::string::npos);
  EXPECT_NE(refusalOf(Volume{}).find("no samples"), std::string::npos);
  EXPECT_NE(refusalOf(volumeOf({3, 3, 3}, 17)).find("1 to 16 channels"), std::string::npos);
  EXPECT_NE(refusalOf(volumeOf({3, 3, 3}, 6), {.keepPositive = true}).find("only tensors"),
            std::string::npos);
  volume = volumeOf({3, 3, 3}, 5);
  volume.tensors = true;
  EXPECT_NE(refusalOf(volume).find("6 components"), std::string::npos);
}

}  // namespace
}  // namespace espy
