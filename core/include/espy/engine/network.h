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
/// A small network that tells two kinds of samples apart, such as crops of pictures.
///
///     espy::Network network = espy::randomNetwork({.inputs = 32 * 32, .neighbours = 9,
///                                                  .layers = 8, .columns = 32}, 1);
///     network = espy::trainNetwork(registry, "threads", {network, crops, kinds}).network;
///     auto evidence = espy::rateSamples(registry, "threads", {network, others}).values;
///     if (evidence[0] > 0) ...  // the first of the others is of the kind 1, rather than 0
///
/// It is connected locally: output i of a layer sees only R neighbouring inputs, and every
/// connection has a weight of its own. Layer by layer,
///
///     sum = bias[i];  for r = 0 .. R-1:  sum = fma(weight[r][i], input[r-th of i], sum)
///     output[i] = activation(sum)
///
/// and from the outputs of the last layer, v, comes the evidence: the sum of readout[i] * v[i], and
/// a bias. Its logistic, 1 / (1 + exp(-evidence)), is the probability of the kind 1.
///
/// The activation looks like tanh (slope 1 at 0, never 0.09 off), but is made of +, * and fma only:
///
///     z = min(max(sum, -15/8), 15/8);  u = z * z
///     activation = z * fma(u, fma(u, 0.2 / (15/8)^4, -(2/3) / (15/8)^2), 1)
///
/// which ends at -1 and 1 and whose slope is (1 - (z / (15/8))^2)^2. All of it is 32-bit floating
/// point, each operation rounded once and in this order, so that every engine, on any number of
/// threads, gives the same to the last bit. (Whether a zero has a sign is left open.)
namespace espy {

/// What is connected with what.
struct NetworkShape {
  std::int64_t inputs = 1;  ///< numbers of a sample
  int neighbours = 3;       ///< that an output sees: R; odd, 1..255
  int layers = 1;           ///< 1..1000
  /// Whether layers are as wide as their inputs, with zeros around these; otherwise output i sees
  /// the inputs from i to i + R - 1, and each layer is R - 1 narrower than its inputs.
  bool padded = true;
  /// 0 for samples that are rows. Otherwise they are pictures of this many columns, row by row, and
  /// layers alternate: neighbours of an output are in its row, then in its column, and so on. So an
  /// output of the last layer sees an area.
  std::int64_t columns = 0;

  bool operator==(const NetworkShape&) const = default;
};

/// One layer of a network. Inputs and outputs are rows * columns numbers, row by row; those of a
/// network without columns are one row.
struct LayerShape {
  bool beside = true;  ///< neighbours lie in a row; otherwise in a column
  std::int64_t inputRows = 1;
  std::int64_t inputColumns = 1;
  std::int64_t rows = 1;  ///< of the outputs
  std::int64_t columns = 1;
  /// The r-th neighbour of the output in row y and column x has the row y or the column x plus r,
  /// less this. Where that is outside it counts as 0.
  int before = 0;
  std::int64_t firstWeight = 0;  ///< where its weights begin in `Network::weights`
  std::int64_t firstBias = 0;

  std::int64_t inputs() const { return inputRows * inputColumns; }
  std::int64_t outputs() const { return rows * columns; }
};
/// All layers. Throws `badUse` where there can be no such network.
std::vector<LayerShape> layersOf(const NetworkShape& shape);

/// A network: its numbers must be finite and within +-kGreatest, as must be those of samples. So
/// nothing overflows.
struct Network {
  static constexpr float kGreatest = 1e15F;

  NetworkShape shape;
  std::vector<float> weights;  ///< layer by layer: [r][i], r = 0 .. R-1, i = 0 .. outputs-1
  std::vector<float> biases;   ///< layer by layer: [i]
  std::vector<float> readout;  ///< one for each output of the last layer
  float readoutBias = 0;

  bool operator==(const Network&) const = default;
};
/// A network that hands on what it sees, squashed, but for weights that chance changed a little,
/// and that reads nothing out of it: with which training begins. The same for the same seed.
Network randomNetwork(const NetworkShape& shape, std::uint64_t seed);

/// Many samples for one network, which are the caller's and must stay.
struct NetworkTask {
  const Network& network;
  std::span<const float> samples;  ///< `inputs` numbers of each, one sample after the other

  std::int64_t count() const {
    return static_cast<std::int64_t>(samples.size()) / network.shape.inputs;
  }
};

/// The capability "network run": the outputs of the last layer, one sample after the other. Tasks
/// are those that `runNetwork` has looked at; there is room for all outputs.
struct RunNetwork {
  static constexpr const char* kName = "network run";
  using Function = std::function<void(const NetworkTask& task, std::span<float> outputs,
                                      const Control& control, RunReport& report)>;
};
/// The capability "network rate": the evidence of each sample. The sum over the outputs of the last
/// layer is made of 16 sums: s[j] is that of the outputs i = j, j + 16, j + 32, ..., by fma from 0.
/// Then s[j] += s[j + h] for all j < h with h = 8, 4, 2, 1; the evidence is s[0] + readoutBias.
struct RateSamples {
  static constexpr const char* kName = "network rate";
  using Function = RunNetwork::Function;
};

/// What an engine computed, for all samples, and how.
struct NetworkRun {
  std::vector<float> values;
  RunReport report;
};
/// Runs or rates all samples, by the engine of this name; none is fine. Throws `badUse` for a
/// network whose numbers are not as many as its shape says, for a part of a sample, and for numbers
/// that are not finite or beyond +-kGreatest; `unsupported` for an engine that cannot do it.
NetworkRun runNetwork(const Registry& registry, std::string_view engine, const NetworkTask& task,
                      const Control& control = {});
/// Rates all samples, likewise: of each its evidence, as `RateSamples` has it.
NetworkRun rateSamples(const Registry& registry, std::string_view engine, const NetworkTask& task,
                       const Control& control = {});

/// How a network learns.
struct TrainOptions {
  enum class Method : std::uint8_t {
    momentum,  ///< stochastic gradient descent with momentum
    adam,
  };
  Method method = Method::adam;
  float rate = 0.002F;     ///< of each step
  float momentum = 0.9F;   ///< 0..1 (not 1): what is left of steps before; Adam's first beta
  float spread = 0.999F;   ///< 0..1 (not 1): Adam's second beta
  float decay = 0;         ///< of weights and readout: so much of each is added to its slope
  int batch = 16;          ///< samples of a step
  int rounds = 30;         ///< how often all samples are seen
  std::uint64_t seed = 1;  ///< of the order in which they are
};

/// A network to begin with, and samples of which is known what they are.
struct TrainingTask {
  const Network& network;
  std::span<const float> samples;          ///< `inputs` numbers of each
  std::span<const float> kinds;            ///< of each 0 or 1, or what is believed of it, 0..1
  std::span<const float> importance = {};  ///< of each, at least 0; none: 1 each
  TrainOptions options = {};

  std::int64_t count() const { return static_cast<std::int64_t>(kinds.size()); }
};
/// What training came to.
struct TrainedNetwork {
  Network network;
  /// Mean over the samples of each round, as they were met: -log of the probability of what it is.
  std::vector<double> losses;
  RunReport report;
};
/// The capability "network train". core/judge/reference.cpp defines each operation.
struct TrainNetwork {
  static constexpr const char* kName = "network train";
  using Function = std::function<TrainedNetwork(const TrainingTask& task, const Control& control)>;
};
/// Trains. Throws as `rateSamples` does, for kinds, importance and options that make no sense,
/// where there is nothing to learn from, and where a weight leaves +-kGreatest on the way.
TrainedNetwork trainNetwork(const Registry& registry, std::string_view engine,
                            const TrainingTask& task, const Control& control = {});

/// Adds this room's functions for the built-in engines.
void addNetwork(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
