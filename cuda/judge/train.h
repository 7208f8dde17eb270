// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/base/stream.h"
#include "espy/engine/network.h"
#include "judge/training.h"

/// One training step on the device.
namespace espy::cuda {

/// Kernel arguments of a layer; offsets count from the first of their kind.
struct TrainLayer {
  std::int64_t inputs;
  std::int64_t outputs;
  std::int64_t columns;
  std::int64_t inputColumns;
  std::int64_t inputsAlong;   ///< inputs per row, or per column
  std::int64_t outputsAlong;  ///< likewise
  std::int64_t apart;         ///< neighbour stride, in inputs
  std::int64_t before;
  bool beside;
  std::int64_t weightsAt;  ///< in the network's parameters
  std::int64_t biasesAt;
  std::int64_t valuesAt;  ///< its inputs in a sample's values; its outputs follow
  std::int64_t sumsAt;    ///< in a sample's sums and deltas
};

/// A step: its samples and device buffers.
struct TrainStep {
  int neighbours;
  int count = 0;                        ///< samples
  const std::int64_t* order = nullptr;  ///< their indexes
  float share = 1;                      ///< 1 / count
  judge::StepFactors factors = {};
  const float* samples;  ///< all of the task, contiguous
  const float* kinds;
  const float* importance;
  float* numbers;  ///< the network's parameters: weights, biases, readout and its bias
  float* means;    ///< as many
  float* squares;  ///< as many, or null without Adam
  std::int64_t readoutAt;
  std::int64_t readoutBiasAt;
  /// Per sample of the step, `pitch` apart: each layer's inputs and the last outputs;
  /// pre-activations and their gradients.
  std::int64_t pitch;
  float* values;
  float* sums;
  float* deltas;
  float* wrong;               ///< per sample of the step
  float* evidence = nullptr;  ///< likewise
  int* diverged;              ///< set to 1 if a number leaves +-kGreatest
};

/// Queues it.
void trainStep(const TrainStep& step, std::span<const TrainLayer> layers, const Stream& stream);

}  // namespace espy::cuda
