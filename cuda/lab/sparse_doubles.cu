// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// R threads per output, inputs and weights in shared memory. Products replace the weights there.
#include "cuda/base/launch.cuh"
#include "cuda/lab/sparse_doubles.h"

namespace espy::cuda {
namespace {

__device__ inline double sigmoid(double x) {
  return 1 / (1 + exp(-x));
}

/// Sums `count` numbers in order, each operation rounded.
__device__ inline double sumOf(const double* numbers, int count) {
  double sum = 0;
  for (int k = 0; k < count; ++k) sum = __dadd_rn(sum, numbers[k]);
  return sum;
}

/// A block computes as many outputs as it has R threads for.
template <bool kReduce>
__global__ void maxThreads(DoubleLayerOnGpu layer) {
  extern __shared__ double shared[];  // a weight per thread, then the inputs
  const int neighbours = layer.neighbours;
  const int t = static_cast<int>(threadIdx.x);
  const int each = static_cast<int>(blockDim.x) / neighbours;
  const std::int64_t first = std::int64_t{blockIdx.x} * each;
  const int here = static_cast<int>(min(std::int64_t{each}, layer.count - first));
  const int output = t / neighbours;
  const int r = t % neighbours;
  const bool works = output < here;
  double* const products = shared;
  double* const inputs = shared + blockDim.x;
  if (works) products[t] = layer.weights[first * neighbours + t];
  for (int k = t; k < here + neighbours - 1; k += static_cast<int>(blockDim.x)) {
    inputs[k] = layer.inputs[first + k];
  }
  __syncthreads();
  if (works) products[t] = __dmul_rn(inputs[output + r], products[t]);
  __syncthreads();
  if constexpr (kReduce) {
    for (int left = neighbours; left > 1;) {
      const int half = (left + 1) / 2;
      if (works && r + half < left) products[t] = __dadd_rn(products[t], products[t + half]);
      __syncthreads();
      left = half;
    }
  }
  if (!works || r != 0) return;
  const double sum = kReduce ? products[t] : sumOf(products + t, neighbours);
  layer.outputs[first + output] = sigmoid(sum + layer.bias);
}

/// A block of R threads per output.
__global__ void rThreads(DoubleLayerOnGpu layer) {
  extern __shared__ double shared[];  // R inputs, R weights
  const int neighbours = layer.neighbours;
  const int r = static_cast<int>(threadIdx.x);
  const std::int64_t i = blockIdx.x;
  double* const inputs = shared;
  double* const weights = shared + neighbours;
  inputs[r] = layer.inputs[i + r];
  weights[r] = layer.weights[i * neighbours + r];
  weights[r] = __dmul_rn(inputs[r], weights[r]);
  __syncthreads();
  if (r == 0) layer.outputs[i] = sigmoid(sumOf(weights, neighbours) + layer.bias);
}

}  // namespace

void queueSparseDoubles(const DoubleLayerOnGpu& layer, lab::SparseDoublesKernel kernel,
                        const Stream& stream) {
  using lab::SparseDoublesKernel;
  if (kernel == SparseDoublesKernel::rThreads) {
    const auto threads = static_cast<unsigned>(layer.neighbours);
    return launchShared("rThreads", rThreads, static_cast<unsigned>(layer.count), threads,
                        2 * threads * sizeof(double), stream, layer);
  }
  constexpr int kThreads = lab::kMostBlockThreads;
  const int each = kThreads / layer.neighbours;
  const auto numbers = static_cast<std::size_t>(kThreads + each + layer.neighbours - 1);
  launchShared(
      "maxThreads",
      kernel == SparseDoublesKernel::maxThreadsSumReduction ? maxThreads<true> : maxThreads<false>,
      blocksFor(layer.count, each), kThreads, numbers * sizeof(double), stream, layer);
}

}  // namespace espy::cuda
