// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "judge/training.h"

/// The innermost loops of networks, built for each level of processors. All levels give the same to
/// the last bit.
namespace espy::judge {

/// Some outputs of a layer whose neighbours lie in one line, for as many samples at once as one or
/// two registers hold: these lie beside each other, so that each weight serves all of them.
struct LineTask {
  const float* inputs;  ///< neighbour 0 of the first output; the next input is `samples` behind
  float* outputs;
  std::int64_t outputStep;  ///< from output to output
  const float* weights;     ///< of neighbour 0 and the first output
  const float* biases;
  std::int64_t weightPitch;  ///< from neighbour to neighbour
  std::int64_t count;        ///< of outputs
  int neighbours;
};

/// Some outputs of a layer beside each other, for one sample.
struct RowTask {
  const float* inputs;     ///< neighbour 0 of the first output; of the next output one behind
  std::int64_t inputStep;  ///< from neighbour to neighbour
  const float* weights;
  std::int64_t weightPitch;
  const float* biases;
  float* sums;  ///< what the activation is taken of; may be null
  float* outputs;
  std::int64_t count;
  int neighbours;
};

/// Adds to slopes by inputs what one neighbour gives: before[i] = fma(weights[i], deltas[i],
/// before[i]).
struct BackTask {
  const float* weights;
  const float* deltas;
  float* before;
  std::int64_t count;
};

/// One step of numbers beside each other, whose slope is the sum of deltas[s][i] * values[s][i]
/// over the samples of the step.
struct MoveTask {
  const float* const* deltas;  ///< of each sample
  const float* const* values;  ///< of each sample; null: 1
  std::int64_t samples;
  float* numbers;
  float* means;
  float* squares;  ///< null for momentum without Adam
  std::int64_t count;
  float decay;
  const StepFactors* factors;
};

struct Loops {
  int lanes;  ///< numbers of a register
  /// For 1 and for 2 registers of samples.
  void (*line[2])(const LineTask& task);
  void (*row)(const RowTask& task);
  void (*back)(const BackTask& task);
  /// deltas[i] *= slope(sums[i])
  void (*multiplyBySlopes)(float* deltas, const float* sums, std::int64_t count);
  void (*move)(const MoveTask& task);
  /// Adds readout[i] * values[i][s] to sums[i % 16][s], for 1 and for 2 registers of samples.
  void (*readOut[2])(const float* readout, const float* values, std::int64_t count, float* sums);
  /// And for one sample.
  void (*readOutOne)(const float* readout, const float* values, std::int64_t count, float* sums);
};

/// Those of the SIMD level in use.
const Loops& loops();

/// |a - b|^2, summed up in 16 sums; `count` is a multiple of 16.
float squaredDistance(const float* a, const float* b, std::int64_t count);

}  // namespace espy::judge
