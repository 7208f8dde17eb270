// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/find/score_windows.h"

#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/find/score_value.cuh"

namespace espy::cuda {
namespace {

constexpr int kTileWidth = 128;  ///< places of a block
constexpr int kSlab = 8;         ///< rows of places at once, one a warp
static_assert(kSlab * 32 == kBlockThreads);

/// Columns of pixels, and one more, shared by 32 lanes: an odd number each, so that lanes that walk
/// along theirs do not meet in a bank.
__host__ __device__ inline int columnsOfLane(int width) {
  return ((kTileWidth + width + 31) / 32) | 1;
}

struct alignas(8) WindowSums {
  std::uint32_t sum = 0;
  std::uint32_t squares = 0;

  __device__ void add(std::uint32_t value) {
    sum += value;
    squares += value * value;
  }
  __device__ void add(const WindowSums& other) {
    sum += other.sum;
    squares += other.squares;
  }
  __device__ void subtract(const WindowSums& other) {
    sum -= other.sum;
    squares -= other.squares;
  }
};

/// What all places have in common.
struct Scoring {
  ScoreRule rule;
  Threshold threshold;
  float least = 0;        ///< less than the least score, by as much as a float may be off
  float inverseRoot = 1;  ///< 1 / rule.rootOfVariance
};

/// The score of a window in doubles, exactly the host's.
__device__ inline double exactScore(const ScoreRule& rule, std::int64_t a, std::int64_t b) {
  return b == 0 ? 0 : correlationOf(__ll2double_rn(a), __ll2double_rn(b), rule);
}

/// Is it a candidate, and what is its value? `key` becomes its key, if that is greater.
template <bool correlates>
__device__ bool look(const Scoring& scoring, const WindowSums& window, std::int32_t product,
                     std::uint64_t& value, float& greatest, std::uint64_t& key) {
  const ScoreRule& rule = scoring.rule;
  const std::int64_t products = std::int64_t{product} + 128LL * window.sum;
  if constexpr (correlates) {
    const std::int64_t a =
        rule.samples * products - static_cast<std::int64_t>(window.sum * rule.sum);
    const std::int64_t b = rule.samples * window.squares -
                           static_cast<std::int64_t>(std::uint64_t{window.sum} * window.sum);
    // Doubles are dear, and few places come near.
    const float near =
        b == 0 ? 0.0F : __ll2float_rn(a) * rsqrtf(__ll2float_rn(b)) * scoring.inverseRoot;
    greatest = fmaxf(greatest, near);
    if (near < scoring.least) return false;
    const double score = exactScore(rule, a, b);
    value = valueOfScore(score);
    return score >= scoring.threshold.minScore;
  } else {
    value = static_cast<std::uint64_t>(std::int64_t{window.squares} - 2 * products) + rule.squares;
    if (~value > key) key = ~value;
    return value < scoring.threshold.below;
  }
}

/// Moves the sums of columns down by kSlab rows, and writes down those of each row. `state` is of
/// the rows top .. top + height - 2 at first.
__device__ inline void sumColumns(const BytePlanes& planes, Size needle, int channels,
                                  std::int64_t left, std::int64_t top, int rows, int columns,
                                  int pitch, WindowSums* state, WindowSums* sums) {
  for (int column = static_cast<int>(threadIdx.x); column < columns; column += kBlockThreads) {
    const std::int64_t x = left + column;
    WindowSums after[kSlab];
    WindowSums before[kSlab];
    if (x < planes.width) {
      for (int c = 0; c < channels; ++c) {
        const std::uint8_t* at = planes.bytes[c] + top * planes.pitch + x;
        const std::uint8_t* under = at + (needle.height - 1) * planes.pitch;
        std::uint32_t added[kSlab];
        std::uint32_t taken[kSlab];
#pragma unroll
        for (int i = 0; i < kSlab; ++i) {
          added[i] = i < rows ? __ldg(under + i * planes.pitch) : 0;
          taken[i] = i < rows ? __ldg(at + i * planes.pitch) : 0;
        }
#pragma unroll
        for (int i = 0; i < kSlab; ++i) {
          after[i].add(added[i]);
          before[i].add(taken[i]);
        }
      }
    }
    WindowSums now = state[column];
#pragma unroll
    for (int i = 0; i < kSlab; ++i) {
      now.add(after[i]);
      sums[i * pitch + column] = now;
      now.subtract(before[i]);
    }
    state[column] = now;
  }
}

/// The sums of rows 0 .. height - 2 of each column.
__device__ inline void beginColumns(const BytePlanes& planes, Size needle, int channels,
                                    std::int64_t left, std::int64_t top, int columns,
                                    WindowSums* state) {
  for (int column = static_cast<int>(threadIdx.x); column < columns; column += kBlockThreads) {
    const std::int64_t x = left + column;
    WindowSums now;
    if (x < planes.width) {
      for (int c = 0; c < channels; ++c) {
        const std::uint8_t* at = planes.bytes[c] + top * planes.pitch + x;
#pragma unroll 16
        for (int j = 0; j < needle.height - 1; ++j) now.add(__ldg(at + j * planes.pitch));
      }
    }
    state[column] = now;
  }
}

/// A warp replaces the sums of columns by the sums of all columns before.
__device__ inline void sumAlong(WindowSums* row, int each) {
  const auto lane = static_cast<int>(threadIdx.x % 32);
  WindowSums* own = row + lane * each;
  WindowSums all;
  for (int i = 0; i < each; ++i) all.add(own[i]);
  WindowSums before = all;
#pragma unroll
  for (int away = 1; away < 32; away *= 2) {
    const WindowSums other{__shfl_up_sync(~0U, before.sum, away),
                           __shfl_up_sync(~0U, before.squares, away)};
    if (lane >= away) before.add(other);
  }
  before.subtract(all);
  for (int i = 0; i < each; ++i) {
    const WindowSums here = own[i];
    own[i] = before;
    before.add(here);
  }
  __syncwarp();
}

/// A block takes a strip of places, 128 wide, from top to bottom.
template <bool correlates>
__global__ void __launch_bounds__(kBlockThreads)
    scoreWindows(BytePlanes planes, Size needle, int channels, PlaceGrid grid, Scoring scoring,
                 int rowsOfStrip, const std::int32_t* products, Candidates candidates) {
  extern __shared__ uint2 shared[];
  const auto width = static_cast<int>(needle.width);
  const int each = columnsOfLane(width);
  const int pitch = 32 * each;
  auto* state = reinterpret_cast<WindowSums*>(shared);
  WindowSums* sums = state + pitch;
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const std::int64_t left = std::int64_t{blockIdx.x} * kTileWidth;
  float greatest = -2;
  std::uint64_t key = 0;

  for (std::int64_t strip = std::int64_t{blockIdx.y} * rowsOfStrip; strip < grid.rows;
       strip += std::int64_t{gridDim.y} * rowsOfStrip) {
    const std::int64_t bottom = min(strip + rowsOfStrip, grid.rows);
    beginColumns(planes, needle, channels, left, grid.firstRow + strip, pitch, state);
    for (std::int64_t top = strip; top < bottom; top += kSlab) {
      const auto rows = static_cast<int>(min(bottom - top, std::int64_t{kSlab}));
      sumColumns(planes, needle, channels, left, grid.firstRow + top, rows, pitch, pitch, state,
                 sums);
      __syncthreads();
      if (warp < rows) {
        const WindowSums* row = sums + warp * pitch;
        sumAlong(sums + warp * pitch, each);
        const std::int64_t y = top + warp;
#pragma unroll
        for (int k = 0; k < kTileWidth / 32; ++k) {
          const int column = 32 * k + lane;
          const std::int64_t x = left + column;
          bool candidate = false;
          if (x < grid.width) {
            const WindowSums begin = row[column];
            const WindowSums end = row[column + width];
            const WindowSums window{end.sum - begin.sum, end.squares - begin.squares};
            std::uint64_t value = 0;
            candidate = look<correlates>(scoring, window, products[y * grid.pitch + x], value,
                                         greatest, key);
            if (candidate) candidates.values[y * grid.pitch + x] = value;
          }
          const std::uint32_t bits = __ballot_sync(~0U, candidate);
          if (lane == 0 && x < grid.pitch) candidates.bits[(y * grid.pitch + x) / 32] = bits;
        }
      }
      __syncthreads();
    }
  }
  noteGreatest(correlates ? keyOfScore(greatest) : key, &candidates.summary->greatestKey);
}

__global__ void __launch_bounds__(kBlockThreads)
    valuesOfSums(PlaceGrid grid, ScoreRule rule, MaskedSums sums, std::uint64_t* values) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (x >= grid.width) return;
  for (std::int64_t y = blockIdx.y; y < grid.rows; y += gridDim.y) {
    const std::int64_t at = y * grid.pitch + x;
    const std::int64_t sum = sums.sums[at];
    const std::int64_t squares = sums.lowSquares[at] + 256LL * sums.highSquares[at];
    const std::int64_t products = sums.products[at] + 128 * sum;
    if (rule.correlates) {
      const std::int64_t a = rule.samples * products - sum * static_cast<std::int64_t>(rule.sum);
      const std::int64_t b = rule.samples * squares - sum * sum;
      values[at] = valueOfScore(exactScore(rule, a, b));
    } else {
      values[at] = static_cast<std::uint64_t>(squares - 2 * products) + rule.squares;
    }
  }
}

}  // namespace

void findCandidatesOfProducts(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                              const PlaceGrid& grid, const ScoreRule& rule,
                              const Threshold& threshold, const std::int32_t* products,
                              const Candidates& candidates) {
  const Scoring scoring{rule, threshold, static_cast<float>(threshold.minScore - kKeyError / 2),
                        static_cast<float>(1 / rule.rootOfVariance)};
  const std::size_t bytes = sizeof(WindowSums) * (kSlab + 1) * 32 *
                            static_cast<std::size_t>(columnsOfLane(static_cast<int>(needle.width)));
  // Each strip begins with a needle's height of rows, so that strips should not be much lower.
  const auto strip = static_cast<int>(
      std::clamp<std::int64_t>((needle.height + kSlab - 1) / kSlab * kSlab, 32, 256));
  const dim3 blocks(blocksFor(grid.pitch, kTileWidth), rowsOfGrid((grid.rows - 1) / strip + 1));
  const auto kernel = rule.correlates ? scoreWindows<true> : scoreWindows<false>;
  gpu.stream().set(candidates.summary, 0, sizeof(PlacesSummary));
  call(
      "scoreWindows",
      [&] {
        kernel<<<blocks, kBlockThreads, bytes, gpu.stream().get()>>>(
            planes, needle, channels, grid, scoring, strip, products, candidates);
        return cudaGetLastError();
      },
      Call::launch);
}

void valuesOfMaskedSums(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                        const MaskedSums& sums, std::uint64_t* values) {
  launch("valuesOfSums", valuesOfSums,
         dim3(blocksFor(grid.width, kBlockThreads), rowsOfGrid(grid.rows)), kBlockThreads,
         gpu.stream(), grid, rule, sums, values);
}

}  // namespace espy::cuda
