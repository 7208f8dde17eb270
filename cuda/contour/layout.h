// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "cuda/base/plan.h"
#include "cuda/base/stream.h"
#include "cuda/contour/order.h"
#include "espy/engine/contour.h"

/// Tables of intervals in device memory, and the launches of their kernels.
namespace espy::cuda {

/// What the GPU computes with: 16-bit costs are stored above their tile's offset only.
template <class Number>
using IntervalCost = std::conditional_t<std::is_same_v<Number, float>, float, std::int32_t>;

/// The cost of what is no interval. Twice this and a product of factors do not overflow.
template <class Number>
constexpr IntervalCost<Number> neverCost() {
  if constexpr (std::is_same_v<Number, float>) {
    return std::numeric_limits<float>::infinity();
  } else {
    return 3 << 28;
  }
}
/// Limit of int32 costs, which keeps sums of two and a product below neverCost.
inline constexpr std::int64_t kMostIntCost = 1 << 28;

inline constexpr int kIntervalTile = static_cast<int>(IntervalTable<float>::kTile);
inline constexpr int kIntervalCosts = kIntervalTile * kIntervalTile;

template <class Number>
struct DeviceIntervals {
  using Cost = IntervalCost<Number>;

  Number* costs = nullptr;        ///< tiles of the upper triangle, by row, as in IntervalTable
  int* offsets = nullptr;         ///< of each tile; with 16 bits
  Cost* sums = nullptr;           ///< least sums so far; of 32-bit numbers the costs themselves
  unsigned* ready = nullptr;      ///< of each tile: 1 if it is complete
  unsigned* arrived = nullptr;    ///< of each tile: shares that are done
  unsigned* tickets = nullptr;    ///< one counter: items that were taken by this launch
  unsigned* tooWide = nullptr;    ///< 1 if costs of a tile differ by more than 16 bits hold
  const Cost* first = nullptr;    ///< of all points, `neverCost` beyond the task's
  const Cost* factors = nullptr;  ///< likewise, 0 beyond; null: none
  const Number* pairs = nullptr;  ///< points^2, or null
  int points = 0;
  IntervalOrder order;
};

/// Sets sums and counters to what they are before the first item.
template <class Number>
void queueIntervalStart(const DeviceIntervals<Number>& table, const Stream& stream);

/// Computes the items from ticket `first` on, up to `end`, in one launch of at most `blocks`
/// blocks.
template <class Number>
void queueIntervals(const DeviceIntervals<Number>& table, std::int64_t first, std::int64_t end,
                    int blocks, const Stream& stream);

/// Blocks that run at the same time on a multiprocessor.
template <class Number>
int intervalBlocks();

/// A small task, whose table one block of threads holds in shared memory.
template <class Number>
struct SmallIntervals {
  const Number* first = nullptr;
  const Number* factors = nullptr;  ///< or null
  const Number* pairs = nullptr;    ///< or null
  Number* cost = nullptr;           ///< of the whole
  int* splits = nullptr;            ///< {i, k, j} of each interval of a best division
  int points = 0;
};

/// The capacities, in points, for which the kernel is compiled.
inline constexpr int kSmallCapacities[] = {96, 176, 220, 280, 321};
inline constexpr int kMostSmallPoints = 321;

/// The capacity for `points` points that fits on this device; 0 if there is none.
int smallCapacity(std::int64_t points);

/// Computes `count` tasks of at most `capacity` points, a block each.
template <class Number>
void queueSmallIntervals(const SmallIntervals<Number>* tasks, int count, int capacity,
                         const Stream& stream);

}  // namespace espy::cuda
