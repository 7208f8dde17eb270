// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// One thread per position, with a loop over samples and an inner one over queries; sums are
// accumulated in global memory.
#include "cuda/base/launch.cuh"
#include "cuda/lab/signal_difference.cuh"
#include "cuda/lab/signal_kernels.h"

namespace espy::cuda {
namespace {

template <class Value>
__global__ void sumNaively(SumsPiece<Value> piece) {
  const std::int64_t place = piece.firstPlace + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (place >= piece.endPlace) return;
  for (std::int64_t i = piece.firstSample; i < piece.endSample; ++i) {
    for (std::int64_t q = 0; q < piece.count; ++q) {
      piece.sums[q * piece.places + place] +=
          signalDifference(piece.data[place + i], piece.queries[q * piece.length + i]);
    }
  }
}

}  // namespace

template <class Value>
void queueNaive(const SumsPiece<Value>& piece, int block, const Stream& stream) {
  launch("sumNaively", sumNaively<Value>, blocksFor(piece.endPlace - piece.firstPlace, block),
         static_cast<unsigned>(block), stream, piece);
}

template void queueNaive(const SumsPiece<std::int32_t>&, int, const Stream&);
template void queueNaive(const SumsPiece<float>&, int, const Stream&);

}  // namespace espy::cuda
