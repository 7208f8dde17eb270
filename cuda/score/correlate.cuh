// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/score/candidate.cuh"
#include "cuda/score/correlate.h"

/// Output of the correlation kernels.
namespace espy::cuda::correlation {

/// On Hopper: a tile of a warp's positions is kTileWidth wide and kTileRows high. Of each row a
/// lane has eight sums: two pairs of neighbouring positions in each of two groups of 16, 128 apart.
inline constexpr int kTileWidth = 256;
inline constexpr int kTileRows = 8;
struct TileSums {
  int sums[8 * kTileRows];

  /// Position of a pair in its row of the tile: `group` and `pair` are 0 or 1.
  __device__ static int columnOf(int group, int pair) {
    const auto lane = static_cast<int>(threadIdx.x % 32);
    return 128 * group + lane / 4 * 16 + 14 - 8 * pair - 2 * (lane % 4);
  }
  __device__ __forceinline__ int2 pairOf(int row, int group, int pair) const {
    const int* at = sums + 8 * row + 4 * pair + 2 * group;
    return {at[1], at[0]};
  }
};

/// Positions of a warp: two neighbouring products, in several rows.
inline constexpr int kProducts = 2;
inline constexpr int kRows = 4;
/// A warp's accumulators in the layout of the tensor cores: of a product, each lane has two
/// neighbouring positions, and those 64 further on.
using Sums = int[kRows][kProducts][4];

/// Stores the sums of all products.
struct StoreProducts {
  std::int32_t* first = nullptr;  ///< of the first needle, followed by the others

  __device__ int needleOf(int n) const { return n; }
  __device__ __forceinline__ void take(int n, const PlaceGrid& grid, std::int64_t left,
                                       std::int64_t top, const Sums& acc) const {
    std::int32_t* sums = first + n * grid.rows * grid.pitch;
#pragma unroll
    for (int v = 0; v < kRows; ++v) {
      if (top + v >= grid.rows) break;
#pragma unroll
      for (int p = 0; p < kProducts; ++p) {
        const std::int64_t x = left + 128 * p + 2 * (threadIdx.x % 32);
        auto* target = reinterpret_cast<int2*>(sums + (top + v) * grid.pitch + x);
        if (x < grid.pitch) target[0] = {acc[v][p][0], acc[v][p][1]};
        if (x + 64 < grid.pitch) target[32] = {acc[v][p][2], acc[v][p][3]};
      }
    }
  }
  __device__ __forceinline__ void take(int n, const PlaceGrid& grid, std::int64_t left,
                                       std::int64_t top, const TileSums& tile) const {
    std::int32_t* sums = first + n * grid.rows * grid.pitch;
#pragma unroll
    for (int v = 0; v < kTileRows; ++v) {
      if (top + v >= grid.rows) break;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const std::int64_t x = left + TileSums::columnOf(i / 2, i % 2);
        auto* target = reinterpret_cast<int2*>(sums + (top + v) * grid.pitch + x);
        if (x < grid.pitch) *target = tile.pairOf(v, i / 2, i % 2);
      }
    }
  }
};

/// Moves bit i of 16 to bit 2 i.
__device__ inline std::uint32_t spread(std::uint32_t bits) {
  bits = (bits | bits << 8) & 0x00ff00ffU;
  bits = (bits | bits << 4) & 0x0f0f0f0fU;
  bits = (bits | bits << 2) & 0x33333333U;
  return (bits | bits << 1) & 0x55555555U;
}

/// Computes scores and candidates of several needles.
template <bool correlates>
struct ScoreProducts {
  NeedleBatch batch;
  const WindowSums* windows = nullptr;

  __device__ int needleOf(int n) const { return batch.needles[n]; }
  __device__ __forceinline__ void take(int n, const PlaceGrid& grid, std::int64_t left,
                                       std::int64_t top, const Sums& acc) const {
    const Candidates candidates = ofNeedle(batch.candidates, grid, n);
    float greatest = -2;
    std::uint64_t key = 0;
#pragma unroll
    for (int v = 0; v < kRows; ++v) {
      if (top + v >= grid.rows) break;
#pragma unroll
      for (int i = 0; i < 2 * kProducts; ++i) {
        const int* sums = acc[v][i / 2] + 2 * (i % 2);
        takeWords(batch.scorings[n], candidates, grid, left + 64 * i, top + v, {sums[0], sums[1]},
                  greatest, key);
      }
    }
    tellGreatest(candidates, greatest, key);
  }
  __device__ __forceinline__ void take(int n, const PlaceGrid& grid, std::int64_t left,
                                       std::int64_t top, const TileSums& tile) const {
    const Candidates candidates = ofNeedle(batch.candidates, grid, n);
    float greatest = -2;
    std::uint64_t key = 0;
#pragma unroll
    for (int v = 0; v < kTileRows; ++v) {
      if (top + v >= grid.rows) break;
#pragma unroll
      for (int group = 0; group < 2; ++group) {
        const std::int64_t begin = (top + v) * grid.pitch;
        std::uint32_t bits = 0;
#pragma unroll
        for (int pair = 0; pair < 2; ++pair) {
          const std::int64_t x = left + TileSums::columnOf(group, pair);
          if (x >= grid.width) continue;
          const std::uint32_t own =
              takePair(batch.scorings[n], candidates, begin + x, x + 1 < grid.width,
                       tile.pairOf(v, group, pair), greatest, key);
          bits |= own << (TileSums::columnOf(group, pair) % 16);
        }
        bits |= __shfl_xor_sync(~0U, bits, 1);
        bits |= __shfl_xor_sync(~0U, bits, 2);
        const std::int64_t x = left + 128 * group + threadIdx.x % 32 / 4 * 16;
        if (threadIdx.x % 4 == 0 && x < grid.pitch) {
          reinterpret_cast<std::uint16_t*>(candidates.bits)[(begin + x) / 16] =
              static_cast<std::uint16_t>(bits);
        }
      }
    }
    tellGreatest(candidates, greatest, key);
  }

 private:
  __device__ static void tellGreatest(const Candidates& candidates, float greatest,
                                      std::uint64_t key) {
    if (correlates) key = keyOfScore(greatest);
    for (int away = 16; away > 0; away /= 2) key = max(key, __shfl_xor_sync(~0U, key, away));
    if (threadIdx.x % 32 == 0) {
      atomicMax(reinterpret_cast<unsigned long long*>(&candidates.summary->greatestKey),
                static_cast<unsigned long long>(key));
    }
  }
  /// The bits of two neighbouring positions, if `both` are inside, or of the first.
  __device__ std::uint32_t takePair(const Scoring& scoring, const Candidates& candidates,
                                    std::int64_t at, bool both, int2 products, float& greatest,
                                    std::uint64_t& key) const {
    const uint4 two = __ldg(reinterpret_cast<const uint4*>(windows + at));
    Approximation seen[2];
    seen[0] = approximate<correlates>(scoring, {two.x, two.y}, products.x, true, greatest, key);
    seen[1] = approximate<correlates>(scoring, {two.z, two.w}, products.y, both, greatest, key);
    std::uint32_t bits = 0;
    for (int i = 0; i < 2; ++i) {
      std::uint64_t value = 0;
      if (!isCandidate<correlates>(scoring, seen[i], value)) continue;
      candidates.values[at + i] = value;
      bits |= 1U << i;
    }
    return bits;
  }
  /// For a warp: 64 positions from `left` on, two per lane.
  __device__ void takeWords(const Scoring& scoring, const Candidates& candidates,
                            const PlaceGrid& grid, std::int64_t left, std::int64_t y, int2 products,
                            float& greatest, std::uint64_t& key) const {
    if (left >= grid.width) return;
    const auto lane = static_cast<int>(threadIdx.x % 32);
    const std::int64_t x = left + 2 * lane;
    const std::int64_t at = y * grid.pitch + x;
    Approximation seen[2];
    if (x < grid.width) {
      const uint4 two = __ldg(reinterpret_cast<const uint4*>(windows + at));
      seen[0] = approximate<correlates>(scoring, {two.x, two.y}, products.x, true, greatest, key);
      seen[1] = approximate<correlates>(scoring, {two.z, two.w}, products.y, x + 1 < grid.width,
                                        greatest, key);
    }
    std::uint32_t word = 0;
    if (__any_sync(~0U, seen[0].near || seen[1].near) != 0) {
      std::uint32_t bits[2];
      for (int i = 0; i < 2; ++i) {
        std::uint64_t value = 0;
        const bool candidate = isCandidate<correlates>(scoring, seen[i], value);
        if (candidate) candidates.values[at + i] = value;
        bits[i] = __ballot_sync(~0U, candidate) >> (lane % 2 * 16) & 0xffffU;
      }
      word = spread(bits[0]) | spread(bits[1]) << 1;
    }
    if (lane < 2 && left + 32 * lane < grid.pitch) {
      candidates.bits[(y * grid.pitch + left) / 32 + lane] = word;
    }
  }
};

/// Four factors of a row of a piece, counted through all needles' pieces, from a column of the
/// needle on; those outside are 0.
__device__ inline std::uint32_t wordOfFactors(const std::int8_t* factors, Size size,
                                              const Pieces& pieces, int piece, int row,
                                              std::int64_t x) {
  const int own = piece % pieces.count();
  const std::int64_t y = pieces.downOf(own) * std::int64_t{pieces.rows} + row;
  const std::int64_t line =
      (piece / pieces.count() * pieces.channels + pieces.channelOf(own)) * size.height + y;
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) {
    if (x + i < 0 || x + i >= size.width) continue;
    const auto byte = static_cast<std::uint8_t>(factors[line * size.width + x + i]);
    word |= std::uint32_t{byte} << (8 * i);
  }
  return word;
}

/// Of needles whose pieces `queueGroups` takes.
inline constexpr int kMostRowsOfGroups = 128;
inline constexpr int kLeastRowsOfGroups = 8;
/// Words of factors of a piece with this many rows: a row of zeros before the first, and after the
/// last as many as the last pairs of rows of the scene are multiplied with.
__host__ __device__ constexpr int wordsForGroups(int rows, int halves) {
  const int packed = (rows + kTileRows) / 2 * 2 + 1;
  return 64 * packed * halves;
}
/// Packs the factors of needles for `queueGroups`.
void packForGroups(const Gpu& gpu, const std::int8_t* factors, Size size, const Pieces& pieces,
                   int halves, int needles, std::uint32_t* words);
/// Correlates on Hopper's tensor cores.
template <class Sink>
void queueGroups(const Gpu& gpu, const BytePlanes& planes, const Pieces& pieces, int halves,
                 const std::uint32_t* words, int needles, const PlaceGrid& grid, const Sink& sink);

}  // namespace espy::cuda::correlation
