// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Row samples: a warp handles a piece of the row, some layers and some samples. Weights stay in
// registers, inputs are shuffled between lanes, and warps never synchronise. Outputs near both ends
// of a piece become invalid layer by layer; the next warp computes those.
#include <algorithm>
#include <limits>

#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"
#include "cuda/judge/kernels.h"

namespace espy::cuda {
namespace {

constexpr int kOfLane = 8;  ///< consecutive numbers per lane
constexpr int kOfWarp = 32 * kOfLane;
constexpr int kWarps = 4;
/// Shared memory that is requested but not used: it limits occupancy, so that fewer warps at a time
/// read addresses far apart.
constexpr std::size_t kSharedBytes = std::size_t{47} << 10;
/// Cost of loading a warp's weights, in samples.
constexpr std::int64_t kWeightsInSamples = 6;

/// Layers whose parameters fit into a thread's registers.
constexpr int layersFor(int neighbours) {
  return neighbours == 3 ? 5 : neighbours == 5 ? 4 : neighbours == 7 ? 3 : neighbours <= 11 ? 2 : 1;
}

/// Kernel arguments of a layer.
struct RowLayer {
  const float* weights;
  const float* biases;
  std::int64_t outputs;
  std::int64_t first;  ///< position of output 0
};
constexpr int kMostLayers = 5;
struct RowLayers {
  RowLayer layers[kMostLayers];
};

template <int R, int L>
constexpr int haloOf() {
  return (R / 2 * L + 3) / 4 * 4;
}

__device__ inline void loadEight(const float* numbers, std::int64_t at, std::int64_t end,
                                 float (&values)[kOfLane]) {
#pragma unroll
  for (int q = 0; q < kOfLane; q += 4) {
    float4 four = {0, 0, 0, 0};
    if (at + q >= 0 && at + q < end)
      four = __ldg(reinterpret_cast<const float4*>(numbers + at + q));
    values[q] = four.x;
    values[q + 1] = four.y;
    values[q + 2] = four.z;
    values[q + 3] = four.w;
  }
}

/// Loads eight numbers from `at` on, zero-padded beyond `count`.
__device__ inline void takeEight(const float* numbers, std::int64_t count, std::int64_t at,
                                 float (&values)[kOfLane]) {
  if (((reinterpret_cast<std::uintptr_t>(numbers) / sizeof(float) + at) | count) % 4 == 0 &&
      at % 4 == 0) {
    return loadEight(numbers, at, count, values);
  }
#pragma unroll
  for (int k = 0; k < kOfLane; ++k) {
    values[k] = at + k >= 0 && at + k < count ? __ldg(numbers + at + k) : 0;
  }
}

/// blockIdx.y is the first of a group of samples. Pieces of neighbouring warps overlap by a halo.
template <int R, int L>
__global__ void __launch_bounds__(32 * kWarps)
    rows(const __grid_constant__ RowLayers arguments, std::int64_t inputs, DeviceSamples from,
         DeviceSamples to, std::int64_t samplesEach) {
  constexpr int kBefore = R / 2;
  constexpr int kHalo = haloOf<R, L>();
  constexpr int kOwn = kOfWarp - 2 * kHalo;
  static_assert(kBefore <= kOfLane);
  const int lane = static_cast<int>(threadIdx.x % 32);
  const std::int64_t begin = (std::int64_t{blockIdx.x} * kWarps + threadIdx.x / 32) * kOwn - kHalo;
  if (begin + kHalo >= to.pitch) return;
  const std::int64_t own = begin + lane * kOfLane;

  float weights[L][R][kOfLane];
  float biases[L][kOfLane];
  bool isCut = own < 0 || own + kOfLane > inputs;  // whether some numbers are outside
#pragma unroll
  for (int l = 0; l < L; ++l) {
    const RowLayer& layer = arguments.layers[l];
    isCut |= own < layer.first || own + kOfLane > layer.first + layer.outputs;
    takeEight(layer.biases, layer.outputs, own - layer.first, biases[l]);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      takeEight(layer.weights + r * layer.outputs, layer.outputs, own - layer.first, weights[l][r]);
    }
  }
  isCut = __any_sync(~0U, isCut);

  const std::int64_t first = std::int64_t{blockIdx.y} * samplesEach;
  const std::int64_t last = min(first + samplesEach, from.count);
  float next[kOfLane];
  if (first < last) loadEight(from.numbers + first * from.pitch, own, from.pitch, next);
  for (std::int64_t s = first; s < last; ++s) {
    float numbers[kOfLane];
#pragma unroll
    for (int k = 0; k < kOfLane; ++k) {
      numbers[k] = isCut && own + k >= inputs ? 0 : next[k];
    }
    if (s + 1 < last) loadEight(from.numbers + (s + 1) * from.pitch, own, from.pitch, next);
#pragma unroll
    for (int l = 0; l < L; ++l) {
      float wide[kOfLane + 2 * kBefore];
#pragma unroll
      for (int k = 0; k < kBefore; ++k) {
        wide[k] = __shfl_up_sync(~0U, numbers[kOfLane - kBefore + k], 1);
        wide[kBefore + kOfLane + k] = __shfl_down_sync(~0U, numbers[k], 1);
      }
#pragma unroll
      for (int k = 0; k < kOfLane; ++k) wide[kBefore + k] = numbers[k];
#pragma unroll
      for (int k = 0; k < kOfLane; ++k) {
        float sum = biases[l][k];
#pragma unroll
        for (int r = 0; r < R; ++r) sum = __fmaf_rn(weights[l][r][k], wide[k + r], sum);
        numbers[k] = activation(sum);
      }
      // Without weights and bias it is 0, the activation of 0.
    }
    float* row = to.numbers + s * to.pitch;
#pragma unroll
    for (int q = 0; q < kOfLane; q += 4) {
      const int at = lane * kOfLane + q;
      if (at < kHalo || at >= kOfWarp - kHalo || own + q >= to.pitch) continue;
      *reinterpret_cast<float4*>(row + own + q) = {numbers[q], numbers[q + 1], numbers[q + 2],
                                                   numbers[q + 3]};
    }
  }
}

template <int R, int L>
void launchRows(Gpu& gpu, const RowLayers& layers, std::int64_t inputs, const DeviceSamples& from,
                const DeviceSamples& to) {
  constexpr std::int64_t kOwn = kOfWarp - 2 * haloOf<R, L>();
  const std::int64_t pieces = (to.pitch + kOwn - 1) / kOwn;
  const auto kernel = rows<R, L>;
  int resident = 1;
  call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, 32 * kWarps,
                                                         kSharedBytes);
  });
  // Balances loading the weights, once per warp, against filling the GPU to the end.
  const std::int64_t blocks = blocksFor(pieces, kWarps);
  const std::int64_t atOnce = std::max<std::int64_t>(1, resident) * gpu.multiprocessors();
  std::int64_t each = from.count;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t parts = 1; parts <= std::min<std::int64_t>(from.count, 256); ++parts) {
    const std::int64_t own = (from.count + parts - 1) / parts;
    const std::int64_t cost = (blocks * parts + atOnce - 1) / atOnce * (own + kWeightsInSamples);
    if (cost < least) {
      least = cost;
      each = own;
    }
  }
  launchShared(
      "rows", kernel,
      dim3(static_cast<unsigned>(blocks), static_cast<unsigned>((from.count + each - 1) / each)),
      32 * kWarps, kSharedBytes, gpu.stream(), layers, inputs, from, to, each);
}

/// Launches for `count` layers, at most L.
template <int R, int L>
void withLayers(int count, Gpu& gpu, const RowLayers& layers, std::int64_t inputs,
                const DeviceSamples& from, const DeviceSamples& to) {
  if constexpr (L > 1) {
    if (count < L) return withLayers<R, L - 1>(count, gpu, layers, inputs, from, to);
  }
  launchRows<R, L>(gpu, layers, inputs, from, to);
}

}  // namespace

bool canRunRows(const NetworkShape& shape) {
  return shape.columns == 0 && shape.neighbours >= 3 && shape.neighbours <= 15;
}

int rowLayersAtOnce(int neighbours) {
  return layersFor(neighbours);
}

void runRows(Gpu& gpu, const DeviceNetwork& network, int firstLayer, int layers,
             const DeviceSamples& from, const DeviceSamples& to) {
  RowLayers arguments;
  const int neighbours = network.shape().neighbours;
  for (int l = 0; l < layers; ++l) {
    const LayerShape& shape = network.layers()[static_cast<std::size_t>(firstLayer + l)];
    arguments.layers[l] = {
        network.weights(shape), network.biases(shape), shape.outputs(),
        network.shape().padded ? 0 : std::int64_t{neighbours / 2} * (firstLayer + l + 1)};
  }
  const std::int64_t inputs = network.shape().inputs;
  switch (neighbours) {
    case 3:
      return withLayers<3, layersFor(3)>(layers, gpu, arguments, inputs, from, to);
    case 5:
      return withLayers<5, layersFor(5)>(layers, gpu, arguments, inputs, from, to);
    case 7:
      return withLayers<7, layersFor(7)>(layers, gpu, arguments, inputs, from, to);
    case 9:
      return withLayers<9, layersFor(9)>(layers, gpu, arguments, inputs, from, to);
    case 11:
      return withLayers<11, layersFor(11)>(layers, gpu, arguments, inputs, from, to);
    case 13:
      return withLayers<13, layersFor(13)>(layers, gpu, arguments, inputs, from, to);
    default:
      return withLayers<15, layersFor(15)>(layers, gpu, arguments, inputs, from, to);
  }
}

}  // namespace espy::cuda
