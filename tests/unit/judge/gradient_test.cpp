// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Training's gradients against finite differences in double.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "espy/engine/all.h"
#include "support/networks.h"

namespace espy {
namespace {

using namespace test;

std::vector<double> parametersOf(const Network& network) {
  std::vector<double> all(network.weights.begin(), network.weights.end());
  all.insert(all.end(), network.biases.begin(), network.biases.end());
  all.insert(all.end(), network.readout.begin(), network.readout.end());
  all.push_back(network.readoutBias);
  return all;
}

double activationInDouble(double sum) {
  constexpr double kAt = 15.0 / 8;
  const double z = std::clamp(sum / kAt, -1.0, 1.0);
  return kAt * (z - 2.0 / 3 * z * z * z + z * z * z * z * z / 5);
}

/// An independent implementation of the loss of one sample.
double lossInDouble(const NetworkShape& shape, const std::vector<double>& parameters,
                    std::vector<double> values, double kind) {
  const std::vector<LayerShape> layers = layersOf(shape);
  const LayerShape& last = layers.back();
  const double* biases = parameters.data() + (last.firstBias + last.outputs()) * shape.neighbours;
  const double* readout = biases + last.firstBias + last.outputs();
  for (const LayerShape& layer : layers) {
    std::vector<double> next;
    for (std::int64_t i = 0; i < layer.outputs(); ++i) {
      double sum = biases[layer.firstBias + i];
      for (int r = 0; r < shape.neighbours; ++r) {
        std::int64_t y = i / layer.columns;
        std::int64_t x = i % layer.columns;
        (layer.beside ? x : y) += r - (shape.padded ? shape.neighbours / 2 : 0);
        if (y < 0 || y >= layer.inputRows || x < 0 || x >= layer.inputColumns) continue;
        sum += parameters[static_cast<std::size_t>(layer.firstWeight + r * layer.outputs() + i)] *
               values[static_cast<std::size_t>(y * layer.inputColumns + x)];
      }
      next.push_back(activationInDouble(sum));
    }
    values = std::move(next);
  }
  double evidence = parameters.back();
  for (std::size_t i = 0; i < values.size(); ++i) evidence += readout[i] * values[i];
  const double probability = 1 / (1 + std::exp(-evidence));
  return -kind * std::log(probability) - (1 - kind) * std::log(1 - probability);
}

TEST(NetworkTraining, GradientsEqualFiniteDifferences) {
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    const NetworkShape shape = drawShape(random, 5, 4, 9);
    const Network network = drawNetwork(random, shape);
    const std::int64_t count = 1 + random.below(4);
    const std::vector<float> samples = drawNumbers(random, count * shape.inputs, 1);
    std::vector<float> kinds;
    std::vector<float> importance;
    for (std::int64_t s = 0; s < count; ++s) {
      kinds.push_back(random.oneIn(3) ? 0.25F : static_cast<float>(random.below(2)));
      importance.push_back(evenly(random, 0, 2));
    }
    // One plain step: a parameter moves by the rate times its gradient.
    TrainOptions options;
    options.method = TrainOptions::Method::momentum;
    options.momentum = 0;
    options.rate = 256;
    options.batch = static_cast<int>(count);
    options.rounds = 1;
    const TrainedNetwork trained =
        trainNetwork(makeRegistry(), "reference", {network, samples, kinds, importance, options});
    const std::vector<double> before = parametersOf(network);
    const std::vector<double> after = parametersOf(trained.network);

    double plain = 0;
    const auto loss = [&](const std::vector<double>& parameters) {
      double sum = 0;
      plain = 0;
      for (std::int64_t s = 0; s < count; ++s) {
        const auto from = samples.begin() + s * shape.inputs;
        const double one = lossInDouble(shape, parameters, {from, from + shape.inputs}, kinds[s]);
        sum += one * importance[s];
        plain += one;
      }
      return sum / static_cast<double>(count);
    };
    loss(before);
    EXPECT_NEAR(trained.losses.at(0), plain / static_cast<double>(count), 1e-5);
    for (std::size_t i = 0; i < before.size(); ++i) {
      constexpr double kStep = 1e-5;
      std::vector<double> moved = before;
      moved[i] += kStep;
      const double above = loss(moved);
      moved[i] -= 2 * kStep;
      const double wanted = (above - loss(moved)) / (2 * kStep);
      ASSERT_NEAR((before[i] - after[i]) / options.rate, wanted, 2e-5 * (1 + std::abs(wanted)))
          << fmt::format("round {}: number {} of {}; {} inputs, {} neighbours, {} layers", round, i,
                         before.size(), shape.inputs, shape.neighbours, shape.layers);
    }
  }
}

}  // namespace
}  // namespace espy
