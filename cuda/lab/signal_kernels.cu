// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/signal_kernels.h"

// Only the Philox generator: curand_kernel.h would add 200 KB of tables per architecture.
#include <curand_philox4x32_x.h>

#include <bit>

#include "cuda/base/launch.cuh"
#include "cuda/signal/block_minimum.cuh"

namespace espy::cuda {
namespace {

__device__ inline std::int32_t difference(std::int32_t a, std::int32_t b) {
  return abs(a - b);
}
__device__ inline float difference(float a, float b) {
  return fabsf(a - b);
}

/// One thread per position, with a loop over samples and an inner one over queries; sums are
/// accumulated in global memory.
template <class Value>
__global__ void sumNaively(SumsPiece<Value> piece) {
  const std::int64_t place = piece.firstPlace + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (place >= piece.endPlace) return;
  for (std::int64_t i = piece.firstSample; i < piece.endSample; ++i) {
    for (std::int64_t q = 0; q < piece.count; ++q) {
      piece.sums[q * piece.places + place] +=
          difference(piece.data[place + i], piece.queries[q * piece.length + i]);
    }
  }
}

/// As sumNaively, but each sum is accumulated in a register and written once.
template <class Value>
__global__ void sumPrivately(SumsPiece<Value> piece) {
  const std::int64_t place = piece.firstPlace + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (place >= piece.endPlace) return;
  for (std::int64_t q = 0; q < piece.count; ++q) {
    Value& result = piece.sums[q * piece.places + place];
    Value sum = piece.firstSample == 0 ? Value{0} : result;
    for (std::int64_t i = piece.firstSample; i < piece.endSample; ++i) {
      sum += difference(piece.data[place + i], piece.queries[q * piece.length + i]);
    }
    result = sum;
  }
}

// Tiling over data and query, as wide as a block, with both tiles in shared memory.

/// As in the paper: a thread adds differences of one sample to many sums.
template <class Value>
__global__ void scatterTiles(SumsPiece<Value> piece) {
  extern __shared__ std::uint32_t shared[];  // 2 words per thread
  const std::int64_t width = blockDim.x;
  auto* data = reinterpret_cast<Value*>(shared);
  auto* query = data + width;
  const std::int64_t thread = threadIdx.x;
  const std::int64_t at = piece.firstPlace + piece.firstSample + blockIdx.x * width + thread;
  const std::int64_t samples = piece.places + piece.length - 1;
  data[thread] = at < samples ? piece.data[at] : Value{0};
  for (std::int64_t q = 0; q < piece.count; ++q) {
    for (std::int64_t first = piece.firstSample; first < piece.endSample; first += width) {
      const std::int64_t tile = min(width, piece.endSample - first);
      __syncthreads();
      if (thread < tile) query[thread] = piece.queries[q * piece.length + first + thread];
      __syncthreads();
      for (int r = 0; r < static_cast<int>(tile); ++r) {
        const std::int64_t place = at - first - r;
        if (place < piece.firstPlace || place >= piece.endPlace) continue;
        atomicAdd(&piece.sums[q * piece.places + place], difference(data[thread], query[r]));
      }
    }
  }
}

/// A thread sums one position; a block computes partial sums, which several blocks add to the same
/// result.
template <class Value>
__global__ void gatherTiles(SumsPiece<Value> piece) {
  extern __shared__ std::uint32_t shared[];  // 3 words per thread
  const std::int64_t width = blockDim.x;
  auto* data = reinterpret_cast<Value*>(shared);
  auto* query = data + 2 * width;
  const std::int64_t thread = threadIdx.x;
  const std::int64_t left = piece.firstPlace + blockIdx.x * width;
  const std::int64_t place = left + thread;
  const std::int64_t samples = piece.places + piece.length - 1;
  for (std::int64_t first = piece.firstSample + blockIdx.y * width; first < piece.endSample;
       first += gridDim.y * width) {
    const std::int64_t tile = min(width, piece.endSample - first);
    __syncthreads();
    for (std::int64_t i = thread; i < 2 * width; i += width) {
      data[i] = left + first + i < samples ? piece.data[left + first + i] : Value{0};
    }
    for (std::int64_t q = 0; q < piece.count; ++q) {
      __syncthreads();
      if (thread < tile) query[thread] = piece.queries[q * piece.length + first + thread];
      __syncthreads();
      Value sum = 0;
      for (int i = 0; i < static_cast<int>(tile); ++i) {
        sum += difference(data[thread + i], query[i]);
      }
      if (place < piece.endPlace) atomicAdd(&piece.sums[q * piece.places + place], sum);
    }
  }
}

// All queries in constant memory: all threads of a warp read the same sample at once, which
// constant memory broadcasts.

/// Bits of integers or floats; constant memory fits only one of the two.
__constant__ std::uint32_t constantQueries[kConstantBytes / sizeof(std::uint32_t)];

/// As in the paper: a thread holds one sample of the data in shared memory and adds its differences
/// to many sums.
template <class Value>
__global__ void scatterConstants(SumsPiece<Value> piece, int firstSample) {
  extern __shared__ std::uint32_t shared[];  // a word per thread
  auto* data = reinterpret_cast<Value*>(shared);
  const std::int64_t at =
      piece.firstPlace + piece.firstSample + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t samples = piece.places + piece.length - 1;
  data[threadIdx.x] = at < samples ? piece.data[at] : Value{0};
  for (std::int64_t q = 0; q < piece.count; ++q) {
    const std::uint32_t* query = constantQueries + firstSample + q * piece.length;
    for (std::int64_t r = piece.firstSample; r < piece.endSample; ++r) {
      const std::int64_t place = at - r;
      if (place < piece.firstPlace || place >= piece.endPlace) continue;
      atomicAdd(&piece.sums[q * piece.places + place],
                difference(data[threadIdx.x], std::bit_cast<Value>(query[r])));
    }
  }
}

/// As sumPrivately.
template <class Value>
__global__ void gatherConstants(SumsPiece<Value> piece, int firstSample) {
  const std::int64_t place = piece.firstPlace + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (place >= piece.endPlace) return;
  for (std::int64_t q = 0; q < piece.count; ++q) {
    Value& result = piece.sums[q * piece.places + place];
    Value sum = piece.firstSample == 0 ? Value{0} : result;
    const std::uint32_t* query = constantQueries + firstSample + q * piece.length;
    for (std::int64_t i = piece.firstSample; i < piece.endSample; ++i) {
      sum += difference(piece.data[place + i], std::bit_cast<Value>(query[i]));
    }
    result = sum;
  }
}

template <class Value>
__global__ void minimumByOne(MinimumPiece<Value> piece) {
  const std::int64_t q = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (q >= piece.count) return;
  const Value* sums = piece.sums + q * piece.places;
  std::int64_t at = piece.first;
  Value least = sums[at];
  for (std::int64_t place = piece.first + 1; place < piece.end; ++place) {
    if (sums[place] < least) {
      least = sums[place];
      at = place;
    }
  }
  piece.keys[q] = min(piece.keys[q], signalKey(least, at));
}

template <class Value>
__global__ void minimumByAll(MinimumPiece<Value> piece) {
  for (std::int64_t q = blockIdx.y; q < piece.count; q += gridDim.y) {
    const Value* sums = piece.sums + q * piece.places;
    std::uint64_t key = ~std::uint64_t{0};
    for (std::int64_t place = piece.first + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
         place < piece.end; place += std::int64_t{gridDim.x} * blockDim.x) {
      key = min(key, signalKey(sums[place], place));
    }
    takeLeastOfBlock(key, piece.keys + q);
  }
}

__device__ void fromBits(std::uint32_t bits, std::int32_t& value) {
  value = static_cast<std::int32_t>(__umulhi(bits, 100));
}
__device__ void fromBits(std::uint32_t bits, float& value) {
  // curand_uniform returns (0, 1].
  value = static_cast<float>(bits >> 8) * 0x1p-24F;
}

/// Four numbers per thread, from the thread's own sequence; independent of the grid.
template <class Value>
__global__ void generateSignal(Value* data, std::int64_t count, std::uint64_t seed) {
  const std::int64_t quad = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (4 * quad >= count) return;
  // Equivalent to curand_init(seed, quad, 0, &state) and curand4(&state).
  const uint4 four = curand_Philox4x32_10(
      make_uint4(0, 0, static_cast<unsigned>(quad), static_cast<unsigned>(quad >> 32)),
      make_uint2(static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)));
  const std::uint32_t bits[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (4 * quad + i < count) fromBits(bits[i], data[4 * quad + i]);
  }
}

}  // namespace

template <class Value>
void queueSums(const SumsPiece<Value>& piece, lab::GpuStrategy strategy, std::int64_t firstQuery,
               int block, const Stream& stream) {
  using lab::GpuStrategy;
  const std::int64_t places = piece.endPlace - piece.firstPlace;
  const std::int64_t samples = piece.endSample - piece.firstSample;
  const unsigned gathering = blocksFor(places, block);
  const unsigned scattering = blocksFor(places + samples - 1, block);  // a sample per thread
  const auto threads = static_cast<unsigned>(block);
  const std::size_t bytes = threads * sizeof(Value);
  const std::int64_t firstSample = firstQuery * piece.length;
  switch (strategy) {
    case GpuStrategy::naive:
      return launch("sumNaively", sumNaively<Value>, gathering, threads, stream, piece);
    case GpuStrategy::privateSum:
      return launch("sumPrivately", sumPrivately<Value>, gathering, threads, stream, piece);
    case GpuStrategy::tiling:
      return launchShared("scatterTiles", scatterTiles<Value>, scattering, threads, 2 * bytes,
                          stream, piece);
    case GpuStrategy::tilingGather:
      return launchShared("gatherTiles", gatherTiles<Value>,
                          dim3(gathering, rowsOfGrid(blocksFor(samples, block))), threads,
                          3 * bytes, stream, piece);
    case GpuStrategy::constant:
      return launchShared("scatterConstants", scatterConstants<Value>, scattering, threads, bytes,
                          stream, piece, firstSample);
    default:
      return launch("gatherConstants", gatherConstants<Value>, gathering, threads, stream, piece,
                    firstSample);
  }
}

void holdInConstantMemory(const void* queries, std::size_t bytes, const Stream& stream) {
  call("cudaMemcpyToSymbolAsync", [&] {
    return cudaMemcpyToSymbolAsync(constantQueries, queries, bytes, 0, cudaMemcpyDeviceToDevice,
                                   stream.get());
  });
}

template <class Value>
void queueMinimum(const MinimumPiece<Value>& piece, lab::GpuMinimum minimum, int block,
                  const Gpu& gpu) {
  const auto threads = static_cast<unsigned>(block);
  if (minimum == lab::GpuMinimum::onePerQuery) {
    return launch("minimumByOne", minimumByOne<Value>, blocksFor(piece.count, block), threads,
                  gpu.stream(), piece);
  }
  // As many threads as are resident, several sums each.
  constexpr std::int64_t kSumsEach = 8;
  const unsigned most = static_cast<unsigned>(gpu.multiprocessors() * 2048 / block);
  const dim3 grid(std::min(blocksFor(piece.end - piece.first, block * kSumsEach), most),
                  rowsOfGrid(piece.count));
  launch("minimumByAll", minimumByAll<Value>, grid, threads, gpu.stream(), piece);
}

template <class Value>
void queueGenerate(Value* data, std::int64_t count, std::uint64_t seed, const Stream& stream) {
  launch("generateSignal", generateSignal<Value>, blocksFor(count, 4 * kBlockThreads),
         kBlockThreads, stream, data, count, seed);
}

template void queueSums(const SumsPiece<std::int32_t>&, lab::GpuStrategy, std::int64_t, int,
                        const Stream&);
template void queueSums(const SumsPiece<float>&, lab::GpuStrategy, std::int64_t, int,
                        const Stream&);
template void queueMinimum(const MinimumPiece<std::int32_t>&, lab::GpuMinimum, int, const Gpu&);
template void queueMinimum(const MinimumPiece<float>&, lab::GpuMinimum, int, const Gpu&);
template void queueGenerate(std::int32_t*, std::int64_t, std::uint64_t, const Stream&);
template void queueGenerate(float*, std::int64_t, std::uint64_t, const Stream&);

}  // namespace espy::cuda
