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

/// Kernel argument: a needle's corners.
struct Corners {
  const std::uint32_t* words;
  int width;  ///< of the needle
  int height;
};

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

/// A position in the needle, in 2^-30 pixels.
struct Position {
  std::int64_t x;
  std::int64_t y;
};

/// One row of a warped needle, as in core/picture/warp.cpp.
class TurnedRow {
 public:
  __device__ TurnedRow(const Corners& needle, const Turned& turned, int row)
      : needle_(needle), turned_(turned), row_(row) {
    const std::int64_t u = 1 - turned.width;
    const std::int64_t v = 2 * row + 1 - turned.height;
    middle_ = {u * turned.cosine - v * turned.sine, u * turned.sine + v * turned.cosine};
    const std::int64_t reach = llabs(turned.cosine) + llabs(turned.sine);
    room_ = {(std::int64_t{needle.width} << kBits) + 2 * picture::TurnMap::kTolerance - reach,
             (std::int64_t{needle.height} << kBits) + 2 * picture::TurnMap::kTolerance - reach};
  }

  /// Some of [left, right), by a rough computation, among them all columns that are inside.
  __device__ int2 likely(int left, int right) const {
    const auto narrow = [&](std::int64_t at, std::int64_t step, std::int64_t room) {
      const float way = 2 * static_cast<float>(step);
      const float one = __fdividef(static_cast<float>(-room - at), way);
      const float other = __fdividef(static_cast<float>(room - at), way);
      constexpr float kRough = 2;
      left = static_cast<int>(fminf(fmaxf(left, fminf(one, other) - kRough), right));
      right = static_cast<int>(fmaxf(fminf(right, fmaxf(one, other) + kRough), left));
    };
    if (turned_.cosine != 0) narrow(middle_.x, turned_.cosine, room_.x);
    if (turned_.sine != 0) narrow(middle_.y, turned_.sine, room_.y);
    return {left, right};
  }
  __device__ void moveTo(int column) {
    column_ = column;
    middle_.x += 2 * column * turned_.cosine;
    middle_.y += 2 * column * turned_.sine;
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
  template <bool averaged>
  __device__ std::uint32_t pixel() const {
    const std::uint32_t value = averaged ? mean() : one();
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
  __device__ std::uint32_t mean() const {
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
  /// The bilinear sample at this offset from the needle's middle, times 2^16.
  __device__ std::uint32_t at(const Position& fromMiddle) const {
    constexpr std::int64_t kHalf = std::int64_t{1} << (kShift - 1);
    const auto in256th = [](std::int64_t offset, int side) {
      return (offset + (std::int64_t{side - 1} << (kBits - 1)) + kHalf) >> kShift;
    };
    const std::int64_t x = in256th(fromMiddle.x, needle_.width);
    const std::int64_t y = in256th(fromMiddle.y, needle_.height);
    const int column = min(max(static_cast<int>(x >> 8) + 1, 0), needle_.width);
    const int row = min(max(static_cast<int>(y >> 8) + 1, 0), needle_.height);
    const std::uint32_t four =
        __ldg(needle_.words + std::int64_t{row} * (needle_.width + 1) + column);
    const auto alongX = static_cast<std::uint32_t>(x & 255);
    const auto alongY = static_cast<std::uint32_t>(y & 255);
    const std::uint32_t weights = (256 - alongX) | alongX << 16;
    return __dp2a_lo(weights, four, 0U) * (256 - alongY) + __dp2a_hi(weights, four, 0U) * alongY;
  }

  const Corners& needle_;
  const Turned& turned_;
  int row_;
  int column_ = 0;
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

/// Adds the pixels of a row that are in [left, right). `clamped`: of windows partly outside the
/// scene, whose sums are ignored.
template <bool averaged, bool clamped>
__device__ inline void addPixels(const DevicePlane& scene, const Corners& needle,
                                 const Turned& turned, int row, int left, int right,
                                 std::uint32_t (&own)[kNumbers]) {
  TurnedRow at(needle, turned, row);
  const int2 span = at.likely(left, right);
  const std::uint8_t* rows[kSide];
#pragma unroll
  for (int k = 0; k < kSide; ++k) {
    std::int64_t y = turned.y + row + k;
    if (clamped) y = min(max(y, std::int64_t{0}), scene.height - 1);
    rows[k] = scene.bytes + y * scene.pitch;
  }
  int column = span.x + static_cast<int>(threadIdx.x % 32);
  at.moveTo(column);
  for (; column < span.y; column += 32, at.advance(32)) {
    if (!at.isInside()) continue;
    const std::uint32_t wanted = at.template pixel<averaged>();
    own[0] += 1;
    own[1] += wanted;
    own[2] += wanted * wanted;
    const std::int64_t first = turned.x + column;
#pragma unroll
    for (int k = 0; k < kPlaces; ++k) {
      std::int64_t x = first + k % kSide;
      if (clamped) x = min(max(x, std::int64_t{0}), scene.width - 1);
      const std::uint32_t there = __ldg(rows[k / kSide] + x);
      own[3 + 3 * k] += there;
      own[4 + 3 * k] += there * there;
      own[5 + 3 * k] += there * wanted;
    }
  }
}

/// blockIdx.x is the needle, blockIdx.y a part of its rows or pieces. `averaged`: pixels have
/// several samples.
template <bool averaged>
__global__ void __launch_bounds__(kBlockThreads)
    sumWindows(DevicePlane scene, Corners needle, const Turned* list, int piecesOfBlock,
               unsigned long long* sums) {
  const Turned turned = list[blockIdx.x];
  const int across = (turned.width - 1) / kPixelsOfPiece + 1;
  const std::int64_t begin = std::int64_t{blockIdx.y} * piecesOfBlock;
  const std::int64_t end = min(begin + piecesOfBlock, std::int64_t{turned.height} * across);
  if (begin >= end) return;
  const bool isWithin = turned.x >= 0 && turned.y >= 0 &&
                        turned.x + turned.width + kSide - 1 <= scene.width &&
                        turned.y + turned.height + kSide - 1 <= scene.height;
  std::uint32_t own[kNumbers] = {};
  for (std::int64_t piece = begin + threadIdx.x / 32; piece < end; piece += kBlockThreads / 32) {
    const auto row = static_cast<int>(piece / across);
    const int left = static_cast<int>(piece % across) * kPixelsOfPiece;
    const int right = min(left + kPixelsOfPiece, turned.width);
    if (isWithin) {
      addPixels<averaged, false>(scene, needle, turned, row, left, right, own);
    } else {
      addPixels<averaged, true>(scene, needle, turned, row, left, right, own);
    }
  }
  addNumbers(own, sums + std::int64_t{blockIdx.x} * kNumbers);
}

Turned turnedBy(const NeedleCorners& needle, const GridPose& pose,
                const DevicePoses::Block& block) {
  const picture::TurnMap map(needle.size, pose::turnOf(pose, needle.enlarged));
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
    std::vector<Turned> some;
    std::int64_t mostPieces = 1;
    std::int64_t pieces = 0;
    std::int64_t widest = 1;
    std::int64_t pixels = 0;
    bool averaged = false;
    for (std::size_t i = answers.size();
         i < blocks.size() && some.size() < kMostAtOnce && pixels < kPixelsOfLaunch; ++i) {
      some.push_back(turnedBy(needle, grid.poses[blocks[i].pose], blocks[i]));
      const Turned& own = some.back();
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
    const PinnedBuffer<Turned> staged(some.size());
    std::copy(some.begin(), some.end(), staged.data());
    const DeviceBuffer<Turned> list(some.size());
    gpu.stream().copy(list.data(), staged.data(), staged.bytes());
    const DeviceBuffer<unsigned long long> sums(some.size() * kNumbers);
    gpu.stream().set(sums.data(), 0, sums.bytes());
    launch("sumWindows", averaged ? sumWindows<true> : sumWindows<false>,
           dim3(static_cast<unsigned>(some.size()), blocksFor(mostPieces, ofBlock)), kBlockThreads,
           gpu.stream(), scene, corners, list.data(), ofBlock, sums.data());
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
