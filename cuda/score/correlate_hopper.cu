// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Correlation as a matrix product on Hopper's tensor cores, which multiply from shared memory. With
// 16 bytes c of two rows of the scene, r and r + 1, the matrices are
//
//     A[m][k] = scene[r + 1 - k / 16][16 (m + c) + k % 16]                        (64 x 32) and
//     B[k][16 v + n] = needle[r + 1 - k / 16 - v][16 c + k % 16 - 15 + n]       (32 x 128),
//
// whose product's element (m, 16 v + n) belongs to position 16 m + 15 - n of row v. Each warp has
// 16 rows of A, so 256 neighbouring positions in eight rows, its tile.
//
// The factors of a needle's row and 16 bytes c are 16 rows of B^T of 16 bytes. Rows of the needle
// are stored last row first: the next v, and k below 16, are one row further in memory.
#include "cuda/base/barrier.cuh"
#include "cuda/base/gpu.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/warp_groups.cuh"
#include "cuda/score/correlate.cuh"

namespace espy::cuda::correlation {
namespace {

constexpr int kGroups = 4;
constexpr int kThreads = kGroups * kGroupThreads;
constexpr int kWarps = kThreads / 32;
constexpr int kWarpsOfGroup = kGroupThreads / 32;
constexpr int kMostHalves = 5;
constexpr int kStages = 4;
constexpr int kRowBytes = 256;   ///< of factors
constexpr int kChunkBytes = 16;  ///< of the scene

/// Shared memory: a barrier, the scene's rows of all warps, factors.
constexpr int kBarrierBytes = 128;
/// Not used. Rows of B overlap; a tool that takes them for 128 separate ones of 32 bytes finds none
/// outside.
constexpr int kBytesBehind = 2048;
constexpr int chunksOfRow(int halves) {
  return 15 + halves;
}
constexpr int stageBytes(int halves) {
  return 2 * chunksOfRow(halves) * kChunkBytes;
}
constexpr int bytesBeforeFactors(int halves) {
  return kBarrierBytes + kWarps * kStages * stageBytes(halves);
}
constexpr int kMostBytes = 227 << 10;  ///< of a block
static_assert(bytesBeforeFactors(kMostHalves) + 4 * wordsForGroups(kMostRowsOfGroups, kMostHalves) +
                  kBytesBehind <=
              kMostBytes);

/// Tiles of all needles, in order; a block has a range of them.
struct Tiles {
  int across = 0;
  int ofNeedle = 0;
  int all = 0;

  Tiles(const PlaceGrid& grid, int needles)
      : across(static_cast<int>((grid.pitch + kTileWidth - 1) / kTileWidth)) {
    const auto tiles = static_cast<int>((grid.rows + kTileRows - 1) / kTileRows) * across;
    // One for each warp of a group.
    ofNeedle = (tiles + kWarpsOfGroup - 1) / kWarpsOfGroup;
    all = ofNeedle * needles;
  }
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/// A warp's rows of the scene, which pass through a ring in shared memory, two at a time.
template <int halves>
class SceneRows {
 public:
  __device__ SceneRows(const BytePlanes& planes, Address ring) : planes_(planes), ring_(ring) {}

  /// Begins at a column and row of a plane; columns and rows beyond it are not used.
  __device__ void begin(int channel, std::int64_t x, std::int64_t y, int pairs) {
    const auto lane = static_cast<int>(threadIdx.x % 32);
    pairs_ = pairs;
    taken_ = 1 - kStages;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int chunk = min(lane + 32 * i, 2 * kChunks - 1);
      const std::int64_t row = min(y + chunk / kChunks, planes_.height - 1);
      from_[i] = planes_.bytes[channel] + row * planes_.pitch +
                 min(x + chunk % kChunks * kChunkBytes, planes_.pitch - kChunkBytes);
      rowsLeft_[i] = static_cast<int>(planes_.height - 1 - row);
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < kStages - 1; ++i) fetch();
  }

  /// The next two rows, as rows of A.
  __device__ void next(std::uint32_t (&a)[halves][4]) {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncwarp();
    const auto lane = static_cast<int>(threadIdx.x % 32);
    const int chunk = (lane < 16 ? kChunks : 0) + lane % 16;
    const Address at = ring_ + taken_ % kStages * kStageBytes + chunk * kChunkBytes;
#pragma unroll
    for (int c = 0; c < halves; ++c) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a[c][0]), "=r"(a[c][1]), "=r"(a[c][2]), "=r"(a[c][3])
                   : "r"(at + c * kChunkBytes)
                   : "memory");
    }
    __syncwarp();
    fetch();
  }

 private:
  static constexpr int kChunks = chunksOfRow(halves);
  static constexpr int kStageBytes = stageBytes(halves);

  /// The pair that is taken kStages - 1 times later.
  __device__ void fetch() {
    const int pair = taken_ + kStages - 1;
    ++taken_;
    if (pair < pairs_) {
      const auto lane = static_cast<int>(threadIdx.x % 32);
      const Address to = ring_ + pair % kStages * kStageBytes + lane * kChunkBytes;
      copy(to, from_[0]);
      if (lane + 32 < 2 * kChunks) copy(to + 32 * kChunkBytes, from_[1]);
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const int down = min(rowsLeft_[i], 2);
        rowsLeft_[i] -= down;
        from_[i] += down * planes_.pitch;
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  __device__ static void copy(Address to, const std::uint8_t* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  }

  const BytePlanes& planes_;
  Address ring_;
  const std::uint8_t* from_[2];
  int rowsLeft_[2];
  int pairs_;
  int taken_;  ///< negative before the first pair is there
};

/// Factors in shared memory.
struct FactorsAt {
  Address first;
  int rows;

  /// Descriptor of B for 16 bytes, whose column 0 needs this row in memory for k below 16.
  __device__ std::uint64_t at(int row, int half) const {
    constexpr std::uint64_t kEightColumns = 128 >> 4;
    constexpr std::uint32_t kSixteenDeep = kRowBytes >> 4;
    const Address begin = first + (half * rows + row) * kRowBytes;
    return begin >> 4 | kSixteenDeep << 16 | kEightColumns << 32;
  }
};

/// Multiplies the next two rows of the scene, of whose products only the first `count` rows of
/// positions need some. `row` is the first row of factors.
template <int halves, int count>
__device__ __forceinline__ void multiplyPair(SceneRows<halves>& scene, const FactorsAt& factors,
                                             int& row, TileSums& tile) {
  std::uint32_t a[halves][4];
  scene.next(a);
  beginProducts();
#pragma unroll
  for (int c = 0; c < halves; ++c) multiplyColumns<16 * count>(tile.sums, a[c], factors.at(row, c));
  endProducts();
  awaitSums<0>(tile.sums);
  row -= 2;
}

template <int halves>
__device__ __forceinline__ void multiplyPiece(SceneRows<halves>& scene, const FactorsAt& factors,
                                              int pairs, TileSums& tile) {
  int row = factors.rows - 3;
  multiplyPair<halves, 2>(scene, factors, row, tile);
  multiplyPair<halves, 4>(scene, factors, row, tile);
  multiplyPair<halves, 6>(scene, factors, row, tile);
  for (int i = 3; i < pairs; ++i) multiplyPair<halves, 8>(scene, factors, row, tile);
}
#endif

/// Factors are loaded once for all tiles of a needle if it has a single piece.
template <int halves, class Sink>
__global__ void __launch_bounds__(kThreads, 1)
    correlateByGroups(const __grid_constant__ BytePlanes planes,
                      const __grid_constant__ Pieces pieces, const std::uint32_t* words,
                      const __grid_constant__ Tiles tiles, PlaceGrid grid,
                      const __grid_constant__ Sink sink) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(128) unsigned char memory[];
  const Address barrier = addressOf(memory);
  const Address factorsAt = barrier + bytesBeforeFactors(halves);
  if (threadIdx.x == 0) {
    begin(barrier, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  const auto warp = static_cast<int>(threadIdx.x / 32);
  const int group = warp / kWarpsOfGroup;
  SceneRows<halves> scene(planes, barrier + kBarrierBytes + warp * kStages * stageBytes(halves));
  unsigned phase = 0;
  const auto end = static_cast<int>(std::int64_t{tiles.all} * (blockIdx.x + 1) / gridDim.x);
  auto at = static_cast<int>(std::int64_t{tiles.all} * blockIdx.x / gridDim.x);
  while (at < end) {
    const int n = at / tiles.ofNeedle;
    const int endOfNeedle = min(end, (n + 1) * tiles.ofNeedle);
    bool loaded = false;
    for (; at < endOfNeedle; at += kGroups) {
      const int tile = (at + group - n * tiles.ofNeedle) * kWarpsOfGroup + warp % kWarpsOfGroup;
      const int left = tile % tiles.across * kTileWidth;
      const int top = tile / tiles.across * kTileRows;
      const bool works = at + group < endOfNeedle;
      TileSums sums;
#pragma unroll
      for (int& sum : sums.sums) sum = 0;
      for (int piece = 0; piece < pieces.count(); ++piece) {
        const int pairs = (pieces.rowsOf(piece) + kTileRows) / 2;
        if (!loaded) {
          __syncthreads();
          if (threadIdx.x == 0) {
            const int bytes = pieces.wordsOfPiece * 4;
            const std::int64_t number = sink.needleOf(n) * std::int64_t{pieces.count()} + piece;
            expect(barrier, bytes);
            bring(factorsAt, words + number * pieces.wordsOfPiece, bytes, barrier);
          }
        }
        if (works) {
          scene.begin(
              pieces.channelOf(piece), left + pieces.acrossOf(piece) * std::int64_t{pieces.columns},
              grid.firstRow + top + pieces.downOf(piece) * std::int64_t{pieces.rows}, pairs);
        }
        if (!loaded) {
          wait(barrier, phase);
          phase ^= 1;
          loaded = pieces.count() == 1;
        }
        if (works) multiplyPiece<halves>(scene, {factorsAt, 2 * pairs + 1}, pairs, sums);
      }
      if (works && top < grid.rows) sink.take(n, grid, left, top, sums);
    }
    at = endOfNeedle;
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
  const int own = piece % pieces.count();
  const int rows = wordsForGroups(pieces.rowsOf(own), 1) / (kRowBytes / 4);
  const auto inPiece = static_cast<int>(at % pieces.wordsOfPiece);
  const int line = inPiece / (kRowBytes / 4);
  const int half = line / rows;
  const int row = rows - 2 - line % rows;
  std::uint32_t word = 0;
  if (half < halves && row >= 0 && row < pieces.rowsOf(own)) {
    const int n = inPiece % (kRowBytes / 4) / 4;
    const std::int64_t x =
        pieces.acrossOf(own) * std::int64_t{pieces.columns} + 16 * half + inPiece % 4 * 4 - 15 + n;
    word = wordOfFactors(factors, size, pieces, piece, row, x);
  }
  words[at] = word;
}

template <class Sink>
using CorrelateByGroups = void (*)(BytePlanes, Pieces, const std::uint32_t*, Tiles, PlaceGrid,
                                   Sink);

template <class Sink>
CorrelateByGroups<Sink> kernelFor(int halves) {
  constexpr CorrelateByGroups<Sink> kKernels[kMostHalves] = {
      correlateByGroups<1, Sink>, correlateByGroups<2, Sink>, correlateByGroups<3, Sink>,
      correlateByGroups<4, Sink>, correlateByGroups<5, Sink>};
  return kKernels[halves - 1];
}

}  // namespace

void packForGroups(const Gpu& gpu, const std::int8_t* factors, Size size, const Pieces& pieces,
                   int halves, int needles, std::uint32_t* words) {
  const std::int64_t count = needles * std::int64_t{pieces.count()} * pieces.wordsOfPiece;
  launch("packFactors", packFactors, blocksFor(count, kBlockThreads), kBlockThreads, gpu.stream(),
         factors, size, pieces, halves, needles, words);
}

template <class Sink>
void queueGroups(const Gpu& gpu, const BytePlanes& planes, const Pieces& pieces, int halves,
                 const std::uint32_t* words, int needles, const PlaceGrid& grid, const Sink& sink) {
  const Tiles tiles(grid, needles);
  const auto blocks =
      static_cast<unsigned>(std::min<std::int64_t>(tiles.all, gpu.multiprocessors()));
  const auto bytes =
      static_cast<std::size_t>(bytesBeforeFactors(halves) + pieces.wordsOfPiece * 4 + kBytesBehind);
  launchShared("correlateByGroups", kernelFor<Sink>(halves), blocks, kThreads, bytes, gpu.stream(),
               planes, pieces, words, tiles, grid, sink);
}

template void queueGroups(const Gpu&, const BytePlanes&, const Pieces&, int, const std::uint32_t*,
                          int, const PlaceGrid&, const StoreProducts&);
template void queueGroups(const Gpu&, const BytePlanes&, const Pieces&, int, const std::uint32_t*,
                          int, const PlaceGrid&, const ScoreProducts<true>&);
template void queueGroups(const Gpu&, const BytePlanes&, const Pieces&, int, const std::uint32_t*,
                          int, const PlaceGrid&, const ScoreProducts<false>&);

}  // namespace espy::cuda::correlation
