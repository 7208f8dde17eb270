// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's texture-search on the GPU: cuBLAS and the kernel for the two nearest, against plain
// loops; transfers; and the experiment.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "cuda/lab/engines.h"
#include "cuda/lab/texture_products.h"
#include "espy/engine/all.h"
#include "espy/engine/lab.h"
#include "espy/error.h"
#include "gpu/on_gpu.h"
#include "lab/texture_data.h"
#include "lab/texture_strategies.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

using lab::TextureData;
using lab::TextureGpuRequest;
using lab::TextureNumbers;
using lab::TexturePlace;
using lab::TextureTask;

constexpr TexturePlace kPlacesOfLibraries[] = {TexturePlace::gpu, TexturePlace::ordinary,
                                               TexturePlace::pinned};

std::vector<std::int32_t> countsFor(const TextureTask& task) {
  return std::vector<std::int32_t>(
      static_cast<std::size_t>(task.references()) * task.queries.size(), -1);
}

class LabTexture : public OnGpu {
 protected:
  void SetUp() override {
    OnGpu::SetUp();
    if (IsSkipped()) return;
    try {
      const cuda::GpuLease gpu(unheard_);
      const cuda::MatrixMultiplier multiplier(gpu->stream());
    } catch (const Error& error) {
      if (error.code() != ErrorCode::unsupported) throw;
      GTEST_SKIP() << error.what();
    }
  }

  std::vector<std::int32_t> plainly(const TextureTask& task) {
    std::vector<std::int32_t> counts = countsFor(task);
    lab::countByLoop(task, counts, {}, unheard_);
    return counts;
  }
  std::vector<std::int32_t> onGpu(const TextureTask& task, TexturePlace place,
                                  const TextureGpuRequest& request) {
    std::vector<std::int32_t> counts = countsFor(task);
    cuda::openTextureOnGpu(task, request.numbers, place, {})->count(request, counts, {}, unheard_);
    return counts;
  }

  Registry registry_ = makeRegistry();
  Timeline unheard_;
};

/// Algorithms 1 and 2 step by step, against the plain loop.
TEST_F(LabTexture, StepsCountWhatTheLoopCounts) {
  using lab::TextureSteps;
  for (const TextureData::Sizes& sizes :
       {TextureData::Sizes{1, 2, 1, 1}, {40, 33, 65, 1}, {33, 384, 768, 1}, {9, 500, 1000, 1}}) {
    const TextureData data(sizes, 31, {});
    const TextureTask task = data.task();
    const std::vector<std::int32_t> wanted = plainly(task);
    for (const std::int64_t batch : {1, 7, 1024}) {
      for (const TextureSteps steps : {TextureSteps::insertionSort, TextureSteps::topTwo,
                                       TextureSteps::rootSift, TextureSteps::half}) {
        std::vector<std::int32_t> found = countsFor(task);
        Timeline timeline;
        cuda::countTextureStepsOnGpu({task, steps, 0x1p-7F, batch}, found, {}, timeline);
        const bool halves = steps == TextureSteps::rootSift || steps == TextureSteps::half;
        const double most = halves ? 1 + 0.05 * static_cast<double>(sizes.queryRows) : 1;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          ASSERT_NEAR(found[i], wanted[i], most) << static_cast<int>(steps) << ", batch " << batch;
        }
        std::vector<std::string> names;
        for (const Timeline::Stage& stage : timeline.stages()) names.push_back(stage.name);
        for (const char* stage : {"products", "sort", "copy", "ratio"}) {
          EXPECT_NE(std::ranges::find(names, stage), names.end()) << stage;
        }
      }
    }
  }
}

/// Whatever share of the batches is on the GPU, also if it changes.
TEST_F(LabTexture, AHybridCacheCountsAlike) {
  const TextureData data({33, 40, 65, 2}, 32, {});
  const TextureTask task = data.task();
  const std::vector<std::int32_t> wanted = plainly(task);
  for (const TexturePlace place : {TexturePlace::ordinary, TexturePlace::pinned}) {
    const auto library = cuda::openTextureOnGpu(task, TextureNumbers::fp32, place, {});
    for (const std::int64_t batch : {1, 4, 64}) {
      for (const int resident : {0, 30, 100, 50}) {
        std::vector<std::int32_t> found = countsFor(task);
        library->count({TextureNumbers::fp32, batch, 2, false, resident}, found, {}, unheard_);
        ASSERT_EQ(found, wanted) << "batch " << batch << ", " << resident << " %";
      }
    }
  }
}

TEST_F(LabTexture, TheStepsExperimentRunsOnTheGpu) {
  LabRequest request;
  request.experiment = "texture-steps";
  request.settings = {{"references", "20"}, {"features", "100"}, {"batch", "1,8"}};
  request.runs = 1;
  for (const LabPoint& point : runLab(registry_, request).points) {
    for (const LabRow& row : point.rows) {
      EXPECT_EQ(row.refusal, "") << row.strategy;
      EXPECT_TRUE(row.same) << row.strategy;
    }
  }
}

TEST_F(LabTexture, SumsInFloatsAreExact) {
  const TextureData::Sizes kSizes[] = {{1, 2, 1, 1},      {5, 3, 5, 2},      {40, 33, 65, 1},
                                       {33, 384, 768, 2}, {70, 130, 257, 1}, {9, 500, 1000, 3}};
  std::uint64_t seed = 20;
  for (const TextureData::Sizes& sizes : kSizes) {
    const TextureData data(sizes, ++seed, {});
    const TextureTask task = data.task();
    const std::vector<std::int32_t> wanted = plainly(task);
    for (const TextureNumbers numbers : {TextureNumbers::fp32, TextureNumbers::mixed}) {
      for (const TexturePlace place : kPlacesOfLibraries) {
        for (const std::int64_t batch : {1, 7, 64}) {
          for (const int streams : {1, 3}) {
            ASSERT_EQ(onGpu(task, place, {numbers, batch, streams, true}), wanted)
                << streams << " host threads, batch " << batch;
            ASSERT_EQ(onGpu(task, place, {numbers, batch, streams}), wanted)
                << static_cast<int>(numbers) << ", place " << static_cast<int>(place) << ", batch "
                << batch << ", " << streams << " streams, " << sizes.references << " references of "
                << sizes.rows;
          }
        }
      }
    }
  }
}

/// Half-precision numbers have 11 bits: clear matches are counted; only those close to the ratio
/// may be missed.
TEST_F(LabTexture, SumsInHalvesAreNearlyExact) {
  const TextureData data({64, 384, 768, 4}, 31, {});
  const TextureTask task = data.task();
  const std::vector<std::int32_t> wanted = plainly(task);
  std::int64_t matches = 0;
  for (const std::int32_t count : wanted) matches += count;
  for (const TexturePlace place : kPlacesOfLibraries) {
    for (const std::int64_t batch : {1, 64}) {
      const std::vector<std::int32_t> found = onGpu(task, place, {TextureNumbers::fp16, batch, 2});
      std::int64_t off = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) off += std::abs(found[i] - wanted[i]);
      EXPECT_LT(off, matches / 10) << "batch " << batch << ", place " << static_cast<int>(place);
    }
  }
}

TEST_F(LabTexture, TheGreatestProductsFitIntoHalves) {
  // 255 except in one byte: all have a distance of 2 from each other and of 0 from themselves, with
  // norms and products of 16,646,400.
  const std::int64_t rows = 64;
  std::vector<std::uint8_t> library(static_cast<std::size_t>(rows * kFeatureBytes), 255);
  std::vector<std::int32_t> norms;
  for (std::int64_t row = 0; row < rows; ++row) {
    library[static_cast<std::size_t>(row * kFeatureBytes + row)] = 0;
    norms.push_back(127 * 255 * 255);
  }
  const std::vector<std::uint8_t> dark(kFeatureBytes, 0);
  const TextureTask task{library, norms, rows, {library, dark}, {}};
  for (const TextureNumbers numbers :
       {TextureNumbers::fp32, TextureNumbers::mixed, TextureNumbers::fp16}) {
    EXPECT_EQ(onGpu(task, TexturePlace::gpu, {numbers, 1, 1}), (std::vector<std::int32_t>{64, 0}))
        << static_cast<int>(numbers);
  }
}

TEST_F(LabTexture, WhatIsReadyServesMoreThanOnceInAnyOrder) {
  const TextureData data({50, 96, 200, 2}, 33, {});
  const TextureTask task = data.task();
  const std::vector<std::int32_t> wanted = plainly(task);
  const auto ready = cuda::openTextureOnGpu(task, TextureNumbers::mixed, TexturePlace::pinned, {});
  for (const TextureGpuRequest& request : {TextureGpuRequest{TextureNumbers::mixed, 3, 8},
                                           TextureGpuRequest{TextureNumbers::mixed, 50, 1},
                                           TextureGpuRequest{TextureNumbers::fp16, 8, 2},
                                           TextureGpuRequest{TextureNumbers::mixed, 1, 4}}) {
    std::vector<std::int32_t> counts = countsFor(task);
    Timeline timeline;
    ready->count(request, counts, {}, timeline);
    std::vector<std::string> names;
    for (const Timeline::Stage& stage : timeline.stages()) names.push_back(stage.name);
    EXPECT_EQ(names, (std::vector<std::string>{"upload", "count", "download"}));
    if (request.numbers == TextureNumbers::mixed) {
      EXPECT_EQ(counts, wanted);
    }
  }
}

TEST_F(LabTexture, WhatMakesNoSenseIsRefused) {
  const TextureData data({4, 8, 9, 1}, 35, {});
  const TextureTask task = data.task();
  const auto ready = cuda::openTextureOnGpu(task, TextureNumbers::fp32, TexturePlace::gpu, {});
  std::vector<std::int32_t> counts = countsFor(task);
  const auto codeOf = [&](const TextureGpuRequest& request, std::span<std::int32_t> output) {
    return test::codeOf([&] { ready->count(request, output, {}, unheard_); });
  };
  EXPECT_EQ(codeOf({TextureNumbers::fp16, 1, 1}, counts), ErrorCode::badUse);
  EXPECT_EQ(codeOf({TextureNumbers::fp32, 0, 1}, counts), ErrorCode::badUse);
  EXPECT_EQ(codeOf({TextureNumbers::fp32, 1, 0}, counts), ErrorCode::badUse);
  EXPECT_EQ(codeOf({TextureNumbers::fp32, 1, 1}, std::span(counts).first(3)), ErrorCode::badUse);
  EXPECT_EQ(test::codeOf([&] {
              ready->count({TextureNumbers::fp32, 1, 1}, counts, stoppedControl(), unheard_);
            }),
            ErrorCode::cancelled);
}

class LabTextureFromHost : public OnGpu {
 protected:
  Registry registry_ = makeRegistry();
};

TEST_F(LabTextureFromHost, NothingStaysAndTheAnswerIsTheSame) {
  const TextureData data({3000, 32, 100, 2}, 37, {});
  const TextureTask own = data.task();
  const Shelf shelf(own.rows, data.slabs());
  const RankTask task{shelf, own.queries, {20, {}, Counting::plain}};
  RunReport report;
  const std::vector<Ranking> wanted = rankReferences(registry_, "openmp", task).rankings;
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(cuda::rankFromHost(task, {}, report), wanted);
    EXPECT_NE(report.strategy.text().find("0 slabs stay on the GPU, 3 are streamed"),
              std::string::npos)
        << report.strategy.text();
  }
  const Shelf another(own.rows, data.slabs());
  const RankTask kept{another, own.queries, {20, {}, Counting::plain}};
  EXPECT_EQ(registry_.get<RankReferences>("cuda")(kept, {}, report), wanted);
  EXPECT_NE(report.strategy.text().find("all slabs stay"), std::string::npos);
}

TEST_F(LabTextureFromHost, TheFloorsAreMeasured) {
  const lab::TextureRates rates = cuda::measureTextureRates({});
  EXPECT_GT(rates.products, 1e12);
  EXPECT_GT(rates.bytes, 1e8);
}

TEST_F(LabTextureFromHost, TheExperimentRunsEachStrategyOfTheGpu) {
  LabRequest request;
  request.experiment = "texture-search";
  request.settings = {
      {"references", "100"}, {"query-features", "100"}, {"queries", "2"}, {"batch", "1,16"}};
  request.runs = 1;
  const LabReport report = runLab(registry_, request);
  ASSERT_EQ(report.points.size(), 2U);
  for (const LabPoint& point : report.points) {
    int onGpu = 0;
    for (const LabRow& row : point.rows) {
      if (row.threads != 0) continue;
      ++onGpu;
      const bool ours = row.strategy.starts_with("cuda-best");
      if (row.refusal.empty()) {
        const bool rounds = row.strategy.starts_with("cuda-fp16");
        EXPECT_TRUE(row.same || rounds) << row.strategy;
        EXPECT_GT(row.ofFloor.value_or(0), 0) << row.strategy;
      } else {
        EXPECT_FALSE(ours) << row.refusal.text();
        EXPECT_NE(row.refusal.text().find("cuBLAS"), std::string::npos) << row.refusal.text();
      }
    }
    EXPECT_EQ(onGpu, 13);
  }
}

}  // namespace
}  // namespace espy::test
