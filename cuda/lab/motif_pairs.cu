// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A thread for each window, the query in shared memory, complete tables. Every operation is rounded
// as in core/lab/motif_loops.cpp.
#include "cuda/base/launch.cuh"
#include "cuda/lab/motif_pairs.h"

namespace espy::cuda {
namespace {

constexpr int kWindowThreads = 128;
/// As in core/lab/motif_loops.cpp.
constexpr double kStill = 1e-10;

__device__ inline double infinite() {
  return __longlong_as_double(0x7ff0000000000000LL);
}

/// Writes the window's normalised samples, `pitch` apart.
__device__ void normaliseWindow(const double* samples, std::int64_t length, double* to,
                                std::int64_t pitch) {
  double sum = 0;
  for (std::int64_t k = 0; k < length; ++k) sum = __dadd_rn(sum, samples[k]);
  const auto size = static_cast<double>(length);
  const double mean = __ddiv_rn(sum, size);
  double squares = 0;
  double largest = 0;
  for (std::int64_t k = 0; k < length; ++k) {
    const double off = __dsub_rn(samples[k], mean);
    squares = __dadd_rn(squares, __dmul_rn(off, off));
    largest = fmax(largest, fabs(samples[k]));
  }
  const double deviation = __dsqrt_rn(__ddiv_rn(squares, size));
  const bool still = !(deviation > __dmul_rn(kStill, largest));
  for (std::int64_t k = 0; k < length; ++k) {
    to[k * pitch] = still ? 0 : __ddiv_rn(__dsub_rn(samples[k], mean), deviation);
  }
}

__global__ void warpWindows(PairWindows of) {
  extern __shared__ double query[];
  const PairIds pair = of.pairs[blockIdx.y];
  for (std::int64_t k = threadIdx.x; k < of.length; k += blockDim.x) {
    query[k] = of.query[pair.query * of.length + k];
  }
  __syncthreads();
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (thread >= of.starts) return;
  const std::int64_t start = of.first + thread;
  const std::int64_t pitch = of.starts;
  const std::int64_t own = std::int64_t{blockIdx.y} * of.length * pitch + thread;
  double* const window = of.windows + own;
  double* const sums = of.sums + own;
  normaliseWindow(of.data + pair.data * of.samples + start, of.length, window, pitch);
  double last = infinite();
  for (std::int64_t i = 0; i < of.length; ++i) {
    double diagonal = i == 0 ? 0 : infinite();
    double left = infinite();
    for (std::int64_t j = 0; j < of.length; ++j) {
      const double up = i == 0 ? infinite() : sums[j * pitch];
      const double apart = __dsub_rn(query[i], window[j * pitch]);
      left = __dadd_rn(__dmul_rn(apart, apart), fmin(fmin(up, diagonal), left));
      sums[j * pitch] = left;
      diagonal = up;
    }
    last = left;
  }
  double& cost = of.costs[std::int64_t{blockIdx.y} * of.places + start];
  const double scaled = __dmul_rn(of.scale, last);
  cost = of.fresh ? scaled : fmin(cost, scaled);
}

__global__ void bestOfCells(PairCells of) {
  const std::int64_t index = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (index >= of.cells * of.pairCount) return;
  const std::int64_t pair = index / of.cells;
  const std::int64_t from = index % of.cells * of.cell;
  const std::int64_t end = min(of.places, from + of.cell);
  lab::CellBest best{infinite(), -1};
  for (std::int64_t start = from; start < end; ++start) {
    const double cost = of.costs[pair * of.places + start];
    if (cost < best.cost) best = {cost, start};
  }
  of.best[index] = best;
}

}  // namespace

void queueWarpWindows(const PairWindows& windows, const Stream& stream) {
  const dim3 grid(blocksFor(windows.starts, kWindowThreads),
                  static_cast<unsigned>(windows.pairCount));
  launchShared("warpWindows", warpWindows, grid, kWindowThreads,
               static_cast<std::size_t>(windows.length) * sizeof(double), stream, windows);
}

void queueBestOfCells(const PairCells& cells, const Stream& stream) {
  launch("bestOfCells", bestOfCells, blocksFor(cells.cells * cells.pairCount, kBlockThreads),
         kBlockThreads, stream, cells);
}

}  // namespace espy::cuda
