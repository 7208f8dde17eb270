// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/pose/kernels.h"

#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/pose/turned_row.cuh"

namespace espy::cuda {
namespace {

using pose::DevicePoses;
constexpr int kSide = DevicePoses::kSide;

/// A warped needle and the first position of its block.
struct Placed {
  Turned turned;
  std::int64_t x;
  std::int64_t y;
};

/// Pixels of a row per warp step, and per block, limited by 32-bit products.
constexpr int kPixelsOfPiece = 4096;
constexpr std::int64_t kPixelsOfBlock = 65536;

/// One thread for each corner of the needle's pixels: the four samples around it in a word, those
/// outside replicated.
__global__ void __launch_bounds__(kBlockThreads)
    packCorners(DevicePlane needle, std::uint32_t* corners) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (x > needle.width) return;
  const std::int64_t left = max(x - 1, std::int64_t{0});
  const std::int64_t right = min(x, needle.width - 1);
  for (std::int64_t y = blockIdx.y; y <= needle.height; y += gridDim.y) {
    const std::uint8_t* above = needle.bytes + max(y - 1, std::int64_t{0}) * needle.pitch;
    const std::uint8_t* below = needle.bytes + min(y, needle.height - 1) * needle.pitch;
    corners[y * (needle.width + 1) + x] = above[left] | std::uint32_t{above[right]} << 8 |
                                          std::uint32_t{below[left]} << 16 |
                                          std::uint32_t{below[right]} << 24;
  }
}

/// Reduces over the block, each sum below 2^32, and adds atomically to global sums.
__device__ inline void addNumbers(std::uint32_t (&own)[kNumbers<kSide>], unsigned long long* sums) {
  __shared__ std::uint32_t all[kNumbers<kSide>];
  if (threadIdx.x < kNumbers<kSide>) all[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kNumbers<kSide>; ++k) {
    for (int away = 16; away > 0; away /= 2) own[k] += __shfl_xor_sync(~0U, own[k], away);
    if (threadIdx.x % 32 == 0) atomicAdd(&all[k], own[k]);
  }
  __syncthreads();
  if (threadIdx.x < kNumbers<kSide>) {
    atomicAdd(sums + threadIdx.x, static_cast<unsigned long long>(all[threadIdx.x]));
  }
}

/// blockIdx.x is the needle, blockIdx.y a part of its rows or pieces. `averaged`: pixels have
/// several samples.
template <bool averaged>
__global__ void __launch_bounds__(kBlockThreads)
    sumWindows(DevicePlane scene, Corners needle, const Placed* list, int piecesOfBlock,
               unsigned long long* sums) {
  const Placed placed = list[blockIdx.x];
  const Turned& turned = placed.turned;
  const int across = (turned.width - 1) / kPixelsOfPiece + 1;
  const std::int64_t begin = std::int64_t{blockIdx.y} * piecesOfBlock;
  const std::int64_t end = min(begin + piecesOfBlock, std::int64_t{turned.height} * across);
  if (begin >= end) return;
  const bool isWithin = placed.x >= 0 && placed.y >= 0 &&
                        placed.x + turned.width + kSide - 1 <= scene.width &&
                        placed.y + turned.height + kSide - 1 <= scene.height;
  std::uint32_t own[kNumbers<kSide>] = {};
  for (std::int64_t piece = begin + threadIdx.x / 32; piece < end; piece += kBlockThreads / 32) {
    const auto row = static_cast<int>(piece / across);
    const int left = static_cast<int>(piece % across) * kPixelsOfPiece;
    const int right = min(left + kPixelsOfPiece, turned.width);
    if (isWithin) {
      addPixels<kSide, averaged, false>(scene, needle, turned, placed.x, placed.y, row, left, right,
                                        own);
    } else {
      addPixels<kSide, averaged, true>(scene, needle, turned, placed.x, placed.y, row, left, right,
                                       own);
    }
  }
  addNumbers(own, sums + std::int64_t{blockIdx.x} * kNumbers<kSide>);
}

Placed placedAt(const NeedleCorners& needle, const GridPose& pose,
                const DevicePoses::Block& block) {
  return {turnedBy(needle.size, needle.enlarged, pose), block.x, block.y};
}

DevicePoses::BlockSums sumsOf(const std::uint64_t* numbers) {
  DevicePoses::BlockSums sums;
  sums.needle.samples = sums.needle.weight = static_cast<std::int64_t>(numbers[0]);
  sums.needle.sum = numbers[1];
  sums.needle.squares = numbers[2];
  for (std::size_t k = 0; k < DevicePoses::kPlaces; ++k) {
    const std::uint64_t* own = numbers + 3 + 3 * k;
    sums.windows[k] = {own[0], own[1], own[2]};
  }
  return sums;
}

}  // namespace

NeedleCorners::NeedleCorners(const Gpu& gpu, const DevicePlane& needle, int enlargedBy)
    : size{needle.width, needle.height},
      enlarged(enlargedBy),
      words(static_cast<std::size_t>((needle.width + 1) * (needle.height + 1))) {
  launch("packCorners", packCorners,
         dim3(blocksFor(needle.width + 1, kBlockThreads), rowsOfGrid(needle.height + 1)),
         kBlockThreads, gpu.stream(), needle, words.data());
}

std::vector<DevicePoses::BlockSums> sumBlocks(const Gpu& gpu, const DevicePlane& scene,
                                              const NeedleCorners& needle, const PoseGrid& grid,
                                              std::span<const DevicePoses::Block> blocks,
                                              const Control& control) {
  // A few milliseconds per launch, so that searches can be cancelled.
  constexpr std::int64_t kPixelsOfLaunch = std::int64_t{1} << 31;
  constexpr std::size_t kMostAtOnce = 4096;
  const Corners corners{needle.words.data(), static_cast<int>(needle.size.width),
                        static_cast<int>(needle.size.height)};
  std::vector<DevicePoses::BlockSums> answers;
  answers.reserve(blocks.size());
  while (answers.size() < blocks.size()) {
    control.check();
    std::vector<Placed> some;
    std::int64_t mostPieces = 1;
    std::int64_t pieces = 0;
    std::int64_t widest = 1;
    std::int64_t pixels = 0;
    bool averaged = false;
    for (std::size_t i = answers.size();
         i < blocks.size() && some.size() < kMostAtOnce && pixels < kPixelsOfLaunch; ++i) {
      some.push_back(placedAt(needle, grid.poses[blocks[i].pose], blocks[i]));
      const Turned& own = some.back().turned;
      const std::int64_t ownPieces =
          own.height * std::int64_t{(own.width - 1) / kPixelsOfPiece + 1};
      mostPieces = std::max(mostPieces, ownPieces);
      pieces += ownPieces;
      widest = std::max<std::int64_t>(widest, own.width);
      averaged |= own.samples > 1;
      pixels += std::int64_t{own.width} * own.height * own.samples * own.samples;
    }
    // Enough warps to fill the GPU, with few atomic additions.
    constexpr std::int64_t kWarps = kBlockThreads / 32;
    constexpr std::int64_t kBlocksEach = 16;
    const std::int64_t mostOfBlock =
        kPixelsOfBlock / std::min<std::int64_t>(widest, kPixelsOfPiece);
    const std::int64_t shared = pieces / (gpu.multiprocessors() * kBlocksEach);
    const auto ofBlock =
        static_cast<int>(std::clamp<std::int64_t>(shared / kWarps * kWarps, kWarps, mostOfBlock));
    const PinnedBuffer<Placed> staged(some.size());
    std::copy(some.begin(), some.end(), staged.data());
    const DeviceBuffer<Placed> list(some.size());
    gpu.stream().copy(list.data(), staged.data(), staged.bytes());
    const DeviceBuffer<unsigned long long> sums(some.size() * kNumbers<kSide>);
    gpu.stream().set(sums.data(), 0, sums.bytes());
    launch("sumWindows", averaged ? sumWindows<true> : sumWindows<false>,
           dim3(static_cast<unsigned>(some.size()), blocksFor(mostPieces, ofBlock)), kBlockThreads,
           gpu.stream(), scene, corners, list.data(), ofBlock, sums.data());
    const PinnedBuffer<std::uint64_t> numbers(sums.size());
    gpu.stream().copy(numbers.data(), sums.data(), sums.bytes());
    gpu.stream().wait();
    for (std::size_t i = 0; i < some.size(); ++i) {
      answers.push_back(sumsOf(numbers.data() + i * kNumbers<kSide>));
    }
  }
  return answers;
}

}  // namespace espy::cuda
