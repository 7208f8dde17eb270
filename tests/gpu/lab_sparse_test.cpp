// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's sparse-network on the GPU: both kernels against the reference, to the last bit.
#include <limits>

#include "cuda/lab/engines.h"
#include "espy/engine/all.h"
#include "espy/engine/lab.h"
#include "espy/error.h"
#include "gpu/lab_runs.h"
#include "gpu/on_gpu.h"
#include "support/networks.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

using lab::SparseGpuStrategy;

constexpr SparseGpuStrategy kSparseStrategies[] = {SparseGpuStrategy::naive,
                                                   SparseGpuStrategy::shared};

class LabSparse : public OnGpu {
 protected:
  void equalsTheReference(int neighbours, int layers, std::int64_t left, std::int64_t count,
                          int block) {
    NetworkShape shape;
    shape.inputs = std::int64_t{layers} * (neighbours - 1) + left;
    shape.neighbours = neighbours;
    shape.layers = layers;
    shape.padded = false;
    const Network network = drawNetwork(random_, shape);
    const std::vector<float> samples = drawNumbers(random_, count * shape.inputs, 1);
    const NetworkTask task{network, samples};
    const std::vector<float> wanted = runNetwork(registry_, "reference", task).values;
    for (const SparseGpuStrategy strategy : kSparseStrategies) {
      std::vector<float> found(wanted.size(), std::numeric_limits<float>::quiet_NaN());
      cuda::runSparseOnGpu({task, strategy, block}, found, {}, unheard_);
      ASSERT_EQ(found, wanted) << "strategy " << static_cast<int>(strategy) << ", R " << neighbours
                               << ", L " << layers << ", " << shape.inputs << " inputs, " << count
                               << " samples, block " << block;
    }
  }

  Random random_{61};
  Registry registry_ = makeRegistry();
  Timeline unheard_;
};

TEST_F(LabSparse, BothKernelsAreTheReference) {
  for (const int neighbours : {1, 3, 5, 15, 255}) {
    for (const int layers : {1, 2, 5}) {
      for (const std::int64_t left : {1, 31, 32, 33, 1024, 3001}) {
        const int block = 32 * static_cast<int>(1 + random_.below(32));
        equalsTheReference(neighbours, layers, left, 1 + random_.below(4), block);
      }
    }
  }
  equalsTheReference(3, 40, 100'000, 1, 256);
  equalsTheReference(3, 2, 5, 70'000, 32);  // more than a grid's maximal height
}

TEST_F(LabSparse, WhatMakesNoSenseIsRefused) {
  const Network padded = drawNetwork(random_, {100, 3, 2, true, 0});
  const Network rows = drawNetwork(random_, {100, 3, 2, false, 0});
  const std::vector<float> samples(100);
  std::vector<float> outputs(100);
  const auto codeOf = [&](const Network& network, int block) {
    return test::codeOf([&] {
      cuda::runSparseOnGpu({{network, samples}, SparseGpuStrategy::naive, block}, outputs, {},
                           unheard_);
    });
  };
  for (const int block : {0, 1, 33, 1056, -32}) {
    EXPECT_EQ(codeOf(rows, block), ErrorCode::badUse) << block;
  }
  EXPECT_EQ(codeOf(padded, 64), ErrorCode::unsupported);
}

TEST_F(LabSparse, AStopIsHeeded) {
  const Network network = drawNetwork(random_, {100, 3, 2, false, 0});
  const std::vector<float> samples(100);
  std::vector<float> outputs(96);
  EXPECT_EQ(codeOf([&] {
              cuda::runSparseOnGpu({{network, samples}}, outputs, stoppedControl(), unheard_);
            }),
            ErrorCode::cancelled);
}

TEST_F(LabSparse, ThePapersKernelsAreNearlyTheSequentialLoop) {
  using lab::SparseDoublesKernel;
  for (const int neighbours : {1, 2, 3, 4, 7, 32, 33, 255}) {
    for (const int layers : {1, 2, 5}) {
      for (const std::int64_t left : {1, 340, 341, 342, 1024, 5000}) {
        const std::int64_t inputs = std::int64_t{layers} * (neighbours - 1) + left;
        const std::int64_t count = 1 + random_.below(3);
        const lab::DoubleNetwork network = lab::drawDoubles(inputs, neighbours, layers, 3);
        const std::vector<double> samples = lab::randomDoubles(count * inputs, 1, 4);
        std::vector<double> wanted(static_cast<std::size_t>(count * left));
        lab::runDoubles({network, samples}, lab::DoubleLoops::sequential, wanted, {}, unheard_);
        for (const SparseDoublesKernel kernel :
             {SparseDoublesKernel::maxThreadsSumReduction,
              SparseDoublesKernel::maxThreadsNoReduction, SparseDoublesKernel::rThreads}) {
          std::vector<double> found(wanted.size(), std::numeric_limits<double>::quiet_NaN());
          cuda::runSparseDoublesOnGpu({{network, samples}, kernel}, found, {}, unheard_);
          ASSERT_TRUE(lab::nearlyEqual(found, wanted))
              << "kernel " << static_cast<int>(kernel) << ", R " << neighbours << ", L " << layers
              << ", " << inputs << " inputs";
        }
      }
    }
  }
}

TEST_F(LabSparse, ThePapersLimitsAreRefused) {
  const lab::DoubleNetwork network = lab::drawDoubles(65'538, 3, 1, 3);
  const std::vector<double> samples = lab::randomDoubles(network.inputs, 1, 4);
  std::vector<double> outputs(65'536);
  EXPECT_EQ(codeOf([&] {
              cuda::runSparseDoublesOnGpu({{network, samples}, lab::SparseDoublesKernel::rThreads},
                                          outputs, {}, unheard_);
            }),
            ErrorCode::badUse);
}

TEST_F(LabSparse, TheExperimentRunsEachStrategyOfTheGpu) {
  for (const char* values : {"doubles", "floats"}) {
    expectExperiment("sparse-network",
                     {{"values", values}, {"inputs", "5000"}, {"samples", "1,40"}}, 3, 2);
  }
}

}  // namespace
}  // namespace espy::test
