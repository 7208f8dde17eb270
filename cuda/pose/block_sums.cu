// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/pose/block_sums.h"

#include <algorithm>

#include "cuda/base/launch.cuh"
#include "picture/turn.h"
#include "pose/warp_needle.h"

namespace espy::cuda {
namespace {

using pose::PosesElsewhere;
constexpr int kSide = PosesElsewhere::kSide;
constexpr int kPlaces = PosesElsewhere::kPlaces;
constexpr int kBits = picture::TurnMap::kBits;
constexpr int kShift = kBits - 8;

/// A turned needle (picture::TurnMap) and the first of the places at which it is summed up.
struct Turned {
  std::int64_t cosine;
  std::int64_t sine;
  int width;
  int height;
  int samples;
  bool mirrored;
  bool inverted;
  std::int64_t x;
  std::int64_t y;
};

/// Of the needle, count, sum and squares; then of each place sum, squares and products.
constexpr int kNumbers = 3 + 3 * kPlaces;
/// Pixels that a block sums up, so that 32 bits hold their products.
constexpr int kPixelsOfBlock = 16384;

__device__ inline std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// One sample, between four pixels of the needle, times 2^16.
__device__ inline std::uint32_t sampleAt(const DevicePlane& needle, std::int64_t atX,
                                         std::int64_t atY) {
  const auto lastX = static_cast<int>(needle.width - 1);
  const auto lastY = static_cast<int>(needle.height - 1);
  const auto x = static_cast<int>(atX >> 8);
  const auto y = static_cast<int>(atY >> 8);
  const int left = min(max(x, 0), lastX);
  const int right = min(max(x + 1, 0), lastX);
  const std::uint8_t* above = needle.bytes + min(max(y, 0), lastY) * needle.pitch;
  const std::uint8_t* below = needle.bytes + min(max(y + 1, 0), lastY) * needle.pitch;
  const auto alongX = static_cast<std::uint32_t>(atX & 255);
  const auto alongY = static_cast<std::uint32_t>(atY & 255);
  return (__ldg(above + left) * (256 - alongX) + __ldg(above + right) * alongX) * (256 - alongY) +
         (__ldg(below + left) * (256 - alongX) + __ldg(below + right) * alongX) * alongY;
}

/// The turned needle's pixel, or -1 where it does not lie wholly inside of the needle: what
/// core/picture/warp.cpp makes.
__device__ inline int pixelOf(const DevicePlane& needle, const Turned& turned, int column,
                              int row) {
  const std::int64_t u = 2 * column + 1 - turned.width;
  const std::int64_t v = 2 * row + 1 - turned.height;
  const std::int64_t reach = llabs(turned.cosine) + llabs(turned.sine);
  const auto isInside = [&](std::int64_t at, std::int64_t side) {
    const std::int64_t room = (side << kBits) + 2 * picture::TurnMap::kTolerance - reach;
    return llabs(at) <= room;
  };
  if (!isInside(u * turned.cosine - v * turned.sine, needle.width) ||
      !isInside(u * turned.sine + v * turned.cosine, needle.height)) {
    return -1;
  }
  const int n = turned.samples;
  const std::int64_t stepX = turned.mirrored ? -turned.cosine : turned.cosine;
  constexpr std::int64_t kHalf = std::int64_t{1} << (kShift - 1);
  std::uint64_t sum = 0;
  for (int k = 0; k < n * n; ++k) {
    const std::int64_t first = 2 * (k % n) + 1 - std::int64_t{n} * turned.width;
    const std::int64_t down =
        2 * std::int64_t{n} * row + 2 * (k / n) + 1 - std::int64_t{n} * turned.height;
    const std::int64_t acrossX = first * turned.cosine - down * turned.sine;
    const std::int64_t beginX =
        floorOf(turned.mirrored ? -acrossX : acrossX, 2 * n) + ((needle.width - 1) << (kBits - 1));
    const std::int64_t beginY = floorOf(first * turned.sine + down * turned.cosine, 2 * n) +
                                ((needle.height - 1) << (kBits - 1));
    sum += sampleAt(needle, (beginX + column * stepX + kHalf) >> kShift,
                    (beginY + column * turned.sine + kHalf) >> kShift);
  }
  const std::uint64_t all = static_cast<std::uint64_t>(n) * n << 16;
  const auto value = static_cast<int>(n == 1 ? (sum + 32768) >> 16 : (sum + all / 2) / all);
  return turned.inverted ? 255 - value : value;
}

/// Adds up the threads' numbers, each below 2^32 in all, and adds them to those of all blocks.
__device__ inline void addNumbers(std::uint32_t (&own)[kNumbers], unsigned long long* sums) {
  __shared__ std::uint32_t all[kNumbers];
  if (threadIdx.x < kNumbers) all[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kNumbers; ++k) {
    for (int away = 16; away > 0; away /= 2) own[k] += __shfl_xor_sync(~0U, own[k], away);
    if (threadIdx.x % 32 == 0) atomicAdd(&all[k], own[k]);
  }
  __syncthreads();
  if (threadIdx.x < kNumbers) {
    atomicAdd(sums + threadIdx.x, static_cast<unsigned long long>(all[threadIdx.x]));
  }
}

/// blockIdx.x is which, blockIdx.y a part of its pixels.
__global__ void __launch_bounds__(kBlockThreads)
    sumWindows(DevicePlane scene, DevicePlane needle, const Turned* list,
               unsigned long long* sums) {
  const Turned turned = list[blockIdx.x];
  const std::int64_t pixels = std::int64_t{turned.width} * turned.height;
  std::uint32_t own[kNumbers] = {};
  const std::int64_t begin = std::int64_t{blockIdx.y} * kPixelsOfBlock;
  const std::int64_t end = min(begin + kPixelsOfBlock, pixels);
  if (begin >= end) return;
  for (std::int64_t i = begin + threadIdx.x; i < end; i += kBlockThreads) {
    const auto row = static_cast<int>(static_cast<std::uint32_t>(i) / turned.width);
    const int column = static_cast<int>(i) - row * turned.width;
    const int value = pixelOf(needle, turned, column, row);
    if (value < 0) continue;
    const auto wanted = static_cast<std::uint32_t>(value);
    own[0] += 1;
    own[1] += wanted;
    own[2] += wanted * wanted;
#pragma unroll
    for (int k = 0; k < kPlaces; ++k) {
      // What sticks out is nobody's concern, but it is read from inside.
      const std::int64_t x =
          min(max(turned.x + column + k % kSide, std::int64_t{0}), scene.width - 1);
      const std::int64_t y =
          min(max(turned.y + row + k / kSide, std::int64_t{0}), scene.height - 1);
      const std::uint32_t there = __ldg(scene.bytes + y * scene.pitch + x);
      own[3 + 3 * k] += there;
      own[4 + 3 * k] += there * there;
      own[5 + 3 * k] += there * wanted;
    }
  }
  addNumbers(own, sums + std::int64_t{blockIdx.x} * kNumbers);
}

Turned turnedBy(const NeedleToTurn& needle, const GridPose& pose,
                const PosesElsewhere::Block& block) {
  const picture::TurnMap map({needle.plane.width, needle.plane.height},
                             pose::turnOf(pose, needle.enlarged));
  return {map.cosine,
          map.sine,
          static_cast<int>(map.to.width),
          static_cast<int>(map.to.height),
          map.samples,
          map.mirrored,
          pose.inverted,
          block.x,
          block.y};
}

PosesElsewhere::BlockSums sumsOf(const std::uint64_t* numbers) {
  PosesElsewhere::BlockSums sums;
  sums.needle.samples = sums.needle.weight = static_cast<std::int64_t>(numbers[0]);
  sums.needle.sum = numbers[1];
  sums.needle.squares = numbers[2];
  for (std::size_t k = 0; k < PosesElsewhere::kPlaces; ++k) {
    const std::uint64_t* own = numbers + 3 + 3 * k;
    sums.windows[k] = {own[0], own[1], own[2]};
  }
  return sums;
}

}  // namespace

std::vector<PosesElsewhere::BlockSums> sumBlocks(const Gpu& gpu, const DevicePlane& scene,
                                                 const NeedleToTurn& needle, const PoseGrid& grid,
                                                 std::span<const PosesElsewhere::Block> blocks,
                                                 const Control& control) {
  // As many as a card is done with in some milliseconds, so that searches can be cancelled.
  constexpr std::int64_t kPixelsOfLaunch = std::int64_t{1} << 31;
  constexpr std::size_t kMostAtOnce = 4096;
  std::vector<PosesElsewhere::BlockSums> answers;
  answers.reserve(blocks.size());
  while (answers.size() < blocks.size()) {
    control.check();
    std::vector<Turned> some;
    std::int64_t largest = 1;
    std::int64_t pixels = 0;
    for (std::size_t i = answers.size();
         i < blocks.size() && some.size() < kMostAtOnce && pixels < kPixelsOfLaunch; ++i) {
      some.push_back(turnedBy(needle, grid.poses[blocks[i].pose], blocks[i]));
      const std::int64_t own = std::int64_t{some.back().width} * some.back().height;
      largest = std::max(largest, own);
      pixels += own * some.back().samples * some.back().samples;
    }
    const PinnedBuffer<Turned> staged(some.size());
    std::copy(some.begin(), some.end(), staged.data());
    const DeviceBuffer<Turned> list(some.size());
    gpu.stream().copy(list.data(), staged.data(), staged.bytes());
    const DeviceBuffer<unsigned long long> sums(some.size() * kNumbers);
    gpu.stream().set(sums.data(), 0, sums.bytes());
    launch("sumWindows", sumWindows,
           dim3(static_cast<unsigned>(some.size()), blocksFor(largest, kPixelsOfBlock)),
           kBlockThreads, gpu.stream(), scene, needle.plane, list.data(), sums.data());
    const PinnedBuffer<std::uint64_t> numbers(sums.size());
    gpu.stream().copy(numbers.data(), sums.data(), sums.bytes());
    gpu.stream().wait();
    for (std::size_t i = 0; i < some.size(); ++i) {
      answers.push_back(sumsOf(numbers.data() + i * kNumbers));
    }
  }
  return answers;
}

}  // namespace espy::cuda
