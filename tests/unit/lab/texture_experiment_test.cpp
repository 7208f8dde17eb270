// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// texture-search as an experiment: its trials and expected results, with a fake GPU that records
// requests.
#include <gtest/gtest.h>

#include <map>

#include "espy/engine/lab.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/report.h"
#include "lab/texture_gpu.h"
#include "lab/texture_strategies.h"

namespace espy::lab {
namespace {

using TextureSettings = std::map<std::string, std::string>;

/// Requests to the fake GPU.
struct GpuCalls {
  std::vector<std::string> opened;
  std::vector<std::string> counted;
  std::vector<std::string> ranked;
  std::int64_t wrong = 0;  ///< added to its counts
};

const char* wordOf(TextureNumbers numbers) {
  switch (numbers) {
    case TextureNumbers::fp32:
      return "fp32";
    case TextureNumbers::fp16:
      return "fp16";
    default:
      return "mixed";
  }
}
const char* wordOf(TexturePlace place) {
  switch (place) {
    case TexturePlace::gpu:
      return "gpu";
    case TexturePlace::ordinary:
      return "ordinary";
    default:
      return "pinned";
  }
}

class ProcessorAsGpu : public TextureOnGpu {
 public:
  ProcessorAsGpu(const TextureTask& task, GpuCalls& calls) : task_(task), calls_(calls) {}
  void count(const TextureGpuRequest& request, std::span<std::int32_t> counts,
             const Control& control, Timeline& timeline) override {
    calls_.counted.push_back(std::string(wordOf(request.numbers)) + " " +
                             std::to_string(request.batch) + " " + std::to_string(request.streams) +
                             (request.tensorCores ? "" : " without tensor cores"));
    countByLoop(task_, counts, control, timeline);
    for (std::int64_t i = 0; i < calls_.wrong; ++i) ++counts[static_cast<std::size_t>(i)];
  }

 private:
  TextureTask task_;
  GpuCalls& calls_;
};

class LabTextureExperiment : public testing::Test {
 protected:
  void SetUp() override {
    addBuiltInEngines(registry_);
    addIdentify(registry_);
    registry_.addEngine({kGpu, false, "no driver was found", ""});
    const Registry own = ownEngines();
    registry_.addEngine(own.engine(kOpenCv));
    openCv_ = own.engine(kOpenCv).available;
    if (openCv_) registry_.add<CountByOpenCv>(kOpenCv, own.get<CountByOpenCv>(kOpenCv));
  }
  /// Registers the fake GPU.
  void putInAGpu() {
    registry_.setEngine({"cuda", true, "a card", ""});
    registry_.add<OpenTextureOnGpu>("cuda", [&](const TextureTask& task, TextureNumbers numbers,
                                                TexturePlace place, const Control&) {
      calls_.opened.push_back(std::string(wordOf(numbers)) + " " + wordOf(place));
      return std::make_shared<ProcessorAsGpu>(task, calls_);
    });
    registry_.add<MeasureTextureRates>("cuda", [](const Control&) -> TextureRates {
      return {1e12, 1e3};
    });
    const auto rank = [&](const char* word) {
      return [&calls = calls_, word, run = registry_.get<RankReferences>("sequential")](
                 const RankTask& task, const Control& control, RunReport& report) {
        calls.ranked.push_back(word + std::to_string(task.shelf.name()));
        return run(task, control, report);
      };
    };
    registry_.add<RankReferences>("cuda", rank("gpu"));
    registry_.add<RankFromHost>("cuda", rank("host"));
  }

  Bench prepare(const TextureSettings& some) const {
    TextureSettings all;
    for (const LabParameter& parameter : experiment_->description().parameters) {
      all[parameter.name] = parameter.value;
    }
    all["threads"] = "2";
    all["references"] = "12";
    all["features"] = "40";
    all["query-features"] = "64";
    for (const auto& [name, value] : some) all.at(name) = value;
    return experiment_->prepare(lab::Values(all), registry_, {});
  }
  static const Trial& trialNamed(const Bench& bench, const std::string& strategy) {
    for (const Trial& trial : bench.trials) {
      if (trial.strategy == strategy) return trial;
    }
    throw std::out_of_range(strategy);
  }
  bool rightAfterRun(const Trial& trial) {
    trial.run({}, unheard_);
    return trial.right();
  }

  Registry registry_;
  bool openCv_ = false;  ///< this build has the OpenCV plug-in
  GpuCalls calls_;
  Timeline unheard_;
  std::unique_ptr<Experiment> experiment_ = makeTextureSearch();
};

TEST_F(LabTextureExperiment, EachStrategyIsRightAfterItsOwnRun) {
  for (const char* queries : {"1", "3"}) {
    const Bench bench = prepare({{"queries", queries}});
    std::vector<std::string> ran;
    for (const Trial& trial : bench.trials) {
      if (!trial.refusal.empty()) {
        if (trial.strategy != "opencv") {
          EXPECT_TRUE(trial.strategy.starts_with("cuda-")) << trial.strategy;
          EXPECT_EQ(trial.refusal, "no driver was found");
        }
        continue;
      }
      ran.push_back(trial.strategy + std::to_string(trial.threads));
      EXPECT_GT(trial.floorRate, 0);
      EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
      EXPECT_TRUE(rightAfterRun(trial)) << trial.strategy << " on " << trial.threads;
    }
    std::vector<std::string> wanted{"sequential1", "openmp-loop2", "openmp-product1",
                                    "openmp-product2"};
    if (openCv_) wanted.emplace_back("opencv2");
    wanted.insert(wanted.end(), {"best1", "best2"});
    EXPECT_EQ(ran, wanted);
  }
}

TEST_F(LabTextureExperiment, ProductsBytesAndReferencesAreCounted) {
  const Bench bench = prepare({{"queries", "3"}});
  EXPECT_EQ(bench.items, 36);
  EXPECT_EQ(bench.operations, 36.0 * 40 * 64 * 128);
  EXPECT_EQ(bench.bytes, 12.0 * 40 * 128);
}

TEST_F(LabTextureExperiment, ALibraryThatIsTooLargeIsRefusedByName) {
  try {
    prepare({{"references", "1000000"}, {"features", "384"}});
    FAIL() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    EXPECT_STREQ(error.what(), "references: 1000000 of 384 features take more than 4 GiB");
  }
}

TEST_F(LabTextureExperiment, AGpuIsCalledForEachStrategy) {
  registry_.setEngine({"cuda", true, "a card", ""});
  EXPECT_EQ(trialNamed(prepare({}), "cuda-fp16").refusal, "this build has no such kernels");
  putInAGpu();
  const Bench bench = prepare({{"batch", "5"}, {"streams", "3"}});
  for (const Trial& trial : bench.trials) {
    if (trial.threads > 0) continue;
    EXPECT_EQ(trial.refusal, "");
    EXPECT_EQ(trial.baseline, "cuda-fp32");
    EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
    EXPECT_TRUE(rightAfterRun(trial)) << trial.strategy;
    if (trial.differing) {
      EXPECT_EQ(trial.differing(), 0) << trial.strategy;
    }
  }
  EXPECT_EQ(calls_.counted,
            (std::vector<std::string>{"fp32 1 1", "mixed 1 1", "fp16 1 1", "fp32 5 1", "mixed 5 1",
                                      "fp16 5 1", "fp16 5 1 without tensor cores", "fp16 5 1",
                                      "fp16 5 3", "fp16 5 3", "fp16 5 3"}));
  // Each library is prepared once for all trials with the same number format.
  EXPECT_EQ(calls_.opened,
            (std::vector<std::string>{"fp32 gpu", "mixed gpu", "fp16 ordinary", "fp16 pinned"}));
  ASSERT_EQ(calls_.ranked.size(), 2U);
  EXPECT_TRUE(calls_.ranked[0].starts_with("gpu"));
  EXPECT_TRUE(calls_.ranked[1].starts_with("host"));
  // Data in GPU memory and in host memory are different.
  EXPECT_NE(calls_.ranked[0].substr(4), calls_.ranked[1].substr(4));
}

TEST_F(LabTextureExperiment, FromTheHostTheBusIsTheFloor) {
  putInAGpu();
  const Bench bench = prepare({});
  EXPECT_EQ(trialNamed(bench, "cuda-best").floorRate, 1e12);
  EXPECT_EQ(trialNamed(bench, "cuda-fp16-batch").floorRate, 1e12);
  for (const char* strategy : {"cuda-fp16-host", "cuda-fp16-pinned", "cuda-fp16-threads",
                               "cuda-fp16-hybrid", "cuda-best-host"}) {
    EXPECT_DOUBLE_EQ(trialNamed(bench, strategy).floorRate, 1e3 * 64) << strategy;
  }
}

TEST_F(LabTextureExperiment, WhatRoundingChangesIsCountedAndShown) {
  putInAGpu();
  calls_.wrong = 3;
  const Bench bench = prepare({});
  const Trial& trial = trialNamed(bench, "cuda-fp16-batch");
  EXPECT_FALSE(rightAfterRun(trial));
  EXPECT_EQ(trial.differing(), 3);

  LabRequest request;
  request.experiment = "texture-search";
  request.settings = {{"references", "12"}, {"features", "40"}, {"query-features", "64"}};
  request.runs = 1;
  const LabReport report = lab::run(*experiment_, registry_, request, {});
  for (const LabRow& row : report.points.at(0).rows) {
    const bool rounds = row.strategy.starts_with("cuda-fp16");
    const bool wrong =
        rounds || row.strategy.starts_with("cuda-fp32") || row.strategy.starts_with("cuda-mixed");
    if (!row.refusal.empty()) continue;
    EXPECT_EQ(row.same, !wrong) << row.strategy;
    EXPECT_EQ(row.differing, rounds ? std::optional<std::int64_t>(3) : std::nullopt);
    EXPECT_GT(row.items.value(), 0);
  }
  EXPECT_NE(jsonOf(report).find(R"("same":false,"differing":3)"), std::string::npos);
}

}  // namespace
}  // namespace espy::lab
