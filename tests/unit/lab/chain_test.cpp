// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// chain-blocks on the processor.
#include <gtest/gtest.h>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "lab/chain_task.h"
#include "lab/experiment.h"

namespace espy::lab {
namespace {

/// The costs of the first `size` points.
std::vector<float> costsOf(const ChainRun& run, std::int64_t points, std::int64_t size) {
  std::vector<float> costs;
  for (std::int64_t i = 0; i < size; ++i) {
    for (std::int64_t j = i + 1; j < size; ++j) {
      costs.push_back(run.table[static_cast<std::size_t>(i * points + j)]);
    }
  }
  return costs;
}

TEST(LabChain, EveryOrderEqualsThePlainRecurrence) {
  Timeline unheard;
  for (const auto data : {ChainData::initial, ChainData::chain}) {
    for (const std::int64_t size : {16, 64, 100, 250}) {
      for (const std::int64_t block : {16, 32}) {
        const ChainTask task = drawChain(data, size, block, false, 3);
        const auto expected = costsOf(chainPlainly(task, {}, unheard), task.points, size);
        for (const auto order :
             {ChainOrder::iterative, ChainOrder::divided, ChainOrder::dividedOnce}) {
          const ChainTask own = drawChain(data, size, block, order != ChainOrder::iterative, 3);
          for (const int threads : {1, 3}) {
            const ChainRun run = chainInBlocks(own, order, {threads, {}, {}}, unheard);
            EXPECT_EQ(costsOf(run, own.points, size), expected)
                << size << " points, blocks of " << block << ", order " << static_cast<int>(order);
          }
        }
      }
    }
  }
}

TEST(LabChain, CallsAreThoseOfTheTable) {
  // Table 1 has these for 1024 to 8192 points in blocks of 256: here 16 times smaller.
  constexpr std::int64_t kBlock = 16;
  struct Calls {
    std::int64_t points;
    std::int64_t iterative[2];
    std::int64_t divided[2];
    std::int64_t once[2];
  };
  for (const Calls& calls :
       {Calls{64, {6, 4}, {6, 4}, {6, 4}}, Calls{128, {28, 56}, {36, 28}, {28, 28}},
        Calls{256, {120, 560}, {216, 172}, {120, 140}}}) {
    const auto countsOf = [&](ChainOrder order) {
      Timeline unheard;
      const ChainRun run = chainInBlocks(
          drawChain(ChainData::initial, calls.points, kBlock, true, 1), order, {}, unheard);
      return std::pair(run.triangular, run.rectangular);
    };
    EXPECT_EQ(countsOf(ChainOrder::iterative), std::pair(calls.iterative[0], calls.iterative[1]));
    EXPECT_EQ(countsOf(ChainOrder::divided), std::pair(calls.divided[0], calls.divided[1]));
    EXPECT_EQ(countsOf(ChainOrder::dividedOnce), std::pair(calls.once[0], calls.once[1]));
  }
}

TEST(LabChain, ProductsAreLeastSumsOrSumsOfProducts) {
  Timeline unheard;
  ChainProduct task{2, false, {1, 5, 2, 8}, {3, 1, 4, 9}};
  EXPECT_EQ(productOf(task, {}, unheard), (std::vector<float>{4, 2, 5, 3}));
  task.isSum = true;
  EXPECT_EQ(productOf(task, {}, unheard), (std::vector<float>{23, 46, 38, 74}));
}

TEST(LabChain, IsCancelled) {
  std::stop_source stop;
  stop.request_stop();
  Timeline unheard;
  const ChainTask task = drawChain(ChainData::chain, 200, 16, false, 1);
  const Control control{1, stop.get_token(), {}};
  EXPECT_THROW(chainPlainly(task, control, unheard), Error);
  EXPECT_THROW(chainInBlocks(task, ChainOrder::iterative, control, unheard), Error);
}

TEST(LabChainBlocks, TheExperimentRunsAndIsRight) {
  struct Case {
    const char* part;
    const char* data;
    std::size_t rows;
  };
  for (const Case& one : {Case{"table", "initial", 12}, Case{"table", "matrix-chain", 12},
                          Case{"product", "initial", 5}}) {
    LabRequest request;
    request.experiment = "chain-blocks";
    request.settings = {
        {"part", one.part}, {"data", one.data}, {"size", "150"}, {"block", "32"}, {"threads", "2"}};
    request.runs = 1;
    const LabReport report = runLab(makeRegistry(), request);
    ASSERT_EQ(report.points.size(), 1U);
    EXPECT_EQ(report.points[0].rows.size(), one.rows);
    int ran = 0;
    for (const LabRow& row : report.points[0].rows) {
      EXPECT_TRUE(!row.refusal.empty() || row.same) << row.strategy;
      ran += row.refusal.empty() ? 1 : 0;
    }
    EXPECT_GE(ran, one.rows == 5 ? 3 : 6);
  }
}

}  // namespace
}  // namespace espy::lab
