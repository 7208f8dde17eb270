// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Memory layouts of `best`, and the search. A block covers 4 x 256 positions. With one sample per
// word, each of the 4 warps has 256 consecutive positions. With four, each has every fourth
// position and its own copy of the data in shared memory, shifted so that its positions begin at
// words. Either way a warp's positions are consecutive words, 8 per thread: of the 8 words for the
// next query word 7 are in registers already.
#include "cuda/signal/best.h"

#include "cuda/base/launch.cuh"
#include "cuda/signal/block_minimum.cuh"

namespace espy::cuda {
namespace {

/// Up to four integers as bytes, the first lowest, zero-padded.
__device__ std::uint32_t packed(const std::int32_t* values, std::int64_t count,
                                std::uint32_t* misfit) {
  std::uint32_t word = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const auto value = i < count ? static_cast<std::uint32_t>(values[i]) : 0U;
    if (value > 255) *misfit = 1;
    word |= (value & 255U) << (8 * i);
  }
  return word;
}

__global__ void packSignal(const std::int32_t* values, std::int64_t count, std::uint32_t* words,
                           std::uint32_t* misfit) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (4 * i < count) words[i] = packed(values + 4 * i, count - 4 * i, misfit);
}

/// Calls body(query, word) for the source of this thread's word and stores the result.
template <class Body>
__device__ void layOut(const QueryLayout& layout, std::uint32_t* to, const Body& body) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= layout.allWords()) return;
  const int pitch = bestPitch(layout.atOnce);
  const std::int64_t slot = i % pitch;
  const std::int64_t word = i / pitch % layout.words;
  const std::int64_t query = i / pitch / layout.words * layout.atOnce + slot;
  to[i] = slot < layout.atOnce && query < layout.count ? body(query, word) : 0;
}

__global__ void layBytes(const std::int32_t* queries, QueryLayout layout, std::uint32_t* to,
                         std::uint32_t* misfit) {
  layOut(layout, to, [&](std::int64_t query, std::int64_t word) {
    return packed(queries + query * layout.length + 4 * word, layout.length - 4 * word, misfit);
  });
}

__global__ void layWords(const std::uint32_t* queries, QueryLayout layout, std::uint32_t* to) {
  layOut(layout, to, [&](std::int64_t query, std::int64_t word) {
    return queries[query * layout.length + word];
  });
}

/// Integers 0..255: four differences and their sum in one instruction.
struct Bytes {
  using Sum = std::uint32_t;
  static constexpr int kSamples = 4;  ///< per word
  static __device__ void add(Sum& sum, std::uint32_t data, std::uint32_t query) {
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %0;" : "+r"(sum) : "r"(data), "r"(query));
  }
};

/// Integers that do not all fit a byte.
struct Wholes {
  using Sum = std::uint32_t;
  static constexpr int kSamples = 1;
  static __device__ void add(Sum& sum, std::uint32_t data, std::uint32_t query) {
    sum = __sad(static_cast<int>(data), static_cast<int>(query), sum);
  }
};

/// Two additions per difference: the absolute value is a free operand modifier.
struct Floats {
  using Sum = float;
  static constexpr int kSamples = 1;
  static __device__ void add(Sum& sum, std::uint32_t data, std::uint32_t query) {
    sum += fabsf(__uint_as_float(data) - __uint_as_float(query));
  }
};

constexpr int kWords = 8;    ///< positions per thread
constexpr int kSteps = 128;  ///< query words in shared memory at once
constexpr int kWarps = kBestThreads / 32;
constexpr int kWarpWords = 32 * kWords;
static_assert(kWarps * kWarpWords == kBestPlaces);

template <class Strategy>
struct Tile {
  static constexpr int kCopies = Strategy::kSamples;
  static constexpr int kPlaces = kBestPlaces / kCopies;  ///< words where positions begin
  static constexpr int kPitch = kPlaces + kSteps;        ///< words of a copy
  static_assert(kCopies == 1 || kCopies == kWarps);
};

template <class Strategy>
__device__ void fillTile(const BestPiece& piece, std::int64_t first, std::uint32_t* tile) {
  using Shape = Tile<Strategy>;
  const auto word = [&](std::int64_t i) { return i < piece.dataWords ? piece.data[i] : 0; };
  for (int i = static_cast<int>(threadIdx.x); i < Shape::kPitch; i += kBestThreads) {
    const std::uint32_t low = word(first + i);
    tile[i] = low;
    if constexpr (Shape::kCopies == 4) {
      const std::uint32_t high = word(first + i + 1);
#pragma unroll
      for (int r = 1; r < 4; ++r) tile[r * Shape::kPitch + i] = __funnelshift_r(low, high, 8 * r);
    }
  }
}

/// Loads eight words, aligned to 16 bytes.
__device__ inline void loadWords(const std::uint32_t* from, std::uint32_t* to) {
#pragma unroll
  for (int i = 0; i < kWords; i += 4) {
    const uint4 four = *reinterpret_cast<const uint4*>(from + i);
    to[i] = four.x;
    to[i + 1] = four.y;
    to[i + 2] = four.z;
    to[i + 3] = four.w;
  }
}

/// Loads one word of each query, vectorised.
template <int kQueries>
__device__ void loadRow(const std::uint32_t* from, std::uint32_t (&to)[kQueries]) {
#pragma unroll
  for (int i = 0; i + 4 <= kQueries; i += 4) {
    const uint4 four = *reinterpret_cast<const uint4*>(from + i);
    to[i] = four.x;
    to[i + 1] = four.y;
    to[i + 2] = four.z;
    to[i + 3] = four.w;
  }
  if constexpr (kQueries % 4 >= 2) {
    const uint2 two = *reinterpret_cast<const uint2*>(from + kQueries / 4 * 4);
    to[kQueries / 4 * 4] = two.x;
    to[kQueries / 4 * 4 + 1] = two.y;
  }
  if constexpr (kQueries % 2 == 1) to[kQueries - 1] = from[kQueries - 1];
}

template <class Strategy, int kQueries>
using Sums = typename Strategy::Sum[kWords][kQueries];

template <class Strategy, int kQueries>
__device__ void addStep(const std::uint32_t* data, const std::uint32_t* row, std::uint32_t mask,
                        Sums<Strategy, kQueries>& sums) {
  std::uint32_t query[kQueries];
  loadRow(row, query);
#pragma unroll
  for (int k = 0; k < kWords; ++k) {
#pragma unroll
    for (int q = 0; q < kQueries; ++q) Strategy::add(sums[k][q], data[k] & mask, query[q]);
  }
}

/// Adds the differences of `steps` words; `lastMask` masks the last one.
template <class Strategy, int kQueries>
__device__ void addSteps(const std::uint32_t* tile, const std::uint32_t* queries, int steps,
                         std::uint32_t lastMask, Sums<Strategy, kQueries>& sums) {
  constexpr int kPitch = bestPitch(kQueries);
  constexpr std::uint32_t kAll = ~std::uint32_t{0};
  const int even = (lastMask == kAll ? steps : steps - 1) / kWords * kWords;
  std::uint32_t data[2 * kWords];
  loadWords(tile, data);
#pragma unroll 1
  for (int i = 0; i < even; i += kWords) {
    loadWords(tile + i + kWords, data + kWords);
#pragma unroll
    for (int u = 0; u < kWords; ++u) {
      addStep<Strategy, kQueries>(data + u, queries + (i + u) * kPitch, kAll, sums);
    }
#pragma unroll
    for (int k = 0; k < kWords; ++k) data[k] = data[k + kWords];
  }
  if (even == steps) return;
  loadWords(tile + even + kWords, data + kWords);
#pragma unroll
  for (int u = 0; u < kWords; ++u) {
    const int i = even + u;
    if (i >= steps) break;
    addStep<Strategy, kQueries>(data + u, queries + i * kPitch, i == steps - 1 ? lastMask : kAll,
                                sums);
  }
}

/// Lowers this query group's keys to the block's least sums.
template <class Strategy, int kQueries>
__device__ void takeLeast(const BestPiece& piece, const Sums<Strategy, kQueries>& sums,
                          std::int64_t firstPlace, std::int64_t firstQuery) {
  __shared__ std::uint64_t ofWarps[kWarps][kQueries];
  const unsigned warp = threadIdx.x / 32;
#pragma unroll
  for (int q = 0; q < kQueries; ++q) {
    std::uint64_t key = ~std::uint64_t{0};
#pragma unroll
    for (int k = 0; k < kWords; ++k) {
      const std::int64_t place = firstPlace + k * Strategy::kSamples;
      if (place < piece.places) key = min(key, signalKey(sums[k][q], place));
    }
    key = leastOfWarp(key);
    if (threadIdx.x % 32 == 0) ofWarps[warp][q] = key;
  }
  __syncthreads();
  const int q = static_cast<int>(threadIdx.x);
  if (q >= kQueries || firstQuery + q >= piece.count) return;
  std::uint64_t key = ofWarps[0][q];
  for (int w = 1; w < kWarps; ++w) key = min(key, ofWarps[w][q]);
  lower(piece.keys + firstQuery + q, key);
}

template <class Strategy, int kQueries>
__global__ void __launch_bounds__(kBestThreads, 3) searchBest(BestPiece piece) {
  using Shape = Tile<Strategy>;
  constexpr int kPitch = bestPitch(kQueries);
  __shared__ alignas(16) std::uint32_t tile[Shape::kCopies * Shape::kPitch];
  __shared__ alignas(16) std::uint32_t queries[kSteps * kPitch];
  if (piece.misfit != nullptr && *piece.misfit != 0) return;
  const int thread = static_cast<int>(threadIdx.x);
  const int warp = thread / 32;
  const int lane = thread % 32;
  const std::int64_t firstWord = (piece.firstTile + blockIdx.x) * Shape::kPlaces;
  const std::int64_t group = piece.firstGroup + blockIdx.y;
  const int offset = warp * (Shape::kCopies == 1 ? kWarpWords : Shape::kPitch) + lane * kWords;

  Sums<Strategy, kQueries> sums = {};
  for (std::int64_t first = 0; first < piece.words; first += kSteps) {
    const int steps = static_cast<int>(min(std::int64_t{kSteps}, piece.words - first));
    const std::uint32_t* rows = piece.queries + (group * piece.words + first) * kPitch;
    __syncthreads();
    fillTile<Strategy>(piece, firstWord + first, tile);
    for (int i = thread; i < steps * kPitch; i += kBestThreads) queries[i] = rows[i];
    __syncthreads();
    const bool last = first + steps == piece.words;
    addSteps<Strategy, kQueries>(tile + offset, queries, steps,
                                 last ? piece.lastMask : ~std::uint32_t{0}, sums);
  }
  const std::int64_t firstPlace = Shape::kCopies == 1
                                      ? firstWord + offset
                                      : (firstWord + lane * kWords) * Shape::kCopies + warp;
  takeLeast<Strategy, kQueries>(piece, sums, firstPlace, group * kQueries);
}

template <class Strategy>
void queue(const char* name, const BestPiece& piece, int atOnce, dim3 grid, const Stream& stream) {
  const auto start = [&](void (*kernel)(BestPiece)) {
    launch(name, kernel, grid, kBestThreads, stream, piece);
  };
  switch (atOnce) {
    case 1:
      return start(searchBest<Strategy, 1>);
    case 2:
      return start(searchBest<Strategy, 2>);
    case 4:
      return start(searchBest<Strategy, 4>);
    case 6:
      return start(searchBest<Strategy, 6>);
    case 8:
      return start(searchBest<Strategy, 8>);
    default:
      return start(searchBest<Strategy, 10>);
  }
}

}  // namespace

int bestAtOnce(std::int64_t count) {
  constexpr int kMost = 10;
  const std::int64_t groups = (count + kMost - 1) / kMost;
  const std::int64_t each = (count + groups - 1) / groups;
  for (const int atOnce : {1, 2, 4, 6, 8}) {
    if (each <= atOnce) return atOnce;
  }
  return kMost;
}

void queuePack(const std::int32_t* values, std::int64_t count, std::uint32_t* words,
               std::uint32_t* misfit, const Stream& stream) {
  launch("packSignal", packSignal, blocksFor(count, 4 * kBlockThreads), kBlockThreads, stream,
         values, count, words, misfit);
}

void queueLayBytes(const std::int32_t* queries, const QueryLayout& layout, std::uint32_t* to,
                   std::uint32_t* misfit, const Stream& stream) {
  launch("layBytes", layBytes, blocksFor(layout.allWords(), kBlockThreads), kBlockThreads, stream,
         queries, layout, to, misfit);
}

void queueLayWords(const void* queries, const QueryLayout& layout, std::uint32_t* to,
                   const Stream& stream) {
  launch("layWords", layWords, blocksFor(layout.allWords(), kBlockThreads), kBlockThreads, stream,
         queries, layout, to);
}

void queueBest(BestStrategy strategy, const BestPiece& piece, int atOnce, dim3 grid,
               const Stream& stream) {
  switch (strategy) {
    case BestStrategy::bytes:
      return queue<Bytes>("searchBest of bytes", piece, atOnce, grid, stream);
    case BestStrategy::wholes:
      return queue<Wholes>("searchBest of whole numbers", piece, atOnce, grid, stream);
    case BestStrategy::floats:
      return queue<Floats>("searchBest of floats", piece, atOnce, grid, stream);
  }
}

}  // namespace espy::cuda
