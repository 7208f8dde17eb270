// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// One thread per output; a block's inputs, neighbours - 1 more than its outputs, are in shared
// memory. Weights are not: each is used by one thread, once per sample. Sums are accumulated in a
// register.
#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"
#include "cuda/lab/sparse_network.h"

namespace espy::cuda {
namespace {

/// blockIdx.y is the sample.
__global__ void sparseShared(SparseLayerOnGpu layer, DeviceSamples from, DeviceSamples to) {
  extern __shared__ float seen[];  // a number per thread, and neighbours - 1 more
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x;
  const std::int64_t i = first + threadIdx.x;
  const std::int64_t most = std::int64_t{blockDim.x} + layer.neighbours - 1;
  const auto width = static_cast<int>(min(most, layer.outputs + layer.neighbours - 1 - first));
  for (std::int64_t s = blockIdx.y; s < from.count; s += gridDim.y) {
    __syncthreads();  // other threads may still read the previous sample
    const float* inputs = from.numbers + s * from.pitch + first;
    for (int k = static_cast<int>(threadIdx.x); k < width; k += static_cast<int>(blockDim.x)) {
      seen[k] = inputs[k];
    }
    __syncthreads();
    if (i >= layer.outputs) continue;
    float sum = layer.biases[i];
    for (int r = 0; r < layer.neighbours; ++r) {
      sum = __fmaf_rn(layer.weights[r * layer.outputs + i], seen[threadIdx.x + r], sum);
    }
    to.numbers[s * to.pitch + i] = activation(sum);
  }
}

}  // namespace

void queueSparseShared(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                       const DeviceSamples& to, int block, const Stream& stream) {
  const dim3 grid(blocksFor(layer.outputs, block), rowsOfGrid(from.count));
  const std::size_t bytes = static_cast<std::size_t>(block + layer.neighbours - 1) * sizeof(float);
  launchShared("sparseShared", sparseShared, grid, static_cast<unsigned>(block), bytes, stream,
               layer, from, to);
}

}  // namespace espy::cuda
