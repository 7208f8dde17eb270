// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Training as core/judge/reference.cpp defines it: the samples of a step in parallel through the
// layers and back, then all parameters in parallel, each over the samples in order.
#include "cuda/judge/train.h"

#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"

namespace espy::cuda {
namespace {

/// The index and coordinate of neighbour 0 of output i.
struct First {
  std::int64_t along;
  std::int64_t input;

  __device__ First(const TrainLayer& layer, std::int64_t i) {
    const std::int64_t y = i / layer.columns;
    const std::int64_t x = i % layer.columns;
    along = (layer.beside ? x : y) - layer.before;
    input = layer.beside ? y * layer.inputColumns + along : along * layer.inputColumns + x;
  }
};

/// blockIdx.y is the sample of the step, here and below.
__global__ void __launch_bounds__(kBlockThreads) takeSamples(TrainStep step, std::int64_t inputs) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i >= inputs) return;
  for (int s = blockIdx.y; s < step.count; s += gridDim.y) {
    step.values[s * step.pitch + i] = step.samples[step.order[s] * inputs + i];
  }
}

__global__ void __launch_bounds__(kBlockThreads) forward(TrainStep step, TrainLayer layer) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i >= layer.outputs) return;
  const First first(layer, i);
  for (int s = blockIdx.y; s < step.count; s += gridDim.y) {
    const float* inputs = step.values + s * step.pitch + layer.valuesAt;
    float sum = step.numbers[layer.biasesAt + i];
    for (int r = 0; r < step.neighbours; ++r) {
      const std::int64_t at = first.along + r;
      const float input =
          at >= 0 && at < layer.inputsAlong ? inputs[first.input + r * layer.apart] : 0;
      sum = __fmaf_rn(step.numbers[layer.weightsAt + r * layer.outputs + i], input, sum);
    }
    step.sums[s * step.pitch + layer.sumsAt + i] = sum;
    step.values[s * step.pitch + layer.valuesAt + layer.inputs + i] = activation(sum);
  }
}

constexpr int kLanes = 16;

/// Sixteen threads per sample: its evidence and loss gradient.
__global__ void __launch_bounds__(kBlockThreads) readEvidence(TrainStep step, TrainLayer last) {
  const int thread = static_cast<int>(blockIdx.x) * kBlockThreads + static_cast<int>(threadIdx.x);
  const int s = thread / kLanes;
  const int lane = thread % kLanes;
  float sum = 0;
  if (s < step.count) {
    const float* outputs = step.values + s * step.pitch + last.valuesAt + last.inputs;
    for (std::int64_t i = lane; i < last.outputs; i += kLanes) {
      sum = __fmaf_rn(step.numbers[step.readoutAt + i], outputs[i], sum);
    }
  }
  for (int half = kLanes / 2; half > 0; half /= 2) {
    sum = __fadd_rn(sum, __shfl_down_sync(~0U, sum, half, kLanes));
  }
  if (lane != 0 || s >= step.count) return;
  const float evidence = __fadd_rn(sum, step.numbers[step.readoutBiasAt]);
  const std::int64_t sample = step.order[s];
  const float apart = __fsub_rn(logistic(evidence), step.kinds[sample]);
  step.evidence[s] = evidence;
  step.wrong[s] = __fmul_rn(__fmul_rn(apart, step.importance[sample]), step.share);
}

/// Gradients by the last layer's pre-activations.
__global__ void __launch_bounds__(kBlockThreads) backFromReadout(TrainStep step, TrainLayer last) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i >= last.outputs) return;
  for (int s = blockIdx.y; s < step.count; s += gridDim.y) {
    const std::int64_t at = s * step.pitch + last.sumsAt + i;
    const float delta = __fmul_rn(step.numbers[step.readoutAt + i], step.wrong[s]);
    step.deltas[at] = __fmul_rn(delta, slope(step.sums[at]));
  }
}

/// Gradients with respect to the previous layer's pre-activations.
__global__ void __launch_bounds__(kBlockThreads)
    backward(TrainStep step, TrainLayer layer, TrainLayer before) {
  const std::int64_t j = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (j >= layer.inputs) return;
  const std::int64_t y = j / layer.inputColumns;
  const std::int64_t x = j % layer.inputColumns;
  // It is neighbour 0 of the output at this coordinate, neighbour 1 of the one before.
  const std::int64_t along = (layer.beside ? x : y) + layer.before;
  const std::int64_t step1 = layer.beside ? 1 : layer.columns;
  const std::int64_t line = layer.beside ? y * layer.columns : x;
  for (int s = blockIdx.y; s < step.count; s += gridDim.y) {
    const float* deltas = step.deltas + s * step.pitch + layer.sumsAt;
    float sum = 0;
    for (int r = 0; r < step.neighbours; ++r) {
      const std::int64_t at = along - r;
      if (at < 0 || at >= layer.outputsAlong) continue;
      const std::int64_t i = line + at * step1;
      sum = __fmaf_rn(step.numbers[layer.weightsAt + r * layer.outputs + i], deltas[i], sum);
    }
    const std::int64_t to = s * step.pitch + before.sumsAt + j;
    step.deltas[to] = __fmul_rn(sum, slope(step.sums[to]));
  }
}

/// Optimiser step of one number.
__device__ void move(const TrainStep& step, std::int64_t at, float decay, float slope) {
  const judge::StepFactors& factors = step.factors;
  float& number = step.numbers[at];
  float& mean = step.means[at];
  slope = __fmaf_rn(decay, number, slope);
  if (step.squares == nullptr) {
    mean = __fmaf_rn(factors.momentum, mean, slope);
    number = __fmaf_rn(-factors.rate, mean, number);
  } else {
    float& square = step.squares[at];
    mean = __fmaf_rn(factors.momentum, mean, __fmul_rn(factors.newMomentum, slope));
    square =
        __fmaf_rn(factors.spread, square, __fmul_rn(__fmul_rn(factors.newSpread, slope), slope));
    const float root = __fsqrt_rn(__fmul_rn(square, factors.spreadScale));
    const float divisor = __fadd_rn(root, judge::kAdamFloor);
    const float by = __fdiv_rn(__fmul_rn(mean, factors.momentumScale), divisor);
    number = __fmaf_rn(-factors.rate, by, number);
  }
  if (!(fabsf(number) <= Network::kGreatest)) *step.diverged = 1;
}

/// Weights (blockIdx.y is the neighbour), then biases.
__global__ void __launch_bounds__(kBlockThreads) moveLayer(TrainStep step, TrainLayer layer) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i >= layer.outputs) return;
  const int r = static_cast<int>(blockIdx.y);
  const float* deltas = step.deltas + layer.sumsAt + i;
  float slope = 0;
  if (r == step.neighbours) {
    for (int s = 0; s < step.count; ++s) slope = __fadd_rn(slope, deltas[s * step.pitch]);
    return move(step, layer.biasesAt + i, 0, slope);
  }
  const First first(layer, i);
  const std::int64_t at = first.along + r;
  if (at >= 0 && at < layer.inputsAlong) {
    const float* inputs = step.values + layer.valuesAt + first.input + r * layer.apart;
    for (int s = 0; s < step.count; ++s) {
      slope = __fmaf_rn(deltas[s * step.pitch], inputs[s * step.pitch], slope);
    }
  }
  move(step, layer.weightsAt + r * layer.outputs + i, step.factors.decay, slope);
}

/// The readout, then its bias.
__global__ void __launch_bounds__(kBlockThreads) moveReadout(TrainStep step, TrainLayer last) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i > last.outputs) return;
  float slope = 0;
  if (i == last.outputs) {
    for (int s = 0; s < step.count; ++s) slope = __fadd_rn(slope, step.wrong[s]);
    return move(step, step.readoutBiasAt, 0, slope);
  }
  const float* outputs = step.values + last.valuesAt + last.inputs + i;
  for (int s = 0; s < step.count; ++s) {
    slope = __fmaf_rn(step.wrong[s], outputs[s * step.pitch], slope);
  }
  move(step, step.readoutAt + i, step.factors.decay, slope);
}

dim3 gridOf(std::int64_t numbers, int samples) {
  return {blocksFor(numbers, kBlockThreads), rowsOfGrid(samples)};
}

}  // namespace

void trainStep(const TrainStep& step, std::span<const TrainLayer> layers, const Stream& stream) {
  const TrainLayer& last = layers.back();
  const std::int64_t inputs = layers.front().inputs;
  launch("takeSamples", takeSamples, gridOf(inputs, step.count), kBlockThreads, stream, step,
         inputs);
  for (const TrainLayer& layer : layers) {
    launch("forward", forward, gridOf(layer.outputs, step.count), kBlockThreads, stream, step,
           layer);
  }
  launch("readEvidence", readEvidence, blocksFor(std::int64_t{step.count} * kLanes, kBlockThreads),
         kBlockThreads, stream, step, last);
  launch("backFromReadout", backFromReadout, gridOf(last.outputs, step.count), kBlockThreads,
         stream, step, last);
  for (std::size_t l = layers.size() - 1; l > 0; --l) {
    launch("backward", backward, gridOf(layers[l].inputs, step.count), kBlockThreads, stream, step,
           layers[l], layers[l - 1]);
  }
  for (const TrainLayer& layer : layers) {
    launch(
        "moveLayer", moveLayer,
        dim3(blocksFor(layer.outputs, kBlockThreads), static_cast<unsigned>(step.neighbours + 1)),
        kBlockThreads, stream, step, layer);
  }
  launch("moveReadout", moveReadout, blocksFor(last.outputs + 1, kBlockThreads), kBlockThreads,
         stream, step, last);
}

}  // namespace espy::cuda
