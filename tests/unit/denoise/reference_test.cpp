// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// The definition: against solutions that are known, against every small change, and against optima
// that other programs computed.
#include "denoise/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "denoise/tensor.h"
#include "support/denoise_cases.h"

namespace espy::variation {
namespace {

using test::DenoiseCase;

DenoiseSolution solved(const DenoiseProblem& problem) {
  RunReport report;
  return denoiseByReference(problem, {}, report);
}

/// One channel; solved to a gap of 1e-7.
std::vector<float> solved(DenoiseModel model, const GridSize& size, double strength,
                          const std::vector<float>& samples) {
  DenoiseProblem problem;
  problem.model = model;
  problem.size = size;
  problem.strength = strength;
  problem.gap = 1e-8;
  problem.iterations = 100000;
  problem.planes = {samples.data()};
  return solved(problem).samples;
}

TEST(DenoiseReference, TwoPixelsMoveByTheStrength) {
  const auto u = solved(DenoiseModel::rof, {2, 1}, 0.1, {0, 1});
  EXPECT_NEAR(u[0], 0.1, 1e-4);
  EXPECT_NEAR(u[1], 0.9, 1e-4);
  const auto flat = solved(DenoiseModel::rof, {1, 2}, 0.7, {0, 1});
  EXPECT_NEAR(flat[0], 0.5, 1e-4);
  EXPECT_NEAR(flat[1], 0.5, 1e-4);
}

TEST(DenoiseReference, FarPixelsMoveLess) {
  DenoiseProblem problem;
  const float samples[] = {0, 1};
  problem.size = {1, 1, 2};
  problem.spacing = {1, 1, 4};
  problem.strength = 0.1;
  problem.gap = 1e-8;
  problem.planes = {samples};
  EXPECT_NEAR(solved(problem).samples[0], 0.025, 1e-4);
}

/// The variation of a single pixel is 2 + sqrt(2): one slope of two differences, two of one.
TEST(DenoiseReference, TvL1RemovesAPixelFromAStrengthOn) {
  std::vector<float> spot(25, 0.25F);
  spot[12] = 1;
  const double limit = 1 / (2 + std::sqrt(2.0));
  const auto kept = solved(DenoiseModel::tvl1, {5, 5}, 0.95 * limit, spot);
  for (std::size_t i = 0; i < spot.size(); ++i) EXPECT_NEAR(kept[i], spot[i], 1e-3) << i;
  const auto removed = solved(DenoiseModel::tvl1, {5, 5}, 1.05 * limit, spot);
  for (const float sample : removed) EXPECT_NEAR(sample, 0.25, 1e-3);
}

TEST(DenoiseReference, FlatFieldsStayAsTheyAre) {
  for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
    const std::vector<float> flat(12, 0.3F);
    EXPECT_EQ(solved(model, {4, 3}, 0.5, flat), flat);
    EXPECT_EQ(solved(model, {1, 1}, 0.5, {0.3F}), std::vector<float>{0.3F});
  }
}

TEST(DenoiseReference, NoChangeLowersTheObjective) {
  std::mt19937 random(3);
  for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
    DenoiseCase one({7, 6, 3}, 2, 4);
    one.problem.model = model;
    one.problem.spacing = {1, 2, 1.5};
    one.problem.weights = {1, 2};
    one.problem.strength = model == DenoiseModel::rof ? 0.1 : 0.7;
    one.problem.gap = 1e-6;
    one.problem.iterations = 100000;
    const DenoiseSolution solution = solved(one.problem);
    ASSERT_LE(solution.gap, 1e-6);
    const double least = objectivePerVoxel(one.problem, solution.samples);
    std::normal_distribution<float> normal(0, 1);
    for (int i = 0; i < 300; ++i) {
      std::vector<float> other = solution.samples;
      const float size = std::pow(10.0F, -static_cast<float>(i % 4));
      if (i % 2 == 0) {
        other[random() % other.size()] += size * normal(random);
      } else {
        for (float& sample : other) sample += size * normal(random);
      }
      EXPECT_GE(objectivePerVoxel(one.problem, other), least - 2e-6);
    }
  }
}

TEST(DenoiseReference, TheGapBoundsTheErrorAtEveryIteration) {
  for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
    DenoiseCase one({9, 8}, 3, 5);
    one.problem.model = model;
    one.problem.strength = model == DenoiseModel::rof ? 0.2 : 1;
    one.problem.gap = 1e-7;
    one.problem.iterations = 100000;
    const double least = objectivePerVoxel(one.problem, solved(one.problem).samples);
    one.problem.gap = 1e-30;
    for (const std::int64_t iterations : {1, 2, 5, 20, 100, 500}) {
      one.problem.iterations = iterations;
      const DenoiseSolution solution = solved(one.problem);
      EXPECT_EQ(solution.iterations, iterations);
      const double error = objectivePerVoxel(one.problem, solution.samples) - least;
      EXPECT_LE(error, solution.gap + 1e-6) << iterations;
    }
  }
}

TEST(DenoiseReference, TensorsMayBeTurned) {
  DenoiseCase one({5, 5, 5}, 6, 6);
  one.makeTensors();
  one.problem.gap = 1e-7;
  one.problem.iterations = 100000;
  const std::vector<float> before = solved(one.problem).samples;
  // Exchanges the tensors' x and z: xx with zz, xy with yz. The grid stays.
  std::swap(one.problem.planes[0], one.problem.planes[5]);
  std::swap(one.problem.planes[1], one.problem.planes[4]);
  const std::vector<float> after = solved(one.problem).samples;
  constexpr std::size_t kFrom[] = {5, 4, 2, 3, 1, 0};
  for (std::size_t c = 0; c < 6; ++c) {
    for (std::size_t i = 0; i < 125; ++i) {
      EXPECT_NEAR(after[c * 125 + i], before[kFrom[c] * 125 + i], 1e-3);
    }
  }
}

TEST(DenoiseReference, TheFloorIsAConstraintOfTheMinimum) {
  constexpr double kFloor = 0.1;
  DenoiseCase one({6, 5, 4}, 6, 7, 0.3);
  one.makeTensors();
  one.problem.gap = 1e-6;
  one.problem.iterations = 100000;
  const double free = objectivePerVoxel(one.problem, solved(one.problem).samples);
  one.problem.floor = kFloor;
  const DenoiseSolution solution = solved(one.problem);
  const double least = objectivePerVoxel(one.problem, solution.samples);
  EXPECT_GT(least, free + 1e-4) << "the constraint must matter here";
  const std::size_t voxels = 120;
  const auto tensorAt = [&](const std::vector<float>& samples, std::size_t i) {
    Tensor tensor;
    for (std::size_t c = 0; c < 6; ++c) tensor[c] = samples[c * voxels + i];
    return tensor;
  };
  std::mt19937 random(8);
  std::normal_distribution<float> normal(0, 1);
  for (int round = 0; round < 100; ++round) {
    std::vector<float> other = solution.samples;
    const float size = std::pow(10.0F, -1 - static_cast<float>(round % 3));
    for (std::size_t i = 0; i < voxels; ++i) {
      Tensor tensor = tensorAt(solution.samples, i);
      for (const double value : eigenvaluesOf(tensor)) EXPECT_GE(value, kFloor - 1e-6);
      for (double& component : tensor) component += size * normal(random);
      tensor = raisedTo(kFloor, tensor);
      for (std::size_t c = 0; c < 6; ++c) other[c * voxels + i] = static_cast<float>(tensor[c]);
    }
    EXPECT_GE(objectivePerVoxel(one.problem, other), least - 2e-6);
  }
}

TEST(DenoiseReference, AStartSavesIterations) {
  for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
    DenoiseCase one({16, 16}, 1, 9);
    one.problem.model = model;
    one.problem.strength = model == DenoiseModel::rof ? 0.2 : 1;
    one.problem.wantDual = true;
    const DenoiseSolution first = solved(one.problem);
    one.problem.start = &first;
    const DenoiseSolution second = solved(one.problem);
    EXPECT_LE(second.iterations, 2);
    EXPECT_GT(first.iterations, 10);
  }
}

}  // namespace
}  // namespace espy::variation
