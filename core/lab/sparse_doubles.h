// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "espy/control.h"
#include "espy/timeline.h"

/// sparse-network as its paper defines it: in double, with one bias per layer and a sigmoid.
namespace espy::lab {

/// Output i of a layer depends on its inputs i to i + R - 1.
struct DoubleNetwork {
  std::int64_t inputs = 1;
  int neighbours = 3;  ///< R; may be even
  int layers = 1;
  std::vector<double> weights;  ///< layer by layer: [i][r]
  std::vector<double> biases;   ///< per layer

  /// `layer` counts from 0.
  std::int64_t outputs(int layer) const {
    return inputs - std::int64_t{layer + 1} * (neighbours - 1);
  }
};

struct DoubleTask {
  const DoubleNetwork& network;
  std::span<const double> samples;  ///< `inputs` numbers per sample, concatenated

  std::int64_t count() const { return static_cast<std::int64_t>(samples.size()) / network.inputs; }
};

enum class DoubleLoops : std::uint8_t {
  sequential,
  outer,  ///< OpenMP, static, over the outputs of a layer
  inner,  ///< OpenMP over the R inputs of each output, with a reduction
};

/// Equation 1.
inline double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

/// Computes the last layer's outputs, sample by sample, on control.threads. Stage: "layers".
/// `outer` is bit-equal to `sequential`; `inner` adds in another order.
void runDoubles(const DoubleTask& task, DoubleLoops loops, std::span<double> outputs,
                const Control& control, Timeline& timeline);

/// Greatest relative difference of outputs that were added in different orders.
inline constexpr double kDoublesDiffer = 1e-9;
bool nearlyEqual(std::span<const double> found, std::span<const double> expected);

/// Uniform in [-most, most); deterministic per seed.
std::vector<double> randomDoubles(std::int64_t count, double most, std::uint64_t seed);

/// Random weights and biases, large enough that an error in an early layer reaches the outputs.
DoubleNetwork drawDoubles(std::int64_t inputs, int neighbours, int layers, std::uint64_t seed);

}  // namespace espy::lab
