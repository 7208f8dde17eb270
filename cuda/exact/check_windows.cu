// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/launch.cuh"
#include "cuda/exact/check_windows.h"
#include "cuda/exact/compare.cuh"

namespace espy::cuda {
namespace {

/// Words that a thread loads together, to hide latency.
constexpr std::uint32_t kWordsAThread = 8;
/// Windows of more words are compared by a block instead of a warp.
constexpr std::uint32_t kWordsOfWarp = 1024;

template <Compare how>
__device__ bool differFrom(const DevicePlane& scene, const DeviceNeedles& needles,
                           const DeviceNeedle& needle, const Hit& hit, std::uint32_t first,
                           std::uint32_t step) {
  const std::uint32_t words = needle.rowWords * needle.height;
  bool differ = false;
#pragma unroll
  for (std::uint32_t k = 0; k < kWordsAThread; ++k) {
    const std::uint32_t i = first + step * k;
    if (i >= words) break;
    const std::uint32_t row = i / needle.rowWords;
    const std::uint32_t column = i % needle.rowWords;
    differ |= differs<how>(wordAt(pixelAt(scene, hit.x, hit.y + row), column),
                           needles.words[needle.values + i],
                           needles.words[needle.seconds + row * needle.secondStride + column]);
  }
  return differ;
}

/// `threads` per window: 32 or a whole block.
template <Compare how, int threads>
__global__ void __launch_bounds__(kBlockThreads)
    checkListed(DevicePlane scene, DeviceNeedles needles, WindowsToCheck windows, HitList found) {
  const std::uint32_t count = *windows.listed.count;
  if (windows.areTooMany(count)) return;
  const std::uint32_t first = threadIdx.x % threads;
  const std::uint32_t groups = gridDim.x * (kBlockThreads / threads);
  for (std::uint32_t i = blockIdx.x * (kBlockThreads / threads) + threadIdx.x / threads; i < count;
       i += groups) {
    const Hit hit = windows.listed.hits[i];
    if (windows.candidates != nullptr && windows.candidates[hit.needle] >= windows.skipFrom)
      continue;
    const DeviceNeedle needle = needles.needles[hit.needle];
    const std::uint32_t words = needle.rowWords * needle.height;
    bool differ = false;
    for (std::uint32_t at = 0; at < words && !differ; at += threads * kWordsAThread) {
      differ = differFrom<how>(scene, needles, needle, hit, at + first, threads);
      if constexpr (threads == 32) {
        differ = __any_sync(~0U, differ);
      } else {
        differ = __syncthreads_or(static_cast<int>(differ)) != 0;
      }
    }
    if (differ || first != 0) continue;
    const std::uint32_t slot = atomicAdd(found.count, 1U);
    if (slot < found.room) found.hits[slot] = hit;
  }
}

template <Compare how>
void queueCheck(const Gpu& gpu, const DevicePlane& scene, const DeviceNeedles& needles,
                const WindowsToCheck& windows, const HitList& found) {
  constexpr int kBlocksEach = 8;  // per multiprocessor
  const auto kernel =
      windows.wordsEach <= kWordsOfWarp ? checkListed<how, 32> : checkListed<how, kBlockThreads>;
  launch("checkListed", kernel, static_cast<unsigned>(kBlocksEach * gpu.multiprocessors()),
         kBlockThreads, gpu.stream(), scene, needles, windows, found);
}

}  // namespace

void checkWindows(const Gpu& gpu, const DevicePlane& scene, const DeviceNeedles& needles,
                  const exact::Pattern& anyNeedle, const WindowsToCheck& windows,
                  const HitList& found) {
  if (!anyNeedle.ranged) {
    queueCheck<Compare::masked>(gpu, scene, needles, windows, found);
  } else if (anyNeedle.format.depth == Depth::u8) {
    queueCheck<Compare::range8>(gpu, scene, needles, windows, found);
  } else {
    queueCheck<Compare::range16>(gpu, scene, needles, windows, found);
  }
}

}  // namespace espy::cuda
