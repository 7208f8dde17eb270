// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/base/stream.h"
#include "espy/engine/network.h"
#include "judge/training.h"

/// One step of training on the device.
namespace espy::cuda {

/// A layer, as kernels are told. Where something is counts from the first of its kind.
struct TrainLayer {
  std::int64_t inputs;
  std::int64_t outputs;
  std::int64_t columns;
  std::int64_t inputColumns;
  std::int64_t inputsAlong;   ///< the inputs of a row, or of a column
  std::int64_t outputsAlong;  ///< likewise
  std::int64_t apart;         ///< from neighbour to neighbour, in inputs
  std::int64_t before;
  bool beside;
  std::int64_t weightsAt;  ///< in the network's numbers,
  std::int64_t biasesAt;
  std::int64_t valuesAt;  ///< its inputs in a sample's values, its outputs behind these
  std::int64_t sumsAt;    ///< in a sample's sums and deltas
};

/// A step: its samples, and where everything is on the device.
struct TrainStep {
  int neighbours;
  int count = 0;                        ///< samples
  const std::int64_t* order = nullptr;  ///< which these are
  float share = 1;                      ///< 1 / count
  judge::StepFactors factors = {};
  const float* samples;  ///< all of the task, without gaps
  const float* kinds;
  const float* importance;
  float* numbers;  ///< of the network: weights, biases, readout and its bias
  float* means;    ///< as many
  float* squares;  ///< as many, or null without Adam
  std::int64_t readoutAt;
  std::int64_t readoutBiasAt;
  /// Of each sample of the step, `pitch` apart: what each layer sees and the outputs of the last
  /// one; sums, and the slopes of the loss by these.
  std::int64_t pitch;
  float* values;
  float* sums;
  float* deltas;
  float* wrong;               ///< of each sample of the step
  float* evidence = nullptr;  ///< likewise
  int* astray;                ///< becomes 1 where a number leaves +-kGreatest
};

/// Queues it.
void trainStep(const TrainStep& step, std::span<const TrainLayer> layers, const Stream& stream);

}  // namespace espy::cuda
