// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Like the naive strategy, but each sum is accumulated in a register and written once.
#include "cuda/base/launch.cuh"
#include "cuda/lab/signal_difference.cuh"
#include "cuda/lab/signal_kernels.h"

namespace espy::cuda {
namespace {

template <class Value>
__global__ void sumPrivately(SumsPiece<Value> piece) {
  const std::int64_t place = piece.firstPlace + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (place >= piece.endPlace) return;
  for (std::int64_t q = 0; q < piece.count; ++q) {
    Value& result = piece.sums[q * piece.places + place];
    Value sum = piece.firstSample == 0 ? Value{0} : result;
    for (std::int64_t i = piece.firstSample; i < piece.endSample; ++i) {
      sum += signalDifference(piece.data[place + i], piece.queries[q * piece.length + i]);
    }
    result = sum;
  }
}

}  // namespace

template <class Value>
void queuePrivate(const SumsPiece<Value>& piece, int block, const Stream& stream) {
  launch("sumPrivately", sumPrivately<Value>, blocksFor(piece.endPlace - piece.firstPlace, block),
         static_cast<unsigned>(block), stream, piece);
}

template void queuePrivate(const SumsPiece<std::int32_t>&, int, const Stream&);
template void queuePrivate(const SumsPiece<float>&, int, const Stream&);

}  // namespace espy::cuda
