// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's chain-blocks on the GPU: what the processor computes, to the last bit.
#include <gtest/gtest.h>

#include <cmath>

#include "cuda/lab/engines.h"
#include "espy/error.h"
#include "gpu/lab_runs.h"
#include "gpu/on_gpu.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

using lab::ChainData;
using lab::ChainKernels;
using lab::ChainOrder;
using lab::ChainRun;
using lab::ChainTask;

class LabChain : public OnGpu {
 protected:
  static std::vector<float> costsOf(const ChainRun& run, std::int64_t points) {
    std::vector<float> costs;
    for (std::int64_t i = 0; i < points; ++i) {
      for (std::int64_t j = i + 1; j < points; ++j) {
        costs.push_back(run.table[static_cast<std::size_t>(i * points + j)]);
      }
    }
    return costs;
  }
  Timeline unheard_;
};

TEST_F(LabChain, EveryOrderAndKernelEqualsTheProcessor) {
  for (const auto data : {ChainData::initial, ChainData::chain}) {
    for (const std::int64_t block : {16, 32, 64, 256}) {
      for (const auto order :
           {ChainOrder::iterative, ChainOrder::divided, ChainOrder::dividedOnce}) {
        const ChainTask task = lab::drawChain(data, 900, block, order != ChainOrder::iterative, 3);
        const ChainRun expected = lab::chainInBlocks(task, order, {}, unheard_);
        for (const bool merged : {false, true}) {
          if (merged && block > lab::kMostMerged) continue;
          for (const bool eachBlock : {false, true}) {
            const ChainRun found =
                cuda::runChainOnGpu(task, {order, merged, eachBlock}, {}, unheard_);
            EXPECT_TRUE(costsOf(found, task.points) == costsOf(expected, task.points))
                << "blocks of " << block << ", order " << static_cast<int>(order) << ", merged "
                << merged << ", each " << eachBlock;
            EXPECT_EQ(found.triangular, expected.triangular);
            EXPECT_EQ(found.rectangular, expected.rectangular);
          }
        }
      }
    }
  }
}

TEST_F(LabChain, ProductsEqualTheProcessors) {
  for (const std::int64_t size : {16, 50, 512}) {
    const lab::ChainProduct least = lab::drawProduct(size, false, 1);
    EXPECT_EQ(cuda::multiplyOnGpu(least, {}, unheard_), lab::productOf(least, {}, unheard_));
    const lab::ChainProduct sums = lab::drawProduct(size, true, 1);
    const std::vector<float> found = cuda::multiplyOnGpu(sums, {}, unheard_);
    const std::vector<float> expected = lab::productOf(sums, {}, unheard_);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_NEAR(found[i], expected[i], 1e-5 * expected[i]);
    }
  }
}

TEST_F(LabChain, WhatDoesNotFitIsRefusedAndAStopIsHeeded) {
  const ChainTask task = lab::drawChain(ChainData::initial, 256, 64, false, 1);
  EXPECT_THROW(cuda::runChainOnGpu(task, {ChainOrder::iterative, true, false}, {}, unheard_),
               Error);
  EXPECT_THROW(cuda::runChainOnGpu(task, {}, stoppedControl(), unheard_), Error);
}

TEST_F(LabChain, TheExperimentRunsTheGpusKernels) {
  expectExperiment("chain-blocks", {{"size", "300"}, {"block", "32"}}, 6);
}

}  // namespace
}  // namespace espy::test
