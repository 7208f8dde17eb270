// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's tensor-descent and memory-reuse on the GPU: what the processor computes, but for
// rounding.
#include <algorithm>
#include <cmath>

#include "cuda/lab/engines.h"
#include "espy/error.h"
#include "gpu/lab_runs.h"
#include "gpu/on_gpu.h"
#include "lab/tensor_data.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

using lab::DescentRules;
using lab::DescentTask;
using lab::DescentVersion;
using lab::ReuseKernel;
using lab::ReuseLayout;
using lab::ReuseTask;
using lab::TensorField;
using lab::VolumeSize;

constexpr DescentVersion kVersions[] = {DescentVersion::globalSync, DescentVersion::threadSync,
                                        DescentVersion::unSync};

class LabTensor : public OnGpu {
 protected:
  static DescentRules rules(DescentVersion version, int side, VolumeSize size, int iterations) {
    DescentRules made;
    made.iterations = iterations;
    made.step = {2, 0.002F, false};
    return lab::regionsOf(version, side, size, made);
  }
  Timeline unheard_;
};

TEST_F(LabTensor, DescentsAreThoseOfTheProcessor) {
  for (const VolumeSize size : {VolumeSize{16, 16, 16}, VolumeSize{13, 10, 7}, VolumeSize{1, 5, 3},
                                VolumeSize{33, 18, 9}}) {
    const TensorField truth = lab::tensorPhantom(size);
    const TensorField noisy = lab::estimateTensors(lab::measureTensors(truth, 12, 15, 3, {}), {});
    const TensorField factors = lab::tensorFactors(noisy, {});
    for (const DescentVersion version : kVersions) {
      for (const int side : {8, 16}) {
        const DescentTask task{noisy, factors, rules(version, side, size, 21)};
        const TensorField wanted = lab::descendTensors(task, {}, unheard_);
        const TensorField found = cuda::descendOnGpu(task, version, side, {}, unheard_);
        double off = 0;
        double change = 0;
        for (std::size_t k = 0; k < lab::kTensorParts; ++k) {
          for (std::size_t i = 0; i < size.voxels(); ++i) {
            off += std::pow(found.parts[k][i] - wanted.parts[k][i], 2);
            change += std::pow(wanted.parts[k][i] - noisy.parts[k][i], 2);
          }
        }
        EXPECT_LE(off, 1e-4 * change) << size.width << " x " << size.height << " x " << size.depth
                                      << ", version " << static_cast<int>(version) << ", " << side;
      }
    }
  }
}

TEST_F(LabTensor, WhatKernelsDoNotHaveIsRefusedAndAStopIsHeeded) {
  const VolumeSize size{4, 4, 4};
  const TensorField noisy = lab::tensorPhantom(size);
  const TensorField factors = lab::tensorFactors(noisy, {});
  const auto codeOf = [&](DescentRules wanted, int side, const Control& control) {
    return test::codeOf([&] {
      cuda::descendOnGpu({noisy, factors, wanted}, DescentVersion::globalSync, side, control,
                         unheard_);
    });
  };
  DescentRules own = rules(DescentVersion::globalSync, 8, size, 3);
  EXPECT_EQ(codeOf(own, 9, {}), ErrorCode::badUse);
  EXPECT_EQ(codeOf(own, 8, stoppedControl()), ErrorCode::cancelled);
  own.printedIndices = true;
  EXPECT_EQ(codeOf(own, 8, {}), ErrorCode::unsupported);
}

TEST_F(LabTensor, LayoutsOfSharedMemoryComputeTheSame) {
  for (const auto kernel :
       {ReuseKernel::denoising, ReuseKernel::segmentation, ReuseKernel::registration}) {
    for (const int extent : {8, 14, 33, 50}) {
      const ReuseTask task = lab::drawReuse(kernel, extent, 25, 4);
      const std::vector<float> wanted = lab::runReuse(task, {}, unheard_);
      const auto run = [&](ReuseLayout layout) {
        return cuda::runReuseOnGpu(task, layout, {}, unheard_);
      };
      const lab::ReuseRun separate = run(ReuseLayout::separate);
      double off = 0;
      double change = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        off += std::pow(separate.values[i] - wanted[i], 2);
        change += std::pow(wanted[i] - task.start[i], 2);
      }
      EXPECT_LE(off, 1e-4 * change) << static_cast<int>(kernel) << ", " << extent;
      EXPECT_EQ(run(ReuseLayout::coloured).values, separate.values);
      EXPECT_EQ(run(ReuseLayout::planned).values, separate.values);
    }
  }
}

TEST_F(LabTensor, LayoutsHaveTheirBytes) {
  const auto factsOf = [&](ReuseKernel kernel, ReuseLayout layout) {
    return cuda::runReuseOnGpu(lab::drawReuse(kernel, 16, 1, 1), layout, {}, unheard_);
  };
  EXPECT_EQ(factsOf(ReuseKernel::segmentation, ReuseLayout::separate).sharedBytes, 6144);
  EXPECT_EQ(factsOf(ReuseKernel::segmentation, ReuseLayout::coloured).sharedBytes, 4096);
  EXPECT_EQ(factsOf(ReuseKernel::segmentation, ReuseLayout::planned).sharedBytes, 3904);
  EXPECT_EQ(factsOf(ReuseKernel::segmentation, ReuseLayout::separate).blocksThen, 2);
  EXPECT_EQ(factsOf(ReuseKernel::segmentation, ReuseLayout::coloured).blocksThen, 3);
  EXPECT_EQ(factsOf(ReuseKernel::denoising, ReuseLayout::coloured).sharedBytes, 6144);
  EXPECT_GE(factsOf(ReuseKernel::denoising, ReuseLayout::planned).blocks, 1);
}

TEST_F(LabTensor, TheExperimentsRunTheGpusKernels) {
  expectExperiment("tensor-descent", {{"size", "16"}, {"iterations", "30"}}, 4);
  expectExperiment("memory-reuse", {{"size", "16"}, {"iterations", "30"}}, 3);
}

}  // namespace
}  // namespace espy::test
