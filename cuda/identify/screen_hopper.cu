// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The screen (core/identify/screen.h) on Hopper's tensor cores. The query stays in shared memory,
// references pass through a ring of chunks, and products never leave the registers.
#include "cuda/base/barrier.cuh"
#include "cuda/base/device.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/warp_groups.cuh"
#include "cuda/identify/kernels.h"

namespace espy::cuda {
namespace {

constexpr int kGroups = 2;
constexpr int kThreads = (kGroups + 1) * kGroupThreads;  ///< one thread of the last group loads
constexpr int kTileRows = 64;                            ///< of the query
constexpr int kTileBytes = kTileRows * static_cast<int>(kFeatureBytes);
constexpr int kStages = 7;
constexpr int kProductBytes = 32;  ///< of a row, per instruction

/// Barriers in shared memory, beside the query and the ring.
struct Control {
  ChunkNorms norms[kStages];
  std::int32_t queryNorms[kMostQueryRows];
  std::uint64_t full[kStages];   ///< a chunk is loaded
  std::uint64_t empty[kStages];  ///< all warps of both groups have read it
  std::uint64_t query;
};

constexpr int sharedBytes(int tilesOfGroup) {
  return kGroups * tilesOfGroup * kTileBytes + kStages * kChunkBytes +
         static_cast<int>(sizeof(Control));
}

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/// A thread's greatest and second key of two rows per tile.
template <int kTiles>
struct Keys {
  int greatest[kTiles][2];
  int second[kTiles][2];

  __device__ void clear() {
#pragma unroll
    for (int t = 0; t < kTiles; ++t) {
      greatest[t][0] = greatest[t][1] = second[t][0] = second[t][1] = kNoKey;
    }
  }
};

/// Over 16 columns of a row, in adjacent pairs.
__device__ inline int greatestOf(const int (&sums)[kSums], int first) {
  int most = __vimax3_s32(sums[first], sums[first + 1], sums[first + 4]);
#pragma unroll
  for (int i = 5; i < 29; i += 8) {
    most = __vimax3_s32(most, sums[first + i], sums[first + i + 3]);
    most = __vimax3_s32(most, sums[first + i + 4], sums[first + i + 7]);
  }
  return max(most, sums[first + 29]);
}

template <int kTiles>
__device__ inline void look(const int (&sums)[kSums], int tile, int low, Keys<kTiles>& keys) {
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    const int a = 2 * greatestOf(sums, 2 * row) - low;
    const int b = 2 * greatestOf(sums, 2 * row + 32) - low;
    int& greatest = keys.greatest[tile][row];
    int& second = keys.second[tile][row];
    const int more = max(a, b);
    second = __vimax3_s32(second, min(a, b), min(greatest, more));
    greatest = max(greatest, more);
  }
}

/// Combines four threads with columns of the same rows; returns how many of the warp's rows pass.
template <int kTiles>
__device__ inline int passing(const Keys<kTiles>& keys, const std::int32_t* queryNorms,
                              const CountPiece& piece, int slack, int firstRow) {
  int count = 0;
#pragma unroll
  for (int t = 0; t < kTiles; ++t) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      int greatest = keys.greatest[t][h];
      int second = keys.second[t][h];
#pragma unroll
      for (int lanes = 1; lanes < 4; lanes *= 2) {
        const int others = __shfl_xor_sync(~0U, greatest, lanes);
        const int othersSecond = __shfl_xor_sync(~0U, second, lanes);
        second = __vimax3_s32(second, othersSecond, min(greatest, others));
        greatest = max(greatest, others);
      }
      const int row = firstRow + t * kGroups * kTileRows + h * 8;
      const int norm = queryNorms[row];
      const bool passes = row < piece.query.count && (norm - greatest) * piece.ratio.under <
                                                         (norm - second + slack) * piece.ratio.over;
      count += __popc(__ballot_sync(~0U, passes) & 0x11111111U);
    }
  }
  return count;
}

/// The loading thread: keeps the ring full.
__device__ inline void bringReferences(const CountPiece& piece, Address ring, Control& control,
                                       Address query, int queryBytes) {
  const Address arrived = addressOf(&control.query);
  expect(arrived, queryBytes);
  for (int at = 0; at < queryBytes; at += kTileBytes) {
    bring(query + at, piece.query.features + at, kTileBytes, arrived);
  }
  int stage = 0;
  unsigned phase = 1;
  for (std::int64_t r = blockIdx.x; r < piece.references; r += gridDim.x) {
    const ReferenceEntry entry = piece.entries[r];
    for (int chunk = 0; chunk < piece.chunksOfPlace; ++chunk) {
      wait(addressOf(&control.empty[stage]), phase);
      const Address full = addressOf(&control.full[stage]);
      expect(full, kChunkBytes + static_cast<int>(sizeof(ChunkNorms)));
      bring(ring + stage * kChunkBytes, entry.features + std::int64_t{chunk} * kChunkBytes,
            kChunkBytes, full);
      bring(addressOf(&control.norms[stage]), entry.chunks + chunk, sizeof(ChunkNorms), full);
      if (++stage == kStages) {
        stage = 0;
        phase ^= 1;
      }
    }
  }
}

/// A group's loop: multiplies one tile while it reduces the previous one. At a chunk's end it waits
/// for its own products while the other group multiplies.
template <int kTiles>
struct ChunkScreener {
  Control& control;
  Address ring;
  std::uint64_t query;
  int thread;
  int sums[2][kSums];
  Keys<kTiles> keys;

  __device__ void multiplyTile(int t, std::uint64_t columns) {
    beginProducts();
#pragma unroll
    for (int k = 0; k < static_cast<int>(kFeatureBytes) / kProductBytes; ++k) {
      const std::uint64_t rows = query + (t * kGroups * kTileBytes + k * kProductBytes) / 16;
      multiply(sums[t & 1], rows, columns + k * kProductBytes / 16, k > 0);
    }
    endProducts();
  }

  __device__ void screenChunk(int stage) {
    const std::uint64_t columns = rowsAt(ring + stage * kChunkBytes);
    const int low = control.norms[stage].low;
    multiplyTile(0, columns);
#pragma unroll
    for (int t = 1; t < kTiles; ++t) {
      multiplyTile(t, columns);
      awaitSums<1>(sums[(t - 1) & 1]);
      look(sums[(t - 1) & 1], t - 1, low, keys);
    }
    awaitSums<0>(sums[1]);
    // Each warp's own products read the chunk.
    __syncwarp();
    if (thread % 32 == 0) arrive(addressOf(&control.empty[stage]));
    look(sums[1], kTiles - 1, low, keys);
  }

  __device__ void lookAtAll(const CountPiece& piece, int firstRow) {
    int stage = 0;
    unsigned phase = 0;
    for (std::int64_t r = blockIdx.x; r < piece.references; r += gridDim.x) {
      int slack = 0;
      keys.clear();
      for (int chunk = 0; chunk < piece.chunksOfPlace; ++chunk) {
        wait(addressOf(&control.full[stage]), phase);
        slack = control.norms[stage].slack;
        screenChunk(stage);
        if (++stage == kStages) {
          stage = 0;
          phase ^= 1;
        }
      }
      const int count = passing(keys, control.queryNorms, piece, slack, firstRow);
      if (thread % 32 == 0 && count > 0) atomicAdd(piece.counts + r, static_cast<unsigned>(count));
    }
  }
};
#endif

template <int kTiles>
__global__ void __launch_bounds__(kThreads, 1) screen(CountPiece piece) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) unsigned char memory[];
  constexpr int kQueryBytes = kGroups * kTiles * kTileBytes;
  Control& control = *reinterpret_cast<Control*>(memory + kQueryBytes + kStages * kChunkBytes);
  const Address query = addressOf(memory);
  const Address ring = query + kQueryBytes;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      begin(addressOf(&control.full[stage]), 1);
      begin(addressOf(&control.empty[stage]), kGroups * kGroupThreads / 32);
    }
    begin(addressOf(&control.query), 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  for (int row = static_cast<int>(threadIdx.x); row < piece.query.padded; row += kThreads) {
    control.queryNorms[row] = piece.query.norms[row];
  }
  __syncthreads();
  const int group = static_cast<int>(threadIdx.x) / kGroupThreads;
  // The loading group gives registers back.
  if (group < kGroups) {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    const int thread = static_cast<int>(threadIdx.x) % kGroupThreads;
    wait(addressOf(&control.query), 0);
    ChunkScreener<kTiles> looker{control, ring, rowsAt(query + group * kTileBytes), thread};
    looker.lookAtAll(piece, group * kTileRows + thread / 32 * 16 + thread % 32 / 4);
  } else {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x % kGroupThreads == 0) {
      bringReferences(piece, ring, control, query, kQueryBytes);
    }
  }
#endif
}

template <int kTiles>
void queueTiles(const CountPiece& piece, int multiprocessors, const Stream& stream) {
  static constexpr int kBytes = sharedBytes(kTiles);
  const auto blocks =
      static_cast<unsigned>(std::min<std::int64_t>(multiprocessors, piece.references));
  call(
      "screen",
      [&] {
        static PerDevice<cudaError_t> settings;
        const cudaError_t allowed = settings.here([] {
          return cudaFuncSetAttribute(screen<kTiles>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      kBytes);
        });
        if (allowed != cudaSuccess) return allowed;
        screen<kTiles><<<blocks, kThreads, kBytes, stream.get()>>>(piece);
        return cudaGetLastError();
      },
      Call::launch);
}

}  // namespace

void queueScreen(const CountPiece& piece, int multiprocessors, const Stream& stream) {
  if (piece.references == 0) return;
  switch (piece.query.padded / kQueryStep) {
    case 1:
      return queueTiles<2>(piece, multiprocessors, stream);
    case 2:
      return queueTiles<4>(piece, multiprocessors, stream);
    default:
      return queueTiles<6>(piece, multiprocessors, stream);
  }
}

}  // namespace espy::cuda
