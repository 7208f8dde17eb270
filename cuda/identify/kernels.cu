// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Preparation of uploaded features, and their exact distances.
#include "cuda/identify/kernels.h"

#include "cuda/base/launch.cuh"

namespace espy::cuda {
namespace {

constexpr int kPieces = static_cast<int>(kFeatureBytes) / 16;

__device__ inline int squares(uint4 piece) {
  unsigned sum = __dp4a(piece.x, piece.x, 0U);
  sum = __dp4a(piece.y, piece.y, sum);
  sum = __dp4a(piece.z, piece.z, sum);
  return static_cast<int>(__dp4a(piece.w, piece.w, sum));
}

/// Reduction over a warp.
template <class Choose>
__device__ inline int overLanes(int value, const Choose& choose) {
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2)
    value = choose(value, __shfl_xor_sync(~0U, value, lanes));
  return value;
}
struct Least {
  __device__ int operator()(int a, int b) const { return min(a, b); }
};
struct Greatest {
  __device__ int operator()(int a, int b) const { return max(a, b); }
};

/// A block per position, a thread per row of each chunk.
__global__ void __launch_bounds__(kChunkRows) preparePlaces(UploadedPlaces uploaded) {
  __shared__ int least[kChunkRows / 32];
  __shared__ int greatest[kChunkRows / 32];
  __shared__ int slack;
  const std::int64_t place = blockIdx.x;
  const int count = uploaded.counts[place];
  const int row = static_cast<int>(threadIdx.x);
  const int warp = row / 32;
  if (row == 0) slack = 0;
  for (int chunk = 0; chunk < uploaded.chunksOfPlace; ++chunk) {
    const std::int64_t at = (place * uploaded.chunksOfPlace + chunk) * kChunkRows + row;
    const bool isFeature = chunk * kChunkRows + row < count;
    auto* const pieces = reinterpret_cast<uint4*>(uploaded.features + at * kFeatureBytes);
    uint4 own[kPieces];
    int norm = 0;
#pragma unroll
    for (int p = 0; p < kPieces; ++p) {
      own[p] = isFeature ? pieces[p] : uint4{0, 0, 0, 0};
      norm += squares(own[p]);
    }
#pragma unroll
    for (int p = 0; p < kPieces; ++p) pieces[p ^ (row & 7)] = own[p];
    uploaded.norms[at] = isFeature ? norm : kUnusedNorm;
    if (uploaded.chunks == nullptr) continue;
    const int low = overLanes(isFeature ? norm : kUnusedNorm, Least{});
    const int high = overLanes(isFeature ? norm : 0, Greatest{});
    if (row % 32 == 0) {
      least[warp] = low;
      greatest[warp] = high;
    }
    __syncthreads();
    if (row == 0) {
      int all = least[0];
      int most = greatest[0];
      for (int w = 1; w < kChunkRows / 32; ++w) {
        all = min(all, least[w]);
        most = max(most, greatest[w]);
      }
      uploaded.chunks[place * uploaded.chunksOfPlace + chunk] = {all, 0, count, 0};
      slack = max(slack, most - all);
    }
    __syncthreads();
  }
  if (uploaded.chunks == nullptr || row >= uploaded.chunksOfPlace) return;
  for (int chunk = row; chunk < uploaded.chunksOfPlace; chunk += kChunkRows) {
    uploaded.chunks[place * uploaded.chunksOfPlace + chunk].slack = slack;
  }
}

// Exact distances: the two nearest reference features of each query feature. A block handles one
// reference at a time; a warp has rows of the query, each thread some columns of two of them.

constexpr int kWarps = 8;
constexpr int kThreads = kWarps * 32;
constexpr int kTileRows = 16;
/// Tiles that share loads of a reference.
constexpr int kTogether = 2;
constexpr int kStepRows = kWarps * kTogether * kTileRows;
static_assert(kStepRows == kQueryStep);
constexpr int kProductSteps = static_cast<int>(kFeatureBytes) / 32;
constexpr int kWordsOfRow = static_cast<int>(kFeatureBytes) / 4;
/// Blocks of the grid-stride loop over references.
constexpr unsigned kMostBlocks = 132 * 4;

#if __CUDA_ARCH__ < 800
/// 8 x 8 sums of 16 products each.
__device__ inline void multiplyEight(int& first, int& second, unsigned a, unsigned b) {
  asm("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+r"(first), "+r"(second)
      : "r"(a), "r"(b));
}
#endif

/// 16 x 8 sums of 32 products each: rows g and g + 8, columns 2t and 2t + 1 of lane 4g + t.
__device__ inline void multiply(int (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  multiplyEight(sums[0], sums[1], a[0], b[0]);
  multiplyEight(sums[0], sums[1], a[2], b[1]);
  multiplyEight(sums[2], sums[3], a[1], b[0]);
  multiplyEight(sums[2], sums[3], a[3], b[1]);
#endif
}

/// Larger than any distance.
constexpr int kFar = 0x7fffffff;

/// The two nearest so far, by squared distance less the square of the query.
struct Nearest {
  int nearest;
  int second;
  int column;

  __device__ void see(int distance, int at) {
    second = min(second, max(nearest, distance));
    column = distance < nearest ? at : column;
    nearest = min(nearest, distance);
  }
  __device__ void see(const Nearest& others) {
    second = min(min(second, others.second), max(nearest, others.nearest));
    column = others.nearest < nearest ? others.column : column;
    nearest = min(nearest, others.nearest);
  }
};

/// A warp's part of two tiles of the query: four words per k-step.
struct TwoTiles {
  unsigned words[kTogether][kProductSteps][4];

  __device__ void read(const std::uint8_t* features, int firstRow, int lane) {
    const int inPiece = lane % 4;
    const int row = lane / 4;
#pragma unroll
    for (int tile = 0; tile < kTogether; ++tile) {
      const auto* const at = reinterpret_cast<const unsigned*>(features) +
                             (firstRow + tile * kTileRows + row) * kWordsOfRow;
#pragma unroll
      for (int k = 0; k < kProductSteps; ++k) {
        const int near = ((2 * k) ^ row) * 4 + inPiece;
        const int far = ((2 * k + 1) ^ row) * 4 + inPiece;
        words[tile][k][0] = __ldg(at + near);
        words[tile][k][1] = __ldg(at + 8 * kWordsOfRow + near);
        words[tile][k][2] = __ldg(at + far);
        words[tile][k][3] = __ldg(at + 8 * kWordsOfRow + far);
      }
    }
  }
};

struct Chunk {
  uint4 features[kChunkBytes / 16];
  std::int32_t norms[kChunkRows];
};

/// All columns of a chunk with two tiles.
__device__ inline void seeChunk(const Chunk& chunk, int firstColumn, const TwoTiles& query,
                                int lane, Nearest (&nearest)[kTogether][2]) {
  const auto* const words = reinterpret_cast<const unsigned*>(chunk.features);
  const int row = lane / 4;
  const int inPiece = lane % 4;
#pragma unroll 2
  for (int eight = 0; eight < kChunkRows; eight += 8) {
    int sums[kTogether][4] = {};
#pragma unroll
    for (int k = 0; k < kProductSteps; ++k) {
      const unsigned* const at = words + (eight + row) * kWordsOfRow + inPiece;
      const unsigned columns[2] = {at[((2 * k) ^ row) * 4], at[((2 * k + 1) ^ row) * 4]};
#pragma unroll
      for (int tile = 0; tile < kTogether; ++tile) {
        multiply(sums[tile], query.words[tile][k], columns);
      }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int column = eight + inPiece * 2 + i;
      const int norm = chunk.norms[column];
#pragma unroll
      for (int tile = 0; tile < kTogether; ++tile) {
        nearest[tile][0].see(norm - 2 * sums[tile][i], firstColumn + column);
        nearest[tile][1].see(norm - 2 * sums[tile][2 + i], firstColumn + column);
      }
    }
  }
}

/// A warp's rows against one reference, chunk by chunk; marks the features that match.
struct Marks {
  std::uint32_t* bits;  ///< in shared memory
  const QueryPart& query;
  SquaredRatio ratio;

  /// Returns how many of the warp's rows match.
  __device__ int mark(Nearest found, int row, int lane) const {
#pragma unroll
    for (int lanes = 1; lanes < 4; lanes *= 2) {
      Nearest others;
      others.nearest = __shfl_xor_sync(~0U, found.nearest, lanes);
      others.second = __shfl_xor_sync(~0U, found.second, lanes);
      others.column = __shfl_xor_sync(~0U, found.column, lanes);
      found.see(others);
    }
    const std::int64_t norm = query.norms[row];
    const bool isAlone = found.second >= kUnusedNorm / 2;
    const bool matches = row < query.count && lane % 4 == 0 && !isAlone &&
                         (norm + found.nearest) * ratio.under < (norm + found.second) * ratio.over;
    if (matches) atomicOr(bits + found.column / 32, 1U << (found.column % 32));
    return __popc(__ballot_sync(~0U, matches));
  }
};

/// blockIdx.y selects kStepRows rows of the query.
__global__ void __launch_bounds__(kThreads, 2) exact(ExactPiece piece) {
  extern __shared__ std::uint32_t bits[];
  __shared__ Chunk chunk;
  const CountPiece& of = piece.of;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int firstRow = static_cast<int>(blockIdx.y) * kStepRows + warp * kTogether * kTileRows;
  const int words = of.chunksOfPlace * kChunkRows / 32;
  TwoTiles query;
  query.read(of.query.features, firstRow, lane);
  const Marks marks{bits, of.query, of.ratio};
  for (std::int64_t i = blockIdx.x; i < of.references; i += gridDim.x) {
    const ReferenceEntry entry = of.entries[piece.list != nullptr ? piece.list[i] : i];
    for (int w = static_cast<int>(threadIdx.x); w < words; w += kThreads) bits[w] = 0;
    // Unrolled by hand: nvcc initialises only the first row of this array otherwise.
    Nearest nearest[kTogether][2];
#pragma unroll
    for (auto& tile : nearest) tile[0] = tile[1] = {kFar, kFar, 0};
    for (int c = 0; c < of.chunksOfPlace; ++c) {
      __syncthreads();
      const auto* const features =
          reinterpret_cast<const uint4*>(entry.features + std::int64_t{c} * kChunkBytes);
      for (int p = static_cast<int>(threadIdx.x); p < kChunkBytes / 16; p += kThreads) {
        chunk.features[p] = features[p];
      }
      for (int r = static_cast<int>(threadIdx.x); r < kChunkRows; r += kThreads) {
        chunk.norms[r] = entry.norms[c * kChunkRows + r];
      }
      __syncthreads();
      seeChunk(chunk, c * kChunkRows, query, lane, nearest);
    }
    int count = 0;
#pragma unroll
    for (int tile = 0; tile < kTogether; ++tile) {
      const int row = firstRow + tile * kTileRows + lane / 4;
      count += marks.mark(nearest[tile][0], row, lane);
      count += marks.mark(nearest[tile][1], row + 8, lane);
    }
    if (lane == 0 && count > 0) atomicAdd(of.counts + i, static_cast<unsigned>(count));
    __syncthreads();
    for (int w = static_cast<int>(threadIdx.x); w < words; w += kThreads) {
      if (bits[w] != 0) atomicOr(piece.matched + i * words + w, bits[w]);
    }
    __syncthreads();
  }
}

/// One warp per reference.
__global__ void __launch_bounds__(kBlockThreads)
    countBits(const std::uint32_t* matched, std::int64_t references, int words,
              std::uint32_t* counts) {
  const std::int64_t reference = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  if (reference >= references) return;
  int count = 0;
  for (int w = static_cast<int>(threadIdx.x) % 32; w < words; w += 32) {
    count += __popc(matched[reference * words + w]);
  }
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) count += __shfl_xor_sync(~0U, count, lanes);
  if (threadIdx.x % 32 == 0) counts[reference] = static_cast<unsigned>(count);
}

}  // namespace

void queuePrepare(const UploadedPlaces& uploaded, const Stream& stream) {
  if (uploaded.places == 0) return;
  launch("preparePlaces", preparePlaces, static_cast<unsigned>(uploaded.places), kChunkRows, stream,
         uploaded);
}

void queueExact(const ExactPiece& piece, const Stream& stream) {
  if (piece.of.references == 0) return;
  const dim3 grid(static_cast<unsigned>(std::min<std::int64_t>(piece.of.references, kMostBlocks)),
                  static_cast<unsigned>(piece.of.query.padded / kStepRows));
  const std::size_t bytes = static_cast<std::size_t>(piece.of.chunksOfPlace) * kChunkRows / 8;
  launchShared("exact", exact, grid, kThreads, bytes, stream, piece);
}

void queueCountBits(const std::uint32_t* matched, std::int64_t references, int chunksOfPlace,
                    std::uint32_t* counts, const Stream& stream) {
  if (references == 0) return;
  launch("countBits", countBits, blocksFor(references, kBlockThreads / 32), kBlockThreads, stream,
         matched, references, chunksOfPlace * kChunkRows / 32, counts);
}

}  // namespace espy::cuda
