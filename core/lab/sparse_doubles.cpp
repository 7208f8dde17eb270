// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/sparse_doubles.h"

#include <algorithm>
#include <random>

#include "base/parallel.h"
#include "base/scratch.h"

namespace espy::lab {
namespace {

/// A layer of one sample. Passed by value, so that stores cannot alias it.
struct DoubleLayer {
  const double* inputs;
  const double* weights;
  double bias;
  double* outputs;
  std::int64_t count;
  int neighbours;
};

inline double outputOf(const DoubleLayer& layer, std::int64_t i) {
  double sum = 0;
  for (int r = 0; r < layer.neighbours; ++r) {
    sum += layer.inputs[i + r] * layer.weights[i * layer.neighbours + r];
  }
  return sigmoid(sum + layer.bias);
}

void addSequentially(const DoubleLayer layer) {
  for (std::int64_t i = 0; i < layer.count; ++i) layer.outputs[i] = outputOf(layer, i);
}

void addByOutputs(const DoubleLayer layer, int threads) {
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::int64_t i = 0; i < layer.count; ++i) layer.outputs[i] = outputOf(layer, i);
}

/// A parallel region for each output.
void addByInputs(const DoubleLayer layer, int threads, const Control& control) {
  constexpr std::int64_t kBetweenChecks = 256;
  for (std::int64_t i = 0; i < layer.count; ++i) {
    if (i % kBetweenChecks == 0) control.check();
    double sum = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
    for (int r = 0; r < layer.neighbours; ++r) {
      sum += layer.inputs[i + r] * layer.weights[i * layer.neighbours + r];
    }
    layer.outputs[i] = sigmoid(sum + layer.bias);
  }
}

/// Calls add(layer) for each layer of each sample.
template <class Add>
void overLayers(const DoubleTask& task, std::span<double> outputs, const Control& control,
                const Add& add) {
  const DoubleNetwork& network = task.network;
  const std::int64_t width = network.outputs(network.layers - 1);
  ScratchVector<double> between[2];
  for (auto& numbers : between) numbers.resize(static_cast<std::size_t>(network.outputs(0)));
  for (std::int64_t s = 0; s < task.count(); ++s) {
    const double* inputs = task.samples.data() + s * network.inputs;
    const double* weights = network.weights.data();
    for (int l = 0; l < network.layers; ++l) {
      control.check();
      const bool last = l + 1 == network.layers;
      double* to = last ? outputs.data() + s * width : between[l % 2].data();
      add(DoubleLayer{inputs, weights, network.biases[static_cast<std::size_t>(l)], to,
                      network.outputs(l), network.neighbours});
      weights += network.outputs(l) * network.neighbours;
      inputs = to;
    }
  }
}

}  // namespace

void runDoubles(const DoubleTask& task, DoubleLoops loops, std::span<double> outputs,
                const Control& control, Timeline& timeline) {
  const int threads = loops == DoubleLoops::sequential ? 1 : threadsFor(control);
  requireThreads(threads);
  const StageTimer timer(timeline, "layers");
  switch (loops) {
    case DoubleLoops::sequential:
      return overLayers(task, outputs, control, addSequentially);
    case DoubleLoops::outer:
      return overLayers(task, outputs, control,
                        [&](const DoubleLayer& layer) { addByOutputs(layer, threads); });
    case DoubleLoops::inner:
      return overLayers(task, outputs, control,
                        [&](const DoubleLayer& layer) { addByInputs(layer, threads, control); });
  }
}

bool nearlyEqual(std::span<const double> found, std::span<const double> expected) {
  return std::ranges::equal(found, expected, [](double a, double b) {
    return std::abs(a - b) <= kDoublesDiffer * std::abs(b);
  });
}

std::vector<double> randomDoubles(std::int64_t count, double most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) {
    number = most * (2 * (static_cast<double>(random() >> 11) * 0x1p-53) - 1);
  }
  return numbers;
}

DoubleNetwork drawDoubles(std::int64_t inputs, int neighbours, int layers, std::uint64_t seed) {
  DoubleNetwork network{inputs, neighbours, layers, {}, {}};
  std::int64_t outputs = 0;
  for (int l = 0; l < layers; ++l) outputs += network.outputs(l);
  // A sigmoid's slope is at most 1/4: with smaller weights errors fade from layer to layer.
  const double most = 12 / std::sqrt(static_cast<double>(neighbours));
  network.weights = randomDoubles(outputs * neighbours, most, seed);
  network.biases = randomDoubles(layers, 0.5, seed + 1);
  return network;
}

}  // namespace espy::lab
