// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Correlation as a matrix product, for the 8-bit tensor cores. One row of the needle against one
// row of the scene is a product of
//
//     A[m][k] = scene[8 m + k]   (16 x k: rows that begin 8 bytes apart) and
//     B[k][n] = needle[k - n]    (k x 8: the needle, moved along by n),
//
// whose element (m, n) belongs to place 8 m + n: 128 neighbouring places. The rows of A overlap, so
// a thread reads it from shared memory just as it lies there, and what it has read serves several
// rows of places: a row r of the scene meets row r - y of the needle for place row y.
#include <algorithm>
#include <array>
#include <cstring>

#include "cuda/base/launch.cuh"
#include "cuda/find/score_correlate.h"

namespace espy::cuda {
namespace {

constexpr int kWarps = 8;
constexpr int kThreads = kWarps * 32;
/// Places of a warp: two products side by side, of some rows.
constexpr int kProducts = 2;
constexpr int kRows = 4;
constexpr int kTileWidth = 128 * kProducts;
constexpr int kTileHeight = kRows * kWarps;
/// k runs over the needle's columns and 7 more, in steps of 32 bytes and half ones of 16.
constexpr int kHalfStep = 16;
constexpr int kMostHalves = 6;
constexpr int kMostRows = 64;  ///< of a piece

/// Rows of factors of a piece: zeros follow, so that every row of places sees them out.
__host__ __device__ constexpr int paddedRows(int rows) {
  return (rows + kRows - 1 + kRows - 1) / kRows * kRows;
}
__host__ __device__ constexpr int tilePitch(int halves) {
  return kTileWidth + kHalfStep * halves;
}

#if __CUDA_ARCH__ >= 800
__device__ inline void multiply(int (&sums)[4], uint2 above, uint2 below, uint2 factors) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(above.x), "r"(below.x), "r"(above.y), "r"(below.y), "r"(factors.x), "r"(factors.y));
}

__device__ inline void multiplyHalf(int (&sums)[4], std::uint32_t above, std::uint32_t below,
                                    std::uint32_t factors) {
  asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
      "{%0,%1,%2,%3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(above), "r"(below), "r"(factors));
}

/// Brings the part of a plane that a piece meets at a tile of places, in units of 16 bytes. What
/// would lie outside the plane is of no consequence, but it is read from inside.
__device__ inline void loadTile(const BytePlanes& planes, int channel, std::int64_t left,
                                std::int64_t top, int rows, int pitch, uint4* tile) {
  const int units = pitch / 16;
  const std::int64_t lastUnit = planes.pitch / 16 - 1;
  for (int i = static_cast<int>(threadIdx.x); i < rows * units; i += kThreads) {
    const int row = i / units;
    const std::int64_t y = min(top + row, planes.height - 1);
    const std::int64_t unit = min(left / 16 + i % units, lastUnit);
    tile[i] =
        __ldg(reinterpret_cast<const uint4*>(planes.bytes[channel] + y * planes.pitch + unit * 16));
  }
}
#endif

/// `halves` half steps cover the columns of a piece.
template <int halves>
__global__ void __launch_bounds__(kThreads, 2)
    correlateTiles(BytePlanes planes, Pieces pieces, const std::uint32_t* factors, PlaceGrid grid,
                   std::int32_t* sums) {
#if __CUDA_ARCH__ >= 800
  extern __shared__ uint4 tile[];
  constexpr int kSteps = halves / 2;
  constexpr bool kHalf = halves % 2 != 0;
  constexpr int kReach = kSteps + 2 + 4 * (kProducts - 1);  // steps of the scene that are read
  constexpr int kPitch = tilePitch(halves);
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const int group = lane / 4;
  const int inGroup = lane % 4;
  const std::int64_t left = std::int64_t{blockIdx.x} * kTileWidth;

  for (std::int64_t top = std::int64_t{blockIdx.y} * kTileHeight; top < grid.rows;
       top += std::int64_t{gridDim.y} * kTileHeight) {
    int acc[kRows][kProducts][4] = {};
    for (int piece = 0; piece < pieces.count(); ++piece) {
      const int padded = paddedRows(pieces.rowsOf(piece));
      __syncthreads();
      loadTile(planes, pieces.channelOf(piece),
               left + pieces.acrossOf(piece) * std::int64_t{pieces.columns},
               grid.firstRow + top + pieces.downOf(piece) * std::int64_t{pieces.rows},
               kTileHeight - kRows + padded, kPitch, tile);
      __syncthreads();

      const auto* row = reinterpret_cast<const std::uint8_t*>(tile) + warp * kRows * kPitch;
      const std::uint32_t* words = factors + piece * std::int64_t{pieces.wordsOfPiece};
      // The factors of the last kRows rows of the needle, row j in slot j % kRows.
      uint2 steps[kRows][kSteps > 0 ? kSteps : 1] = {};
      std::uint32_t half[kRows] = {};
      for (int r = 0; r < padded; r += kRows) {
#pragma unroll
        for (int u = 0; u < kRows; ++u) {
#pragma unroll
          for (int s = 0; s < kSteps; ++s) {
            steps[u][s] = __ldg(reinterpret_cast<const uint2*>(words) + s * 32 + lane);
          }
          if constexpr (kHalf) half[u] = __ldg(words + kSteps * 64 + lane);
          if constexpr (kSteps > 0) {
            uint2 scene[kReach];
            const auto* pairs = reinterpret_cast<const uint2*>(row) + group + inGroup;
#pragma unroll
            for (int i = 0; i < kReach; ++i) scene[i] = pairs[4 * i];
#pragma unroll
            for (int v = 0; v < kRows; ++v) {
#pragma unroll
              for (int s = 0; s < kSteps; ++s) {
#pragma unroll
                for (int p = 0; p < kProducts; ++p) {
                  multiply(acc[v][p], scene[s + 4 * p], scene[s + 4 * p + 2],
                           steps[(u - v + kRows) % kRows][s]);
                }
              }
            }
          }
          if constexpr (kHalf) {
            std::uint32_t scene[2 * kProducts];
            const auto* at =
                reinterpret_cast<const std::uint32_t*>(row) + 8 * kSteps + 2 * group + inGroup;
#pragma unroll
            for (int i = 0; i < 2 * kProducts; ++i) scene[i] = at[16 * i];
#pragma unroll
            for (int v = 0; v < kRows; ++v) {
#pragma unroll
              for (int p = 0; p < kProducts; ++p) {
                multiplyHalf(acc[v][p], scene[2 * p], scene[2 * p + 1],
                             half[(u - v + kRows) % kRows]);
              }
            }
          }
          row += kPitch;
          words += 32 * halves;
        }
      }
    }

#pragma unroll
    for (int v = 0; v < kRows; ++v) {
      const std::int64_t y = top + warp * kRows + v;
      if (y >= grid.rows) break;
#pragma unroll
      for (int p = 0; p < kProducts; ++p) {
        const std::int64_t x = left + 128 * p + 2 * lane;
        auto* target = reinterpret_cast<int2*>(sums + y * grid.pitch + x);
        if (x < grid.pitch) target[0] = {acc[v][p][0], acc[v][p][1]};
        if (x + 64 < grid.pitch) target[32] = {acc[v][p][2], acc[v][p][3]};
      }
    }
  }
#endif
}

using CorrelateTiles = void (*)(BytePlanes, Pieces, const std::uint32_t*, PlaceGrid, std::int32_t*);

CorrelateTiles kernelFor(int halves) {
  constexpr CorrelateTiles kKernels[kMostHalves] = {correlateTiles<1>, correlateTiles<2>,
                                                    correlateTiles<3>, correlateTiles<4>,
                                                    correlateTiles<5>, correlateTiles<6>};
  return kKernels[halves - 1];
}

}  // namespace

bool canCorrelate() {
  static const bool can = [] {
    cudaFuncAttributes facts{};
    call("cudaFuncGetAttributes", [&] {
      return cudaFuncGetAttributes(&facts, reinterpret_cast<const void*>(correlateTiles<1>));
    });
    constexpr int kAmpere = 80;
    return facts.ptxVersion >= kAmpere;
  }();
  return can;
}

Factors::Factors(const Gpu& gpu, Size size, int channels,
                 const std::function<int(int, std::int64_t, std::int64_t)>& valueAt) {
  const auto allHalves = static_cast<int>((size.width + 7 + kHalfStep - 1) / kHalfStep);
  pieces_.channels = channels;
  pieces_.across = (allHalves + kMostHalves - 1) / kMostHalves;
  halves_ = (allHalves + pieces_.across - 1) / pieces_.across;
  pieces_.columns = halves_ * kHalfStep;
  pieces_.cutRows(size.height, kMostRows);
  const int rowWords = 32 * halves_;
  pieces_.wordsOfPiece = paddedRows(pieces_.rows) * rowWords;

  const auto words =
      static_cast<std::size_t>(pieces_.count()) * static_cast<std::size_t>(pieces_.wordsOfPiece);
  staged_ = PinnedBuffer<std::uint32_t>(words);
  std::memset(staged_.data(), 0, staged_.bytes());
  for (int piece = 0; piece < pieces_.count(); ++piece) {
    auto* bytes = reinterpret_cast<std::int8_t*>(
        staged_.data() +
        static_cast<std::size_t>(piece) * static_cast<std::size_t>(pieces_.wordsOfPiece));
    for (int j = 0; j < pieces_.rowsOf(piece); ++j) {
      const std::int64_t y = pieces_.downOf(piece) * std::int64_t{pieces_.rows} + j;
      for (int n = 0; n < 8; ++n) {
        for (int k = 0; k < halves_ * kHalfStep; ++k) {
          const std::int64_t x = pieces_.acrossOf(piece) * std::int64_t{pieces_.columns} + k - n;
          if (x < 0 || x >= size.width) continue;
          // Of a whole step a thread holds 8 neighbouring bytes, of a half one 4.
          const int step = k / 32;
          const bool whole = 2 * step + 1 < halves_;
          const int each = whole ? 8 : 4;
          const int lane = 4 * n + k % 32 / each;
          const int at = step * 256 + lane * each + k % each;
          bytes[j * rowWords * 4 + at] =
              static_cast<std::int8_t>(valueAt(pieces_.channelOf(piece), y, x));
        }
      }
    }
  }
  words_ = DeviceBuffer<std::uint32_t>(words);
  gpu.stream().copy(words_.data(), staged_.data(), staged_.bytes());
}

void Factors::correlate(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                        std::int32_t* sums) const {
  const int rows = kTileHeight - kRows + paddedRows(std::max(pieces_.rows, pieces_.rowsOfLast));
  const auto bytes = static_cast<std::size_t>(rows) * tilePitch(halves_);
  const dim3 blocks(blocksFor(grid.pitch, kTileWidth),
                    rowsOfGrid((grid.rows + kTileHeight - 1) / kTileHeight));
  call(
      "correlateTiles",
      [&] {
        kernelFor(halves_)<<<blocks, kThreads, bytes, gpu.stream().get()>>>(
            planes, pieces_, words_.data(), grid, sums);
        return cudaGetLastError();
      },
      Call::launch);
}

}  // namespace espy::cuda
