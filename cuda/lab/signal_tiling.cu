// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tiling over positions and query, as wide as a block. Both tiles are in shared memory; a block
// computes partial sums, which several blocks add to the same result.
#include "cuda/base/launch.cuh"
#include "cuda/lab/signal_difference.cuh"
#include "cuda/lab/signal_kernels.h"

namespace espy::cuda {
namespace {

template <class Value>
__global__ void sumByTiles(SumsPiece<Value> piece) {
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
  const dim3 grid(blocksFor(piece.endPlace - piece.firstPlace, block),
                  rowsOfGrid(blocksFor(piece.endSample - piece.firstSample, block)));
  const std::size_t bytes = 3 * sizeof(Value) * static_cast<std::size_t>(block);
  launchShared("sumByTiles", sumByTiles<Value>, grid, static_cast<unsigned>(block), bytes, stream,
               piece);
}

template void queueTiling(const SumsPiece<std::int32_t>&, int, const Stream&);
template void queueTiling(const SumsPiece<float>&, int, const Stream&);

}  // namespace espy::cuda
