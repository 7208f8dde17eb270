// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// sparse-network: its strategies against the reference, bit by bit, and its experiment.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <thread>

#include "espy/engine/lab.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/sparse_gpu.h"
#include "lab/sparse_strategies.h"
#include "support/networks.h"

namespace espy::lab {
namespace {

using test::Random;

/// Engines for networks, with or without a fake GPU.
Registry withNetworks(bool available) {
  Registry registry;
  addBuiltInEngines(registry);
  addNetwork(registry);
  registry.addEngine({"cuda", available, available ? "a card" : "no driver was found", ""});
  return registry;
}

constexpr Sharing::Kind kKinds[] = {Sharing::Kind::even, Sharing::Kind::dynamic,
                                    Sharing::Kind::guided};

struct OwnedNetworkTask {
  Network network;
  std::vector<float> samples;

  NetworkTask view() const { return {network, samples}; }
};

/// A network whose unpadded layers leave `left` outputs.
OwnedNetworkTask drawRows(Random& random, int neighbours, int layers, std::int64_t left,
                          std::int64_t samples) {
  NetworkShape shape;
  shape.inputs = std::int64_t{layers} * (neighbours - 1) + left;
  shape.neighbours = neighbours;
  shape.layers = layers;
  shape.padded = false;
  return {test::drawNetwork(random, shape), test::drawNumbers(random, samples * shape.inputs, 1)};
}

class LabSparse : public testing::Test {
 protected:
  /// The outputs of a strategy, written over a fill value.
  template <class Run>
  std::vector<float> outputsOf(const OwnedNetworkTask& task, const Run& run) {
    std::vector<float> outputs(
        task.network.readout.size() * static_cast<std::size_t>(task.view().count()), 99.0F);
    run(task.view(), outputs);
    return outputs;
  }

  Registry registry_ = withNetworks(false);
  Timeline unheard_;
};

TEST_F(LabSparse, AllStrategiesAreTheReference) {
  Random random(16);
  for (int round = 0; round < 60; ++round) {
    const int neighbours = 1 + 2 * static_cast<int>(random.below(round % 3 == 0 ? 20 : 4));
    const int layers = 1 + static_cast<int>(random.below(7));
    const OwnedNetworkTask task =
        drawRows(random, neighbours, layers, 1 + random.below(round % 2 == 0 ? 6 : 900),
                 1 + random.below(5));
    const std::vector<float> wanted = runNetwork(registry_, "reference", task.view()).values;
    const auto sequential = [&](const NetworkTask& rows, std::span<float> outputs) {
      runSequentially(rows, outputs, {}, unheard_);
    };
    ASSERT_EQ(outputsOf(task, sequential), wanted) << neighbours << ", " << layers;
    for (const Sharing::Kind kind : kKinds) {
      for (const int chunk : {0, 1, 7, 5000}) {
        Control control;
        control.threads = 1 + static_cast<int>(random.below(5));
        const auto shared = [&](const NetworkTask& rows, std::span<float> outputs) {
          runByOpenMp(rows, {kind, chunk}, outputs, control, unheard_);
        };
        ASSERT_EQ(outputsOf(task, shared), wanted)
            << "kind " << static_cast<int>(kind) << ", chunk " << chunk << ", " << control.threads
            << " threads, " << neighbours << " neighbours, " << layers << " layers";
      }
    }
  }
}

TEST_F(LabSparse, TheStageIsTheLayers) {
  Random random(17);
  const OwnedNetworkTask task = drawRows(random, 5, 4, 300, 2);
  const auto stages = [&](const auto& run) {
    Timeline timeline;
    std::vector<float> outputs(task.network.readout.size() * 2);
    run(outputs, timeline);
    std::vector<std::string> names;
    for (const Timeline::Stage& stage : timeline.stages()) names.push_back(stage.name);
    return names;
  };
  const std::vector<std::string> wanted{"layers"};
  EXPECT_EQ(stages([&](std::span<float> outputs, Timeline& timeline) {
              runSequentially(task.view(), outputs, {}, timeline);
            }),
            wanted);
  EXPECT_EQ(stages([&](std::span<float> outputs, Timeline& timeline) {
              runByOpenMp(task.view(), {}, outputs, {}, timeline);
            }),
            wanted);
}

TEST_F(LabSparse, AStopIsHeededBetweenLayers) {
  Random random(18);
  // 9 * 10^9 connections: many seconds.
  const OwnedNetworkTask task = drawRows(random, 3, 1000, 2000, 1000);
  std::vector<float> outputs(task.network.readout.size() * 1000);
  for (const bool sequential : {true, false}) {
    for (const bool before : {true, false}) {
      std::stop_source stop;
      Control control{2, stop.get_token(), {}};
      if (before) stop.request_stop();
      std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        stop.request_stop();
      });
      try {
        if (sequential) {
          runSequentially(task.view(), outputs, control, unheard_);
        } else {
          runByOpenMp(task.view(), {}, outputs, control, unheard_);
        }
        ADD_FAILURE() << "it did not stop";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
      }
    }
  }
}

using Named = std::map<std::string, std::string>;

class LabSparseExperiment : public LabSparse {
 protected:
  Bench prepare(const Named& some) const {
    std::map<std::string, std::string> all;
    for (const LabParameter& parameter : experiment_->description().parameters) {
      all[parameter.name] = parameter.value;
    }
    all["threads"] = "2";
    for (const auto& [name, value] : some) all.at(name) = value;
    return experiment_->prepare(lab::Values(all), registry_, {});
  }
  std::string whyNot(const Named& some) const {
    try {
      prepare(some);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse);
      return error.what();
    }
    return "";
  }
  /// Runs a trial; returns whether the result is right.
  bool rightAfterRun(const Trial& trial) {
    trial.run({}, unheard_);
    return trial.right();
  }
  static const Trial& trialNamed(const Bench& bench, const std::string& strategy) {
    for (const Trial& trial : bench.trials) {
      if (trial.strategy == strategy) return trial;
    }
    throw std::out_of_range(strategy);
  }

  std::unique_ptr<Experiment> experiment_ = makeSparseNetwork();
};

TEST_F(LabSparseExperiment, EachStrategyIsRightWithoutTheResultsOfAnother) {
  for (const char* samples : {"1", "19"}) {
    const Bench bench = prepare({{"inputs", "700"}, {"neighbours", "5"}, {"samples", samples}});
    std::vector<std::string> ran;
    for (const Trial& trial : bench.trials) {
      if (!trial.refusal.empty()) {
        EXPECT_TRUE(trial.strategy.starts_with("cuda-")) << trial.strategy;
        EXPECT_EQ(trial.refusal, "no driver was found");
        continue;
      }
      EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
      EXPECT_TRUE(rightAfterRun(trial)) << trial.strategy << " on " << trial.threads;
      EXPECT_GT(trial.floorRate, 0);
      ran.push_back(trial.strategy + std::to_string(trial.threads));
    }
    EXPECT_EQ(ran, (std::vector<std::string>{"sequential1", "openmp-static1", "openmp-static2",
                                             "openmp-dynamic1", "openmp-dynamic2", "openmp-guided1",
                                             "openmp-guided2", "best1", "best2"}));
  }
}

TEST_F(LabSparseExperiment, ConnectionsAndBytesAreCounted) {
  const Bench bench =
      prepare({{"inputs", "100"}, {"neighbours", "3"}, {"layers", "2"}, {"samples", "5"}});
  const double outputs = 98 + 96;
  EXPECT_EQ(bench.operations, 5 * 3 * outputs);
  EXPECT_EQ(bench.bytes, 4 * (3 * outputs + outputs + 5 * 100 + 5 * 96));
}

TEST_F(LabSparseExperiment, WeakScalingKeepsTheInputsOfEachThread) {
  const Named some{{"inputs", "100"}, {"layers", "1"}, {"threads", "3"}};
  EXPECT_EQ(prepare(some).operations, 3 * 98);
  Named weak = some;
  weak["scaling"] = "weak";
  EXPECT_EQ(prepare(weak).operations, 3 * 298);
}

TEST_F(LabSparseExperiment, WhatMakesNoSenseIsRefusedByName) {
  EXPECT_EQ(whyNot({{"neighbours", "4"}}), "neighbours: must be odd, not 4");
  EXPECT_EQ(whyNot({{"block", "33"}}), "block: must be a multiple of 32, not 33");
  EXPECT_EQ(whyNot({{"inputs", "20"}}),
            "inputs: each layer is 2 narrower than the one before; of 20 inputs, 10 layers leave "
            "nothing");
  EXPECT_EQ(whyNot({{"inputs", "21"}}), "");
  EXPECT_EQ(whyNot({{"inputs", "100000000"}, {"layers", "1000"}}),
            "inputs: a network of 1000 layers with 100000000 inputs, and 1 samples, take more than "
            "4 GiB");
}

TEST_F(LabSparseExperiment, AGpuIsCalledForEachStrategy) {
  registry_ = withNetworks(true);
  EXPECT_EQ(trialNamed(prepare({{"inputs", "100"}}), "cuda-naive").refusal,
            "this build has no such kernels");
  EXPECT_EQ(trialNamed(prepare({{"inputs", "100"}}), "cuda-best").refusal,
            "this build has no such kernels");

  std::vector<std::string> calls;
  bool wrong = false;
  registry_.add<RunSparseOnGpu>(
      "cuda", [&](const SparseGpuRequest& request, std::span<float> outputs, const Control& control,
                  Timeline& timeline) {
        const bool naive = request.strategy == SparseGpuStrategy::naive;
        calls.push_back((naive ? "naive " : "shared ") + std::to_string(request.block));
        runSequentially(request.task, outputs, control, timeline);
        if (wrong) outputs.back() += 1e-6F;
      });
  registry_.add<RunNetwork>("cuda", [&](const NetworkTask& task, std::span<float> outputs,
                                        const Control& control, RunReport& report) {
    calls.emplace_back("ours");
    runSequentially(task, outputs, control, report.timeline);
  });
  const Bench bench = prepare({{"inputs", "100"}, {"block", "64"}});
  for (const char* strategy : {"cuda-naive", "cuda-shared", "cuda-best"}) {
    const Trial& trial = trialNamed(bench, strategy);
    EXPECT_EQ(trial.refusal, "");
    EXPECT_EQ(trial.threads, 0);
    EXPECT_EQ(trial.baseline, "cuda-naive");
    EXPECT_TRUE(rightAfterRun(trial)) << strategy;
  }
  EXPECT_EQ(calls, (std::vector<std::string>{"naive 64", "shared 64", "ours"}));
  wrong = true;
  EXPECT_FALSE(rightAfterRun(trialNamed(bench, "cuda-shared")));
}

}  // namespace
}  // namespace espy::lab
