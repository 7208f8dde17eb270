// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tiling over data and query, as wide as a block, with both tiles in shared memory. Scattering, as
// in the paper: a thread adds differences of one sample to many sums. Gathering: a thread sums one
// position; a block computes partial sums, which several blocks add to the same result.
#include "cuda/base/launch.cuh"
#include "cuda/lab/signal_difference.cuh"
#include "cuda/lab/signal_kernels.h"

namespace espy::cuda {
namespace {

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
        atomicAdd(&piece.sums[q * piece.places + place], signalDifference(data[thread], query[r]));
      }
    }
  }
}

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
        sum += signalDifference(data[thread + i], query[i]);
      }
      if (place < piece.endPlace) atomicAdd(&piece.sums[q * piece.places + place], sum);
    }
  }
}

}  // namespace

template <class Value>
void queueTiling(const SumsPiece<Value>& piece, int block, const Stream& stream) {
  const std::size_t bytes = 2 * sizeof(Value) * static_cast<std::size_t>(block);
  launchShared("scatterTiles", scatterTiles<Value>, blocksFor(samplesOf(piece), block),
               static_cast<unsigned>(block), bytes, stream, piece);
}

template <class Value>
void queueTilingGather(const SumsPiece<Value>& piece, int block, const Stream& stream) {
  const dim3 grid(blocksFor(piece.endPlace - piece.firstPlace, block),
                  rowsOfGrid(blocksFor(piece.endSample - piece.firstSample, block)));
  const std::size_t bytes = 3 * sizeof(Value) * static_cast<std::size_t>(block);
  launchShared("gatherTiles", gatherTiles<Value>, grid, static_cast<unsigned>(block), bytes, stream,
               piece);
}

template void queueTiling(const SumsPiece<std::int32_t>&, int, const Stream&);
template void queueTiling(const SumsPiece<float>&, int, const Stream&);
template void queueTilingGather(const SumsPiece<std::int32_t>&, int, const Stream&);
template void queueTilingGather(const SumsPiece<float>&, int, const Stream&);

}  // namespace espy::cuda
