// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sums of absolute differences. A thread answers for four neighbouring places of eight rows: a word
// of the scene, shifted to begin at each of the four, meets the needle's rows r, r - 1, ..., r - 7
// for the eight. So each word that is shifted, and each that is read, is used often.
#include "cuda/find/score_differences.h"

#include <algorithm>
#include <cstring>

#include "cuda/base/launch.cuh"

namespace espy::cuda {
namespace {

constexpr int kWarps = 4;
constexpr int kThreads = kWarps * 32;
constexpr int kColumns = 4;  ///< places of a thread
constexpr int kRows = 8;
constexpr int kTileWidth = 32 * kColumns;
constexpr int kTileHeight = kWarps * kRows;
/// Of a piece of the needle.
constexpr int kMostRows = 64;
constexpr int kMostWords = 16;
constexpr int kWordsAtOnce = 4;

constexpr int kTileRows = kTileHeight - 1 + kMostRows;
constexpr int kTileWords = 32 + kMostWords;  // and one that is read in vain
/// Differences of bytes in one launch.
constexpr std::int64_t kBytesOfLaunch = std::int64_t{1} << 40;

__device__ inline std::uint32_t addDifferences(std::uint32_t a, std::uint32_t b,
                                               std::uint32_t sum) {
  std::uint32_t result = 0;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
  return result;
}

/// A piece of the needle in shared memory: words, and which of their bytes take part.
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
  } else {
    static_assert(count == 1);
    words[0] = *from;
  }
}

/// What takes part of a needle's word.
enum class Part : std::uint8_t {
  all,
  some,    ///< the same bytes in all rows
  masked,  ///< as the masks say
};

/// `count` words of a row of the scene, from word k on, against the needle's rows r - kRows + 1 ..
/// r, as far as there are any, or all of them where the caller knows that there are.
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

/// What a kernel expects of a needle.
enum class Shape : std::uint8_t {
  even,    ///< all pixels take part, and rows are whole groups of words: the least code
  plain,   ///< all pixels take part
  masked,  ///< some do not
};

/// A row of the scene against a piece of the needle that is `columns` bytes wide.
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
    for (; k < columns / 4; ++k) {
      addWords<kPart, allRows, 1>(tile, masks, scene, current, k, r, rows, 0, sums);
    }
    if (columns % 4 == 0) return;
    constexpr Part kLast = kMasked ? Part::masked : Part::some;
    const std::uint32_t partMask = (1U << (8 * (columns % 4))) - 1;
    addWords<kLast, allRows, 1>(tile, masks, scene, current, k, r, rows, partMask, sums);
  }
}

template <Shape shape>
__device__ inline void addPiece(const Tile& tile, const TileMasks& masks, int rows, int columns,
                                Sums& sums) {
  const int first = static_cast<int>(threadIdx.x / 32) * kRows;
  int r = 0;
  for (; r < min(kRows - 1, rows + kRows - 1); ++r) {
    addRow<shape, false>(tile, masks, first + r, r, rows, columns, sums);
  }
  for (; r < rows; ++r) addRow<shape, true>(tile, masks, first + r, r, rows, columns, sums);
  for (; r < rows + kRows - 1; ++r) {
    addRow<shape, false>(tile, masks, first + r, r, rows, columns, sums);
  }
}

template <Shape shape>
__global__ void __launch_bounds__(kThreads)
    sumDifferences(const __grid_constant__ BytePlanes planes, Pieces pieces, int columnsOfLast,
                   const std::uint32_t* words, PlaceGrid grid, std::int64_t firstRow,
                   std::int64_t rowsHere, std::uint32_t* distances) {
  __shared__ Tile tile;
  __shared__ TileMasks tileMasks;
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const std::int64_t left = std::int64_t{blockIdx.x} * kTileWidth;
  const std::int64_t lastWord = planes.pitch / 4 - 1;
  for (std::int64_t top = std::int64_t{blockIdx.y} * kTileHeight; top < rowsHere;
       top += std::int64_t{gridDim.y} * kTileHeight) {
    Sums sums = {};
    for (int piece = 0; piece < pieces.count(); ++piece) {
      const int rows = pieces.rowsOf(piece);
      const bool isLast = pieces.acrossOf(piece) == pieces.across - 1;
      const int columns = isLast ? columnsOfLast : 4 * kMostWords;
      __syncthreads();
      const std::int64_t x = left / 4 + pieces.acrossOf(piece) * std::int64_t{kMostWords};
      const std::int64_t y =
          grid.firstRow + firstRow + top + pieces.downOf(piece) * std::int64_t{pieces.rows};
      const std::uint8_t* plane = planes.bytes[pieces.channelOf(piece)];
#pragma unroll 4
      for (int row = warp; row < kTileHeight - 1 + rows; row += kWarps) {
        const auto* from = reinterpret_cast<const std::uint32_t*>(
            plane + min(y + row, planes.height - 1) * planes.pitch);
        for (int i = lane; i < kTileWords; i += 32) {
          tile.scene[row][i] = __ldg(from + min(x + i, lastWord));
        }
      }
      const std::uint32_t* from = words + piece * std::int64_t{pieces.wordsOfPiece};
      const int count = rows * kMostWords;
      for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) {
        tile.needle[i / kMostWords][i % kMostWords] = __ldg(from + i);
        if constexpr (shape == Shape::masked) {
          tileMasks.masks[i / kMostWords][i % kMostWords] =
              __ldg(from + pieces.wordsOfPiece / 2 + i);
        }
      }
      __syncthreads();
      addPiece<shape>(tile, tileMasks, rows, columns, sums);
    }
#pragma unroll
    for (int v = 0; v < kRows; ++v) {
      const std::int64_t y = top + warp * kRows + v;
      const std::int64_t x = left + lane * kColumns;
      if (y >= rowsHere || x >= grid.pitch) continue;
      *reinterpret_cast<uint4*>(distances + (firstRow + y) * grid.pitch + x) = {
          sums[v][0], sums[v][1], sums[v][2], sums[v][3]};
    }
  }
}

}  // namespace

Differences::Differences(const Gpu& gpu, const ScoredNeedle& needle)
    : samples_(needle.pixels() * needle.channels) {
  constexpr int kPieceBytes = kMostWords * 4;
  const std::int64_t width = needle.size.width;
  masked_ = needle.masked;
  pieces_.channels = needle.channels;
  pieces_.across = static_cast<int>((width + kPieceBytes - 1) / kPieceBytes);
  pieces_.columns = kPieceBytes;
  pieces_.cutRows(needle.size.height, kMostRows);
  columnsOfLast_ = static_cast<int>(width - std::int64_t{kPieceBytes} * (pieces_.across - 1));
  const int words = pieces_.rows * kMostWords;
  pieces_.wordsOfPiece = masked_ ? 2 * words : words;

  staged_ = PinnedBuffer<std::uint32_t>(static_cast<std::size_t>(pieces_.count()) *
                                        static_cast<std::size_t>(pieces_.wordsOfPiece));
  std::memset(staged_.data(), 0, staged_.bytes());
  auto* bytes = reinterpret_cast<std::uint8_t*>(staged_.data());
  for (int piece = 0; piece < pieces_.count(); ++piece, bytes += 4 * pieces_.wordsOfPiece) {
    for (int j = 0; j < pieces_.rowsOf(piece); ++j) {
      const std::int64_t y = pieces_.downOf(piece) * std::int64_t{pieces_.rows} + j;
      for (int k = 0; k < kPieceBytes; ++k) {
        const std::int64_t x = pieces_.acrossOf(piece) * std::int64_t{kPieceBytes} + k;
        if (x >= width || needle.weightAt(y, x) == 0) continue;
        std::uint8_t* at = bytes + j * kPieceBytes + k;
        *at = static_cast<std::uint8_t>(needle.valueAt(pieces_.channelOf(piece), y, x));
        if (masked_) at[4 * words] = 0xff;
      }
    }
  }
  words_ = DeviceBuffer<std::uint32_t>(staged_.size());
  gpu.stream().copy(words_.data(), staged_.data(), staged_.bytes());
}

void Differences::sum(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                      const Control& control, std::uint32_t* distances) const {
  const bool even = columnsOfLast_ % (4 * kWordsAtOnce) == 0;
  const auto kernel = masked_ ? sumDifferences<Shape::masked>
                      : even  ? sumDifferences<Shape::even>
                              : sumDifferences<Shape::plain>;
  const std::int64_t tiles =
      std::max<std::int64_t>(1, kBytesOfLaunch / (samples_ * grid.width * kTileHeight));
  const std::int64_t rowsAtOnce = tiles * kTileHeight;
  for (std::int64_t first = 0; first < grid.rows; first += rowsAtOnce) {
    const std::int64_t rows = std::min(rowsAtOnce, grid.rows - first);
    launch(
        "sumDifferences", kernel,
        dim3(blocksFor(grid.pitch, kTileWidth), rowsOfGrid((rows + kTileHeight - 1) / kTileHeight)),
        kThreads, gpu.stream(), planes, pieces_, columnsOfLast_, words_.data(), grid, first, rows,
        distances);
    if (rowsAtOnce < grid.rows) gpu.stream().wait();
    control.check();
  }
}

}  // namespace espy::cuda
