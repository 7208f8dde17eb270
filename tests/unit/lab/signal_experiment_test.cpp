// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Trials of signal-sad.
#include <gtest/gtest.h>

#include <map>

#include "espy/engine/all.h"
#include "lab/experiment.h"
#include "lab/signal_gpu.h"
#include "lab/signal_strategies.h"

namespace espy::lab {
namespace {

Values signalValues(const std::map<std::string, std::string>& some) {
  std::map<std::string, std::string> all;
  for (const LabParameter& parameter : makeSignalSad()->description().parameters) {
    all[parameter.name] = parameter.value;
  }
  for (const auto& [name, value] : some) all.at(name) = value;
  return Values(all);
}

/// The program's engines, with a GPU that searches on the host and records its strategies.
Registry withFakeGpu(std::vector<GpuStrategy>& ran) {
  Registry registry;
  addBuiltInEngines(registry);
  addSignal(registry);
  registry.addEngine({"cuda", true, "a GPU that is none", ""});
  registry.add<SearchOnGpu<std::int32_t>>(
      "cuda",
      [&ran](const GpuRequest<std::int32_t>& request, const Control& control, Timeline& timeline) {
        ran.push_back(request.strategy);
        return searchSequentially(request.task, control, timeline);
      });
  registry.add<MeasureGpuRates>("cuda", [](const Control&) { return GpuRates{1, 1}; });
  return registry;
}

TEST(LabSignalExperiment, EveryTrialIsRight) {
  std::vector<GpuStrategy> ran;
  const Registry registry = withFakeGpu(ran);
  const Bench bench = makeSignalSad()->prepare(signalValues({{"samples", "900"},
                                                             {"length", "31"},
                                                             {"threads", "2"},
                                                             {"chunk", "7"},
                                                             {"gpu-data", "host"}}),
                                               registry, {});
  for (const Trial& trial : bench.trials) {
    SCOPED_TRACE(trial.strategy);
    ASSERT_EQ(trial.refusal, "");
    Timeline timeline;
    trial.run({}, timeline);
    EXPECT_TRUE(trial.right());
  }
  EXPECT_EQ(ran, (std::vector<GpuStrategy>{GpuStrategy::naive, GpuStrategy::privateSum,
                                           GpuStrategy::tiling, GpuStrategy::tilingGather,
                                           GpuStrategy::constant, GpuStrategy::constantGather,
                                           GpuStrategy::best}));
}

/// As in Table II of the paper: 100,000 samples in blocks of 128 are 100,096 threads.
TEST(LabSignalExperiment, ThreadsOfThePapersKernelsAreWholeBlocks) {
  std::vector<GpuStrategy> ran;
  const Registry registry = withFakeGpu(ran);
  const Bench bench = makeSignalSad()->prepare(
      signalValues({{"samples", "100000"}, {"length", "2"}, {"gpu-data", "host"}}), registry, {});
  std::map<std::string, double> threads;
  for (const Trial& trial : bench.trials) threads[trial.strategy] = trial.gpuThreads;
  for (const char* paper : {"cuda-naive", "cuda-private", "cuda-tiling", "cuda-constant"}) {
    EXPECT_EQ(threads.at(paper), 100'096) << paper;
  }
  for (const char* other : {"cuda-tiling-gather", "cuda-constant-gather", "cuda-best", "best"}) {
    EXPECT_EQ(threads.at(other), 0) << other;
  }
}

}  // namespace
}  // namespace espy::lab
