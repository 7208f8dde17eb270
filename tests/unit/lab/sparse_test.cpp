// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// sparse-network: its strategies against the reference, bit by bit, and its experiment.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "espy/engine/lab.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/sparse_doubles.h"
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

constexpr OmpSchedule::Kind kKinds[] = {OmpSchedule::Kind::even, OmpSchedule::Kind::dynamic,
                                        OmpSchedule::Kind::guided};

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
    for (const OmpSchedule::Kind kind : kKinds) {
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
    all["values"] = "floats";
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
  // N_3 = 3 N - 2 (L + 1) (R - 1) / 2, so that three threads have three times the outputs.
  EXPECT_EQ(prepare(weak).operations, 3 * 3 * 98);
  weak["values"] = "doubles";
  EXPECT_EQ(prepare(weak).operations, 3 * 3 * 98);
  weak["layers"] = "7";
  weak["threads"] = "1";
  const double one = prepare(weak).operations;
  weak["threads"] = "5";
  EXPECT_EQ(prepare(weak).operations, 5 * one);
}

TEST_F(LabSparseExperiment, WhatMakesNoSenseIsRefusedByName) {
  EXPECT_EQ(whyNot({{"neighbours", "4"}}), "neighbours: must be odd for values=floats, not 4");
  EXPECT_EQ(whyNot({{"block", "33"}}), "block: must be a multiple of 32, not 33");
  EXPECT_EQ(whyNot({{"inputs", "20"}}),
            "inputs: each layer is 2 narrower than the one before; of 20 inputs, 10 layers leave "
            "nothing");
  EXPECT_EQ(whyNot({{"inputs", "21"}}), "");
  EXPECT_EQ(whyNot({{"inputs", "100000000"}, {"layers", "1000"}}),
            "inputs: a network of 1000 layers with 100000000 inputs, and 1 samples, take more than "
            "4 GiB");
}

TEST(LabSparseDoubles, LoopsAreTheDefinition) {
  for (const int neighbours : {1, 2, 3, 4, 9}) {
    for (const int layers : {1, 2, 5}) {
      const std::int64_t inputs = std::int64_t{layers} * (neighbours - 1) + 40;
      const DoubleNetwork network = drawDoubles(inputs, neighbours, layers, 7);
      const std::vector<double> samples = randomDoubles(2 * inputs, 1, 8);
      std::vector<double> wanted;
      for (std::int64_t s = 0; s < 2; ++s) {
        std::vector<double> row(samples.begin() + s * inputs, samples.begin() + (s + 1) * inputs);
        std::size_t weight = 0;
        for (int l = 0; l < layers; ++l) {
          std::vector<double> next;
          for (std::size_t i = 0; i + static_cast<std::size_t>(neighbours) <= row.size(); ++i) {
            double sum = 0;
            for (std::size_t r = 0; r < static_cast<std::size_t>(neighbours); ++r) {
              sum += row[i + r] * network.weights[weight++];
            }
            sum += network.biases[static_cast<std::size_t>(l)];
            next.push_back(1 / (1 + std::exp(-sum)));
          }
          row = next;
        }
        wanted.insert(wanted.end(), row.begin(), row.end());
      }
      Timeline unheard;
      for (const DoubleLoops loops :
           {DoubleLoops::sequential, DoubleLoops::outer, DoubleLoops::inner}) {
        std::vector<double> found(wanted.size(), -1);
        runDoubles({network, samples}, loops, found, {3, {}, {}}, unheard);
        if (loops == DoubleLoops::inner) {
          EXPECT_TRUE(nearlyEqual(found, wanted)) << neighbours << ", " << layers;
        } else {
          EXPECT_EQ(found, wanted) << neighbours << ", " << layers;
        }
      }
    }
  }
}

/// An error of a first layer's output reaches the last layer, so that it cannot go unnoticed.
TEST(LabSparseDoubles, ErrorsDoNotFade) {
  const DoubleNetwork network = drawDoubles(400, 3, 20, 7);
  std::vector<double> samples = randomDoubles(400, 1, 8);
  std::vector<double> one(360);
  std::vector<double> other(360);
  Timeline unheard;
  runDoubles({network, samples}, DoubleLoops::sequential, one, {}, unheard);
  samples[200] += 1e-5;
  runDoubles({network, samples}, DoubleLoops::sequential, other, {}, unheard);
  EXPECT_FALSE(nearlyEqual(other, one));
}

TEST(LabSparseDoubles, LimitsAreThePapers) {
  const auto refusal = [](std::int64_t inputs, int neighbours, SparseDoublesKernel kernel) {
    return sparseDoublesRefusal({inputs, neighbours, 1, {}, {}}, kernel).text();
  };
  using Kernel = SparseDoublesKernel;
  EXPECT_EQ(refusal(65'537, 3, Kernel::rThreads), "");
  EXPECT_EQ(refusal(65'538, 3, Kernel::rThreads),
            "a layer may have 65535 outputs, a block for each, not 65536");
  for (const Kernel kernel : {Kernel::maxThreadsSumReduction, Kernel::maxThreadsNoReduction}) {
    EXPECT_EQ(refusal(22'369'282, 3, kernel), "");
    EXPECT_EQ(refusal(22'369'283, 3, kernel),
              "a layer of 3 neighbours may have 22369282 inputs, not 22369283");
  }
}

TEST_F(LabSparseExperiment, ThePapersStrategiesAreRight) {
  registry_ = withNetworks(true);
  std::vector<SparseDoublesKernel> kernels;
  double wrong = 0;
  registry_.add<RunSparseDoublesOnGpu>(
      "cuda", [&](const SparseDoublesRequest& request, std::span<double> outputs,
                  const Control& control, Timeline& timeline) {
        kernels.push_back(request.kernel);
        runDoubles(request.task, DoubleLoops::sequential, outputs, control, timeline);
        outputs.back() *= 1 + wrong;
      });
  // An even number of neighbours, too.
  const Bench bench = prepare({{"values", "doubles"}, {"inputs", "300"}, {"neighbours", "4"}});
  std::vector<std::string> ran;
  for (const Trial& trial : bench.trials) {
    ASSERT_EQ(trial.refusal, "");
    EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
    EXPECT_TRUE(rightAfterRun(trial)) << trial.strategy;
    ran.push_back(trial.strategy + std::to_string(trial.threads));
  }
  EXPECT_EQ(ran,
            (std::vector<std::string>{"sequential1", "openmp-outer1", "openmp-outer2",
                                      "openmp-inner1", "openmp-inner2", "cuda-maxthreads-sumreduc0",
                                      "cuda-maxthreads-nonsumreduc0", "cuda-rthreads0"}));
  EXPECT_EQ(kernels, (std::vector{SparseDoublesKernel::maxThreadsSumReduction,
                                  SparseDoublesKernel::maxThreadsNoReduction,
                                  SparseDoublesKernel::rThreads}));
  EXPECT_EQ(bench.items, 600);
  wrong = 1e-8;
  EXPECT_FALSE(rightAfterRun(trialNamed(bench, "cuda-rthreads")));
  wrong = 1e-10;
  EXPECT_TRUE(rightAfterRun(trialNamed(bench, "cuda-rthreads")));
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
