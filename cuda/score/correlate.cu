// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Correlation as a matrix product on the 8-bit tensor cores. A row of the needle and a row of the
// scene are multiplied as
//
//     A[m][k] = scene[8 m + k]   (16 x k: rows at a stride of 8 bytes) and
//     B[k][n] = needle[k - n]    (k x 8: the needle, shifted by n),
//
// whose product's element (m, n) belongs to position 8 m + n: 128 neighbouring positions. The rows
// of A overlap, so they are read from one row in shared memory. A loaded row r of the scene is
// multiplied with row r - y of the needle for each row of positions y.
#include <algorithm>
#include <cstring>

#include "cuda/base/device.h"
#include "cuda/base/launch.cuh"
#include "cuda/score/correlate.cuh"
#include "cuda/score/multiply.cuh"

namespace espy::cuda {
namespace {

constexpr int kWarps = 8;
constexpr int kThreads = kWarps * 32;
using correlation::kProducts;
using correlation::kRows;
using correlation::ScoreProducts;
using correlation::StoreProducts;
using correlation::Sums;
constexpr int kTileWidth = 128 * kProducts;
constexpr int kTileHeight = kRows * kWarps;
/// k covers the needle's columns plus 7, in steps of 32 bytes and half steps of 16.
constexpr int kHalfStep = 16;
constexpr int kMostHalves = 5;
constexpr int kMostRows = 64;  ///< of a piece

/// Rows of factors of a piece, padded with zeros so that all rows of positions can finish it.
__host__ __device__ constexpr int paddedRows(int rows) {
  return (rows + kRows - 1 + kRows - 1) / kRows * kRows;
}
/// Each row of the scene is in shared memory twice, the second copy shifted by 8 bytes, so that
/// each row of A begins at a multiple of 16: even rows in the first copy, odd ones in the second.
/// The second begins half way through the banks, so that eight rows are read without bank
/// conflicts.
constexpr int kCopyBytes = 320;
constexpr int kTilePitch = 2 * kCopyBytes;
/// Bytes of a copy that are read: the last even row of A, its products and its columns.
__host__ __device__ constexpr int copyBytes(int halves) {
  return 14 * 8 + 128 * (kProducts - 1) + kHalfStep * halves;
}
static_assert(copyBytes(kMostHalves) <= kCopyBytes && kCopyBytes % 128 == 64);

#if __CUDA_ARCH__ >= 800
constexpr int kMoved = 8;  ///< shift of the second copy, in bytes
__device__ inline void multiplyHalf(int (&sums)[4], std::uint32_t above, std::uint32_t below,
                                    std::uint32_t b) {
  asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
      "{%0,%1,%2,%3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(above), "r"(below), "r"(b));
}

/// Loads four times 8 rows of 16 bytes; each lane passes the address of one row.
__device__ inline void loadFragment(Fragment& a, std::uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(address));
}

template <int bytes>
__device__ inline void copyAhead(std::uint32_t to, const std::uint8_t* from) {
  if constexpr (bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(bytes)
                 : "memory");
  }
}

/// Loads the part of a plane that a piece needs at a tile of positions. Addresses beyond the plane
/// are clamped; their values are not used.
template <int halves>
__device__ inline void loadTile(const BytePlanes& planes, int channel, std::int64_t left,
                                std::int64_t top, int rows, std::uint32_t tile) {
  constexpr int kUnits = copyBytes(halves) / 16;
  const std::int64_t last = planes.pitch - 16;
  const std::int64_t lastMoved = planes.pitch - 8;
  for (int i = static_cast<int>(threadIdx.x); i < rows * kUnits; i += kThreads) {
    const int row = i / kUnits;
    const int unit = i % kUnits;
    const std::uint8_t* from =
        planes.bytes[channel] + min(top + row, planes.height - 1) * planes.pitch;
    const std::int64_t x = left + 16 * unit;
    const auto to = tile + static_cast<std::uint32_t>(row * kTilePitch + 16 * unit);
    copyAhead<16>(to, from + min(x, last));
    copyAhead<8>(to + kCopyBytes, from + min(x + kMoved, lastMoved));
    copyAhead<8>(to + kCopyBytes + 8, from + min(x + kMoved + 8, lastMoved));
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
}
#endif

/// A warp's accumulators: kRows rows of positions, neighbouring products, in the layout of the
/// tensor cores.
using Sums = int[kRows][kProducts][4];

/// Multiplies a piece of a needle with the tile. `begin` is the lane's address in the warp's first
/// row, `words` its factors; `second`: the lane loads the second 16 bytes of a step instead of the
/// first.
template <int halves>
__device__ inline void multiplyPiece(std::uint32_t row, std::uint32_t second,
                                     const std::uint32_t* words, int lane, int padded, Sums& acc) {
#if __CUDA_ARCH__ >= 800
  constexpr int kSteps = halves / 2;
  constexpr bool kHalf = halves % 2 != 0;
  // The factors of the last kRows rows of the needle; row j is in slot j % kRows.
  uint2 steps[kRows][kSteps > 0 ? kSteps : 1] = {};
  std::uint32_t half[kRows] = {};
  for (int r = 0; r < padded; r += kRows) {
#pragma unroll
    for (int u = 0; u < kRows; ++u) {
#pragma unroll
      for (int s = 0; s < kSteps; ++s) {
        steps[u][s] = __ldg(reinterpret_cast<const uint2*>(words + lane) + s * 32);
      }
      if constexpr (kHalf) half[u] = __ldg(words + kSteps * 64);
#pragma unroll
      for (int s = 0; s < kSteps; ++s) {
#pragma unroll
        for (int p = 0; p < kProducts; ++p) {
          Fragment scene;
          loadFragment(scene, row + 16 * second + 32 * s + 128 * p);
#pragma unroll
          for (int v = 0; v < kRows; ++v) {
            multiply(acc[v][p], scene, steps[(u - v + kRows) % kRows][s]);
          }
        }
      }
      if constexpr (kHalf) {
        static_assert(kProducts == 2);
        Fragment scene;
        loadFragment(scene, row + 128 * second + 32 * kSteps);
#pragma unroll
        for (int v = 0; v < kRows; ++v) {
          multiplyHalf(acc[v][0], scene[0], scene[1], half[(u - v + kRows) % kRows]);
          multiplyHalf(acc[v][1], scene[2], scene[3], half[(u - v + kRows) % kRows]);
        }
      }
      row += kTilePitch;
      words += 32 * halves;
    }
  }
#endif
}

/// `halves` half steps cover the columns of a piece. A loaded tile is shared by all needles if they
/// have a single piece.
template <int halves, class Sink>
__global__ void __launch_bounds__(kThreads, 2)
    correlateTiles(const __grid_constant__ BytePlanes planes, Pieces pieces,
                   const std::uint32_t* factors, int needles, PlaceGrid grid,
                   const __grid_constant__ Sink sink) {
#if __CUDA_ARCH__ >= 800
  extern __shared__ uint4 shared[];
  const auto tile = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const std::int64_t left = std::int64_t{blockIdx.x} * kTileWidth;
  // For a fragment a lane loads 16 bytes of row m of A, the first or second half of a step. For two
  // half steps, each of two groups of 8 rows, it loads those of one product.
  const int m = lane % 16;
  const std::uint32_t inRow = m % 2 == 0 ? 8 * m : kCopyBytes + 8 * m - kMoved;
  const std::uint32_t begin = tile + warp * kRows * kTilePitch + inRow;
  const std::uint32_t second = lane / 16;

  for (std::int64_t top = std::int64_t{blockIdx.y} * kTileHeight; top < grid.rows;
       top += std::int64_t{gridDim.y} * kTileHeight) {
    bool fetched = false;
    for (int n = static_cast<int>(blockIdx.z); n < needles; n += static_cast<int>(gridDim.z)) {
      Sums acc = {};
      const std::int64_t firstPiece = sink.needleOf(n) * std::int64_t{pieces.count()};
      for (int piece = 0; piece < pieces.count(); ++piece) {
        const int padded = paddedRows(pieces.rowsOf(piece));
        if (!fetched) {
          __syncthreads();
          loadTile<halves>(planes, pieces.channelOf(piece),
                           left + pieces.acrossOf(piece) * std::int64_t{pieces.columns},
                           grid.firstRow + top + pieces.downOf(piece) * std::int64_t{pieces.rows},
                           kTileHeight - kRows + padded, tile);
          __syncthreads();
          fetched = pieces.count() == 1;
        }
        const std::uint32_t* words =
            factors + (firstPiece + piece) * std::int64_t{pieces.wordsOfPiece} + lane;
        multiplyPiece<halves>(begin, second, words, lane, padded, acc);
      }
      sink.take(n, grid, left, top + warp * kRows, acc);
    }
  }
#endif
}

/// One thread per word.
__global__ void __launch_bounds__(kBlockThreads)
    packFactors(const std::int8_t* factors, Size size, Pieces pieces, int halves, int needles,
                std::uint32_t* words) {
  const std::int64_t at = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  const auto piece = static_cast<int>(at / pieces.wordsOfPiece);
  if (piece >= needles * pieces.count()) return;
  const int rowWords = 32 * halves;
  const auto inPiece = static_cast<int>(at % pieces.wordsOfPiece);
  const int row = inPiece / rowWords;
  const int inRow = inPiece % rowWords;
  // Of a whole step a lane holds 4 bytes and those 16 further on, of a half step only 4.
  const int whole = halves / 2 * 64;
  const bool half = inRow >= whole;
  const int lane = half ? inRow - whole : inRow % 64 / 2;
  const int step = half ? halves / 2 * 32 : inRow / 64 * 32 + inRow % 2 * kHalfStep;
  std::uint32_t word = 0;
  if (row < pieces.rowsOf(piece % pieces.count())) {
    const std::int64_t x = pieces.acrossOf(piece % pieces.count()) * std::int64_t{pieces.columns} +
                           step + 4 * (lane % 4) - lane / 4;
    word = correlation::wordOfFactors(factors, size, pieces, piece, row, x);
  }
  words[at] = word;
}

template <class Sink>
using CorrelateTiles = void (*)(BytePlanes, Pieces, const std::uint32_t*, int, PlaceGrid, Sink);

template <class Sink>
CorrelateTiles<Sink> kernelFor(int halves) {
  constexpr CorrelateTiles<Sink> kKernels[kMostHalves] = {
      correlateTiles<1, Sink>, correlateTiles<2, Sink>, correlateTiles<3, Sink>,
      correlateTiles<4, Sink>, correlateTiles<5, Sink>};
  return kKernels[halves - 1];
}

/// If there are few tiles, several blocks share a tile and split its needles.
template <class Sink>
void queueCorrelation(const Gpu& gpu, const BytePlanes& planes, const Pieces& pieces, int halves,
                      const std::uint32_t* words, int needles, const PlaceGrid& grid,
                      const Sink& sink) {
  const int rows = kTileHeight - kRows + paddedRows(std::max(pieces.rows, pieces.rowsOfLast));
  const auto bytes = static_cast<std::size_t>(rows) * kTilePitch;
  dim3 blocks(blocksFor(grid.pitch, kTileWidth),
              rowsOfGrid((grid.rows + kTileHeight - 1) / kTileHeight));
  const std::int64_t tiles = std::int64_t{blocks.x} * blocks.y;
  blocks.z = static_cast<unsigned>(
      std::clamp<std::int64_t>(2 * gpu.multiprocessors() / tiles, 1, needles));
  launchShared("correlateTiles", kernelFor<Sink>(halves), blocks, kThreads, bytes, gpu.stream(),
               planes, pieces, words, needles, grid, sink);
}

}  // namespace

bool canCorrelate() {
  static PerDevice<bool> devices;
  return devices.here([] {
    cudaFuncAttributes facts{};
    call("cudaFuncGetAttributes", [&] {
      return cudaFuncGetAttributes(&facts,
                                   reinterpret_cast<const void*>(correlateTiles<1, StoreProducts>));
    });
    constexpr int kAmpere = 80;
    return facts.ptxVersion >= kAmpere;
  });
}

Factors::Factors(const Gpu& gpu, Size size, int channels, std::span<const std::int8_t> factors,
                 bool byGroups) {
  const auto needles =
      static_cast<int>(static_cast<std::int64_t>(factors.size()) / (size.pixels() * channels));
  try {
    layOut(size, channels, needles, byGroups && size.height >= correlation::kLeastRowsOfGroups);
  } catch (const OutOfDeviceMemory&) {
    // Without groups they take less than half of the memory.
    if (!byGroups_) throw;
    layOut(size, channels, needles, false);
  }
  staged_ = PinnedBuffer<std::int8_t>(factors.size());
  std::memcpy(staged_.data(), factors.data(), factors.size());
  sent_ = DeviceBuffer<std::int8_t>(factors.size());
  gpu.stream().copy(sent_.data(), staged_.data(), staged_.bytes());
  if (byGroups_) {
    correlation::packForGroups(gpu, sent_.data(), size, pieces_, halves_, needles, words_.data());
  } else {
    launch("packFactors", packFactors,
           blocksFor(static_cast<std::int64_t>(words_.size()), kBlockThreads), kBlockThreads,
           gpu.stream(), sent_.data(), size, pieces_, halves_, needles, words_.data());
  }
}

void Factors::layOut(Size size, int channels, int needles, bool byGroups) {
  byGroups_ = byGroups;
  // Positions of a row of A, less one.
  const int shifts = byGroups ? 15 : 7;
  const auto allHalves = static_cast<int>((size.width + shifts + kHalfStep - 1) / kHalfStep);
  pieces_.channels = channels;
  pieces_.across = (allHalves + kMostHalves - 1) / kMostHalves;
  halves_ = (allHalves + pieces_.across - 1) / pieces_.across;
  pieces_.columns = halves_ * kHalfStep;
  pieces_.cutRows(size.height, byGroups ? correlation::kMostRowsOfGroups : kMostRows);
  pieces_.wordsOfPiece = byGroups ? correlation::wordsForGroups(pieces_.rows, halves_)
                                  : paddedRows(pieces_.rows) * 32 * halves_;
  words_ = DeviceBuffer<std::uint32_t>(
      static_cast<std::size_t>(std::int64_t{needles} * pieces_.count() * pieces_.wordsOfPiece));
}

template <class Sink>
void Factors::queue(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid, int needles,
                    const Sink& sink) const {
  if (byGroups_) {
    correlation::queueGroups(gpu, planes, pieces_, halves_, words_.data(), needles, grid, sink);
  } else {
    queueCorrelation(gpu, planes, pieces_, halves_, words_.data(), needles, grid, sink);
  }
}

void Factors::correlate(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                        std::int32_t* sums, int needles) const {
  queue(gpu, planes, grid, needles, StoreProducts{sums});
}

void Factors::findCandidates(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                             const NeedleBatch& batch, const WindowSums* windows) const {
  if (batch.scorings[0].rule.correlates) {
    queue(gpu, planes, grid, batch.count, ScoreProducts<true>{batch, windows});
  } else {
    queue(gpu, planes, grid, batch.count, ScoreProducts<false>{batch, windows});
  }
}

}  // namespace espy::cuda
