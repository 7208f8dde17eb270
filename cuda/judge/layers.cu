// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Networks of any shape, one launch per layer, and the readout.
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"
#include "cuda/judge/kernels.h"

namespace espy::cuda {
namespace {

/// Kernel arguments of a layer.
struct Layer {
  const float* weights;
  const float* biases;
  std::int64_t outputs;
  std::int64_t columns;
  std::int64_t inputColumns;
  std::int64_t along;  ///< inputs per row, or per column
  std::int64_t step;   ///< neighbour stride
  int neighbours;
  int before;
  bool beside;
};

Layer layerOf(const DeviceNetwork& network, const LayerShape& shape) {
  return {network.weights(shape),
          network.biases(shape),
          shape.outputs(),
          shape.columns,
          shape.inputColumns,
          shape.beside ? shape.inputColumns : shape.inputRows,
          shape.beside ? 1 : shape.inputColumns,
          network.shape().neighbours,
          shape.before,
          shape.beside};
}

/// An output's inputs: index of the first, and how many at the start are outside.
struct Inputs {
  std::int64_t first;
  std::int64_t at;  ///< of the first, along the row or column

  __device__ Inputs(const Layer& layer, std::int64_t output) {
    std::int64_t y = 0;
    std::int64_t x = output;
    if (layer.columns != layer.outputs) {
      y = output / layer.columns;
      x = output % layer.columns;
    }
    at = (layer.beside ? x : y) - layer.before;
    first = layer.beside ? y * layer.inputColumns + at : at * layer.inputColumns + x;
  }
};

/// blockIdx.y is the sample.
__global__ void __launch_bounds__(kBlockThreads)
    plainLayer(Layer layer, DeviceSamples from, DeviceSamples to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i >= layer.outputs) return;
  const Inputs inputs(layer, i);
  for (std::int64_t s = blockIdx.y; s < from.count; s += gridDim.y) {
    const float* sample = from.numbers + s * from.pitch;
    float sum = layer.biases[i];
    for (int r = 0; r < layer.neighbours; ++r) {
      const std::int64_t at = inputs.at + r;
      const float input = at >= 0 && at < layer.along ? sample[inputs.first + r * layer.step] : 0;
      sum = __fmaf_rn(layer.weights[r * layer.outputs + i], input, sum);
    }
    to.numbers[s * to.pitch + i] = activation(sum);
  }
}

constexpr int kSamplesOfThread = 16;

/// blockIdx.y is the first of a group of samples, accumulated together.
__global__ void __launch_bounds__(kBlockThreads)
    layerForMany(Layer layer, DeviceSamples from, DeviceSamples to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i >= layer.outputs) return;
  const Inputs inputs(layer, i);
  const float bias = __ldg(layer.biases + i);
  const std::int64_t stride = std::int64_t{gridDim.y} * kSamplesOfThread;
  for (std::int64_t s = std::int64_t{blockIdx.y} * kSamplesOfThread; s < from.count; s += stride) {
    float sums[kSamplesOfThread];
#pragma unroll
    for (float& sum : sums) sum = bias;
    const auto count = static_cast<int>(min(from.count - s, std::int64_t{kSamplesOfThread}));
    for (int r = 0; r < layer.neighbours; ++r) {
      const std::int64_t at = inputs.at + r;
      if (at < 0 || at >= layer.along) continue;
      const float weight = __ldg(layer.weights + r * layer.outputs + i);
      const float* input = from.numbers + s * from.pitch + inputs.first + r * layer.step;
#pragma unroll
      for (int k = 0; k < kSamplesOfThread; ++k) {
        if (k < count) sums[k] = __fmaf_rn(weight, __ldg(input + k * from.pitch), sums[k]);
      }
    }
#pragma unroll
    for (int k = 0; k < kSamplesOfThread; ++k) {
      if (k < count) to.numbers[(s + k) * to.pitch + i] = activation(sums[k]);
    }
  }
}

constexpr int kLanes = 16;  ///< partial sums per sample

/// Sixteen threads per sample: each adds every sixteenth output.
__global__ void __launch_bounds__(kBlockThreads)
    readOutputs(DeviceSamples outputs, std::int64_t skip, std::int64_t count, const float* readout,
                float bias, float* evidence) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  const std::int64_t sample = thread / kLanes;
  const auto lane = static_cast<int>(thread % kLanes);
  float sum = 0;
  if (sample < outputs.count) {
    const float* from = outputs.numbers + sample * outputs.pitch + skip;
#pragma unroll 8
    for (std::int64_t i = lane; i < count; i += kLanes) {
      sum = __fmaf_rn(__ldg(readout + i), __ldg(from + i), sum);
    }
  }
  for (int half = kLanes / 2; half > 0; half /= 2) {
    sum = __fadd_rn(sum, __shfl_down_sync(~0U, sum, half, kLanes));
  }
  if (lane == 0 && sample < outputs.count) evidence[sample] = __fadd_rn(sum, bias);
}

}  // namespace

DeviceNetwork::DeviceNetwork(const NetworkShape& shape) : shape_(shape), layers_(layersOf(shape)) {
  const LayerShape& last = layers_.back();
  const std::int64_t biases = last.firstBias + last.outputs();
  biasesAt_ = static_cast<std::size_t>(biases * shape.neighbours);
  readoutAt_ = biasesAt_ + static_cast<std::size_t>(biases);
  numbers_ = DeviceBuffer<float>(readoutAt_ + static_cast<std::size_t>(last.outputs()));
}

DeviceNetwork::DeviceNetwork(Gpu& gpu, const Network& network) : DeviceNetwork(network.shape) {
  readoutBias_ = network.readoutBias;
  const auto send = [&](const std::vector<float>& numbers, std::size_t at) {
    gpu.stream().copy(numbers_.data() + at, numbers.data(), numbers.size() * sizeof(float));
  };
  send(network.weights, 0);
  send(network.biases, biasesAt_);
  send(network.readout, readoutAt_);
}

void runLayerPlainly(Gpu& gpu, const DeviceNetwork& network, const LayerShape& layer,
                     const DeviceSamples& from, const DeviceSamples& to) {
  launch("plainLayer", plainLayer,
         dim3(blocksFor(layer.outputs(), kBlockThreads), rowsOfGrid(from.count)), kBlockThreads,
         gpu.stream(), layerOf(network, layer), from, to);
}

void runLayerForMany(Gpu& gpu, const DeviceNetwork& network, const LayerShape& layer,
                     const DeviceSamples& from, const DeviceSamples& to) {
  launch("layerForMany", layerForMany,
         dim3(blocksFor(layer.outputs(), kBlockThreads),
              rowsOfGrid((from.count + kSamplesOfThread - 1) / kSamplesOfThread)),
         kBlockThreads, gpu.stream(), layerOf(network, layer), from, to);
}

void readOut(Gpu& gpu, const DeviceNetwork& network, const DeviceSamples& outputs,
             std::int64_t skip, float* evidence) {
  launch("readOutputs", readOutputs, blocksFor(outputs.count * kLanes, kBlockThreads),
         kBlockThreads, gpu.stream(), outputs, skip, network.layers().back().outputs(),
         network.readout(), network.readoutBias(), evidence);
}

}  // namespace espy::cuda
