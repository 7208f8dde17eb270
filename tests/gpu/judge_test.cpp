// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Small networks on the GPU, each inference strategy, against the reference.
#include "espy/engine/all.h"
#include "gpu/on_gpu.h"
#include "support/networks.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

class JudgeOnGpu : public OnGpu {
 protected:
  /// Runs and rates samples by both GPU engines and by the reference.
  void equalsTheReference(const NetworkShape& shape, std::int64_t count, const char* strategy) {
    SCOPED_TRACE(testing::Message() << shape.inputs << " inputs, " << shape.columns
                                    << " columns, R " << shape.neighbours << ", L " << shape.layers
                                    << (shape.padded ? ", padded, " : ", ") << count << " samples");
    const Network network = drawNetwork(random_, shape);
    const std::vector<float> samples = drawNumbers(random_, count * shape.inputs, 1);
    const NetworkTask task{network, samples};
    const NetworkRun outputs = espy::runNetwork(registry_, "reference", task);
    const NetworkRun evidence = espy::rateSamples(registry_, "reference", task);
    for (const char* engine : {"cuda", "cuda-passes"}) {
      const NetworkRun run = espy::runNetwork(registry_, engine, task);
      ASSERT_EQ(run.values, outputs.values) << engine;
      ASSERT_EQ(espy::rateSamples(registry_, engine, task).values, evidence.values) << engine;
      if (engine == std::string("cuda")) {
        EXPECT_NE(run.report.strategy.text().find(strategy), std::string::npos)
            << run.report.strategy.text();
      }
    }
  }

  Random random_{16};
  Registry registry_ = makeRegistry();
};

TEST_F(JudgeOnGpu, CropsGoThroughLayersInLine) {
  for (const int neighbours : {3, 5, 7, 9}) {
    for (const int layers : {1, 2, 3, 4, 5, 8, 11}) {
      equalsTheReference({1024, neighbours, layers, true, 32}, 1 + random_.below(15),
                         "layers in a pipeline");
    }
  }
  // More groups than slots, in each pipeline of each multiprocessor.
  equalsTheReference({1024, 3, 1, true, 32}, 10007, "layers in a pipeline");
  equalsTheReference({1024, 3, 2, true, 32}, 5003, "layers in a pipeline");
  equalsTheReference({1024, 3, 3, true, 32}, 2503, "layers in a pipeline");
  equalsTheReference({1024, 9, 8, true, 32}, 2504, "layers in a pipeline");
  equalsTheReference({1024, 3, 17, true, 32}, 200, "layers in a pipeline");
  equalsTheReference({1024, 5, 32, true, 32}, 3, "layers in a pipeline");
}

TEST_F(JudgeOnGpu, RowsTakeSomeLayersAtOnce) {
  for (const int neighbours : {3, 5, 7, 9, 11, 13, 15}) {
    for (const bool padded : {true, false}) {
      for (const int layers : {1, 2, 3, 7}) {
        const std::int64_t least = padded ? 1 : std::int64_t{layers} * (neighbours - 1) + 1;
        equalsTheReference({least + random_.below(2000), neighbours, layers, padded, 0},
                           1 + random_.below(20), "at once");
        equalsTheReference({least + random_.below(8), neighbours, layers, padded, 0},
                           1 + random_.below(70), "at once");
      }
    }
  }
}

TEST_F(JudgeOnGpu, OtherShapesGoLayerByLayer) {
  equalsTheReference({33 * 20, 9, 5, true, 33}, 37, "layer by layer");
  equalsTheReference({1024, 9, 3, false, 32}, 20, "layer by layer");
  equalsTheReference({1024, 11, 3, true, 32}, 20, "layer by layer");
  equalsTheReference({700, 31, 3, true, 0}, 20, "layer by layer");
  equalsTheReference({700, 1, 2, true, 0}, 20, "layer by layer");
}

/// As in learning from clicks, and with more layers than the neighbourhood's reach.
TEST_F(JudgeOnGpu, TrainsTheSame) {
  for (const NetworkShape& shape :
       {NetworkShape{1024, 9, 8, true, 32}, NetworkShape{3 * 1024, 5, 3, true, 32},
        NetworkShape{33 * 20, 3, 40, true, 33}, NetworkShape{3000, 7, 5, false, 0},
        NetworkShape{50, 1, 2, true, 0}}) {
    for (const auto method : {TrainOptions::Method::adam, TrainOptions::Method::momentum}) {
      const std::int64_t count = 70 + random_.below(9);
      const std::vector<float> samples = drawNumbers(random_, count * shape.inputs, 1);
      std::vector<float> kinds;
      std::vector<float> importance;
      for (std::int64_t s = 0; s < count; ++s) {
        kinds.push_back(static_cast<float>(random_.below(2)));
        importance.push_back(static_cast<float>(random_.below(3)));
      }
      TrainOptions options;
      options.method = method;
      options.decay = 1e-3F;
      options.rounds = 3;
      const Network start = randomNetwork(shape, 7);
      const TrainingTask task{start, samples, kinds, importance, options};
      const TrainedNetwork right = espy::trainNetwork(registry_, "openmp", task);
      const TrainedNetwork trained = espy::trainNetwork(registry_, "cuda", task);
      EXPECT_EQ(trained.network, right.network) << shape.inputs << " inputs";
      EXPECT_EQ(trained.losses, right.losses) << shape.inputs << " inputs";
      EXPECT_EQ(trained.report.engine, "cuda");
    }
  }
}

TEST_F(JudgeOnGpu, TrainingStops) {
  const NetworkShape shape{1024, 9, 8, true, 32};
  const std::vector<float> samples = drawNumbers(random_, 200 * 1024, 1);
  const std::vector<float> kinds(200, 1.0F);
  TrainOptions options;
  options.rounds = 1'000'000;
  std::stop_source stop;
  Control control;
  control.stop = stop.get_token();
  control.progress = [&](double /*done*/) { stop.request_stop(); };
  const Network start = randomNetwork(shape, 7);
  EXPECT_EQ(codeOf([&] {
              espy::trainNetwork(registry_, "cuda", {start, samples, kinds, {}, options}, control);
            }),
            ErrorCode::cancelled);
}

}  // namespace
}  // namespace espy::test
