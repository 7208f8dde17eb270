// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/score/bounds.h"
#include "cuda/score/differences.cuh"

/// Kernels that prune positions. All decisions are made on the device: later stages are always
/// queued, and their blocks return at once if they are not needed.
namespace espy::cuda::bounds {

using differences::kColumns;
using differences::kRows;
using differences::kTileHeight;
using differences::kTileWidth;
using differences::Sums;
using differences::ThreadPlaces;

/// Positions are computed one by one if at most one in `kFew` is left.
inline constexpr std::int64_t kFew = 32;

/// Device state shared by the kernels of a search.
struct State {
  std::uint64_t notLeast;  ///< ~(bound << kPlaceBits | position) of the least bound
  std::uint32_t notLimit;  ///< ~(least distance + 1) so far
  std::uint32_t unused;
  // Cleared before each search, from here on.
  std::uint32_t left[DifferenceBounds::kLevels];  ///< positions that each level leaves
};
inline constexpr int kPlaceBits = 34;

/// Kernel parameters: buffers and limits.
struct Shared {
  State* state;
  std::uint8_t* alive;  ///< by tile of the grid: 1 if large blocks left a position there
  std::uint64_t* list;
  std::uint32_t room;   ///< capacity of the list
  std::uint32_t below;  ///< smaller distances are wanted
  bool improves;        ///< only the least distance is wanted
  std::int64_t tilesAcross;
  Candidates candidates;
};

/// Number of listed positions; 0 with `all` set if the list overflowed and all must be summed.
__device__ inline std::uint32_t placesLeft(const Shared& shared, bool& all) {
  all = false;
  for (const std::uint32_t left : shared.state->left) {
    if (left <= shared.room) return left;
  }
  all = true;
  return 0;
}

/// For a warp: smaller distances are wanted. Decreases as better positions are found.
__device__ inline std::uint32_t limitOf(const Shared& shared) {
  std::uint32_t limit = shared.below;
  if (shared.improves) {
    const std::uint32_t notLimit = __ldcg(&shared.state->notLimit);
    limit = min(limit, __shfl_sync(~0U, ~notLimit, 0));
  }
  return limit;
}

__device__ inline void improve(const Shared& shared, std::uint32_t distance) {
  if (shared.improves) atomicMax(&shared.state->notLimit, ~(distance + 1));
}

/// Is any position of a tile of `here` left?
__device__ inline bool isAlive(const Shared& shared, const ThreadPlaces& here, std::int64_t top) {
  const differences::Places& places = here.places;
  const std::int64_t left = std::int64_t{blockIdx.x} * kTileWidth * places.step;
  const std::int64_t right = min(left + kTileWidth * places.step, places.grid.width) - 1;
  const std::int64_t above = here.planeRow(top) - places.grid.firstRow;
  const std::int64_t bottom = min(above + kTileHeight * places.step, places.grid.rows) - 1;
  for (std::int64_t y = above / kTileHeight; y <= bottom / kTileHeight; ++y) {
    for (std::int64_t x = left / kTileWidth; x <= right / kTileWidth; ++x) {
      if (shared.alive[y * shared.tilesAcross + x] != 0) return true;
    }
  }
  return false;
}

/// Level of blocks: coarse ones first.
enum class Use : std::uint8_t { coarse, fine };

/// Lists the positions that the bound does not prune.
template <Use use>
struct ListPlaces {
  static constexpr bool kExits = use != Use::coarse;  // few rows, not worth an early exit
  Shared shared;
  std::uint64_t loss;
  std::uint32_t area;

  __device__ bool isWanted() const {
    return use == Use::coarse || shared.state->left[0] > shared.room;
  }
  /// The fine level gives up once too many positions are left: with unrelated pictures after the
  /// first tiles.
  __device__ bool isWanted(const ThreadPlaces& here, std::int64_t top) const {
    if (use == Use::coarse) return true;
    const bool tooMuch = threadIdx.x == 0 && __ldcg(&shared.state->left[1]) > shared.room;
    return __syncthreads_or(tooMuch) == 0 && isAlive(shared, here, top);
  }
  /// Integer limit of the sum, from area * sum - loss < limit.
  __device__ std::uint32_t limit() const {
    const std::uint32_t limit = limitOf(shared);
    return limit == 0 ? 0 : static_cast<std::uint32_t>((limit - 1 + loss) / area + 1);
  }
  __device__ void take(const ThreadPlaces& here, std::uint32_t limit, const Sums& sums) const {
    std::uint32_t kept = 0;
#pragma unroll
    for (int v = 0; v < kRows; ++v) {
#pragma unroll
      for (int x = 0; x < kColumns; ++x) {
        const bool keep = sums[v][x] < limit && here.isInside(v, x);
        kept |= static_cast<std::uint32_t>(keep) << (v * kColumns + x);
      }
    }
    if (__any_sync(~0U, kept != 0) != 0) list(here, kept);
  }
  __device__ void list(const ThreadPlaces& here, std::uint32_t kept) const {
    const auto lane = static_cast<int>(threadIdx.x % 32);
    const auto own = static_cast<std::uint32_t>(__popc(kept));
    std::uint32_t end = own;
    for (int away = 1; away < 32; away *= 2) {
      const std::uint32_t other = __shfl_up_sync(~0U, end, away);
      if (lane >= away) end += other;
    }
    State& state = *shared.state;
    std::uint32_t begin = 0;
    if (lane == 31) {
      begin = atomicAdd(&state.left[use == Use::fine], end);
    }
    begin = __shfl_sync(~0U, begin, 31) + end - own;
    if (use == Use::coarse) markAlive(here, kept);
    const PlaceGrid& grid = here.places.grid;
    for (; kept != 0 && begin < shared.room; kept &= kept - 1, ++begin) {
      const int bit = __ffs(static_cast<int>(kept)) - 1;
      shared.list[begin] =
          static_cast<std::uint64_t>(here.y(bit / kColumns) * grid.pitch + here.x(bit % kColumns));
    }
  }
  /// A thread's positions of a row are in one tile of the grid.
  __device__ void markAlive(const ThreadPlaces& here, std::uint32_t kept) const {
    for (int v = 0; v < kRows; ++v) {
      if ((kept >> (v * kColumns) & 0xfU) == 0) continue;
      const std::int64_t at = here.y(v) / kTileHeight * shared.tilesAcross + here.x(0) / kTileWidth;
      shared.alive[at] = 1;
    }
  }
};
static_assert(kColumns == 4);

/// Finds the position with the least bound.
struct NoteLeast {
  static constexpr bool kExits = false;
  State* state;

  __device__ bool isWanted() const { return true; }
  __device__ bool isWanted(const ThreadPlaces&, std::int64_t) const { return true; }
  __device__ std::uint32_t limit() const { return ~std::uint32_t{0}; }
  __device__ void take(const ThreadPlaces& here, std::uint32_t, const Sums& sums) const {
    std::uint64_t greatest = 0;
#pragma unroll
    for (int v = 0; v < kRows; ++v) {
#pragma unroll
      for (int x = 0; x < kColumns; ++x) {
        if (!here.isInside(v, x)) continue;
        const auto at = static_cast<std::uint64_t>(here.y(v) * here.places.grid.pitch + here.x(x));
        greatest = max(greatest, ~(std::uint64_t{sums[v][x]} << kPlaceBits | at));
      }
    }
    for (int away = 16; away > 0; away /= 2) {
      greatest = max(greatest, __shfl_xor_sync(~0U, greatest, away));
    }
    if (threadIdx.x % 32 == 0) {
      atomicMax(reinterpret_cast<unsigned long long*>(&state->notLeast),
                static_cast<unsigned long long>(greatest));
    }
  }
};

/// Sums all samples and marks candidates.
struct MarkPlaces {
  static constexpr bool kExits = true;
  Shared shared;

  __device__ bool isWanted() const {
    bool all = false;
    placesLeft(shared, all);
    return all;
  }
  __device__ bool isWanted(const ThreadPlaces& here, std::int64_t top) const {
    return isAlive(shared, here, top);
  }
  __device__ std::uint32_t limit() const { return limitOf(shared); }
  __device__ void take(const ThreadPlaces& here, std::uint32_t limit, const Sums& sums) const {
#pragma unroll
    for (int v = 0; v < kRows; ++v) {
      const std::int64_t at = here.y(v) * here.places.grid.pitch + here.left;
      std::uint32_t bits = 0;
#pragma unroll
      for (int x = 0; x < kColumns; ++x) {
        if (sums[v][x] >= limit || !here.isInside(v, x)) continue;
        bits |= 1U << x;
        shared.candidates.values[at + x] = sums[v][x];
        improve(shared, sums[v][x]);
      }
      if (bits != 0) atomicOr(shared.candidates.bits + at / 32, bits << (at % 32));
    }
  }
};

__device__ inline std::uint32_t sumOfWarp(std::uint32_t sum) {
  for (int away = 16; away > 0; away /= 2) sum += __shfl_xor_sync(~0U, sum, away);
  return sum;
}

/// A warp sums one position; a result of at least `limit` may be a partial sum. Each half warp
/// takes one row of the needle at a time.
__device__ inline std::uint32_t distanceOf(const BytePlanes& planes, const PlaceGrid& grid,
                                           const differences::NeedleWords& needle, bool masked,
                                           std::uint64_t place, std::uint32_t limit) {
  using differences::kMostWords;
  static_assert(kMostWords == 16);
  constexpr int kRounds = 8;  // between two checks of the limit
  const Pieces& pieces = needle.pieces;
  const std::int64_t left = static_cast<std::int64_t>(place) % grid.pitch;
  const std::int64_t top = static_cast<std::int64_t>(place) / grid.pitch + grid.firstRow;
  const auto k = static_cast<int>(threadIdx.x % kMostWords);
  const auto half = static_cast<int>(threadIdx.x / kMostWords % 2);
  const auto shift = 8 * static_cast<std::uint32_t>(left % 4);
  std::uint32_t sum = 0;
  for (int piece = 0; piece < pieces.count(); ++piece) {
    const bool isLast = pieces.acrossOf(piece) == pieces.across - 1;
    const int bytes = (isLast ? needle.columnsOfLast : 4 * kMostWords) - 4 * k;
    const std::uint32_t part = bytes >= 4 ? ~0U : bytes <= 0 ? 0U : (1U << (8 * bytes)) - 1;
    const std::int64_t word =
        min((left + pieces.acrossOf(piece) * std::int64_t{pieces.columns}) / 4 + k,
            planes.pitch / 4 - 1);
    const std::int64_t next = min(word + 1, planes.pitch / 4 - 1) - word;
    const std::int64_t y = top + pieces.downOf(piece) * std::int64_t{pieces.rows} + half;
    const auto* scene = reinterpret_cast<const std::uint32_t*>(
                            planes.bytes[pieces.channelOf(piece)] + y * planes.pitch) +
                        word;
    const std::uint32_t* words =
        needle.words + piece * std::int64_t{pieces.wordsOfPiece} + half * kMostWords + k;
    const std::int64_t pitch = planes.pitch / 4 * 2;
    const int rows = pieces.rowsOf(piece) - half;
    const auto add = [&](int i) {
      const std::uint32_t* line = scene + i * pitch;
      std::uint32_t mask = part;
      if (masked) mask &= __ldg(words + pieces.wordsOfPiece / 2 + i * 2 * kMostWords);
      const std::uint32_t there = __funnelshift_r(__ldg(line), __ldg(line + next), shift);
      sum = differences::addDifferences(there & mask, __ldg(words + i * 2 * kMostWords), sum);
    };
    for (int begin = 0; begin < rows + half; begin += 2 * kRounds) {
      if (begin + 2 * kRounds - 1 < rows) {
#pragma unroll
        for (int i = 0; i < kRounds; ++i) add(i);  // all loads are in flight together
      } else {
        for (int i = 0; begin + 2 * i < rows; ++i) add(i);
      }
      scene += kRounds * pitch;
      words += kRounds * 2 * kMostWords;
      if (sumOfWarp(sum) >= limit) return limit;
    }
  }
  return sumOfWarp(sum);
}

/// One warp per listed position.
__global__ void __launch_bounds__(kBlockThreads)
    finishPlaces(const __grid_constant__ BytePlanes planes, differences::NeedleWords needle,
                 bool masked, PlaceGrid grid, Shared shared) {
  bool all = false;
  const std::uint32_t count = placesLeft(shared, all);
  const std::uint32_t warps = gridDim.x * (kBlockThreads / 32);
  const bool first = threadIdx.x % 32 == 0;
  for (std::uint32_t i = (blockIdx.x * kBlockThreads + threadIdx.x) / 32; i < count; i += warps) {
    const std::uint64_t place = shared.list[i];
    const std::uint32_t limit = limitOf(shared);
    const std::uint32_t distance = distanceOf(planes, grid, needle, masked, place, limit);
    if (distance >= limit || !first) continue;
    shared.candidates.values[place] = distance;
    atomicOr(shared.candidates.bits + place / 32, 1U << (place % 32));
    improve(shared, distance);
  }
}

/// One warp: sets the limit to the exact distance of the position with the least bound.
__global__ void limitByLeast(const __grid_constant__ BytePlanes planes,
                             differences::NeedleWords needle, bool masked, PlaceGrid grid,
                             State* state) {
  const std::uint64_t place = ~state->notLeast & ((std::uint64_t{1} << kPlaceBits) - 1);
  const std::uint32_t distance = distanceOf(planes, grid, needle, masked, place, ~std::uint32_t{0});
  if (threadIdx.x == 0) state->notLimit = ~(distance + 1);
}

}  // namespace espy::cuda::bounds
