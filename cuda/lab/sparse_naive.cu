// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// One thread per output, which reads weights and inputs from global memory.
#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"
#include "cuda/lab/sparse_network.h"

namespace espy::cuda {
namespace {

/// blockIdx.y is the sample.
__global__ void sparseNaive(SparseLayerOnGpu layer, DeviceSamples from, DeviceSamples to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= layer.outputs) return;
  for (std::int64_t s = blockIdx.y; s < from.count; s += gridDim.y) {
    const float* inputs = from.numbers + s * from.pitch + i;
    float sum = layer.biases[i];
    for (int r = 0; r < layer.neighbours; ++r) {
      sum = __fmaf_rn(layer.weights[r * layer.outputs + i], inputs[r], sum);
    }
    to.numbers[s * to.pitch + i] = activation(sum);
  }
}

}  // namespace

void queueSparseNaive(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                      const DeviceSamples& to, int block, const Stream& stream) {
  launch("sparseNaive", sparseNaive, dim3(blocksFor(layer.outputs, block), rowsOfGrid(from.count)),
         static_cast<unsigned>(block), stream, layer, from, to);
}

}  // namespace espy::cuda
