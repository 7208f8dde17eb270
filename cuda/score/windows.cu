// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/score/windows.h"

#include <algorithm>
#include <cmath>

#include "cuda/base/launch.cuh"
#include "cuda/score/candidate.cuh"

namespace espy::cuda {
namespace {

constexpr int kTileWidth = 192;  ///< positions of a block; with 64 columns more, one per thread
constexpr int kSlab = 8;         ///< rows of positions processed together, one per warp
static_assert(kSlab * 32 == kBlockThreads);
constexpr int kWords = kTileWidth / 32;
constexpr int kBlocksEach = 4;  ///< per multiprocessor

/// Columns of pixels per lane, for 32 lanes: an odd number, so that lanes reading their own columns
/// have no bank conflicts.
constexpr int kFewColumns = 9;  ///< for needles of up to 96 columns
__host__ __device__ inline int columnsOfLane(int width) {
  const int columns = ((kTileWidth + width + 31) / 32) | 1;
  return columns < kFewColumns ? kFewColumns : columns;
}

/// A block's columns of the planes.
struct BlockColumns {
  const BytePlanes& planes;
  int channels;
  std::uint32_t left;   ///< column of the plane
  std::int64_t height;  ///< of the needle
  int columns;

  __device__ const std::uint8_t* at(int channel, std::int64_t y, std::uint32_t x) const {
    return planes.bytes[channel] + y * planes.pitch + x;
  }
  __device__ std::uint32_t pitch() const { return static_cast<std::uint32_t>(planes.pitch); }
};

/// Slides the column sums down by kSlab rows and stores those of each row; `whole`: all of these
/// rows are needed, else `rows`. On entry `state` covers the rows top .. top + height - 2 of the
/// first window.
template <int channels, bool whole>
__device__ inline void sumColumns(const BlockColumns& block, std::int64_t top, int rows, int pitch,
                                  WindowSums* state, WindowSums* sums) {
  for (int column = static_cast<int>(threadIdx.x); column < block.columns;
       column += kBlockThreads) {
    const std::uint32_t x = block.left + static_cast<std::uint32_t>(column);
    if (x >= block.planes.width) break;
    const std::uint8_t* upper[channels];
    const std::uint8_t* lower[channels];
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      upper[c] = block.at(c, top, x);
      lower[c] = block.at(c, top + block.height - 1, x);
    }
    WindowSums now = state[column];
    constexpr int kAtOnce = channels == 1 ? kSlab : 2;
#pragma unroll
    for (int begin = 0; begin < kSlab; begin += kAtOnce) {
      std::uint32_t added[kAtOnce][channels];
      std::uint32_t taken[kAtOnce][channels];
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        const std::uint32_t down = whole || begin + i + 1 < rows ? block.pitch() : 0;
#pragma unroll
        for (int c = 0; c < channels; ++c) {
          added[i][c] = __ldg(lower[c]);
          taken[i][c] = __ldg(upper[c]);
          lower[c] += down;
          upper[c] += down;
        }
      }
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
#pragma unroll
        for (int c = 0; c < channels; ++c) now.add(added[i][c]);
        sums[(begin + i) * pitch + column] = now;
#pragma unroll
        for (int c = 0; c < channels; ++c) now.subtract(taken[i][c]);
      }
    }
    state[column] = now;
  }
}

/// Initial column sums: rows 0 .. height - 2.
__device__ inline void beginColumns(const BlockColumns& block, std::int64_t top,
                                    WindowSums* state) {
  for (int column = static_cast<int>(threadIdx.x); column < block.columns;
       column += kBlockThreads) {
    const std::uint32_t x = block.left + static_cast<std::uint32_t>(column);
    if (x >= block.planes.width) break;
    WindowSums now;
    const auto rows = static_cast<int>(block.height - 1);
    for (int c = 0; c < block.channels; ++c) {
      const std::uint8_t* at = block.at(c, top, x);
#pragma unroll 16
      for (int j = 0; j < rows; ++j, at += block.pitch()) now.add(__ldg(at));
    }
    state[column] = now;
  }
}

/// Warp prefix sum, exclusive.
__device__ inline WindowSums sumBefore(const WindowSums& own) {
  const auto lane = static_cast<int>(threadIdx.x % 32);
  WindowSums before = own;
#pragma unroll
  for (int away = 1; away < 32; away *= 2) {
    const WindowSums other{__shfl_up_sync(~0U, before.sum, away),
                           __shfl_up_sync(~0U, before.squares, away)};
    if (lane >= away) before.add(other);
  }
  before.subtract(own);
  return before;
}

/// A warp replaces column sums by their exclusive prefix sums.
template <bool narrow>
__device__ inline void sumAlong(WindowSums* row, int each) {
  WindowSums* own = row + threadIdx.x % 32 * each;
  WindowSums all;
  if constexpr (narrow) {
    WindowSums here[kFewColumns];
#pragma unroll
    for (int i = 0; i < kFewColumns; ++i) {
      here[i] = own[i];
      all.add(here[i]);
    }
    WindowSums before = sumBefore(all);
#pragma unroll
    for (int i = 0; i < kFewColumns; ++i) {
      own[i] = before;
      before.add(here[i]);
    }
  } else {
    for (int i = 0; i < each; ++i) all.add(own[i]);
    WindowSums before = sumBefore(all);
    for (int i = 0; i < each; ++i) {
      const WindowSums here = own[i];
      own[i] = before;
      before.add(here);
    }
  }
  __syncwarp();
}

/// What window sums are used for.
enum class Purpose : std::uint8_t { correlations, distances, sums };

/// Computes a row's window sums and what follows from them. To be called by all lanes of a warp.
/// The lane has every 32nd position from `place` on, of `left` ones.
template <Purpose purpose>
__device__ __forceinline__ void scoreRow(std::int64_t place, int left, const WindowSums* row,
                                         int width, const Scoring& scoring,
                                         const std::int32_t (&centred)[kWords],
                                         const Candidates& candidates, WindowSums* windows,
                                         float& greatest, std::uint64_t& key) {
  constexpr bool correlates = purpose == Purpose::correlations;
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const WindowSums* from = row + lane;
  const WindowSums* to = from + width;
  std::uint32_t own = 0;  // word `lane`
#pragma unroll
  for (int k = 0; k < kWords; ++k) {
    const bool inside = 32 * k < left;
    WindowSums window = to[32 * k];
    window.subtract(from[32 * k]);
    if constexpr (purpose == Purpose::sums) {
      if (inside) windows[place + 32 * k] = window;
    } else {
      const Approximation seen =
          approximate<correlates>(scoring, window, centred[k], inside, greatest, key);
      std::uint32_t word = __ballot_sync(~0U, seen.near);
      if (word != 0) {
        std::uint64_t value = 0;
        const bool candidate = isCandidate<correlates>(scoring, seen, value);
        if (candidate) candidates.values[place + 32 * k] = value;
        word = __ballot_sync(~0U, candidate);
      }
      if (lane == k) own = word;
    }
  }
  // There is a word k if its first position is inside, 31 lane after the lane's.
  if (purpose != Purpose::sums && left > 31 * lane) {
    candidates.bits[(place - lane) / 32 + lane] = own;
  }
}

/// A block processes a strip of positions from top to bottom.
/// `narrow`: lanes have kFewColumns.
template <Purpose purpose, bool narrow>
__global__ void __launch_bounds__(kBlockThreads, kBlocksEach)
    scoreWindows(const __grid_constant__ BytePlanes planes, Size needle, int channels,
                 PlaceGrid grid, Scoring scoring, int rowsOfStrip, const std::int32_t* products,
                 Candidates candidates, WindowSums* windows) {
  constexpr bool correlates = purpose == Purpose::correlations;
  constexpr bool kScores = purpose != Purpose::sums;
  extern __shared__ uint2 shared[];
  const auto width = static_cast<int>(needle.width);
  const int each = narrow ? kFewColumns : columnsOfLane(width);
  const int pitch = 32 * each;
  auto* state = reinterpret_cast<WindowSums*>(shared);
  WindowSums* sums = state + pitch;
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const std::uint32_t left = blockIdx.x * kTileWidth;
  const BlockColumns block{planes, channels, left, needle.height, kTileWidth + width - 1};
  const auto places = static_cast<int>(min(grid.width - left, std::int64_t{kTileWidth}));
  float greatest = -2;
  std::uint64_t key = 0;
  for (int i = static_cast<int>(threadIdx.x); i < (kSlab + 1) * pitch; i += kBlockThreads) {
    state[i] = {};
  }
  __syncthreads();

  const std::int64_t strip = std::int64_t{blockIdx.y} * rowsOfStrip;
  const auto rowsHere = static_cast<int>(min(grid.rows - strip, std::int64_t{rowsOfStrip}));
  beginColumns(block, grid.firstRow + strip, state);
  std::int64_t place = (strip + warp) * grid.pitch + left + lane;
  for (int row = 0; row < rowsHere; row += kSlab, place += kSlab * grid.pitch) {
    const int rows = min(rowsHere - row, kSlab);
    const int mine = warp < rows ? places - lane : 0;
    std::int32_t centred[kWords];
#pragma unroll
    for (int k = 0; k < kWords; ++k) {
      centred[k] = kScores && 32 * k < mine ? __ldg(products + place + 32 * k) : 0;
    }
    const std::int64_t y = grid.firstRow + strip + row;
    if (channels != 1) {
      sumColumns<3, false>(block, y, rows, pitch, state, sums);
    } else if (rows < kSlab) {
      sumColumns<1, false>(block, y, rows, pitch, state, sums);
    } else {
      sumColumns<1, true>(block, y, rows, pitch, state, sums);
    }
    __syncthreads();
    if (warp < rows) {
      WindowSums* own = sums + warp * pitch;
      sumAlong<narrow>(own, each);
      scoreRow<purpose>(place, mine, own, width, scoring, centred, candidates, windows, greatest,
                        key);
    }
    __syncthreads();
  }
  if constexpr (kScores)
    updateGreatest(correlates ? keyOfScore(greatest) : key, &candidates.summary->greatestKey);
}

__global__ void __launch_bounds__(kBlockThreads)
    addSums(PlaceGrid grid, MaskedSums part, std::uint64_t* sums, std::uint64_t count) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (x >= grid.width) return;
  for (std::int64_t y = blockIdx.y; y < grid.rows; y += gridDim.y) {
    const std::int64_t at = y * grid.pitch + x;
    const std::int64_t sum = part.sums[at];
    sums[at] += static_cast<std::uint64_t>(sum);
    sums[at + count] +=
        static_cast<std::uint64_t>(part.lowSquares[at] + 256LL * part.highSquares[at]);
    sums[at + 2 * count] += static_cast<std::uint64_t>(part.products[at] + 128 * sum);
  }
}

using ScoreWindows = void (*)(BytePlanes, Size, int, PlaceGrid, Scoring, int, const std::int32_t*,
                              Candidates, WindowSums*);

template <Purpose purpose>
void queueWindows(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                  const PlaceGrid& grid, const Scoring& scoring, const std::int32_t* products,
                  const Candidates& candidates, WindowSums* windows) {
  const int each = columnsOfLane(static_cast<int>(needle.width));
  const std::size_t bytes = sizeof(WindowSums) * (kSlab + 1) * 32 * static_cast<std::size_t>(each);
  const ScoreWindows kernel =
      each == kFewColumns ? scoreWindows<purpose, true> : scoreWindows<purpose, false>;
  // As many strips as run concurrently, unless they become too low: each has to sum as many rows as
  // the needle has before its first result.
  const unsigned across = blocksFor(grid.pitch, kTileWidth);
  const std::int64_t atOnce =
      std::max(1U, static_cast<unsigned>(gpu.multiprocessors() * kBlocksEach) / across);
  const std::int64_t least = std::max<std::int64_t>(32, needle.height / 2);
  const auto strip = static_cast<int>(
      (std::clamp<std::int64_t>((grid.rows + atOnce - 1) / atOnce, least, 65536) + kSlab - 1) /
      kSlab * kSlab);
  const dim3 blocks(across, static_cast<unsigned>((grid.rows - 1) / strip + 1));
  launchShared("scoreWindows", kernel, blocks, kBlockThreads, bytes, gpu.stream(), planes, needle,
               channels, grid, scoring, strip, products, candidates, windows);
}

}  // namespace

void findCandidatesOfProducts(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                              const PlaceGrid& grid, const ScoreRule& rule,
                              const Threshold& threshold, const std::int32_t* products,
                              const Candidates& candidates) {
  gpu.stream().set(candidates.summary, 0, sizeof(PlacesSummary));
  const auto queue =
      rule.correlates ? queueWindows<Purpose::correlations> : queueWindows<Purpose::distances>;
  queue(gpu, planes, needle, channels, grid, scoringOf(rule, threshold), products, candidates,
        nullptr);
}

void sumWindows(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                const PlaceGrid& grid, WindowSums* windows) {
  queueWindows<Purpose::sums>(gpu, planes, needle, channels, grid, {}, nullptr, {}, windows);
}

Scoring scoringOf(const ScoreRule& rule, const Threshold& threshold) {
  return {rule,
          threshold,
          static_cast<std::uint32_t>(rule.samples),
          -static_cast<std::int32_t>(rule.sum),
          static_cast<float>(threshold.minScore - kKeyError / 2),
          static_cast<float>(1 / std::sqrt(rule.variance))};
}

void addMaskedSums(const Gpu& gpu, const PlaceGrid& grid, const MaskedSums& part,
                   std::uint64_t* sums) {
  launch("addSums", addSums, dim3(blocksFor(grid.width, kBlockThreads), rowsOfGrid(grid.rows)),
         kBlockThreads, gpu.stream(), grid, part, sums, static_cast<std::uint64_t>(grid.count()));
}

}  // namespace espy::cuda
