// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The first look at references on Hopper's tensor cores: which features of the query might match
// (core/identify/screen.h). The query stays in shared memory, references come through a ring of
// chunks, and no product leaves the registers.
#include "cuda/base/barrier.cuh"
#include "cuda/base/launch.cuh"
#include "cuda/identify/kernels.h"

namespace espy::cuda {
namespace {

constexpr int kGroupThreads = 128;  ///< that multiply together
constexpr int kGroups = 2;
constexpr int kThreads = (kGroups + 1) * kGroupThreads;  ///< of the last group one thread brings
constexpr int kTileRows = 64;                            ///< of the query
constexpr int kTileBytes = kTileRows * static_cast<int>(kFeatureBytes);
constexpr int kSums = 64;  ///< of a thread: of two rows, 32 of the 128 columns each
constexpr int kStages = 7;
constexpr int kProductBytes = 32;  ///< of a row that one instruction multiplies

/// Shared memory: the query, the ring, and this.
struct Control {
  ChunkNorms norms[kStages];
  std::int32_t queryNorms[kMostQueryRows];
  std::uint64_t full[kStages];   ///< a chunk is there
  std::uint64_t empty[kStages];  ///< all warps of both groups are done with it
  std::uint64_t query;
};

constexpr int sharedBytes(int tilesOfGroup) {
  return kGroups * tilesOfGroup * kTileBytes + kStages * kChunkBytes +
         static_cast<int>(sizeof(Control));
}

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/// How the tensor cores are told of rows of 128 bytes, swizzled, at an address of shared memory.
__device__ inline std::uint64_t rowsAt(Address address) {
  constexpr std::uint64_t kEightRows = 1024 >> 4;
  constexpr std::uint64_t kSwizzled = std::uint64_t{1} << 62;
  return (address & 0x3ffff) >> 4 | std::uint64_t{1} << 16 | kEightRows << 32 | kSwizzled;
}

/// sums = (add ? sums : 0) + 64 rows at `a` times 128 rows at `b`, 32 bytes of each. The sums are
/// there when `awaitSums` says so.
__device__ inline void multiply(int (&sums)[kSums], std::uint64_t a, std::uint64_t b, int add) {
  asm volatile(
      "{\n"
      ".reg .pred adds;\n"
      "setp.ne.b32 adds, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k32.s32.u8.u8 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, "
      "%8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, "
      "%24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, "
      "%56, %57, %58, %59, %60, %61, %62, %63"
      "}, %64, %65, adds;\n"
      "}"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3]), "+r"(sums[4]), "+r"(sums[5]),
        "+r"(sums[6]), "+r"(sums[7]), "+r"(sums[8]), "+r"(sums[9]), "+r"(sums[10]), "+r"(sums[11]),
        "+r"(sums[12]), "+r"(sums[13]), "+r"(sums[14]), "+r"(sums[15]), "+r"(sums[16]),
        "+r"(sums[17]), "+r"(sums[18]), "+r"(sums[19]), "+r"(sums[20]), "+r"(sums[21]),
        "+r"(sums[22]), "+r"(sums[23]), "+r"(sums[24]), "+r"(sums[25]), "+r"(sums[26]),
        "+r"(sums[27]), "+r"(sums[28]), "+r"(sums[29]), "+r"(sums[30]), "+r"(sums[31]),
        "+r"(sums[32]), "+r"(sums[33]), "+r"(sums[34]), "+r"(sums[35]), "+r"(sums[36]),
        "+r"(sums[37]), "+r"(sums[38]), "+r"(sums[39]), "+r"(sums[40]), "+r"(sums[41]),
        "+r"(sums[42]), "+r"(sums[43]), "+r"(sums[44]), "+r"(sums[45]), "+r"(sums[46]),
        "+r"(sums[47]), "+r"(sums[48]), "+r"(sums[49]), "+r"(sums[50]), "+r"(sums[51]),
        "+r"(sums[52]), "+r"(sums[53]), "+r"(sums[54]), "+r"(sums[55]), "+r"(sums[56]),
        "+r"(sums[57]), "+r"(sums[58]), "+r"(sums[59]), "+r"(sums[60]), "+r"(sums[61]),
        "+r"(sums[62]), "+r"(sums[63])
      : "l"(a), "l"(b), "r"(add));
}
/// Waits until no more than `kLater` products that were begun later are under way. What is read of
/// these sums is read after that.
template <int kLater>
__device__ inline void awaitSums(int (&sums)[kSums]) {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLater) : "memory");
#pragma unroll
  for (int& sum : sums) asm volatile("" : "+r"(sum)::"memory");
}

/// What a thread knows of two rows of each of its tiles: the greatest key, and the second.
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

/// Of 16 columns of a row, which lie beside each other two by two.
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

/// Where four threads have columns of the same rows: how many of the warp's rows pass the test.
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

/// One thread: keeps the ring full.
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

/// What one of the two groups does: it multiplies a tile while it looks at the products of the one
/// before. At a chunk's end it has to wait for its own products; the other group multiplies then.
template <int kTiles>
struct Looker {
  Control& control;
  Address ring;
  std::uint64_t query;
  int thread;
  int sums[2][kSums];
  Keys<kTiles> keys;

  __device__ void multiplyTile(int t, std::uint64_t columns) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < static_cast<int>(kFeatureBytes) / kProductBytes; ++k) {
      const std::uint64_t rows = query + (t * kGroups * kTileBytes + k * kProductBytes) / 16;
      multiply(sums[t & 1], rows, columns + k * kProductBytes / 16, k > 0);
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  }

  __device__ void lookAtChunk(int stage) {
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
    // Each warp has products of its own, which read the chunk.
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
        lookAtChunk(stage);
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
  // Registers that the last group does not need.
  if (group < kGroups) {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    const int thread = static_cast<int>(threadIdx.x) % kGroupThreads;
    wait(addressOf(&control.query), 0);
    Looker<kTiles> looker{control, ring, rowsAt(query + group * kTileBytes), thread};
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
  constexpr int kBytes = sharedBytes(kTiles);
  const auto blocks =
      static_cast<unsigned>(std::min<std::int64_t>(multiprocessors, piece.references));
  call(
      "screen",
      [&] {
        static const cudaError_t allowed = cudaFuncSetAttribute(
            screen<kTiles>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
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

bool hasWarpGroups() {
  static const bool has = [] {
    int major = 0;
    int minor = 0;
    int device = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
           cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) ==
               cudaSuccess &&
           cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) ==
               cudaSuccess &&
           major == 9 && minor == 0;
  }();
  return has;
}

}  // namespace espy::cuda
