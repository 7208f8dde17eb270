// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"
#include "judge/training.h"

/// Inner loops of networks, compiled for each SIMD level with bit-equal results.
namespace espy::judge {

/// Outputs of a layer whose neighbours are contiguous, for one or two registers of samples in
/// lanes, so that each weight is loaded once.
struct LineTask {
  const float* inputs;  ///< neighbour 0 of the first output; inputs are `samples` apart
  float* outputs;
  std::int64_t outputStep;  ///< output stride
  const float* weights;     ///< of neighbour 0 and the first output
  const float* biases;
  std::int64_t weightPitch;  ///< neighbour stride
  std::int64_t count;        ///< of outputs
  int neighbours;
};

/// Consecutive outputs of a layer, for one sample.
struct RowTask {
  const float* inputs;     ///< neighbour 0 of the first output; inputs are contiguous
  std::int64_t inputStep;  ///< neighbour stride
  const float* weights;
  std::int64_t weightPitch;
  const float* biases;
  float* sums;  ///< pre-activations; may be null
  float* outputs;
  std::int64_t count;
  int neighbours;
};

/// Backward pass of one neighbour: before[i] = fma(weights[i], deltas[i], before[i]).
struct BackTask {
  const float* weights;
  const float* deltas;
  float* before;
  std::int64_t count;
};

/// One optimiser step; the gradient is the sum of deltas[s][i] * values[s][i] over samples.
struct MoveTask {
  const float* const* deltas;  ///< per sample
  const float* const* values;  ///< per sample; null: 1
  std::int64_t samples;
  float* numbers;
  float* means;
  float* squares;  ///< null: momentum without Adam
  std::int64_t count;
  float decay;
  const StepFactors* factors;
};

struct Loops {
  int lanes;  ///< floats per register
  /// For 1 and for 2 registers of samples.
  void (*line[2])(const LineTask& task);
  void (*row)(const RowTask& task);
  void (*back)(const BackTask& task);
  /// deltas[i] *= slope(sums[i])
  void (*multiplyBySlopes)(float* deltas, const float* sums, std::int64_t count);
  void (*move)(const MoveTask& task);
  /// Adds readout[i] * values[i][s] to sums[i % 16][s], for 1 and for 2 registers of samples.
  void (*readOut[2])(const float* readout, const float* values, std::int64_t count, float* sums);
  /// The same for one sample.
  void (*readOutOne)(const float* readout, const float* values, std::int64_t count, float* sums);
};

const Loops& loops();

/// |a - b|^2 in 16 partial sums; `count` is a multiple of 16.
ESPY_SIMD_DECLARE(squaredDistance, float(const float* a, const float* b, std::int64_t count));

/// Transposes samples into lanes: lanes[i * width + s] = samples[s * pitch + i]; 0 for s from
/// `count` to `width`.
ESPY_SIMD_DECLARE(toLanes, void(const float* samples, std::int64_t pitch, int count,
                                std::int64_t numbers, int width, float* lanes));
ESPY_SIMD_DECLARE(fromLanes, void(const float* lanes, int width, std::int64_t numbers,
                                  float* samples, std::int64_t pitch, int count));

}  // namespace espy::judge
