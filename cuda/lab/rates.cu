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
constexpr int kDifferenceTurns = 20'000;
constexpr int kProductTurns = 2000;
constexpr int kChains = 8;  ///< independent accumulators

__global__ void __launch_bounds__(kThreads) subtractBytes(std::uint32_t* result) {
  std::uint32_t sums[kChains] = {};
  const std::uint32_t a = threadIdx.x * 0x01030507U;
  const std::uint32_t b = threadIdx.x * 0x07050301U;
  for (int i = 0; i < kDifferenceTurns; ++i) {
#pragma unroll
    for (std::uint32_t& sum : sums) {
      asm volatile("vabsdiff4.u32.u32.u32.add %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
    }
  }
  std::uint32_t all = 0;
  for (const std::uint32_t sum : sums) all += sum;
  if (all == 123456789) *result = all;
}

/// Each difference depends on the previous sum, so that none can be optimised away.
__global__ void __launch_bounds__(kThreads) subtractFloats(std::uint32_t* result) {
  float sums[kChains];
  for (int k = 0; k < kChains; ++k) sums[k] = static_cast<float>(k) * 0.37F;
  const float a = 0.5F + static_cast<float>(threadIdx.x) * 0x1p-9F;
  const float b = 0.1F + static_cast<float>(threadIdx.x) * 0x1p-10F;
#pragma unroll 8
  for (int i = 0; i < kDifferenceTurns; ++i) {
#pragma unroll
    for (float& sum : sums) sum = b + fabsf(sum - a);
  }
  float all = 0;
  for (const float sum : sums) all += sum;
  if (all == -1) *result = 1;
}

unsigned blocks(const Gpu& gpu) {
  return static_cast<unsigned>(gpu.multiprocessors()) * kBlocksEach;
}

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
  for (int i = 0; i < kProductTurns; ++i) {
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

double queueByteDifferences(const Gpu& gpu, std::uint32_t* result) {
  launch("subtractBytes", subtractBytes, blocks(gpu), kThreads, gpu.stream(), result);
  return static_cast<double>(blocks(gpu)) * kThreads * kDifferenceTurns * kChains * 4;
}

double queueFloatDifferences(const Gpu& gpu, std::uint32_t* result) {
  launch("subtractFloats", subtractFloats, blocks(gpu), kThreads, gpu.stream(), result);
  return static_cast<double>(blocks(gpu)) * kThreads * kDifferenceTurns * kChains;
}

lab::GpuRates measureGpuRates(const Control& control) {
  control.check();
  Timeline unheard;
  const GpuLease gpu(unheard);
  const DeviceBuffer<std::uint32_t> result(1);
  return {rateOf(*gpu, [&] { return queueByteDifferences(*gpu, result.data()); }),
          rateOf(*gpu, [&] { return queueFloatDifferences(*gpu, result.data()); })};
}

double queueWarpProducts(const Gpu& gpu, std::int32_t* result) {
  launch("multiplyByWarps", multiplyByWarps, blocks(gpu), kThreads, gpu.stream(), result);
  return static_cast<double>(blocks(gpu)) * kThreads / 32 * kProductTurns * kChains * 16 * 8 * 32;
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
