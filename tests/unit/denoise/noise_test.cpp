// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "espy/engine/denoise.h"

namespace espy {
namespace {

/// A ramp with an edge and Gaussian noise.
std::vector<float> noisy(std::int64_t width, std::int64_t height, double deviation) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, deviation);
  std::vector<float> samples;
  for (std::int64_t i = 0; i < width * height; ++i) {
    const auto x = static_cast<double>(i % width) / static_cast<double>(width);
    samples.push_back(static_cast<float>(0.3 * x + (x > 0.5 ? 0.4 : 0) + normal(random)));
  }
  return samples;
}

double estimate(std::int64_t width, std::int64_t height, const std::vector<float>& samples) {
  DenoiseProblem problem;
  problem.size = {width, height};
  problem.planes = {samples.data()};
  return estimatedNoise(problem);
}

TEST(DenoiseNoise, TheDeviationIsEstimatedWithinAFewPercent) {
  for (const double deviation : {0.01, 0.05, 0.2}) {
    EXPECT_NEAR(estimate(300, 200, noisy(300, 200, deviation)), deviation, 0.04 * deviation);
  }
}

TEST(DenoiseNoise, LargePicturesAreSampled) {
  EXPECT_NEAR(estimate(2500, 2000, noisy(2500, 2000, 0.05)), 0.05, 0.002);
}

TEST(DenoiseNoise, FlatAndThinPicturesHaveNone) {
  EXPECT_EQ(estimate(20, 20, std::vector<float>(400, 0.7F)), 0);
  EXPECT_EQ(estimate(1, 20, noisy(1, 20, 0.1)), 0);
  EXPECT_EQ(estimate(20, 1, noisy(20, 1, 0.1)), 0);
}

TEST(DenoiseNoise, StrengthGrowsWithTheNoise) {
  EXPECT_DOUBLE_EQ(strengthForNoise(DenoiseModel::rof, 0.1), 0.075);
  EXPECT_DOUBLE_EQ(strengthForNoise(DenoiseModel::rof, 0), 1e-6);
  EXPECT_DOUBLE_EQ(strengthForNoise(DenoiseModel::tvl1, 0.1), 0.65);
  EXPECT_DOUBLE_EQ(strengthForNoise(DenoiseModel::tvl1, 3), 1);
}

}  // namespace
}  // namespace espy
