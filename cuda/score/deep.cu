// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// 16-bit samples on 8-bit tensor cores. Let i = 256 i1 + i0 be a sample of the scene and
// t = 256 t1 + t0 one of the needle, whose bytes are stored less 128:
//
//     sum i t = 2^16 sum i1 (t1 - 128) + 2^8 (sum i1 (t0 - 128) + sum i0 (t1 - 128))
//             + sum i0 (t0 - 128) + 128 * 257 sum i.
//
// Each sum of products fits into 32 bits, the total into 64.
#include <algorithm>
#include <vector>

#include "cuda/base/launch.cuh"
#include "cuda/base/plan.cuh"
#include "cuda/score/candidate.cuh"
#include "cuda/score/deep.h"
#include "cuda/score/value.cuh"

namespace espy::cuda {
namespace {

constexpr int kPixels = 4;  ///< per thread, when splitting
constexpr int kPlaces = 8;  ///< of a row, per thread

template <int channels>
__global__ void __launch_bounds__(kBlockThreads)
    separateDeep(DevicePlane picture, int wanted, DeepPlanes planes) {
  const std::int64_t x = (std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x) * kPixels;
  if (x >= picture.width) return;
  for (std::int64_t y = blockIdx.y; y < picture.height; y += gridDim.y) {
    const auto* at = reinterpret_cast<const std::uint32_t*>(picture.bytes + y * picture.pitch +
                                                            x * channels * 2);
    std::uint32_t words[2 * channels];
#pragma unroll
    for (int i = 0; i < 2 * channels; ++i) words[i] = __ldg(at + i);
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      if (c >= wanted) break;
      std::uint32_t high = 0;
      std::uint32_t low = 0;
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        const int sample = i * channels + c;
        const std::uint32_t value = words[sample / 2] >> (16 * (sample % 2)) & 0xffffU;
        high |= (value >> 8) << (8 * i);
        low |= (value & 0xffU) << (8 * i);
      }
      const auto put = [&](const BytePlanes& target, std::uint32_t word) {
        auto* row = const_cast<std::uint8_t*>(target.bytes[c]) + y * target.pitch;
        *reinterpret_cast<std::uint32_t*>(row + x) = word;
      };
      put(planes.high, high);
      put(planes.low, low);
    }
  }
}

/// Sums of windows' rows, or of windows.
struct DeepSums {
  std::uint32_t* sums = nullptr;
  std::uint64_t* squares = nullptr;
};

struct Running {
  std::uint64_t sum = 0;
  std::uint64_t squares = 0;

  __device__ void add(std::uint32_t sample) {
    sum += sample;
    squares += std::uint64_t{sample} * sample;
  }
};

constexpr int kTile = kBlockThreads * kPlaces;
constexpr int kWarps = kBlockThreads / 32;

/// Shared memory of sumDeepRows: the prefix sums of the samples are stored before those of their
/// squares replace them.
enum DeepStage : std::uint8_t { kSumWarps, kPrefix, kStoreSums, kPrefixSquares, kStoreSquares };
enum DeepBuffer : std::uint8_t { kOfWarps, kSums, kSquares };
constexpr auto kDeepPlan =
    planShared<3>({{{kWarps * sizeof(Running), kSumWarps, kPrefix},
                    {kTile * sizeof(std::uint32_t), kPrefix, kStoreSums},
                    {kTile * sizeof(std::uint64_t), kPrefixSquares, kStoreSquares}}},
                  1U << kSumWarps | 1U << kPrefix | 1U << kStoreSums | 1U << kStoreSquares);
static_assert(kDeepPlan.isMinimal && kDeepPlan.bytes == 16384);
static_assert(kDeepPlan.separateBytes() == 24704);
static_assert(blocksThatFit(kTuring, kDeepPlan.bytes, kBlockThreads) == 4);
static_assert(blocksThatFit(kTuring, kDeepPlan.separateBytes(), kBlockThreads) == 2);
static_assert(blocksThatFit(kAmpereSmall, kDeepPlan.bytes, kBlockThreads) == 5);
static_assert(blocksThatFit(kAmpereSmall, kDeepPlan.separateBytes(), kBlockThreads) == 3);

/// Warp prefix sum, exclusive.
__device__ inline Running sumBelow(Running own, int lane) {
  Running all = own;
  for (int away = 1; away < 32; away *= 2) {
    const std::uint64_t sum = __shfl_up_sync(~0U, all.sum, away);
    const std::uint64_t squares = __shfl_up_sync(~0U, all.squares, away);
    if (lane >= away) all = {all.sum + sum, all.squares + squares};
  }
  return {all.sum - own.sum, all.squares - own.squares};
}

/// Sums the rows of windows that begin in `rows` rows of the planes from `first` on, as differences
/// of prefix sums: a block loads a tile of a row and writes its first `outputs` positions. Windows
/// are at most as wide as a tile.
__global__ void __launch_bounds__(kBlockThreads)
    sumDeepRows(const __grid_constant__ DeepPlanes planes, int channels, int width, int outputs,
                std::int64_t first, std::int64_t rows, PlaceGrid grid, DeepSums sums) {
  __shared__ alignas(16) unsigned char memory[kDeepPlan.bytes];
  const SharedMemory<kDeepPlan> shared(memory);
  auto* ofWarps = shared.array<kOfWarps, Running>();
  auto* prefix = shared.array<kSums, std::uint32_t>();
  auto* prefixOfSquares = shared.array<kSquares, std::uint64_t>();
  const auto thread = static_cast<int>(threadIdx.x);
  const std::int64_t left = std::int64_t{blockIdx.x} * outputs;
  // Rows of planes are padded to a multiple of 16 samples; the padding is not used.
  const std::int64_t x = min(left + kPlaces * thread, planes.high.pitch - kPlaces);
  for (std::int64_t row = blockIdx.y; row < rows; row += gridDim.y) {
    Running own[kPlaces];
    for (int c = 0; c < channels; ++c) {
      const std::int64_t offset = (first + row) * planes.high.pitch + x;
      const uint2 high = __ldg(reinterpret_cast<const uint2*>(planes.high.bytes[c] + offset));
      const uint2 low = __ldg(reinterpret_cast<const uint2*>(planes.low.bytes[c] + offset));
#pragma unroll
      for (int i = 0; i < kPlaces; ++i) {
        const int shift = 8 * (i % 4);
        own[i].add(((i < 4 ? high.x : high.y) >> shift & 0xffU) << 8 |
                   ((i < 4 ? low.x : low.y) >> shift & 0xffU));
      }
    }
#pragma unroll
    for (int i = 1; i < kPlaces; ++i) {
      own[i].sum += own[i - 1].sum;
      own[i].squares += own[i - 1].squares;
    }
    Running before = sumBelow(own[kPlaces - 1], thread % 32);
    shared.enter<kSumWarps>();
    if (thread % 32 == 31) {
      ofWarps[thread / 32] = {before.sum + own[kPlaces - 1].sum,
                              before.squares + own[kPlaces - 1].squares};
    }
    shared.enter<kPrefix>();
    for (int w = 0; w < thread / 32; ++w) {
      before.sum += ofWarps[w].sum;
      before.squares += ofWarps[w].squares;
    }
#pragma unroll
    for (int i = 0; i < kPlaces; ++i) {
      prefix[kPlaces * thread + i] = static_cast<std::uint32_t>(before.sum + own[i].sum);
    }
    shared.enter<kStoreSums>();
    const std::int64_t at = row * grid.pitch + left;
    const auto here = static_cast<int>(min(std::int64_t{outputs}, grid.width - left));
    for (int i = thread; i < here; i += kBlockThreads) {
      sums.sums[at + i] = prefix[i + width - 1] - (i == 0 ? 0 : prefix[i - 1]);
    }
    shared.enter<kPrefixSquares>();
#pragma unroll
    for (int i = 0; i < kPlaces; ++i) {
      prefixOfSquares[kPlaces * thread + i] = before.squares + own[i].squares;
    }
    shared.enter<kStoreSquares>();
    for (int i = thread; i < here; i += kBlockThreads) {
      sums.squares[at + i] = prefixOfSquares[i + width - 1] - (i == 0 ? 0 : prefixOfSquares[i - 1]);
    }
  }
}

/// A thread handles `rowsEach` positions of a column. `products` are four planes of sums: high x
/// high bytes, high x low, low x high, low x low. The formula's integers are below 2^62 (n^2 times
/// a quarter of the greatest sample's square), so intermediate values may wrap around.
template <bool correlates>
__global__ void __launch_bounds__(kBlockThreads)
    scoreDeep(PlaceGrid grid, Scoring scoring, int height, std::int64_t rowsEach, DeepSums ofRows,
              const std::int32_t* products, std::int64_t count, Candidates candidates) {
  const std::int64_t wanted = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  const bool inside = wanted < grid.width;
  const std::int64_t x = min(wanted, grid.width - 1);
  const auto n = static_cast<std::uint64_t>(scoring.rule.samples);
  float greatest = -2;
  std::uint64_t key = 0;
  for (std::int64_t top = blockIdx.y * rowsEach; top < grid.rows; top += gridDim.y * rowsEach) {
    Running window;
    const auto add = [&](std::int64_t row) {
      window.sum += ofRows.sums[row * grid.pitch + x];
      window.squares += ofRows.squares[row * grid.pitch + x];
    };
#pragma unroll 8
    for (int i = 0; i + 1 < height; ++i) add(top + i);
    const std::int64_t end = min(top + rowsEach, grid.rows);
#pragma unroll 4
    for (std::int64_t y = top; y < end; ++y) {
      add(y + height - 1);
      const std::int64_t at = y * grid.pitch + x;
      const std::int64_t sums[4] = {products[at], products[at + count], products[at + 2 * count],
                                    products[at + 3 * count]};
      const auto all =
          static_cast<std::uint64_t>(sums[0] * 65536 + (sums[1] + sums[2]) * 256 + sums[3] +
                                     static_cast<std::int64_t>(window.sum) * (128 * 257));
      const std::uint64_t a = correlates ? n * all - window.sum * scoring.rule.sum
                                         : window.squares + scoring.rule.squares - 2 * all;
      const std::uint64_t b = n * window.squares - window.sum * window.sum;
      const Approximation seen =
          approximate<correlates>(scoring, static_cast<std::int64_t>(a),
                                  static_cast<std::int64_t>(b), inside, greatest, key);
      std::uint32_t word = __ballot_sync(~0U, seen.near);
      if (word != 0) {
        std::uint64_t value = 0;
        const bool candidate = isCandidate<correlates>(scoring, seen, value);
        if (candidate) candidates.values[at] = value;
        word = __ballot_sync(~0U, candidate);
      }
      if (threadIdx.x % 32 == 0 && wanted < grid.pitch) candidates.bits[at / 32] = word;
      window.sum -= ofRows.sums[at];
      window.squares -= ofRows.squares[at];
    }
  }
  updateGreatest(correlates ? keyOfScore(greatest) : key, &candidates.summary->greatestKey);
}

/// The bytes of the needle's samples less 128: all high ones, then all low ones.
std::vector<std::int8_t> bytesOfDeep(const ScoredNeedle& needle) {
  std::vector<std::int8_t> bytes;
  bytes.reserve(2 * needle.values.size());
  for (const int shift : {8, 0}) {
    for (const std::uint16_t value : needle.values) {
      bytes.push_back(static_cast<std::int8_t>((value >> shift & 0xff) - 128));
    }
  }
  return bytes;
}

}  // namespace

DeepPlanes deepPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept) {
  const auto count = static_cast<std::size_t>(image.format().colourChannels());
  const auto describe = [&](const std::vector<DeviceImage>& images) {
    DeepPlanes planes;
    for (const bool high : {true, false}) {
      BytePlanes& target = high ? planes.high : planes.low;
      const DevicePlane& first = images[0].plane();
      target = {{}, first.pitch, first.width, first.height};
      for (std::size_t c = 0; c < target.bytes.size(); ++c) {
        target.bytes[c] = images[(high ? 0 : count) + std::min(c, count - 1)].plane().bytes;
      }
    }
    return planes;
  };
  if (!kept.deep.empty()) return describe(kept.deep);
  std::vector<DeviceImage> images;
  for (std::size_t i = 0; i < 2 * count; ++i) {
    images.emplace_back(image.size(), PixelFormat{1, Depth::u8});
  }
  const int channels = image.format().channels;
  const auto kernel = channels == 1   ? separateDeep<1>
                      : channels == 2 ? separateDeep<2>
                      : channels == 3 ? separateDeep<3>
                                      : separateDeep<4>;
  launch("separateDeep", kernel,
         dim3(blocksFor(image.size().width, std::int64_t{kBlockThreads} * kPixels),
              rowsOfGrid(image.size().height)),
         kBlockThreads, gpu.stream(), image.plane(), static_cast<int>(count), describe(images));
  kept.deep = std::move(images);
  return describe(kept.deep);
}

DeepNeedle::DeepNeedle(const Gpu& gpu, const ScoredNeedle& needle)
    : size_(needle.size),
      channels_(needle.channels),
      factors_(gpu, needle.size, needle.channels, bytesOfDeep(needle)) {}

void DeepNeedle::correlate(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept,
                           const PlaceGrid& grid, std::int32_t* sums) const {
  const DeepPlanes planes = deepPlanes(gpu, image, kept);
  factors_.correlate(gpu, planes.high, grid, sums, 2);
  factors_.correlate(gpu, planes.low, grid, sums + 2 * grid.count(), 2);
}

void DeepNeedle::findCandidates(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept,
                                const PlaceGrid& grid, const Scoring& scoring,
                                const std::int32_t* sums, const Candidates& candidates) const {
  gpu.stream().set(candidates.summary, 0, sizeof(PlacesSummary));
  const DeepPlanes planes = deepPlanes(gpu, image, kept);
  const std::int64_t rows = grid.rows + size_.height - 1;
  const auto room = static_cast<std::size_t>(rows * grid.pitch);
  const DeviceBuffer<std::uint32_t> rowSums(room);
  const DeviceBuffer<std::uint64_t> rowSquares(room);
  const DeepSums ofRows{rowSums.data(), rowSquares.data()};
  const auto width = static_cast<int>(size_.width);
  const int outputs = (kTile - width + 1) / kPlaces * kPlaces;
  launch("sumDeepRows", sumDeepRows, dim3(blocksFor(grid.width, outputs), rowsOfGrid(rows)),
         kBlockThreads, gpu.stream(), planes, channels_, width, outputs, grid.firstRow, rows, grid,
         ofRows);
  // Few rows per thread keep all multiprocessors busy, but each thread begins with a window's
  // height of rows.
  const std::int64_t rowsEach = std::clamp<std::int64_t>(size_.height / 2, 16, 128);
  launch(
      "scoreDeep", scoring.rule.correlates ? scoreDeep<true> : scoreDeep<false>,
      dim3(blocksFor(grid.width, kBlockThreads), rowsOfGrid((grid.rows + rowsEach - 1) / rowsEach)),
      kBlockThreads, gpu.stream(), grid, scoring, static_cast<int>(size_.height), rowsEach, ofRows,
      sums, static_cast<std::int64_t>(grid.count()), candidates);
}

}  // namespace espy::cuda
