// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/network.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/error.h"
#include "judge/fast.h"
#include "judge/reference.h"
#include "judge/training.h"

namespace espy {
namespace {

/// The largest network: 256 GiB.
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 36;
constexpr int kMostNeighbours = 255;
constexpr int kMostLayers = 1000;

void require(bool right, const Message& sentence) {
  if (!right) throw Error(ErrorCode::badUse, sentence);
}

void checkShape(const NetworkShape& shape) {
  require(shape.inputs >= 1 && shape.inputs <= kMostNumbers,
          phrase("a network needs at least one input"));
  require(shape.neighbours >= 1 && shape.neighbours <= kMostNeighbours && shape.neighbours % 2 == 1,
          phrase("each output of a network sees {} neighbours; it must be an odd number up to {}",
                 shape.neighbours, kMostNeighbours));
  require(shape.layers >= 1 && shape.layers <= kMostLayers,
          phrase("a network has {} layers; it must be 1 to {}", shape.layers, kMostLayers));
  require(shape.columns >= 0 && (shape.columns == 0 || shape.inputs % shape.columns == 0),
          phrase("{} inputs do not make a picture of {} columns", shape.inputs, shape.columns));
  const std::int64_t most = shape.inputs * (shape.neighbours + 1);
  require(most <= kMostNumbers / shape.layers,
          phrase("a network of {} layers with {} inputs is too large", shape.layers, shape.inputs));
}

/// Whether all are finite and bounded; NaN is not.
bool fit(std::span<const float> numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](float number) { return std::abs(number) <= Network::kGreatest; });
}

void checkNetwork(const Network& network) {
  const std::vector<LayerShape> layers = layersOf(network.shape);
  const LayerShape& last = layers.back();
  const std::int64_t biases = last.firstBias + last.outputs();
  const std::int64_t weights = biases * network.shape.neighbours;
  require(std::ssize(network.weights) == weights && std::ssize(network.biases) == biases &&
              std::ssize(network.readout) == last.outputs(),
          phrase("a network of this shape has {} weights, {} biases and {} readout weights, not "
                 "{}, {} and {}",
                 weights, biases, last.outputs(), network.weights.size(), network.biases.size(),
                 network.readout.size()));
  require(fit(network.weights) && fit(network.biases) && fit(network.readout) &&
              fit({&network.readoutBias, 1}),
          phrase("a number of the network is not finite, or beyond 10^15"));
}

void checkSamples(const NetworkShape& shape, std::span<const float> samples) {
  require(
      std::ssize(samples) % shape.inputs == 0,
      phrase("{} numbers are not a whole number of samples of {}", samples.size(), shape.inputs));
  require(fit(samples), phrase("a number of a sample is not finite, or beyond 10^15"));
}

void checkTraining(const TrainingTask& task) {
  checkNetwork(task.network);
  checkSamples(task.network.shape, task.samples);
  const TrainOptions& options = task.options;
  require(!task.kinds.empty(), phrase("there are no samples to learn from"));
  require(std::ssize(task.samples) == task.count() * task.network.shape.inputs,
          phrase("there must be one kind for each sample"));
  require(task.importance.empty() || task.importance.size() == task.kinds.size(),
          phrase("there must be one importance for each sample, or none"));
  require(std::all_of(task.kinds.begin(), task.kinds.end(),
                      [](float kind) { return kind >= 0 && kind <= 1; }),
          phrase("the kind of a sample must be from 0 to 1"));
  require(std::all_of(task.importance.begin(), task.importance.end(),
                      [](float much) { return much >= 0 && much <= 1e6F; }),
          phrase("the importance of a sample must be from 0 to 1000000"));
  const auto share = [](float number) { return number >= 0 && number < 1; };
  require(options.rate >= 0 && options.rate <= 1e6F, phrase("a rate must be from 0 to 1000000"));
  require(share(options.momentum) && share(options.spread),
          phrase("momentum and spread must be at least 0 and less than 1"));
  require(options.decay >= 0 && options.decay <= 1e6F, phrase("a decay must be from 0 to 1000000"));
  require(
      options.batch >= 1 && options.rounds >= 0,
      phrase("a step needs at least one sample, and the number of rounds must not be negative"));
}

template <class Capability>
NetworkRun runChecked(const Registry& registry, std::string_view engine, const NetworkTask& task,
                      std::int64_t perSample, const Control& control) {
  const auto& function = registry.get<Capability>(engine);
  NetworkRun run;
  {
    const StageTimer timer(run.report.timeline, "prepare");
    checkSamples(task.network.shape, task.samples);
    run.values.resize(static_cast<std::size_t>(task.count() * perSample));
  }
  function(task, run.values, control, run.report);
  return run;
}

RunNetwork::Function fastOn(const ProcessorEngine& engine, judge::NetworkResult result) {
  return [=](const NetworkTask& task, std::span<float> results, const Control& control,
             RunReport& report) {
    const Control own = engine.own(control);
    report.engine = engine.name;
    report.threads = own.threads;
    own.check();
    if (task.count() > 0) judge::runFast(task, result, results, {}, own, report);
  };
}

}  // namespace

std::vector<LayerShape> layersOf(const NetworkShape& shape) {
  checkShape(shape);
  const int lost = shape.padded ? 0 : shape.neighbours - 1;
  std::vector<LayerShape> layers;
  LayerShape next;
  next.columns = shape.columns == 0 ? shape.inputs : shape.columns;
  next.rows = shape.inputs / next.columns;
  next.before = shape.padded ? shape.neighbours / 2 : 0;
  for (int l = 0; l < shape.layers; ++l) {
    next.beside = shape.columns == 0 || l % 2 == 0;
    next.inputRows = next.rows;
    next.inputColumns = next.columns;
    (next.beside ? next.columns : next.rows) -= lost;
    require(next.columns >= 1 && next.rows >= 1,
            phrase("no inputs are left after {} of {} layers", l, shape.layers));
    layers.push_back(next);
    next.firstBias += next.outputs();
    next.firstWeight = next.firstBias * shape.neighbours;
  }
  return layers;
}

Network randomNetwork(const NetworkShape& shape, std::uint64_t seed) {
  const std::vector<LayerShape> layers = layersOf(shape);
  Network network{shape, {}, {}, {}, 0};
  judge::UniformRandom chances(seed);
  const float most = 0.3F / std::sqrt(static_cast<float>(shape.neighbours));
  for (const LayerShape& layer : layers) {
    for (int r = 0; r < shape.neighbours; ++r) {
      const float kept = r == shape.neighbours / 2 ? 1.0F : 0.0F;
      for (std::int64_t i = 0; i < layer.outputs(); ++i) {
        network.weights.push_back(kept + most * (2 * chances.number() - 1));
      }
    }
  }
  const LayerShape& last = layers.back();
  network.biases.resize(static_cast<std::size_t>(last.firstBias + last.outputs()));
  network.readout.resize(static_cast<std::size_t>(last.outputs()));
  return network;
}

NetworkRun runNetwork(const Registry& registry, std::string_view engine, const NetworkTask& task,
                      const Control& control) {
  checkNetwork(task.network);
  return runChecked<RunNetwork>(registry, engine, task, std::ssize(task.network.readout), control);
}

NetworkRun rateSamples(const Registry& registry, std::string_view engine, const NetworkTask& task,
                       const Control& control) {
  checkNetwork(task.network);
  return runChecked<RateSamples>(registry, engine, task, 1, control);
}

TrainedNetwork trainNetwork(const Registry& registry, std::string_view engine,
                            const TrainingTask& task, const Control& control) {
  const auto& train = registry.get<TrainNetwork>(engine);
  checkTraining(task);
  return train(task, control);
}

void addNetwork(Registry& registry) {
  addOnProcessor<RunNetwork>(registry, [](const ProcessorEngine& engine) {
    return fastOn(engine, judge::NetworkResult::outputs);
  });
  addOnProcessor<RateSamples>(registry, [](const ProcessorEngine& engine) {
    return fastOn(engine, judge::NetworkResult::evidence);
  });
  addOnProcessor<TrainNetwork>(registry, [](const ProcessorEngine& engine) {
    return [engine](const TrainingTask& task, const Control& control) {
      const Control own = engine.own(control);
      TrainedNetwork trained = judge::trainFast(task, own);
      trained.report.engine = engine.name;
      trained.report.threads = own.threads;
      return trained;
    };
  });
  registry.add<RunNetwork>("reference", judge::runByReference);
  registry.add<RateSamples>("reference", judge::rateByReference);
  registry.add<TrainNetwork>("reference", judge::trainByReference);
}

}  // namespace espy
