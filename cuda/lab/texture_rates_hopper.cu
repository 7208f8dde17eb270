// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/launch.cuh"
#include "cuda/base/warp_groups.cuh"
#include "cuda/lab/rates.h"

namespace espy::cuda {
namespace {

constexpr int kGroups = 2;
constexpr int kTurns = 2000;
constexpr int kRowBytes = 128;
constexpr int kStepBytes = 32;  ///< of a row, per instruction
constexpr int kSteps = kRowBytes / kStepBytes;
constexpr int kRows = 64;      ///< per group
constexpr int kColumns = 128;  ///< shared by both groups
constexpr int kBytes = (kGroups * kRows + kColumns) * kRowBytes;

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
__device__ inline void multiplyAll(int (&sums)[kSums], std::uint64_t rows, std::uint64_t columns) {
  beginProducts();
#pragma unroll
  for (int k = 0; k < kSteps; ++k) {
    // Accumulates, because unused sums would be optimised away.
    multiply(sums, rows + k * kStepBytes / 16, columns + k * kStepBytes / 16, 1);
  }
  endProducts();
}
#endif

/// Each group multiplies its rows by the same columns repeatedly.
__global__ void __launch_bounds__(kGroups* kGroupThreads, 1)
    multiplyByGroups(std::int32_t* result) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  __shared__ __align__(1024) std::uint32_t memory[kBytes / 4];
  for (int i = static_cast<int>(threadIdx.x); i < kBytes / 4; i += kGroups * kGroupThreads) {
    memory[i] = static_cast<std::uint32_t>(i) * 0x9e3779b1U;
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const int group = static_cast<int>(threadIdx.x) / kGroupThreads;
  const std::uint64_t columns = rowsAt(addressOf(memory) + kGroups * kRows * kRowBytes);
  const std::uint64_t rows = rowsAt(addressOf(memory) + group * kRows * kRowBytes);
  int sums[2][kSums];
#pragma unroll
  for (auto& one : sums) {
#pragma unroll
    for (int& number : one) number = 0;
  }
  for (int turn = 0; turn < kTurns; ++turn) {
    multiplyAll(sums[0], rows, columns);
    awaitSums<1>(sums[1]);
    multiplyAll(sums[1], rows, columns);
    awaitSums<1>(sums[0]);
  }
  awaitSums<0>(sums[1]);
  int all = 0;
  for (const auto& one : sums) {
    for (const int number : one) all += number;
  }
  if (all == 123456789) *result = all;
#endif
}

}  // namespace

double queueGroupProducts(const Gpu& gpu, std::int32_t* result) {
  const auto blocks = static_cast<unsigned>(gpu.multiprocessors());
  launch("multiplyByGroups", multiplyByGroups, blocks, kGroups * kGroupThreads, gpu.stream(),
         result);
  return static_cast<double>(blocks) * kGroups * kTurns * 2 * kRows * kColumns * kRowBytes;
}

}  // namespace espy::cuda
