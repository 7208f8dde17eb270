// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/engine/registry.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// A small neural network: a binary classifier of samples such as crops of pictures.
///
///     espy::Network network = espy::randomNetwork({.inputs = 32 * 32, .neighbours = 9,
///                                                  .layers = 8, .columns = 32}, 1);
///     network = espy::trainNetwork(registry, "threads", {network, crops, kinds}).network;
///     auto evidence = espy::rateSamples(registry, "threads", {network, others}).values;
///     if (evidence[0] > 0) show("the first of the others is of kind 1, rather than 0");
///
/// It is locally connected: output i of a layer depends only on R neighbouring inputs, and every
/// connection has a weight of its own (no sharing). Layer by layer,
///
///   sum = bias[i];  for r = 0 .. R-1:  sum = fma(weight[r][i], input[r-th of i], sum)
///   output[i] = activation(sum)
///
/// and the evidence is the sum of readout[i] * v[i] over the outputs v of the last layer, plus a
/// bias. Its logistic, 1 / (1 + exp(-evidence)), is the probability of kind 1.
///
/// The activation approximates tanh (slope 1 at 0, error below 0.09) with +, * and fma only:
///
///   z = min(max(sum, -15/8), 15/8);  u = z * z
///   activation = z * fma(u, fma(u, 0.2 / (15/8)^4, -(2/3) / (15/8)^2), 1)
///
/// It saturates at -1 and 1, with slope (1 - (z / (15/8))^2)^2. All arithmetic is 32-bit floating
/// point, each operation rounded once and in this order, so that every engine, on any number of
/// threads, returns bit-equal results (except the sign of zeros).
namespace espy {

/// Topology of a network.
struct NetworkShape {
  std::int64_t inputs = 1;  ///< numbers per sample
  int neighbours = 3;       ///< R: inputs per output; odd, 1..255
  int layers = 1;           ///< 1..1000
  /// Whether layers are as wide as their inputs, which are zero-padded; otherwise output i depends
  /// on inputs i to i + R - 1, and each layer is R - 1 narrower than its inputs.
  bool padded = true;
  /// 0 for one-dimensional samples. Otherwise samples are row-major pictures of this many columns,
  /// and layers alternate between neighbours in the row and in the column, so that an output of the
  /// last layer has a two-dimensional receptive field.
  std::int64_t columns = 0;

  bool operator==(const NetworkShape&) const = default;
};

/// One layer. Inputs and outputs are rows * columns numbers, row-major; without columns, a single
/// row.
struct LayerShape {
  bool beside = true;  ///< neighbours are in the row; otherwise in the column
  std::int64_t inputRows = 1;
  std::int64_t inputColumns = 1;
  std::int64_t rows = 1;  ///< of the outputs
  std::int64_t columns = 1;
  /// Neighbour r of the output at (x, y) is at x + r - before in the row, or y + r - before in the
  /// column; outside it counts as 0.
  int before = 0;
  std::int64_t firstWeight = 0;  ///< offset of its weights in `Network::weights`
  std::int64_t firstBias = 0;

  std::int64_t inputs() const { return inputRows * inputColumns; }
  std::int64_t outputs() const { return rows * columns; }
};
/// Returns all layers. Throws `badUse` for an invalid shape.
std::vector<LayerShape> layersOf(const NetworkShape& shape);

/// A network. Its numbers, and those of samples, must be finite and within +-kGreatest, which
/// excludes overflow.
struct Network {
  static constexpr float kGreatest = 1e15F;

  NetworkShape shape;
  std::vector<float> weights;  ///< layer by layer: [r][i], r = 0 .. R-1, i = 0 .. outputs-1
  std::vector<float> biases;   ///< layer by layer: [i]
  std::vector<float> readout;  ///< one per output of the last layer
  float readoutBias = 0;

  bool operator==(const Network&) const = default;
};
/// The initial network for training: nearly the identity, with slightly random weights, and a zero
/// readout. Deterministic per seed.
Network randomNetwork(const NetworkShape& shape, std::uint64_t seed);

/// Samples for one network; the caller owns them and must keep them alive.
struct NetworkTask {
  const Network& network;
  std::span<const float> samples;  ///< `inputs` numbers per sample, concatenated

  std::int64_t count() const {
    return static_cast<std::int64_t>(samples.size()) / network.shape.inputs;
  }
};

/// Capability "network run": computes the outputs of the last layer, sample by sample, for tasks
/// validated by `runNetwork`. `outputs` has space for all of them.
struct RunNetwork {
  static constexpr const char* kName = "network run";
  using Function = std::function<void(const NetworkTask& task, std::span<float> outputs,
                                      const Control& control, RunReport& report)>;
};
/// Capability "network rate": computes the evidence of each sample. Order of summation: 16 partial
/// sums s[j] over outputs i = j, j + 16, j + 32, ..., by fma from 0; then s[j] += s[j + h] for all
/// j < h with h = 8, 4, 2, 1; the evidence is s[0] + readoutBias.
struct RateSamples {
  static constexpr const char* kName = "network rate";
  using Function = RunNetwork::Function;
};

/// Computed values of all samples.
struct NetworkRun {
  std::vector<float> values;
  RunReport report;
};
/// Computes the outputs of all samples, of which there may be none, with this engine. Throws
/// `badUse` for a network whose arrays do not fit its shape, for an incomplete sample, and for
/// numbers that are not finite or beyond +-kGreatest; `unsupported` if the engine lacks the
/// capability.
NetworkRun runNetwork(const Registry& registry, std::string_view engine, const NetworkTask& task,
                      const Control& control = {});
/// The same for the evidence of each sample (`RateSamples`).
NetworkRun rateSamples(const Registry& registry, std::string_view engine, const NetworkTask& task,
                       const Control& control = {});

/// Training options.
struct TrainOptions {
  enum class Method : std::uint8_t {
    momentum,  ///< stochastic gradient descent with momentum
    adam,
  };
  Method method = Method::adam;
  float rate = 0.002F;     ///< learning rate
  float momentum = 0.9F;   ///< 0..1 (not 1): momentum; Adam's first beta
  float spread = 0.999F;   ///< 0..1 (not 1): Adam's second beta
  float decay = 0;         ///< weight decay, of weights and readout
  int batch = 16;          ///< samples per step
  int rounds = 30;         ///< epochs
  std::uint64_t seed = 1;  ///< of the sample order
};

/// An initial network and labelled samples.
struct TrainingTask {
  const Network& network;
  std::span<const float> samples;          ///< `inputs` numbers per sample
  std::span<const float> kinds;            ///< labels: 0 or 1, or a probability
  std::span<const float> importance = {};  ///< weight per sample, at least 0; empty: 1 each
  TrainOptions options = {};

  std::int64_t count() const { return static_cast<std::int64_t>(kinds.size()); }
};
/// Result of training.
struct TrainedNetwork {
  Network network;
  /// Mean loss of each epoch (cross-entropy), evaluated during the epoch.
  std::vector<double> losses;
  RunReport report;
};
/// Capability "network train". core/judge/reference.cpp defines each operation.
struct TrainNetwork {
  static constexpr const char* kName = "network train";
  using Function = std::function<TrainedNetwork(const TrainingTask& task, const Control& control)>;
};
/// Trains. Throws as `rateSamples`, for invalid kinds, importance or options, without training
/// data, and if a weight exceeds +-kGreatest.
TrainedNetwork trainNetwork(const Registry& registry, std::string_view engine,
                            const TrainingTask& task, const Control& control = {});

/// Adds the network capabilities of the built-in engines.
void addNetwork(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
