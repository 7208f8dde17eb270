// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/tensor_descent.h"

#include "lab/curvature.h"

namespace espy::lab {
namespace {

class Descent {
 public:
  Descent(const DescentTask& task, const Control& control, Timeline& timeline)
      : task_(task),
        control_(control),
        timeline_(timeline),
        curvature_(task.noisy.size, task.rules.region, task.rules.printedIndices),
        norms_(task.noisy.size, task.rules.normRegion),
        factors_(task.factors),
        tensors_(task.noisy.size),
        steps_(task.noisy.size) {}

  TensorField run() {
    square();
    for (int i = 0; i < task_.rules.iterations; ++i) {
      for (std::size_t k = 0; k < kTensorParts; ++k) sumVariation(k);
      for (std::size_t k = 0; k < kTensorParts; ++k) scaleCurvature(k);
      solve();
      square();
    }
    return std::move(tensors_);
  }

 private:
  /// Calls body(voxel) for all voxels, slices in parallel.
  template <class Body>
  void forVoxels(const Body& body) {
    const VolumeOrder& order = curvature_.order();
    forSlices(order.slices(), control_, [&](int z) { order.inSlice(z, body); });
  }

  void square() {
    const StageTimer timer(timeline_, "LLT");
    forVoxels([&](const VolumeVoxel& voxel) {
      float l[kTensorParts];
      float d[kTensorParts];
      for (std::size_t k = 0; k < kTensorParts; ++k) l[k] = factors_.parts[k][voxel.index];
      squareOf(l, d);
      for (std::size_t k = 0; k < kTensorParts; ++k) tensors_.parts[k][voxel.index] = d[k];
    });
  }

  /// Sums over each region the lengths of the gradient of element k.
  void sumVariation(std::size_t k) {
    const StageTimer timer(timeline_, "TVnorm");
    const std::vector<float>& u = tensors_.parts[k];
    const std::size_t regions = norms_.regions();
    std::vector<double> ofSlices(regions * static_cast<std::size_t>(norms_.slices()));
    const VolumeOrder& order = curvature_.order();
    forSlices(order.slices(), control_, [&](int slice) {
      double* sums = ofSlices.data() + static_cast<std::size_t>(slice) * regions;
      order.inSlice(slice, [&](const VolumeVoxel& voxel) {
        const float x = curvature_.difference(u, voxel, 0);
        const float y = curvature_.difference(u, voxel, 1);
        const float z = curvature_.difference(u, voxel, 2);
        sums[norms_.regionOf(voxel.index)] += std::sqrt(x * x + y * y + z * z);
      });
    });
    variations_[k].assign(regions, 0);
    for (std::size_t i = 0; i < ofSlices.size(); ++i) variations_[k][i % regions] += ofSlices[i];
  }

  /// P of element k: its curvature times its share of all total variation.
  void scaleCurvature(std::size_t k) {
    const StageTimer timer(timeline_, "P");
    curvature_.compute(tensors_.parts[k], control_, steps_.parts[k]);
    std::vector<float> shares(norms_.regions());
    for (std::size_t region = 0; region < shares.size(); ++region)
      shares[region] = share(k, region);
    forVoxels([&](const VolumeVoxel& voxel) {
      steps_.parts[k][voxel.index] *= shares[norms_.regionOf(voxel.index)];
    });
  }

  /// Total variation of element k over that of the tensor, in a region.
  float share(std::size_t k, std::size_t region) const {
    double squares = 0;
    for (std::size_t i = 0; i < kTensorParts; ++i) {
      const auto variation = variations_[i][region];
      squares += (standsTwice(static_cast<int>(i)) ? 2 : 1) * variation * variation;
    }
    return squares == 0 ? 0 : static_cast<float>(variations_[k][region] / std::sqrt(squares));
  }

  void solve() {
    const StageTimer timer(timeline_, "Solver");
    forVoxels([&](const VolumeVoxel& voxel) {
      float noisy[kTensorParts];
      float p[kTensorParts];
      float l[kTensorParts];
      for (std::size_t k = 0; k < kTensorParts; ++k) {
        noisy[k] = task_.noisy.parts[k][voxel.index];
        p[k] = steps_.parts[k][voxel.index];
        l[k] = factors_.parts[k][voxel.index];
      }
      descend(task_.rules.step, noisy, p, l);
      for (std::size_t k = 0; k < kTensorParts; ++k) factors_.parts[k][voxel.index] = l[k];
    });
  }

  const DescentTask& task_;
  const Control& control_;
  Timeline& timeline_;
  Curvature curvature_;
  VolumeOrder norms_;  ///< of the regions whose variation is summed
  TensorField factors_;
  TensorField tensors_;
  TensorField steps_;
  std::array<std::vector<double>, kTensorParts> variations_;  ///< by region
};

}  // namespace

TensorField descendTensors(const DescentTask& task, const Control& control, Timeline& timeline) {
  return Descent(task, control, timeline).run();
}

}  // namespace espy::lab
