// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace espy::variation {
namespace {

Tensor randomTensor(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Tensor tensor;
  for (double& component : tensor) component = number(random);
  return tensor;
}

/// Frobenius norm of a difference.
double distance(const Tensor& a, const Tensor& b) {
  constexpr double kWeights[] = {1, 2, 1, 2, 2, 1};
  double sum = 0;
  for (std::size_t c = 0; c < 6; ++c) sum += kWeights[c] * (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(sum);
}

double leastEigenvalue(const Tensor& tensor) {
  const auto values = eigenvaluesOf(tensor);
  return *std::min_element(values.begin(), values.end());
}

TEST(Tensors, EigenvaluesOfDiagonalsAreTheDiagonal) {
  EXPECT_EQ(eigenvaluesOf({3, 0, -1, 0, 0, 2}), (std::array<double, 3>{3, -1, 2}));
  EXPECT_EQ(eigenvaluesOf({}), (std::array<double, 3>{0, 0, 0}));
}

TEST(Tensors, EigenvaluesHaveTraceAndDeterminant) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Tensor t = randomTensor(random);
    const auto values = eigenvaluesOf(t);
    EXPECT_NEAR(values[0] + values[1] + values[2], t[0] + t[2] + t[5], 1e-13);
    const double determinant = t[0] * (t[2] * t[5] - t[4] * t[4]) -
                               t[1] * (t[1] * t[5] - t[4] * t[3]) +
                               t[3] * (t[1] * t[4] - t[2] * t[3]);
    EXPECT_NEAR(values[0] * values[1] * values[2], determinant, 1e-13);
  }
}

TEST(Tensors, ATensorAboveTheFloorIsUnchanged) {
  const Tensor tensor{1, 0.1, 1, 0.2, 0.3, 1};
  EXPECT_EQ(raisedTo(0.1, tensor), tensor);
}

TEST(Tensors, RaisedTensorsAreTheNearest) {
  constexpr double kFloor = 0.05;
  std::mt19937 random(2);
  for (int i = 0; i < 300; ++i) {
    const Tensor tensor = randomTensor(random);
    const Tensor raised = raisedTo(kFloor, tensor);
    EXPECT_GE(leastEigenvalue(raised), kFloor - 1e-12);
    for (int k = 0; k < 100; ++k) {
      Tensor other = raised;
      const Tensor step = randomTensor(random);
      for (std::size_t c = 0; c < 6; ++c) other[c] += 0.1 * step[c];
      if (leastEigenvalue(other) < kFloor) continue;
      EXPECT_GE(distance(other, tensor), distance(raised, tensor) - 1e-12);
    }
  }
}

}  // namespace
}  // namespace espy::variation
