// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu_kernels.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"

namespace espy::bench {
namespace {

__global__ void hold(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__global__ void compareNumbers(const float* a, const float* b, std::int64_t count,
                               unsigned long long* differences) {
  unsigned long long own = 0;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += stride) {
    own += a[i] == b[i] ? 0 : 1;
  }
  if (own != 0) atomicAdd(differences, own);
}

}  // namespace

std::int64_t countDifferences(cuda::Gpu& gpu, const float* a, const float* b, std::int64_t count) {
  const cuda::PinnedBuffer<unsigned long long> differences(1);
  *differences.data() = 0;
  cuda::launch("compareNumbers", compareNumbers, 1024, 256, gpu.stream(), a, b, count,
               differences.data());
  gpu.stream().wait();
  return static_cast<std::int64_t>(*differences.data());
}

void holdGpu(const cuda::Stream& stream, int microseconds) {
  constexpr long long kCyclesAMicrosecond = 1800;
  cuda::launch("hold", hold, 1, 1, stream, kCyclesAMicrosecond * microseconds);
}

}  // namespace espy::bench
