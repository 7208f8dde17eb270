// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// tensor-descent: data, the descent, and the experiment.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "espy/engine/all.h"
#include "lab/experiment.h"
#include "lab/tensor_data.h"
#include "lab/tensor_descent.h"
#include "lab/tensor_eigen.h"

namespace espy::lab {
namespace {

using Tensor = std::array<float, kTensorParts>;

TEST(LabTensor, EigenvaluesAndFactorsAreThoseOfTheTensor) {
  // Turned by 30 degrees about z: 3 along, 1 across, 2 along z.
  const double c = std::cos(std::numbers::pi / 6);
  const double s = std::sin(std::numbers::pi / 6);
  const Tensor tensor{static_cast<float>(3 * c * c + s * s),
                      static_cast<float>(2 * c * s),
                      static_cast<float>(3 * s * s + c * c),
                      0,
                      0,
                      2};
  const Eigen eigen = eigenOf(tensor);
  EXPECT_NEAR(eigen.values[0], 3, 1e-6);
  EXPECT_NEAR(eigen.values[1], 2, 1e-6);
  EXPECT_NEAR(eigen.values[2], 1, 1e-6);
  EXPECT_NEAR(std::abs(eigen.vectors[0][0]), c, 1e-6);
  EXPECT_NEAR(std::abs(eigen.vectors[0][1]), s, 1e-6);
  EXPECT_NEAR(anisotropy(eigen), std::sqrt(1.5 * 2 / 14), 1e-6);

  const Tensor l = choleskyOf(tensor, 1e-3);
  float factors[kTensorParts];
  float square[kTensorParts];
  std::copy(l.begin(), l.end(), factors);
  squareOf(factors, square);
  for (std::size_t k = 0; k < kTensorParts; ++k) EXPECT_NEAR(square[k], tensor[k], 1e-5) << k;
  // An eigenvalue below 0 is raised.
  const Tensor raised = choleskyOf({1, 0, -1, 0, 0, 1}, 0.25);
  EXPECT_NEAR(raised[2] * raised[2], 0.25, 1e-6);
}

TEST(LabTensor, WithoutNoiseTheEstimateIsThePhantom) {
  const TensorField truth = tensorPhantom({12, 9, 10});
  const TensorField found = estimateTensors(measureTensors(truth, 12, 1e9, 1, {}), {});
  const TensorQuality quality = qualityOf(found, truth, {});
  EXPECT_LT(quality.rmse, 1e-5);
  EXPECT_LT(quality.anisotropy, 1e-4);
  EXPECT_LT(quality.degrees, 0.1);
  const TensorQuality noisy =
      qualityOf(estimateTensors(measureTensors(truth, 12, 20, 1, {}), {}), truth, {});
  EXPECT_GT(noisy.rmse, 0.03);
}

/// Noisy tensors of a phantom, and a descent on them.
class LabDescent : public testing::Test {
 protected:
  TensorField run(const DescentRules& rules, int threads = 1) {
    Timeline unheard;
    return descendTensors({noisy_, factors_, rules}, {threads, {}, {}}, unheard);
  }
  static DescentRules rules(DescentVersion version, VolumeSize size, int iterations) {
    DescentRules made;
    made.iterations = iterations;
    made.step = {2, 0.002F, false};
    return regionsOf(version, 8, size, made);
  }

  VolumeSize size_{13, 10, 11};
  TensorField truth_ = tensorPhantom(size_);
  TensorField noisy_ = estimateTensors(measureTensors(truth_, 12, 15, 3, {}), {});
  TensorField factors_ = tensorFactors(noisy_, {});
};

TEST_F(LabDescent, RemovesNoiseTheSameOnAnyThreads) {
  for (const auto version :
       {DescentVersion::globalSync, DescentVersion::threadSync, DescentVersion::unSync}) {
    const TensorField one = run(rules(version, size_, 30));
    EXPECT_EQ(one.parts, run(rules(version, size_, 30), 3).parts);
    EXPECT_LT(qualityOf(one, truth_, {}).rmse, qualityOf(noisy_, truth_, {}).rmse);
  }
}

TEST_F(LabDescent, IndicesAsPrintedDiverge) {
  DescentRules printed = rules(DescentVersion::globalSync, size_, 60);
  printed.step.step = 0.01F;
  printed.printedIndices = true;
  EXPECT_GT(qualityOf(run(printed), truth_, {}).rmse, 2 * qualityOf(noisy_, truth_, {}).rmse);
}

/// The chapter's equations, voxel by voxel: in double, and without arrays between.
class Equations {
 public:
  using At = std::array<int, 3>;

  explicit Equations(const TensorField& factors) : d_(factors.size) {
    for (std::size_t v = 0; v < d_.size.voxels(); ++v) {
      const Tensor l = factors.at(v);
      float parts[kTensorParts];
      float square[kTensorParts];
      std::copy(l.begin(), l.end(), parts);
      squareOf(parts, square);
      Tensor tensor;
      std::copy(std::begin(square), std::end(square), tensor.begin());
      d_.set(v, tensor);
    }
    for (std::size_t k = 0; k < kTensorParts; ++k) {
      for (int v = 0; v < static_cast<int>(d_.size.voxels()); ++v) {
        const At at{v % extent(0), v / extent(0) % extent(1), v / extent(0) / extent(1)};
        variation_[k] +=
            std::hypot(difference(k, at, 0), difference(k, at, 1), difference(k, at, 2));
      }
      all_ += (k == 1 || k == 3 || k == 4 ? 2 : 1) * variation_[k] * variation_[k];
    }
  }

  std::size_t voxel(const At& at) const {
    return static_cast<std::size_t>((at[2] * extent(1) + at[1]) * extent(0) + at[0]);
  }
  double u(std::size_t k, const At& at) const { return d_.parts[k][voxel(at)]; }
  double p(std::size_t k, const At& at) const {
    double curvature = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      curvature += normal(k, at, axis) - normal(k, moved(at, axis, 1), axis);
    }
    return curvature * variation_[k] / std::sqrt(all_);
  }

 private:
  int extent(std::size_t axis) const {
    return axis == 0 ? d_.size.width : axis == 1 ? d_.size.height : d_.size.depth;
  }
  bool isFirstOrOutside(const At& at, std::size_t axis) const {
    return at[axis] <= 0 || at[axis] >= extent(axis);
  }
  static At moved(At at, std::size_t axis, int by) {
    at[axis] += by;
    return at;
  }
  double difference(std::size_t k, const At& at, std::size_t axis) const {
    if (isFirstOrOutside(at, axis)) return 0;
    return u(k, moved(at, axis, -1)) - u(k, at);
  }
  double normal(std::size_t k, const At& at, std::size_t axis) const {
    if (isFirstOrOutside(at, axis)) return 0;
    double squares = std::pow(difference(k, at, axis), 2) + double{kTensorTiny};
    const At before = moved(at, axis, -1);
    for (std::size_t other = 0; other < 3; ++other) {
      if (other == axis) continue;
      const double mean = (difference(k, at, other) + difference(k, before, other) +
                           difference(k, moved(at, other, 1), other) +
                           difference(k, moved(before, other, 1), other)) /
                          4;
      squares += mean * mean;
    }
    return difference(k, at, axis) / std::sqrt(squares);
  }

  TensorField d_;
  std::array<double, kTensorParts> variation_{};
  double all_ = 0;
};

TEST_F(LabDescent, AStepFollowsItsEquations) {
  const DescentRules one = rules(DescentVersion::globalSync, size_, 1);
  const TensorField found = run(one);
  const Equations equations(factors_);
  using At = Equations::At;
  for (const At at : {At{0, 0, 0}, At{12, 9, 10}, At{5, 4, 6}, At{12, 3, 0}, At{6, 9, 2}}) {
    const std::size_t voxel = equations.voxel(at);
    float l[kTensorParts];
    float p[kTensorParts];
    float noisy[kTensorParts];
    for (std::size_t k = 0; k < kTensorParts; ++k) {
      p[k] = static_cast<float>(equations.p(k, at));
      l[k] = factors_.parts[k][voxel];
      noisy[k] = noisy_.parts[k][voxel];
    }
    // l11 by hand: dG/dl11 = 2 lambda sum (D - noisy) l - 2 sum P l, over the first column.
    const auto off = [&](std::size_t k) { return equations.u(k, at) - noisy[k]; };
    const double gradient = 2 * 2 * (off(0) * l[0] + off(1) * l[1] + off(3) * l[3]) -
                            2 * (p[0] * l[0] + p[1] * l[1] + p[3] * l[3]);
    const double l11 = l[0] - 0.002 * gradient;
    EXPECT_NEAR(found.parts[0][voxel], l11 * l11, 1e-5);
    descend(one.step, noisy, p, l);
    float square[kTensorParts];
    squareOf(l, square);
    for (std::size_t k = 0; k < kTensorParts; ++k) {
      EXPECT_NEAR(found.parts[k][voxel], square[k], 1e-5) << k;
    }
  }
}

TEST(LabTensorDescent, TheExperimentRunsAndIsRight) {
  LabRequest request;
  request.experiment = "tensor-descent";
  request.settings = {{"size", "8,10"}, {"iterations", "3"}};
  request.runs = 1;
  const LabReport report = runLab(makeRegistry(), request);
  ASSERT_EQ(report.points.size(), 2U);
  for (const LabPoint& point : report.points) {
    EXPECT_EQ(point.rows.size(), 10U);
    for (const LabRow& row : point.rows) {
      if (!row.refusal.empty()) continue;
      EXPECT_TRUE(row.same) << row.strategy;
      EXPECT_EQ(row.figures.size(), 3U) << row.strategy;
    }
  }
}

}  // namespace
}  // namespace espy::lab
