// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// chain-blocks on a GPU (chapter 3 of the dissertation): kernels, transfers, and the calls of each
// order. Compiled without fused operations: each cost is rounded as on the processor.
#include <algorithm>
#include <limits>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "espy/error.h"
#include "lab/chain_task.h"

namespace espy::cuda {
namespace {

using lab::ChainCall;
using lab::ChainKernels;
using lab::ChainRun;
using lab::ChainTask;

/// A table in device memory.
struct DeviceChain {
  float* table = nullptr;  ///< points^2 costs by row
  std::int64_t points = 0;
  const float* factors = nullptr;  ///< of each point; null: all are 0
};

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

/// c = min(c, a b) of `call.count` blocks: a thread for each cost, tiles of 16 x 16 in shared
/// memory.
void queueRectangular(const DeviceChain& chain, const ChainCall& call, const Stream& stream) {
  const auto tiles = static_cast<unsigned>(call.size / kSide);
  const auto kernel = chain.factors == nullptr ? rectangular<false> : rectangular<true>;
  launch("rectangular", kernel, {tiles, tiles, static_cast<unsigned>(call.count)}, {kSide, kSide},
         stream, chain, call.row, call.column, call.middle, call.size);
}

/// Completes `call.count` blocks, a thread block each, by diagonals. `merged`: the block and its
/// triangles are merged in shared memory, for up to `lab::kMostMerged` points; otherwise in global
/// memory.
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

/// c = a b of `size` x `size` matrices: the least sums, or sums of products. `size` is a multiple
/// of 16; c holds infinity or 0.
void queueProduct(const float* a, const float* b, float* c, std::int64_t size, bool isSum,
                  const Stream& stream) {
  const auto tiles = static_cast<unsigned>(size / kSide);
  launch("product", isSum ? product<true> : product<false>, {tiles, tiles}, {kSide, kSide}, stream,
         a, b, c, size);
}

constexpr int kCallsAtOnce = 64;  ///< queued before the host waits

class ChainOnGpu {
 public:
  ChainOnGpu(const ChainTask& task, const ChainKernels& kernels, const Control& control,
             Timeline& timeline)
      : task_(task),
        kernels_(kernels),
        control_(control),
        lease_(timeline),
        stream_(lease_->stream()),
        clock_(stream_, timeline) {}

  ChainRun run() {
    clock_.begin("upload");
    run_.table = lab::startOfChain(task_);
    const DeviceBuffer<float> table(run_.table.size());
    const DeviceBuffer<float> factors(task_.factors.size());
    stream_.copy(table.data(), run_.table.data(), table.bytes());
    stream_.copy(factors.data(), task_.factors.data(), factors.bytes());
    chain_ = {table.data(), task_.points, factors.data()};
    lab::runSchedule(
        task_, kernels_.order, [this](const ChainCall& call) { triangular(call); },
        [this](const ChainCall& call) { rectangular(call); });
    clock_.begin("download");
    stream_.copy(run_.table.data(), table.data(), table.bytes());
    clock_.finish();
    return std::move(run_);
  }

 private:
  void triangular(const ChainCall& call) {
    if (call.row != call.column) run_.triangular += call.count;
    enter("triangular");
    each(call,
         [this](const ChainCall& one) { queueTriangular(chain_, one, kernels_.merged, stream_); });
  }
  void rectangular(const ChainCall& call) {
    run_.rectangular += call.count;
    enter("rectangular");
    each(call, [this](const ChainCall& one) { queueRectangular(chain_, one, stream_); });
  }

  /// A launch for all of a call, or one for each block.
  template <class Queue>
  void each(const ChainCall& call, const Queue& queue) {
    if (!kernels_.eachBlock) return queue(call);
    for (std::int64_t index = 0; index < call.count; ++index) queue(call.at(index));
  }

  /// Begins a stage, unless the last one goes on.
  void enter(const char* stage) {
    const bool isFull = ++calls_ % kCallsAtOnce == 0;
    if (isFull) {
      clock_.finish();
      control_.check();
    }
    if (isFull || stage != stage_) clock_.begin(stage);
    stage_ = stage;
  }

  const ChainTask& task_;
  const ChainKernels& kernels_;
  const Control& control_;
  GpuLease lease_;
  const Stream& stream_;
  StageClock clock_;
  ChainRun run_;
  DeviceChain chain_;
  const char* stage_ = nullptr;
  int calls_ = 0;
};

}  // namespace

ChainRun runChainOnGpu(const ChainTask& task, const ChainKernels& kernels, const Control& control,
                       Timeline& timeline) {
  control.check();
  if (kernels.merged && task.block > lab::kMostMerged) {
    throw Error(
        ErrorCode::badUse,
        phrase("blocks that are merged in shared memory have at most {} points", lab::kMostMerged));
  }
  return ChainOnGpu(task, kernels, control, timeline).run();
}

std::vector<float> multiplyOnGpu(const lab::ChainProduct& task, const Control& control,
                                 Timeline& timeline) {
  control.check();
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  const std::int64_t padded = (task.size + kSide - 1) / kSide * kSide;
  const auto count = static_cast<std::size_t>(padded * padded);
  // Rows and columns are added that change nothing.
  const float nothing = task.isSum ? 0 : std::numeric_limits<float>::infinity();
  const auto widened = [&](const std::vector<float>& from) {
    std::vector<float> to(count, nothing);
    for (std::int64_t i = 0; i < task.size; ++i) {
      std::copy_n(from.begin() + i * task.size, task.size, to.begin() + i * padded);
    }
    return to;
  };
  const std::vector<float> a = widened(task.a);
  const std::vector<float> b = widened(task.b);
  std::vector<float> c(count, nothing);
  const DeviceBuffer<float> onDevice[3] = {DeviceBuffer<float>(count), DeviceBuffer<float>(count),
                                           DeviceBuffer<float>(count)};
  clock.begin("upload");
  stream.copy(onDevice[0].data(), a.data(), onDevice[0].bytes());
  stream.copy(onDevice[1].data(), b.data(), onDevice[1].bytes());
  stream.copy(onDevice[2].data(), c.data(), onDevice[2].bytes());
  clock.begin("product");
  queueProduct(onDevice[0].data(), onDevice[1].data(), onDevice[2].data(), padded, task.isSum,
               stream);
  clock.begin("download");
  stream.copy(c.data(), onDevice[2].data(), onDevice[2].bytes());
  clock.finish();
  std::vector<float> product;
  for (std::int64_t i = 0; i < task.size; ++i) {
    product.insert(product.end(), c.begin() + i * padded, c.begin() + i * padded + task.size);
  }
  return product;
}

}  // namespace espy::cuda
