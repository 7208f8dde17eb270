// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/signal_kernels.h"

#include "cuda/base/launch.cuh"
#include "cuda/signal/block_minimum.cuh"

namespace espy::cuda {
namespace {

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

}  // namespace

template <class Value>
void queueMinimumByOne(const MinimumPiece<Value>& piece, int block, const Stream& stream) {
  launch("minimumByOne", minimumByOne<Value>, blocksFor(piece.count, block),
         static_cast<unsigned>(block), stream, piece);
}

template <class Value>
void queueMinimumByAll(const MinimumPiece<Value>& piece, int block, const Gpu& gpu) {
  // As many threads as are resident, several sums each.
  constexpr std::int64_t kSumsEach = 8;
  const unsigned most = static_cast<unsigned>(gpu.multiprocessors() * 2048 / block);
  const dim3 grid(std::min(blocksFor(piece.end - piece.first, block * kSumsEach), most),
                  rowsOfGrid(piece.count));
  launch("minimumByAll", minimumByAll<Value>, grid, static_cast<unsigned>(block), gpu.stream(),
         piece);
}

template void queueMinimumByOne(const MinimumPiece<std::int32_t>&, int, const Stream&);
template void queueMinimumByOne(const MinimumPiece<float>&, int, const Stream&);
template void queueMinimumByAll(const MinimumPiece<std::int32_t>&, int, const Gpu&);
template void queueMinimumByAll(const MinimumPiece<float>&, int, const Gpu&);

}  // namespace espy::cuda
