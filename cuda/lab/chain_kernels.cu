// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Compiled without fused operations: each cost is rounded as on the processor.
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/lab/chain_kernels.h"

namespace espy::cuda {
namespace {

using lab::ChainCall;

constexpr int kSide = 16;  ///< of a tile
constexpr int kMostThreads = 512;

/// A matrix with its rows `pitch` apart.
struct Matrix {
  float* at;
  std::int64_t pitch;

  __device__ float& operator()(std::int64_t row, std::int64_t column) const {
    return at[row * pitch + column];
  }
};

/// Factors of a call's rows, middles and columns; null: all are 0.
struct Factors {
  const float* rows = nullptr;
  const float* middles = nullptr;
  const float* columns = nullptr;
};

/// A cost of c = min(c, a b), or of c = c + a b.
template <bool kFactors, bool kSum>
__device__ void addTiles(const Matrix& a, const Matrix& b, const Matrix& c, std::int64_t size,
                         const Factors& factors) {
  __shared__ float ofA[kSide][kSide];
  __shared__ float ofB[kSide][kSide];
  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const std::int64_t row = std::int64_t{blockIdx.y} * kSide + y;
  const std::int64_t column = std::int64_t{blockIdx.x} * kSide + x;
  float own = c(row, column);
  for (std::int64_t first = 0; first < size; first += kSide) {
    ofA[y][x] = a(row, first + x);
    ofB[y][x] = b(first + y, column);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kSide; ++k) {
      if constexpr (kSum) {
        own = fmaf(ofA[y][k], ofB[k][x], own);
      } else {
        float sum = ofA[y][k] + ofB[k][x];
        if constexpr (kFactors) {
          sum += factors.rows[row] * factors.middles[first + k] * factors.columns[column];
        }
        own = fminf(own, sum);
      }
    }
    __syncthreads();
  }
  c(row, column) = own;
}

template <bool kFactors>
__global__ void __launch_bounds__(kSide* kSide)
    rectangular(DeviceChain chain, std::int64_t row, std::int64_t column, std::int64_t middle,
                std::int64_t size) {
  const std::int64_t further = std::int64_t{blockIdx.z} * size;
  const auto block = [&](std::int64_t i, std::int64_t j) -> Matrix {
    return {chain.table + (i + further) * chain.points + j + further, chain.points};
  };
  Factors factors;
  if constexpr (kFactors) {
    factors = {chain.factors + row + further, chain.factors + middle + further,
               chain.factors + column + further};
  }
  addTiles<kFactors, false>(block(row, middle), block(middle, column), block(row, column), size,
                            factors);
}

template <bool kSum>
__global__ void __launch_bounds__(kSide* kSide)
    product(const float* a, const float* b, float* c, std::int64_t size) {
  addTiles<false, kSum>({const_cast<float*>(a), size}, {const_cast<float*>(b), size}, {c, size},
                        size, {});
}

/// A block's points: those of its rows, then those of its columns.
struct Points {
  std::int64_t row;
  std::int64_t column;
  std::int64_t size;

  /// The point of the table.
  __device__ std::int64_t of(std::int64_t i) const {
    return i < size ? row + i : column + i - size;
  }
};

/// Completes the costs (i, j) with `least` <= j, by diagonals. `cost(i, j)` refers to a cost,
/// `point(i)` is a point's factor.
template <bool kFactors, class CostOf, class FactorOf>
__device__ void completeByDiagonals(std::int64_t rows, std::int64_t least, std::int64_t count,
                                    const CostOf& cost, const FactorOf& factor) {
  for (std::int64_t step = 1; step < count; ++step) {
    for (std::int64_t i = threadIdx.x; i < rows; i += blockDim.x) {
      const std::int64_t j = i + step;
      if (j < least || j >= count) continue;
      float own = cost(i, j);
      for (std::int64_t k = i + 1; k < j; ++k) {
        float sum = cost(i, k) + cost(k, j);
        if constexpr (kFactors) sum += factor(i) * factor(k) * factor(j);
        own = fminf(own, sum);
      }
      cost(i, j) = own;
    }
    __syncthreads();
  }
}

/// The block and its triangles where they are in the table.
template <bool kFactors>
__global__ void __launch_bounds__(kMostThreads)
    triangular(DeviceChain chain, std::int64_t row, std::int64_t column, std::int64_t size) {
  const std::int64_t further = std::int64_t{blockIdx.x} * size;
  const Points points{row + further, column + further, size};
  const bool isOnDiagonal = row == column;
  const auto cost = [&](std::int64_t i, std::int64_t j) -> float& {
    return chain.table[points.of(i) * chain.points + points.of(j)];
  };
  completeByDiagonals<kFactors>(size, isOnDiagonal ? 0 : size, isOnDiagonal ? size : 2 * size, cost,
                                [&](std::int64_t i) { return chain.factors[points.of(i)]; });
}

/// The block and its triangles merged in shared memory. All of it is computed, as printed: the
/// triangles' costs stay what they are.
template <bool kFactors>
__global__ void __launch_bounds__(kMostThreads)
    triangularMerged(DeviceChain chain, std::int64_t row, std::int64_t column, std::int64_t size) {
  extern __shared__ float merged[];
  const std::int64_t further = std::int64_t{blockIdx.x} * size;
  const Points points{row + further, column + further, size};
  const std::int64_t count = row == column ? size : 2 * size;
  for (std::int64_t at = threadIdx.x; at < count * count; at += blockDim.x) {
    const std::int64_t i = at / count;
    const std::int64_t j = at % count;
    if (i < j) merged[at] = chain.table[points.of(i) * chain.points + points.of(j)];
  }
  __syncthreads();
  completeByDiagonals<kFactors>(
      count, 0, count,
      [&](std::int64_t i, std::int64_t j) -> float& { return merged[i * count + j]; },
      [&](std::int64_t i) { return chain.factors[points.of(i)]; });
  for (std::int64_t at = threadIdx.x; at < size * size; at += blockDim.x) {
    const std::int64_t i = at / size;
    const std::int64_t j = at % size + count - size;
    if (i < j) chain.table[points.of(i) * chain.points + points.of(j)] = merged[i * count + j];
  }
}

}  // namespace

void queueRectangular(const DeviceChain& chain, const ChainCall& call, const Stream& stream) {
  const auto tiles = static_cast<unsigned>(call.size / kSide);
  const auto kernel = chain.factors == nullptr ? rectangular<false> : rectangular<true>;
  launch("rectangular", kernel, {tiles, tiles, static_cast<unsigned>(call.count)}, {kSide, kSide},
         stream, chain, call.row, call.column, call.middle, call.size);
}

void queueTriangular(const DeviceChain& chain, const ChainCall& call, bool merged,
                     const Stream& stream) {
  auto kernel = chain.factors == nullptr ? triangular<false> : triangular<true>;
  std::size_t bytes = 0;
  if (merged) {
    kernel = chain.factors == nullptr ? triangularMerged<false> : triangularMerged<true>;
    bytes = static_cast<std::size_t>(4 * call.size * call.size) * sizeof(float);
  }
  const auto threads = static_cast<unsigned>(std::clamp<std::int64_t>(call.size, 32, kMostThreads));
  launchShared("triangular", kernel, static_cast<unsigned>(call.count), threads, bytes, stream,
               chain, call.row, call.column, call.size);
}

void queueProduct(const float* a, const float* b, float* c, std::int64_t size, bool isSum,
                  const Stream& stream) {
  const auto tiles = static_cast<unsigned>(size / kSide);
  launch("product", isSum ? product<true> : product<false>, {tiles, tiles}, {kSide, kSide}, stream,
         a, b, c, size);
}

}  // namespace espy::cuda
