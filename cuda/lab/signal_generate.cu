// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/signal_kernels.h"

// Only the Philox generator: curand_kernel.h would add 200 KB of tables per architecture.
#include <curand_philox4x32_x.h>

#include "cuda/base/launch.cuh"

namespace espy::cuda {
namespace {

__device__ void fromBits(std::uint32_t bits, std::int32_t& value) {
  value = static_cast<std::int32_t>(__umulhi(bits, 100));
}
__device__ void fromBits(std::uint32_t bits, float& value) {
  // curand_uniform returns (0, 1].
  value = static_cast<float>(bits >> 8) * 0x1p-24F;
}

/// Four numbers per thread, from the thread's own sequence; independent of the grid.
template <class Value>
__global__ void generateSignal(Value* data, std::int64_t count, std::uint64_t seed) {
  const std::int64_t quad = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (4 * quad >= count) return;
  // Equivalent to curand_init(seed, quad, 0, &state) and curand4(&state).
  const uint4 four = curand_Philox4x32_10(
      make_uint4(0, 0, static_cast<unsigned>(quad), static_cast<unsigned>(quad >> 32)),
      make_uint2(static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)));
  const std::uint32_t bits[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (4 * quad + i < count) fromBits(bits[i], data[4 * quad + i]);
  }
}

}  // namespace

template <class Value>
void queueGenerate(Value* data, std::int64_t count, std::uint64_t seed, const Stream& stream) {
  launch("generateSignal", generateSignal<Value>, blocksFor(count, 4 * kBlockThreads),
         kBlockThreads, stream, data, count, seed);
}

template void queueGenerate(std::int32_t*, std::int64_t, std::uint64_t, const Stream&);
template void queueGenerate(float*, std::int64_t, std::uint64_t, const Stream&);

}  // namespace espy::cuda
