// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu_kernels.h"
#include "cuda/base/launch.cuh"
#include "cuda/score/correlate.h"

namespace espy::bench {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksEach = 4;  ///< per multiprocessor
constexpr int kTurns = 2000;
constexpr int kChains = 8;  ///< independent accumulators

__global__ void __launch_bounds__(kThreads) multiplyBytes(int* result) {
#if __CUDA_ARCH__ >= 800
  int sums[kChains][4] = {};
  const unsigned a = threadIdx.x * 0x01030507U;
  const unsigned b = threadIdx.x * 0x07050301U;
  for (int i = 0; i < kTurns; ++i) {
#pragma unroll
    for (auto& sum : sums) {
      asm volatile(
          "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%4,%5}, {%5,%4}, "
          "{%0,%1,%2,%3};"
          : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
          : "r"(a), "r"(b));
    }
  }
  int all = 0;
  for (const auto& sum : sums) all += sum[0] + sum[1] + sum[2] + sum[3];
  if (all == 123456789) *result = all;
#endif
}

double threads(const cuda::Gpu& gpu) {
  return static_cast<double>(gpu.multiprocessors()) * kBlocksEach * kThreads;
}

}  // namespace

double queueByteProducts(cuda::Gpu& gpu) {
  if (!cuda::canCorrelate()) return 0;
  static const cuda::DeviceBuffer<int> result(1);
  cuda::launch("multiplyBytes", multiplyBytes,
               static_cast<unsigned>(gpu.multiprocessors()) * kBlocksEach, kThreads, gpu.stream(),
               result.data());
  return threads(gpu) / 32 * kTurns * kChains * 16 * 8 * 32;
}

}  // namespace espy::bench
