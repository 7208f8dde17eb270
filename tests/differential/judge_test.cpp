// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every engine that runs and trains small networks against the reference, to the last bit (except
// for the sign of zeros).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

#include "espy/engine/all.h"
#include "support/networks.h"

namespace espy::test {
namespace {

/// All engines; with ESPY_PLANT_FAULT set, also one that forgets the last sample's bias, and one
/// step in a hundred.
Registry withFaults() {
  Registry registry = makeRegistry();
  if (std::getenv("ESPY_PLANT_FAULT") == nullptr) return registry;
  registry.addEngine({"faulty", true, "1 thread", "the reference with a planted fault"});
  const auto rate = registry.get<RateSamples>("reference");
  registry.add<RateSamples>("faulty", [rate](const NetworkTask& task, std::span<float> evidence,
                                             const Control& control, RunReport& report) {
    rate(task, evidence, control, report);
    if (!evidence.empty()) evidence.back() -= task.network.readoutBias;
  });
  const auto train = registry.get<TrainNetwork>("reference");
  registry.add<TrainNetwork>("faulty", [train](const TrainingTask& task, const Control& control) {
    TrainedNetwork trained = train(task, control);
    trained.network.biases.back() = task.network.biases.back();
    return trained;
  });
  return registry;
}

struct DrawnTask {
  Network network;
  std::vector<float> samples;
  Control control;
};

/// Ordinary numbers, or all equal, very small or very large ones.
DrawnTask drawTask(Random& random, const NetworkShape& shape, std::int64_t count) {
  DrawnTask drawn{drawNetwork(random, shape), {}, {}};
  constexpr float kScales[] = {1, 1, 1, 1e-3F, 1e-38F, 40, 1e14F, 0};
  drawn.samples = drawNumbers(random, count * shape.inputs, kScales[random.below(8)]);
  drawn.control.threads = 1 + static_cast<int>(random.below(4));
  return drawn;
}

/// Limited to keep the test short.
DrawnTask drawAnyTask(Random& random) {
  switch (random.below(4)) {
    case 0:  // deep; more neighbours would make crops that lose some a hundred times as large
      return drawTask(random, drawShape(random, 3, 100, 30), 1 + random.below(8));
    case 1:  // many samples
      return drawTask(random, drawShape(random, 15, 4, 60), 1 + random.below(100));
    case 2:  // long rows
      return drawTask(random, drawShape(random, 15, 6, 5000), 1 + random.below(5));
    default:
      return drawTask(random, drawShape(random, 9, 12, 150), 1 + random.below(20));
  }
}

template <class Capability, class Run>
void allEnginesEqualTheReference(const Run& run) {
  static const Registry registry = withFaults();
  const NetworkRun wanted = run(registry, "reference");
  for (const Engine& engine : registry.engines()) {
    if (!registry.refusal<Capability>(engine.name).empty()) continue;
    const NetworkRun found = run(registry, engine.name);
    if (found.values != wanted.values)
      RC_FAIL(engine.name + " differs: " + found.report.strategy.text());
  }
}

RC_GTEST_PROP(JudgeDifferential, AllEnginesRunAsTheReference, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const DrawnTask drawn = drawAnyTask(random);
  allEnginesEqualTheReference<RunNetwork>([&](const Registry& registry, const std::string& engine) {
    return runNetwork(registry, engine, {drawn.network, drawn.samples}, drawn.control);
  });
}

RC_GTEST_PROP(JudgeDifferential, AllEnginesRateAsTheReference, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const DrawnTask drawn = drawAnyTask(random);
  allEnginesEqualTheReference<RateSamples>(
      [&](const Registry& registry, const std::string& engine) {
        return rateSamples(registry, engine, {drawn.network, drawn.samples}, drawn.control);
      });
}

RC_GTEST_PROP(JudgeDifferential, AllEnginesTrainAsTheReference, ()) {
  static const Registry registry = withFaults();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::int64_t count = 1 + random.below(40);
  const DrawnTask drawn = drawTask(random, drawShape(random, 9, 8, 80), count);
  std::vector<float> kinds;
  for (std::int64_t s = 0; s < count; ++s) kinds.push_back(static_cast<float>(random.below(2)));
  std::vector<float> importance;
  if (random.oneIn(2)) {
    for (std::int64_t s = 0; s < count; ++s) importance.push_back(evenly(random, 0, 2));
  }
  TrainOptions options;
  options.method = random.oneIn(2) ? TrainOptions::Method::adam : TrainOptions::Method::momentum;
  options.decay = random.oneIn(2) ? 0 : 0.01F;
  options.rate = 0.01F;
  options.batch = 1 + static_cast<int>(random.below(50));
  options.rounds = static_cast<int>(random.below(4));
  options.seed = static_cast<std::uint64_t>(random.below(1000));
  const TrainingTask task{drawn.network, drawn.samples, kinds, importance, options};

  // All engines refuse tasks whose weights the reference sees diverge.
  const auto train = [&](const std::string& engine) -> std::pair<TrainedNetwork, std::string> {
    try {
      return {trainNetwork(registry, engine, task, drawn.control), ""};
    } catch (const Error& error) {
      return {{}, error.what()};
    }
  };
  const auto [wanted, refusal] = train("reference");
  for (const Engine& engine : registry.engines()) {
    if (!registry.refusal<TrainNetwork>(engine.name).empty()) continue;
    const auto [trained, sentence] = train(engine.name);
    RC_ASSERT(sentence == refusal);
    RC_ASSERT(trained.losses == wanted.losses);
    if (trained.network != wanted.network) {
      RC_FAIL(engine.name + " differs: " + trained.report.strategy.text());
    }
  }
}

}  // namespace
}  // namespace espy::test
