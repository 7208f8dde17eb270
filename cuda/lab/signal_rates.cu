// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/rates.h"

#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"

namespace espy::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksEach = 4;  ///< per multiprocessor
constexpr int kTurns = 20'000;
constexpr int kChains = 8;  ///< independent accumulators

__global__ void __launch_bounds__(kThreads) subtractBytes(std::uint32_t* result) {
  std::uint32_t sums[kChains] = {};
  const std::uint32_t a = threadIdx.x * 0x01030507U;
  const std::uint32_t b = threadIdx.x * 0x07050301U;
  for (int i = 0; i < kTurns; ++i) {
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
  for (int i = 0; i < kTurns; ++i) {
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

}  // namespace

double queueByteDifferences(const Gpu& gpu, std::uint32_t* result) {
  launch("subtractBytes", subtractBytes, blocks(gpu), kThreads, gpu.stream(), result);
  return static_cast<double>(blocks(gpu)) * kThreads * kTurns * kChains * 4;
}

double queueFloatDifferences(const Gpu& gpu, std::uint32_t* result) {
  launch("subtractFloats", subtractFloats, blocks(gpu), kThreads, gpu.stream(), result);
  return static_cast<double>(blocks(gpu)) * kThreads * kTurns * kChains;
}

lab::GpuRates measureGpuRates(const Control& control) {
  control.check();
  Timeline unheard;
  const GpuLease gpu(unheard);
  const DeviceBuffer<std::uint32_t> result(1);
  return {rateOf(*gpu, [&] { return queueByteDifferences(*gpu, result.data()); }),
          rateOf(*gpu, [&] { return queueFloatDifferences(*gpu, result.data()); })};
}

}  // namespace espy::cuda
