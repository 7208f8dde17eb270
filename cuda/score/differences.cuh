// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/base/launch.cuh"
#include "cuda/score/differences.h"

/// Kernels for sums of absolute differences. A thread handles four neighbouring positions of eight
/// rows: a word of the scene, shifted for each of the four, is compared with the needle's rows r, r
/// - 1, ..., r - 7 for the eight rows. So each loaded and each shifted word is reused.
namespace espy::cuda::differences {

inline constexpr int kWarps = 4;
inline constexpr int kThreads = kWarps * 32;
inline constexpr int kColumns = 4;  ///< positions of a thread
inline constexpr int kRows = 8;
inline constexpr int kTileWidth = 32 * kColumns;
inline constexpr int kTileHeight = kWarps * kRows;
// Of a piece of the needle.
inline constexpr int kMostRows = 64;
inline constexpr int kMostWords = 16;
inline constexpr int kWordsAtOnce = 4;

inline constexpr int kTileRows = kTileHeight - 1 + kMostRows;
inline constexpr int kTileWords = 32 + kMostWords;  // plus one that is loaded but not used
__device__ inline std::uint32_t addDifferences(std::uint32_t a, std::uint32_t b,
                                               std::uint32_t sum) {
  std::uint32_t result = 0;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
  return result;
}

/// The scene and a piece of the needle in shared memory.
struct Tile {
  std::uint32_t scene[kTileRows][kTileWords];
  alignas(16) std::uint32_t needle[kMostRows][kMostWords];
};
struct TileMasks {
  alignas(16) std::uint32_t masks[kMostRows][kMostWords];
};

using Sums = std::uint32_t[kRows][kColumns];

template <int count>
__device__ inline void wordsOf(const std::uint32_t* from, std::uint32_t (&words)[count]) {
  if constexpr (count == 4) {
    const uint4 four = *reinterpret_cast<const uint4*>(from);
    words[0] = four.x;
    words[1] = four.y;
    words[2] = four.z;
    words[3] = four.w;
  } else if constexpr (count == 2) {
    const uint2 two = *reinterpret_cast<const uint2*>(from);
    words[0] = two.x;
    words[1] = two.y;
  } else {
    static_assert(count == 1);
    words[0] = *from;
  }
}

/// Which bytes of a needle's word take part.
enum class Part : std::uint8_t {
  all,
  some,    ///< the same bytes in all rows
  masked,  ///< by mask
};

/// Compares `count` words of a row of the scene, from word k on, with the needle's rows r - kRows +
/// 1 .. r; `allRows`: all of them exist.
template <Part part, bool allRows, int count>
__device__ inline void addWords(const Tile& tile, const TileMasks& masks,
                                const std::uint32_t* scene, std::uint32_t& current, int k, int r,
                                int rows, std::uint32_t partMask, Sums& sums) {
  std::uint32_t shifted[count][kColumns];
#pragma unroll
  for (int i = 0; i < count; ++i) {
    const std::uint32_t next = scene[k + i + 1];
#pragma unroll
    for (int x = 0; x < kColumns; ++x) {
      shifted[i][x] = __funnelshift_r(current, next, 8 * x);
      if constexpr (part == Part::some) shifted[i][x] &= partMask;
    }
    current = next;
  }
#pragma unroll
  for (int v = 0; v < kRows; ++v) {
    const int j = r - v;
    if (!allRows && (j < 0 || j >= rows)) continue;
    std::uint32_t needle[count];
    wordsOf(tile.needle[j] + k, needle);
    std::uint32_t mask[count];
    if constexpr (part == Part::masked) wordsOf(masks.masks[j] + k, mask);
#pragma unroll
    for (int i = 0; i < count; ++i) {
#pragma unroll
      for (int x = 0; x < kColumns; ++x) {
        const std::uint32_t there = part == Part::masked ? shifted[i][x] & mask[i] : shifted[i][x];
        sums[v][x] = addDifferences(there, needle[i], sums[v][x]);
      }
    }
  }
}

/// Kernel variants by needle.
enum class Shape : std::uint8_t {
  even,    ///< no mask, and rows are whole groups of words: the least code
  plain,   ///< no mask
  masked,  ///< some pixels do not take part
};

/// Compares a row of the scene with a piece of the needle that is `columns` bytes wide.
template <Shape shape, bool allRows>
__device__ inline void addRow(const Tile& tile, const TileMasks& masks, int sceneRow, int r,
                              int rows, int columns, Sums& sums) {
  constexpr bool kMasked = shape == Shape::masked;
  constexpr Part kPart = kMasked ? Part::masked : Part::all;
  const std::uint32_t* scene = tile.scene[sceneRow] + threadIdx.x % 32;
  std::uint32_t current = scene[0];
  int k = 0;
  for (; k + kWordsAtOnce <= columns / 4; k += kWordsAtOnce) {
    addWords<kPart, allRows, kWordsAtOnce>(tile, masks, scene, current, k, r, rows, 0, sums);
  }
  if constexpr (shape != Shape::even) {
    if (k + 2 <= columns / 4) {
      addWords<kPart, allRows, 2>(tile, masks, scene, current, k, r, rows, 0, sums);
      k += 2;
    }
    for (; k < columns / 4; ++k) {
      addWords<kPart, allRows, 1>(tile, masks, scene, current, k, r, rows, 0, sums);
    }
    if (columns % 4 == 0) return;
    constexpr Part kLast = kMasked ? Part::masked : Part::some;
    const std::uint32_t partMask = (1U << (8 * (columns % 4))) - 1;
    addWords<kLast, allRows, 1>(tile, masks, scene, current, k, r, rows, partMask, sums);
  }
}

/// Have all positions of a warp reached `limit`? Those of `idle` lanes do not count.
__device__ inline bool allOver(const Sums& sums, bool idle, std::uint32_t limit) {
  std::uint32_t least = ~std::uint32_t{0};
#pragma unroll
  for (int v = 0; v < kRows; ++v) {
#pragma unroll
    for (int x = 0; x < kColumns; ++x) least = min(least, sums[v][x]);
  }
  return __all_sync(~0U, idle || least >= limit) != 0;
}

/// When a warp may stop: never, or once no sum can be below `limit`.
template <bool exits>
struct Stop {
  bool idle = false;
  std::uint32_t limit = ~std::uint32_t{0};
};

/// Returns true if it stopped early.
template <Shape shape, bool exits>
__device__ inline bool addPiece(const Tile& tile, const TileMasks& masks, int rows, int columns,
                                const Stop<exits>& stop, Sums& sums) {
  constexpr int kLookEvery = 4;
  const int first = static_cast<int>(threadIdx.x / 32) * kRows;
  int r = 0;
  for (; r < min(kRows - 1, rows + kRows - 1); ++r) {
    addRow<shape, false>(tile, masks, first + r, r, rows, columns, sums);
  }
  for (; r < rows; ++r) {
    addRow<shape, true>(tile, masks, first + r, r, rows, columns, sums);
    if constexpr (exits) {
      if (r % kLookEvery == 0 && allOver(sums, stop.idle, stop.limit)) return true;
    }
  }
  for (; r < rows + kRows - 1; ++r) {
    addRow<shape, false>(tile, masks, first + r, r, rows, columns, sums);
  }
  return false;
}

/// The positions of a launch. With a step, planes are deinterleaved: a row holds every step-th
/// byte, then those one further on, each such segment `segment` bytes long. A tile's positions then
/// have a stride of `step`, and blockIdx.z is the phase: their offset among step x step.
struct Places {
  PlaceGrid grid;
  int step = 1;
  std::int64_t segment = 0;   ///< bytes, a multiple of 16; the pitch without a step
  std::int64_t firstRow = 0;  ///< within a phase
  std::int64_t endRow = 0;
};

/// A thread's positions.
struct ThreadPlaces {
  const Places& places;
  int right = 0;          ///< of the phase
  int down = 0;           ///< of the phase
  std::int64_t base = 0;  ///< rows of the phase above the grid
  std::int64_t left = 0;  ///< column of the thread's first place, in its phase
  std::int64_t top = 0;   ///< and its row

  __device__ explicit ThreadPlaces(const Places& all) : places(all) {
    right = static_cast<int>(blockIdx.z) % all.step;
    down = static_cast<int>(blockIdx.z) / all.step;
    base = (all.grid.firstRow - down + all.step - 1) / all.step;
    left = std::int64_t{blockIdx.x} * kTileWidth + threadIdx.x % 32 * kColumns;
  }
  /// Row of the plane.
  __device__ std::int64_t planeRow(std::int64_t row) const {
    return (base + row) * places.step + down;
  }
  __device__ std::int64_t x(int column) const { return (left + column) * places.step + right; }
  __device__ std::int64_t y(int row) const { return planeRow(top + row) - places.grid.firstRow; }
  __device__ bool isInside(int row, int column) const {
    return top + row < places.endRow && y(row) < places.grid.rows && x(column) < places.grid.width;
  }
};

/// Loads a piece, and the rows of the scene that it needs at a tile of positions.
template <Shape shape>
__device__ inline void fetch(const BytePlanes& planes, const Places& places,
                             const ThreadPlaces& here, const Pieces& pieces, int piece,
                             const std::uint32_t* words, std::int64_t top, Tile& tile,
                             TileMasks& masks) {
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const int rows = pieces.rowsOf(piece);
  const std::int64_t x =
      std::int64_t{blockIdx.x} * kTileWidth / 4 + pieces.acrossOf(piece) * std::int64_t{kMostWords};
  const std::int64_t y = top + pieces.downOf(piece) * std::int64_t{pieces.rows};
  const std::int64_t lastWord = places.segment / 4 - 1;
  const std::uint8_t* plane = planes.bytes[pieces.channelOf(piece)] + here.right * places.segment;
#pragma unroll 4
  for (int row = warp; row < kTileHeight - 1 + rows; row += kWarps) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(
        plane + min(here.planeRow(y + row), planes.height - 1) * planes.pitch);
    for (int i = static_cast<int>(threadIdx.x % 32); i < kTileWords; i += 32) {
      tile.scene[row][i] = __ldg(from + min(x + i, lastWord));
    }
  }
  const std::uint32_t* from = words + piece * std::int64_t{pieces.wordsOfPiece};
  const int count = rows * kMostWords;
  for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) {
    tile.needle[i / kMostWords][i % kMostWords] = __ldg(from + i);
    if constexpr (shape == Shape::masked) {
      masks.masks[i / kMostWords][i % kMostWords] = __ldg(from + pieces.wordsOfPiece / 2 + i);
    }
  }
}

/// A needle in device memory.
struct NeedleWords {
  Pieces pieces;
  int columnsOfLast = 1;
  const std::uint32_t* words = nullptr;
};

/// `Sink` decides whether a launch and a tile are needed, returns the limit of distances, and
/// receives the sums, which may be partial once they reach the limit.
template <Shape shape, class Sink>
__global__ void __launch_bounds__(kThreads)
    sumDifferences(const __grid_constant__ BytePlanes planes, NeedleWords needle, Places places,
                   Sink sink) {
  __shared__ Tile tile;
  __shared__ TileMasks tileMasks;
  if (!sink.isWanted()) return;
  const Pieces& pieces = needle.pieces;
  ThreadPlaces here(places);
  for (std::int64_t top = places.firstRow + std::int64_t{blockIdx.y} * kTileHeight;
       top < places.endRow; top += std::int64_t{gridDim.y} * kTileHeight) {
    if (!sink.isWanted(here, top)) continue;
    here.top = top + threadIdx.x / 32 * kRows;
    const Stop<Sink::kExits> stop{!here.isInside(0, 0), sink.limit()};
    Sums sums = {};
    bool stopped = false;
    for (int piece = 0; piece < pieces.count(); ++piece) {
      if (__syncthreads_and(stopped) != 0) break;
      fetch<shape>(planes, places, here, pieces, piece, needle.words, top, tile, tileMasks);
      __syncthreads();
      const bool isLast = pieces.acrossOf(piece) == pieces.across - 1;
      const int columns = isLast ? needle.columnsOfLast : 4 * kMostWords;
      if (stopped) continue;
      stopped = addPiece<shape>(tile, tileMasks, pieces.rowsOf(piece), columns, stop, sums);
    }
    sink.take(here, stop.limit, sums);
  }
}

/// Queues `sumDifferences` for all positions, in launches limited by the needle's number of
/// samples.
template <class Sink>
void queue(const char* name, const Gpu& gpu, const BytePlanes& planes, const DifferenceNeedle& part,
           Places places, const Control& control, const Sink& sink) {
  constexpr std::int64_t kBytesOfLaunch = std::int64_t{1} << 38;
  const auto kernel = part.masked()   ? sumDifferences<Shape::masked, Sink>
                      : part.isEven() ? sumDifferences<Shape::even, Sink>
                                      : sumDifferences<Shape::plain, Sink>;
  const NeedleWords needle{part.pieces(), part.columnsOfLast(), part.words()};
  const auto step = std::int64_t{places.step};
  const std::int64_t width = (places.grid.width - 1) / step + 1;
  const std::int64_t rows = (places.grid.rows - 1) / step + 1;
  const std::int64_t tiles = std::max<std::int64_t>(
      1, kBytesOfLaunch / (part.samples() * width * step * step * kTileHeight));
  const std::int64_t rowsAtOnce = tiles * kTileHeight;
  for (std::int64_t first = 0; first < rows; first += rowsAtOnce) {
    places.firstRow = first;
    places.endRow = std::min(rows, first + rowsAtOnce);
    const std::int64_t down = (places.endRow - first - 1) / kTileHeight + 1;
    launch(name, kernel,
           dim3(blocksFor(width, kTileWidth), rowsOfGrid(down), static_cast<unsigned>(step * step)),
           kThreads, gpu.stream(), planes, needle, places, sink);
    if (rowsAtOnce < rows) gpu.stream().wait();
    control.check();
  }
}

}  // namespace espy::cuda::differences
