// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Interval dynamic programming in one launch. Compiled without fused operations: each cost is
// rounded as on the processor.
//
// Why blocks do not wait for ever: a block takes the ticket of an item before it works on it, and
// an item waits only for tiles of lower tickets. Those were taken by blocks that are resident, and
// a resident block runs until it ends. So the block with the lowest ticket that is not done waits
// for nothing, whatever the number of blocks; they need not all be resident at the same time. A
// share never waits for other shares of its tile: the last one completes it. Only thread 0 of a
// block waits, the others are at a barrier.
//
// Who sees what: a block writes a tile, synchronises, and thread 0 fences and releases `ready`;
// another block's thread 0 acquires it, its threads synchronise and read. Tiles are read by loads
// that do not use L1, which is not coherent. Shares add to a tile by atomic minima, which are the
// same in every order; then they synchronise, fence, and count `arrived`.
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/base/plan.cuh"
#include "cuda/contour/costs.cuh"
#include "cuda/contour/layout.h"

namespace espy::cuda {
namespace {

constexpr int kThreads = 128;
// Costs of a thread: 16 x 8 threads have a tile.
constexpr int kRows = 3;
constexpr int kColumns = 6;
constexpr int kThreadsInRow = kIntervalTile / kColumns;
static_assert(kThreads * kRows * kColumns == kIntervalCosts);
/// Of a's rows in shared memory: they begin at multiples of 16 bytes and in different banks.
constexpr int kPitch = kIntervalTile + 4;
constexpr int kGroup = 4;  ///< costs that are loaded together

enum Stage { kMultiply, kComplete };
enum Part { kLeftFactor, kRightFactor, kOwn, kLeft, kRight };
constexpr std::uint32_t kTileBytes = kIntervalCosts * 4;
constexpr std::uint32_t kPitchedBytes = kIntervalTile * kPitch * 4;
// A product's tiles are dead when the tile is completed. Barriers are between products already.
constexpr auto kPlan = planShared<5>({{{kPitchedBytes, kMultiply, kMultiply},
                                       {kTileBytes, kMultiply, kMultiply},
                                       {kTileBytes, kComplete, kComplete},
                                       {kTileBytes, kComplete, kComplete},
                                       {kTileBytes, kComplete, kComplete}}},
                                     std::uint64_t{1} << kMultiply | std::uint64_t{1} << kComplete);
static_assert(kPlan.isMinimal && kPlan.bytes == 3 * kTileBytes);
static_assert(blocksThatFit(kTuring, kPlan.bytes, kThreads) == 2);
static_assert(blocksThatFit(kHopper, kPlan.bytes, kThreads) == 8);

__device__ unsigned loadAcquired(const unsigned* at) {
  unsigned value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
__device__ void storeReleased(unsigned* at, unsigned value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}

/// Returns when the tile is complete. For thread 0.
__device__ void awaitTile(const unsigned* ready) {
  constexpr unsigned kNanoseconds = 50;
  while (loadAcquired(ready) == 0) __nanosleep(kNanoseconds);
}

template <class Number, bool kFactors>
class BlockOfThreads {
 public:
  using Cost = IntervalCost<Number>;

  __device__ BlockOfThreads(const DeviceIntervals<Number>& table, unsigned char* memory)
      : table_(table), shared_(memory) {}

  /// Returns whether this block is to complete the tile.
  __device__ bool addProducts(const IntervalItem& item) {
    for (auto& row : own_) {
      for (Cost& cost : row) cost = neverCost<Number>();
    }
    for (int entry = item.part; entry < item.products(); entry += item.parts) {
      multiply(item, item.middle(entry));
    }
    if (item.parts == 1) return true;
    addToSums(item);
    return isLast(item);
  }

  /// Completes a tile of which all products are done, and stores it.
  __device__ void complete(const IntervalItem& item) {
    const bool isDiagonal = item.row == item.column;
    if (threadIdx.x == 0 && !isDiagonal) {
      awaitTile(table_.ready + tileAt(item.row, item.row));
      awaitTile(table_.ready + tileAt(item.column, item.column));
    }
    shared_.template enter<kComplete>();
    storeOwn(item);
    if (!isDiagonal) {
      loadTile(item.row, item.row, array<kLeft>(), kIntervalTile);
      loadTile(item.column, item.column, array<kRight>(), kIntervalTile);
    }
    __syncthreads();
    const int steps = isDiagonal ? kIntervalTile : 2 * kIntervalTile - 1;
    for (int step = isDiagonal ? 1 : 0; step < steps; ++step) {
      completeDiagonal(item, step);
      __syncthreads();
    }
    store(item);
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      storeReleased(table_.ready + tileAt(item.row, item.column), 1);
    }
  }

 private:
  template <int part>
  __device__ Cost* array() const {
    return shared_.template array<part, Cost>();
  }
  __device__ std::int64_t tileAt(int row, int column) const {
    return intervalTile(table_.order.tiles, row, column);
  }
  __device__ static int firstRow() { return static_cast<int>(threadIdx.x) / kThreadsInRow * kRows; }
  __device__ static int firstColumn() {
    return static_cast<int>(threadIdx.x) % kThreadsInRow * kColumns;
  }

  /// Loads a complete tile into shared memory, its rows `pitch` apart.
  __device__ void loadTile(int row, int column, Cost* to, int pitch) const {
    const std::int64_t tile = tileAt(row, column);
    const Number* const from = table_.costs + tile * kIntervalCosts;
    int offset = 0;
    if constexpr (sizeof(Number) == 2) offset = __ldcg(table_.offsets + tile);
    for (int at = static_cast<int>(threadIdx.x) * kGroup; at < kIntervalCosts;
         at += kThreads * kGroup) {
      loadGroup(from + at, offset, to + at / kIntervalTile * pitch + at % kIntervalTile);
    }
  }

  /// own = min(own, a b) with the tiles on both sides of `middle`.
  __device__ void multiply(const IntervalItem& item, int middle) {
    if (threadIdx.x == 0) {
      awaitTile(table_.ready + tileAt(item.row, middle));
      awaitTile(table_.ready + tileAt(middle, item.column));
    }
    shared_.template enter<kMultiply>();  // also: the product before is done
    loadTile(item.row, middle, array<kLeftFactor>(), kPitch);
    loadTile(middle, item.column, array<kRightFactor>(), kIntervalTile);
    __syncthreads();
    const Cost* const a = array<kLeftFactor>() + firstRow() * kPitch;
    const Cost* const b = array<kRightFactor>() + firstColumn();
    for (int k = 0; k < kIntervalTile; k += kGroup) {
      Cost left[kRows][kGroup];
      for (int r = 0; r < kRows; ++r) loadFour(a + r * kPitch + k, left[r]);
#pragma unroll
      for (int next = 0; next < kGroup; ++next) {
        Cost right[kColumns];
        for (int c = 0; c < kColumns; c += 2) {
          loadTwo(b + (k + next) * kIntervalTile + c, right + c);
        }
        addAll(item, middle * kIntervalTile + k + next, left, next, right);
      }
    }
  }

  __device__ void addAll(const IntervalItem& item, int point, const Cost (&left)[kRows][kGroup],
                         int next, const Cost (&right)[kColumns]) {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      Cost outer{};
      if constexpr (kFactors) outer = factorOfRow(item, r) * __ldg(table_.factors + point);
#pragma unroll
      for (int c = 0; c < kColumns; ++c) {
        if constexpr (kFactors) {
          const Cost product = outer * factorOfColumn(item, c);
          own_[r][c] = least(own_[r][c], left[r][next] + right[c] + product);
        } else {
          own_[r][c] = leastSum(left[r][next], right[c], own_[r][c]);
        }
      }
    }
  }
  __device__ Cost factorOfRow(const IntervalItem& item, int r) const {
    return __ldg(table_.factors + item.row * kIntervalTile + firstRow() + r);
  }
  __device__ Cost factorOfColumn(const IntervalItem& item, int c) const {
    return __ldg(table_.factors + item.column * kIntervalTile + firstColumn() + c);
  }

  /// Where this thread's costs of a row are in a tile.
  __device__ static int ownAt(int r) {
    return (firstRow() + r) * kIntervalTile + firstColumn();
  }

  __device__ void addToSums(const IntervalItem& item) const {
    Cost* const sums = table_.sums + tileAt(item.row, item.column) * kIntervalCosts;
    for (int r = 0; r < kRows; ++r) {
      for (int c = 0; c < kColumns; ++c) {
        if (own_[r][c] < neverCost<Number>()) atomicLeast(sums + ownAt(r) + c, own_[r][c]);
      }
    }
  }

  /// Counts this share. Returns whether all shares are done.
  __device__ bool isLast(const IntervalItem& item) const {
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      const unsigned before = atomicAdd(table_.arrived + tileAt(item.row, item.column), 1U);
      last = before + 1 == static_cast<unsigned>(item.parts);
      __threadfence();
    }
    __syncthreads();
    return last;
  }

  /// Moves the sums to shared memory: this thread's, or those of all shares.
  __device__ void storeOwn(const IntervalItem& item) const {
    const Cost* const sums = table_.sums + tileAt(item.row, item.column) * kIntervalCosts;
    for (int r = 0; r < kRows; ++r) {
      for (int c = 0; c < kColumns; ++c) {
        array<kOwn>()[ownAt(r) + c] = item.parts == 1 ? own_[r][c] : __ldcg(sums + ownAt(r) + c);
      }
    }
  }

  /// Completes the costs of a diagonal: of the diagonal tile those with j - i = step, else those
  /// with (47 - i) + j = step. Several lanes share the divisions of a cost.
  __device__ void completeDiagonal(const IntervalItem& item, int step) const {
    constexpr int kLast = kIntervalTile - 1;
    const bool isDiagonal = item.row == item.column;
    const int above = step > kLast ? step - kLast : 0;
    const int count = isDiagonal ? kIntervalTile - step : min(step, 2 * kLast - step) + 1;
    int lanes = 32;
    while (lanes * count > kThreads) lanes /= 2;
    const int element = static_cast<int>(threadIdx.x) / lanes;
    const bool isUsed = element < count;
    const int i = isDiagonal ? element : kLast - step + above + element;
    const int j = isDiagonal ? element + step : above + element;
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    Cost cost = neverCost<Number>();
    if (isUsed) {
      cost =
          isDiagonal ? leastInside(item, i, j, lane, lanes) : leastBeside(item, i, j, lane, lanes);
    }
    for (int apart = lanes / 2; apart > 0; apart /= 2) {
      cost = least(cost, __shfl_xor_sync(0xffffffffU, cost, apart));
    }
    if (isUsed && lane == 0) setCost(item, i, j, cost);
  }

  __device__ Cost divided(const IntervalItem& item, int i, int j, int point, Cost left,
                          Cost right) const {
    if constexpr (kFactors) {
      const Cost outer = table_.factors[item.row * kIntervalTile + i] * table_.factors[point];
      return left + right + outer * table_.factors[item.column * kIntervalTile + j];
    } else {
      return left + right;
    }
  }

  /// The least division of (i, j) of a tile on the diagonal.
  __device__ Cost leastInside(const IntervalItem& item, int i, int j, int lane, int lanes) const {
    const Cost* const own = array<kOwn>();
    Cost cost = neverCost<Number>();
    for (int k = i + 1 + lane; k < j; k += lanes) {
      cost = least(cost, divided(item, i, j, item.row * kIntervalTile + k,
                                 own[i * kIntervalTile + k], own[k * kIntervalTile + j]));
    }
    return cost;
  }

  /// The least of the sum so far and the divisions of (i, j) at points of the tile's own rows and
  /// columns.
  __device__ Cost leastBeside(const IntervalItem& item, int i, int j, int lane, int lanes) const {
    const Cost* const own = array<kOwn>();
    // Only by the lane that replaces it.
    Cost cost = lane == 0 ? own[i * kIntervalTile + j] : neverCost<Number>();
    for (int k = i + 1 + lane; k < kIntervalTile; k += lanes) {
      cost =
          least(cost, divided(item, i, j, item.row * kIntervalTile + k,
                              array<kLeft>()[i * kIntervalTile + k], own[k * kIntervalTile + j]));
    }
    for (int k = lane; k < j; k += lanes) {
      cost =
          least(cost, divided(item, i, j, item.column * kIntervalTile + k,
                              own[i * kIntervalTile + k], array<kRight>()[k * kIntervalTile + j]));
    }
    return cost;
  }

  __device__ void setCost(const IntervalItem& item, int i, int j, Cost cost) const {
    const int from = item.row * kIntervalTile + i;
    const int to = item.column * kIntervalTile + j;
    if (to == from + 1) {
      cost = table_.first[from];
    } else if (table_.pairs != nullptr && to < table_.points) {
      cost += static_cast<Cost>(table_.pairs[std::int64_t{from} * table_.points + to]);
    }
    array<kOwn>()[i * kIntervalTile + j] = cost;
  }

  __device__ void store(const IntervalItem& item) const {
    const std::int64_t tile = tileAt(item.row, item.column);
    Number* const to = table_.costs + tile * kIntervalCosts;
    int offset = 0;
    if constexpr (sizeof(Number) == 2) {
      offset = leastOfTile(item);
      if (threadIdx.x == 0) table_.offsets[tile] = offset;
    }
    const Cost* const own = array<kOwn>();
    for (int at = static_cast<int>(threadIdx.x); at < kIntervalCosts; at += kThreads) {
      if constexpr (sizeof(Number) == 2) {
        to[at] = narrowed(item, at, own[at], offset);
      } else {
        to[at] = own[at];
      }
    }
  }

  /// Whether a position of the tile is an interval of the task.
  __device__ bool isInterval(const IntervalItem& item, int at) const {
    const int from = item.row * kIntervalTile + at / kIntervalTile;
    const int to = item.column * kIntervalTile + at % kIntervalTile;
    return from < to && to < table_.points;
  }

  /// The least cost of the task's intervals in this tile; 0 if it has none.
  __device__ int leastOfTile(const IntervalItem& item) const {
    __shared__ int found;
    if (threadIdx.x == 0) found = neverCost<Number>();
    __syncthreads();
    for (int at = static_cast<int>(threadIdx.x); at < kIntervalCosts; at += kThreads) {
      if (isInterval(item, at)) atomicMin(&found, static_cast<int>(array<kOwn>()[at]));
    }
    __syncthreads();
    return found == neverCost<Number>() ? 0 : found;
  }
  __device__ std::uint16_t narrowed(const IntervalItem& item, int at, int cost, int offset) const {
    if (!isInterval(item, at)) return kNever16;
    if (cost - offset >= kNever16) *table_.tooWide = 1;
    return static_cast<std::uint16_t>(min(cost - offset, int{kNever16}));
  }

  const DeviceIntervals<Number>& table_;
  SharedMemory<kPlan> shared_;
  Cost own_[kRows][kColumns];
};

template <class Number, bool kFactors>
__global__ void __launch_bounds__(kThreads)
    fillIntervals(DeviceIntervals<Number> table, std::int64_t first, std::int64_t end) {
  alignas(16) __shared__ unsigned char memory[kPlan.bytes];
  __shared__ unsigned taken;
  BlockOfThreads<Number, kFactors> block(table, memory);
  IntervalWalk walk(table.order);
  while (true) {
    if (threadIdx.x == 0) taken = atomicAdd(table.tickets, 1U);
    __syncthreads();
    const std::int64_t ticket = first + taken;
    IntervalItem item;
    if (ticket >= end || !walk.find(ticket, item)) return;
    if (block.addProducts(item)) block.complete(item);
    __syncthreads();  // all have read `taken`
  }
}

template <class Cost>
__global__ void fillWith(Cost* sums, std::int64_t count, Cost value) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    sums[i] = value;
  }
}

}  // namespace

template <class Number>
void queueIntervalStart(const DeviceIntervals<Number>& table, const Stream& stream) {
  const std::int64_t tiles = std::int64_t{table.order.tiles} * (table.order.tiles + 1) / 2;
  launch("fillWith", fillWith<IntervalCost<Number>>, rowsOfGrid(tiles * kIntervalCosts / 1024),
         kBlockThreads, stream, table.sums, tiles * kIntervalCosts, neverCost<Number>());
  const auto bytes = static_cast<std::size_t>(tiles) * sizeof(unsigned);
  stream.set(table.ready, 0, bytes);
  stream.set(table.arrived, 0, bytes);
  stream.set(table.tooWide, 0, sizeof(unsigned));
}

template <class Number>
void queueIntervals(const DeviceIntervals<Number>& table, std::int64_t first, std::int64_t end,
                    int blocks, const Stream& stream) {
  stream.set(table.tickets, 0, sizeof(unsigned));
  const auto grid = static_cast<unsigned>(std::min<std::int64_t>(blocks, end - first));
  launch("fillIntervals",
         table.factors == nullptr ? fillIntervals<Number, false> : fillIntervals<Number, true>,
         grid, kThreads, stream, table, first, end);
}

template <class Number>
int intervalBlocks() {
  int blocks = 0;
  call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fillIntervals<Number, false>,
                                                         kThreads, 0);
  });
  return std::max(blocks, 1);
}

// clang-format off
#define ESPY_INTERVALS(Number)                                                                    \
  template void queueIntervalStart(const DeviceIntervals<Number>&, const Stream&);                \
  template void queueIntervals(const DeviceIntervals<Number>&, std::int64_t, std::int64_t, int,   \
                               const Stream&);                                                    \
  template int intervalBlocks<Number>();
// clang-format on
ESPY_INTERVALS(float)
ESPY_INTERVALS(std::int32_t)
ESPY_INTERVALS(std::uint16_t)
#undef ESPY_INTERVALS

}  // namespace espy::cuda
