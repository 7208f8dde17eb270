// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A thread for each output; what the outputs of a block see of the inputs, neighbours - 1 more than
// they are, lies in shared memory. Each weight is used by one thread, once for a sample, so that
// shared memory has nothing to gain there; sums grow in a register. (The paper's
// kernel holds weights there, too, and reuses their buffer for partial products: its answers are
// off by 1e-5.)
#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"
#include "cuda/lab/sparse_network.h"

namespace espy::cuda {
namespace {

/// blockIdx.y is the sample.
__global__ void sparseShared(SparseLayerOnCard layer, DeviceSamples from, DeviceSamples to) {
  extern __shared__ float seen[];  // a number for each thread, and neighbours - 1 more
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x;
  const std::int64_t i = first + threadIdx.x;
  const std::int64_t most = std::int64_t{blockDim.x} + layer.neighbours - 1;
  const auto width = static_cast<int>(min(most, layer.outputs + layer.neighbours - 1 - first));
  for (std::int64_t s = blockIdx.y; s < from.count; s += gridDim.y) {
    __syncthreads();  // who still reads what the sample before left
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

void queueSparseShared(const SparseLayerOnCard& layer, const DeviceSamples& from,
                       const DeviceSamples& to, int block, const Stream& stream) {
  const dim3 grid(blocksFor(layer.outputs, block), rowsOfGrid(from.count));
  const std::size_t bytes = static_cast<std::size_t>(block + layer.neighbours - 1) * sizeof(float);
  call(
      "sparseShared",
      [&] {
        sparseShared<<<grid, static_cast<unsigned>(block), bytes, stream.get()>>>(layer, from, to);
        return cudaGetLastError();
      },
      Call::launch);
}

}  // namespace espy::cuda
