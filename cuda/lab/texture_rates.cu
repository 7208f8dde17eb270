// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/rates.h"

#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/identify/kernels.h"
#include "cuda/lab/engines.h"

namespace espy::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksEach = 4;  ///< per multiprocessor
constexpr int kTurns = 2000;
constexpr int kChains = 8;  ///< independent accumulators

/// 16 x 8 sums of 32 products each.
__device__ inline void addProducts(int (&sum)[4], unsigned a, unsigned b) {
#if __CUDA_ARCH__ >= 800
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%4,%5}, {%5,%4}, "
      "{%0,%1,%2,%3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(a), "r"(b));
#else
#pragma unroll
  for (int k = 0; k < 2; ++k) {
#pragma unroll
    for (int half = 0; half < 4; half += 2) {
      asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
                   : "+r"(sum[half]), "+r"(sum[half + 1])
                   : "r"(a), "r"(b));
    }
  }
#endif
}

__global__ void __launch_bounds__(kThreads) multiplyByWarps(std::int32_t* result) {
  int sums[kChains][4];
#pragma unroll
  for (auto& sum : sums) {
#pragma unroll
    for (int& number : sum) number = 0;
  }
  const unsigned a = threadIdx.x * 0x01030507U;
  const unsigned b = threadIdx.x * 0x07050301U;
  for (int i = 0; i < kTurns; ++i) {
#pragma unroll
    for (auto& sum : sums) addProducts(sum, a, b);
  }
  int all = 0;
  for (const auto& sum : sums) all += sum[0] + sum[1] + sum[2] + sum[3];
  if (all == 123456789) *result = all;
}

double measureBus(const Gpu& gpu) {
  constexpr std::size_t kBytes = std::size_t{1} << 26;
  const PinnedBuffer<std::uint8_t> here(kBytes);
  const DeviceBuffer<std::uint8_t> there(kBytes);
  std::fill_n(here.data(), kBytes, std::uint8_t{1});
  return rateOf(gpu, [&] {
    gpu.stream().copy(there.data(), here.data(), kBytes);
    return static_cast<double>(kBytes);
  });
}

}  // namespace

double queueWarpProducts(const Gpu& gpu, std::int32_t* result) {
  const unsigned blocks = static_cast<unsigned>(gpu.multiprocessors()) * kBlocksEach;
  launch("multiplyByWarps", multiplyByWarps, blocks, kThreads, gpu.stream(), result);
  return static_cast<double>(blocks) * kThreads / 32 * kTurns * kChains * 16 * 8 * 32;
}

lab::TextureRates measureTextureRates(const Control& control) {
  control.check();
  Timeline unheard;
  const GpuLease gpu(unheard);
  const DeviceBuffer<std::int32_t> result(1);
  const double byWarps = rateOf(*gpu, [&] { return queueWarpProducts(*gpu, result.data()); });
  const double byGroups =
      hasWarpGroups() ? rateOf(*gpu, [&] { return queueGroupProducts(*gpu, result.data()); }) : 0;
  return {std::max(byWarps, byGroups), measureBus(*gpu)};
}

}  // namespace espy::cuda
