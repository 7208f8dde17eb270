// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/pose/kernels.h"

#include <algorithm>

#include "cuda/base/launch.cuh"
#include "picture/turn.h"
#include "pose/warp_needle.h"

namespace espy::cuda {
namespace {

using pose::DevicePoses;
constexpr int kSide = DevicePoses::kSide;
constexpr int kPlaces = DevicePoses::kPlaces;
constexpr int kBits = picture::TurnMap::kBits;
constexpr int kShift = kBits - 8;

/// A warped needle (picture::TurnMap) and the first position of its block.
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

/// Of the needle: count, sum, squares; per position: sum, squares, products.
constexpr int kNumbers = 3 + 3 * kPlaces;
/// Pixels of a row per warp step, and per block, limited by 32-bit products.
constexpr int kPixelsOfPiece = 4096;
constexpr std::int64_t kPixelsOfBlock = 65536;

__device__ inline std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// One bilinear sample of the needle, times 2^16.
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

/// A position in the needle, in 2^-30 pixels.
struct Position {
  std::int64_t x;
  std::int64_t y;
};

/// One row of a warped needle, as in core/picture/warp.cpp.
class TurnedRow {
 public:
  __device__ TurnedRow(const DevicePlane& needle, const Turned& turned, int row, int column)
      : needle_(needle), turned_(turned), row_(row), column_(column) {
    const std::int64_t u = 2 * column + 1 - turned.width;
    const std::int64_t v = 2 * row + 1 - turned.height;
    middle_ = {u * turned.cosine - v * turned.sine, u * turned.sine + v * turned.cosine};
    const std::int64_t reach = llabs(turned.cosine) + llabs(turned.sine);
    room_ = {(needle.width << kBits) + 2 * picture::TurnMap::kTolerance - reach,
             (needle.height << kBits) + 2 * picture::TurnMap::kTolerance - reach};
  }

  __device__ void advance(int columns) {
    column_ += columns;
    middle_.x += 2 * columns * turned_.cosine;
    middle_.y += 2 * columns * turned_.sine;
  }
  /// Whether the pixel is wholly inside the needle.
  __device__ bool isInside() const {
    return llabs(middle_.x) <= room_.x && llabs(middle_.y) <= room_.y;
  }
  __device__ std::uint32_t pixel() const {
    const std::uint32_t value = turned_.samples == 1 ? one() : mean();
    return turned_.inverted ? 255 - value : value;
  }

 private:
  __device__ std::int64_t mirror(std::int64_t x) const { return turned_.mirrored ? -x : x; }
  /// `middle_` is twice the position; its parity is the same in all columns, so halving it drops
  /// the same fraction in all.
  __device__ std::uint32_t one() const {
    return (at({mirror(middle_.x) >> 1, middle_.y >> 1}) + 32768) >> 16;
  }
  /// The mean of evenly spread samples, for shrinking.
  __device__ __noinline__ std::uint32_t mean() const {
    const std::int64_t n = turned_.samples;
    std::uint64_t sum = 0;
    for (std::int64_t k = 0; k < n * n; ++k) {
      const std::int64_t u = 2 * (k % n) + 1 - n * turned_.width;
      const std::int64_t v = 2 * n * row_ + 2 * (k / n) + 1 - n * turned_.height;
      sum += at({floorOf(mirror(u * turned_.cosine - v * turned_.sine), 2 * n) +
                     column_ * mirror(turned_.cosine),
                 floorOf(u * turned_.sine + v * turned_.cosine, 2 * n) + column_ * turned_.sine});
    }
    const auto all = static_cast<std::uint64_t>(n * n) << 16U;
    return static_cast<std::uint32_t>((sum + all / 2) / all);
  }
  __device__ std::uint32_t at(const Position& fromMiddle) const {
    constexpr std::int64_t kHalf = std::int64_t{1} << (kShift - 1);
    return sampleAt(needle_,
                    (fromMiddle.x + ((needle_.width - 1) << (kBits - 1)) + kHalf) >> kShift,
                    (fromMiddle.y + ((needle_.height - 1) << (kBits - 1)) + kHalf) >> kShift);
  }

  const DevicePlane& needle_;
  const Turned& turned_;
  int row_;
  int column_;
  Position middle_;  ///< twice the offset of the pixel's centre from the needle's
  Position room_;    ///< its limit
};

/// Reduces over the block, each sum below 2^32, and adds atomically to global sums.
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

/// blockIdx.x is the needle, blockIdx.y a part of its rows or pieces.
__global__ void __launch_bounds__(kBlockThreads)
    sumWindows(DevicePlane scene, DevicePlane needle, const Turned* list, int piecesOfBlock,
               unsigned long long* sums) {
  const Turned turned = list[blockIdx.x];
  const int across = (turned.width - 1) / kPixelsOfPiece + 1;
  const std::int64_t begin = std::int64_t{blockIdx.y} * piecesOfBlock;
  const std::int64_t end = min(begin + piecesOfBlock, std::int64_t{turned.height} * across);
  if (begin >= end) return;
  std::uint32_t own[kNumbers] = {};
  for (std::int64_t piece = begin + threadIdx.x / 32; piece < end; piece += kBlockThreads / 32) {
    const auto row = static_cast<int>(piece / across);
    const int left = static_cast<int>(piece % across) * kPixelsOfPiece;
    const int right = min(left + kPixelsOfPiece, turned.width);
    // Windows partly outside the scene are ignored; reads are clamped.
    const std::uint8_t* rows[kSide];
#pragma unroll
    for (int k = 0; k < kSide; ++k) {
      rows[k] = scene.bytes +
                min(max(turned.y + row + k, std::int64_t{0}), scene.height - 1) * scene.pitch;
    }
    int column = left + static_cast<int>(threadIdx.x % 32);
    for (TurnedRow at(needle, turned, row, column); column < right; column += 32, at.advance(32)) {
      if (!at.isInside()) continue;
      const std::uint32_t wanted = at.pixel();
      own[0] += 1;
      own[1] += wanted;
      own[2] += wanted * wanted;
      const std::int64_t first = turned.x + column;
#pragma unroll
      for (int k = 0; k < kPlaces; ++k) {
        const std::int64_t x = min(max(first + k % kSide, std::int64_t{0}), scene.width - 1);
        const std::uint32_t there = __ldg(rows[k / kSide] + x);
        own[3 + 3 * k] += there;
        own[4 + 3 * k] += there * there;
        own[5 + 3 * k] += there * wanted;
      }
    }
  }
  addNumbers(own, sums + std::int64_t{blockIdx.x} * kNumbers);
}

Turned turnedBy(const NeedlePlane& needle, const GridPose& pose, const DevicePoses::Block& block) {
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

std::vector<DevicePoses::BlockSums> sumBlocks(const Gpu& gpu, const DevicePlane& scene,
                                              const NeedlePlane& needle, const PoseGrid& grid,
                                              std::span<const DevicePoses::Block> blocks,
                                              const Control& control) {
  // A few milliseconds per launch, so that searches can be cancelled.
  constexpr std::int64_t kPixelsOfLaunch = std::int64_t{1} << 31;
  constexpr std::size_t kMostAtOnce = 4096;
  std::vector<DevicePoses::BlockSums> answers;
  answers.reserve(blocks.size());
  while (answers.size() < blocks.size()) {
    control.check();
    std::vector<Turned> some;
    std::int64_t mostPieces = 1;
    std::int64_t pieces = 0;
    std::int64_t widest = 1;
    std::int64_t pixels = 0;
    for (std::size_t i = answers.size();
         i < blocks.size() && some.size() < kMostAtOnce && pixels < kPixelsOfLaunch; ++i) {
      some.push_back(turnedBy(needle, grid.poses[blocks[i].pose], blocks[i]));
      const Turned& own = some.back();
      const std::int64_t ownPieces =
          own.height * std::int64_t{(own.width - 1) / kPixelsOfPiece + 1};
      mostPieces = std::max(mostPieces, ownPieces);
      pieces += ownPieces;
      widest = std::max<std::int64_t>(widest, own.width);
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
    const PinnedBuffer<Turned> staged(some.size());
    std::copy(some.begin(), some.end(), staged.data());
    const DeviceBuffer<Turned> list(some.size());
    gpu.stream().copy(list.data(), staged.data(), staged.bytes());
    const DeviceBuffer<unsigned long long> sums(some.size() * kNumbers);
    gpu.stream().set(sums.data(), 0, sums.bytes());
    launch("sumWindows", sumWindows,
           dim3(static_cast<unsigned>(some.size()), blocksFor(mostPieces, ofBlock)), kBlockThreads,
           gpu.stream(), scene, needle.plane, list.data(), ofBlock, sums.data());
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
