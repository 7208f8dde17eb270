// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// All queries in constant memory: all threads of a warp read the same sample at once, which
// constant memory broadcasts. Scattering, as in the paper: a thread holds one sample of the data in
// shared memory and adds its differences to many sums. Gathering: as the private strategy.
#include <bit>

#include "cuda/base/launch.cuh"
#include "cuda/lab/signal_difference.cuh"
#include "cuda/lab/signal_kernels.h"

namespace espy::cuda {
namespace {

/// Bits of integers or floats; constant memory fits only one of the two.
__constant__ std::uint32_t constantQueries[kConstantBytes / sizeof(std::uint32_t)];

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
                signalDifference(data[threadIdx.x], std::bit_cast<Value>(query[r])));
    }
  }
}

template <class Value>
__global__ void gatherConstants(SumsPiece<Value> piece, int firstSample) {
  const std::int64_t place = piece.firstPlace + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (place >= piece.endPlace) return;
  for (std::int64_t q = 0; q < piece.count; ++q) {
    Value& result = piece.sums[q * piece.places + place];
    Value sum = piece.firstSample == 0 ? Value{0} : result;
    const std::uint32_t* query = constantQueries + firstSample + q * piece.length;
    for (std::int64_t i = piece.firstSample; i < piece.endSample; ++i) {
      sum += signalDifference(piece.data[place + i], std::bit_cast<Value>(query[i]));
    }
    result = sum;
  }
}

}  // namespace

template <class Value>
void queueConstant(const SumsPiece<Value>& piece, std::int64_t firstQuery, int block,
                   const Stream& stream) {
  launchShared("scatterConstants", scatterConstants<Value>, blocksFor(samplesOf(piece), block),
               static_cast<unsigned>(block), sizeof(Value) * static_cast<std::size_t>(block),
               stream, piece, firstQuery * piece.length);
}

template <class Value>
void queueConstantGather(const SumsPiece<Value>& piece, std::int64_t firstQuery, int block,
                         const Stream& stream) {
  launch("gatherConstants", gatherConstants<Value>,
         blocksFor(piece.endPlace - piece.firstPlace, block), static_cast<unsigned>(block), stream,
         piece, firstQuery * piece.length);
}

void holdInConstantMemory(const void* queries, std::size_t bytes, const Stream& stream) {
  call("cudaMemcpyToSymbolAsync", [&] {
    return cudaMemcpyToSymbolAsync(constantQueries, queries, bytes, 0, cudaMemcpyDeviceToDevice,
                                   stream.get());
  });
}

template void queueConstant(const SumsPiece<std::int32_t>&, std::int64_t, int, const Stream&);
template void queueConstant(const SumsPiece<float>&, std::int64_t, int, const Stream&);
template void queueConstantGather(const SumsPiece<std::int32_t>&, std::int64_t, int, const Stream&);
template void queueConstantGather(const SumsPiece<float>&, std::int64_t, int, const Stream&);

}  // namespace espy::cuda
