// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Many small tasks, each by one block of threads, which holds the whole table in shared memory.
// Compiled without fused operations.
#include "cuda/base/launch.cuh"
#include "cuda/base/plan.cuh"
#include "cuda/contour/costs.cuh"
#include "cuda/contour/layout.h"

namespace espy::cuda {
namespace {

constexpr int kThreads = 512;

enum Stage { kFill, kDivide };
enum Array { kCosts, kFactors, kOpen };

/// An interval of a division, on the stack.
struct OpenInterval {
  std::uint16_t from;
  std::uint16_t to;
};

/// The upper triangle of the costs, and, for all stages, the factors; the stack of the way back.
template <int capacity>
inline constexpr auto kSmallPlan =
    planShared<3>({{{capacity * (capacity - 1) / 2 * 4, kFill, kDivide},
                    {capacity * 4, kFill, kDivide},
                    {capacity * sizeof(OpenInterval), kDivide, kDivide}}},
                  std::uint64_t{1} << kFill | std::uint64_t{1} << kDivide);
// What a block may have on compute capabilities 7.5, 8.6, 8.0, and 9.0.
static_assert(kSmallPlan<176>.isMinimal && kSmallPlan<176>.bytes <= 64 << 10);
static_assert(kSmallPlan<220>.isMinimal && kSmallPlan<220>.bytes <= 99 << 10);
static_assert(kSmallPlan<280>.isMinimal && kSmallPlan<280>.bytes <= 163 << 10);
static_assert(kSmallPlan<kMostSmallPoints>.isMinimal &&
              kSmallPlan<kMostSmallPoints>.bytes <= 227 << 10);

template <class Number, int capacity>
class SmallTable {
 public:
  __device__ SmallTable(const SmallIntervals<Number>& task, unsigned char* memory)
      : task_(task), shared_(memory) {}

  __device__ void fill() {
    shared_.template enter<kFill>();
    const int last = task_.points - 1;
    for (int i = threadIdx.x; i < last; i += kThreads) cost(i, i + 1) = task_.first[i];
    if (task_.factors != nullptr) {
      for (int i = threadIdx.x; i <= last; i += kThreads) factors()[i] = task_.factors[i];
    }
    __syncthreads();
    for (int length = 2; length <= last; ++length) {
      fillLength(length);
      __syncthreads();
    }
  }

  /// The intervals of a best division, by the first warp.
  __device__ void divide() {
    shared_.template enter<kDivide>();
    if (threadIdx.x >= kWarp) return;
    OpenInterval* const open = shared_.template array<kOpen, OpenInterval>();
    const int last = task_.points - 1;
    if (threadIdx.x == 0) {
      *task_.cost = cost(0, last);
      open[0] = {0, static_cast<std::uint16_t>(last)};
    }
    __syncwarp();
    int splits = 0;
    for (int count = 1; count > 0;) {
      const OpenInterval next = open[--count];
      __syncwarp();
      if (next.to - next.from < 2) continue;
      const int k = bestSplit(next.from, next.to);
      if (threadIdx.x == 0) {
        int* const split = task_.splits + 3 * splits;
        split[0] = next.from;
        split[1] = k;
        split[2] = next.to;
        open[count] = {next.from, static_cast<std::uint16_t>(k)};
        open[count + 1] = {static_cast<std::uint16_t>(k), next.to};
      }
      ++splits;
      count += 2;
      __syncwarp();
    }
  }

 private:
  static constexpr int kWarp = 32;

  /// Row i of the triangle has the costs to i + 1, i + 2, ...
  __device__ Number& cost(int i, int j) const {
    const int row = i * (2 * task_.points - i - 1) / 2;
    return shared_.template array<kCosts, Number>()[row + j - i - 1];
  }
  __device__ Number* factors() const { return shared_.template array<kFactors, Number>(); }

  __device__ Number divided(int i, int k, int j) const {
    const Number sum = cost(i, k) + cost(k, j);
    if (task_.factors == nullptr) return sum;
    return sum + factors()[i] * factors()[k] * factors()[j];
  }

  /// All intervals of this length; several lanes share the divisions of one.
  __device__ void fillLength(int length) {
    const int count = task_.points - length;
    int lanes = kWarp;
    while (lanes > 1 && lanes * count > kThreads) lanes /= 2;
    const int groups = kThreads / lanes;
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    // All threads of a warp take part in every turn.
    for (int first = 0; first < count; first += groups) {
      const int i = first + static_cast<int>(threadIdx.x) / lanes;
      const int own = i < count ? i : count - 1;
      Number found = neverCost<Number>();
      for (int k = own + 1 + lane; k < own + length; k += lanes) {
        found = least(found, divided(own, k, own + length));
      }
      for (int apart = lanes / 2; apart > 0; apart /= 2) {
        found = least(found, __shfl_xor_sync(0xffffffffU, found, apart));
      }
      if (i >= count || lane != 0) continue;
      if (task_.pairs != nullptr) found += task_.pairs[i * task_.points + i + length];
      cost(i, i + length) = found;
    }
  }

  /// The least k that attains the cost of dividing (i, j). For a whole warp.
  __device__ int bestSplit(int i, int j) const {
    int best = j;
    Number found{};
    for (int k = i + 1 + static_cast<int>(threadIdx.x); k < j; k += kWarp) {
      const Number candidate = divided(i, k, j);
      if (best < j && !(candidate < found)) continue;
      found = candidate;
      best = k;
    }
    for (int apart = kWarp / 2; apart > 0; apart /= 2) {
      const Number other = __shfl_xor_sync(0xffffffffU, found, apart);
      const int at = __shfl_xor_sync(0xffffffffU, best, apart);
      if (at == j) continue;
      if (best == j || other < found || (other == found && at < best)) {
        found = other;
        best = at;
      }
    }
    return best;
  }

  const SmallIntervals<Number>& task_;
  SharedMemory<kSmallPlan<capacity>> shared_;
};

template <class Number, int capacity>
__global__ void __launch_bounds__(kThreads) divideSmall(const SmallIntervals<Number>* tasks) {
  extern __shared__ __align__(16) unsigned char memory[];
  const SmallIntervals<Number> task = tasks[blockIdx.x];
  SmallTable<Number, capacity> table(task, memory);
  table.fill();
  table.divide();
}

template <class Number, int capacity>
void queueOf(const SmallIntervals<Number>* tasks, int count, const Stream& stream) {
  launchShared("divideSmall", divideSmall<Number, capacity>, static_cast<unsigned>(count), kThreads,
               kSmallPlan<capacity>.bytes, stream, tasks);
}

/// Calls `use` with the capacity as a constant.
template <class Use>
void withCapacity(int capacity, const Use& use) {
  switch (capacity) {
    case 96:
      return use(std::integral_constant<int, 96>());
    case 176:
      return use(std::integral_constant<int, 176>());
    case 220:
      return use(std::integral_constant<int, 220>());
    case 280:
      return use(std::integral_constant<int, 280>());
    default:
      return use(std::integral_constant<int, kMostSmallPoints>());
  }
}

}  // namespace

int smallCapacity(std::int64_t points) {
  int device = 0;
  int bytes = 0;
  call("cudaGetDevice", [&] { return cudaGetDevice(&device); });
  call("cudaDeviceGetAttribute", [&] {
    return cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  });
  for (const int capacity : kSmallCapacities) {
    if (capacity < points) continue;
    std::uint32_t needed = 0;
    withCapacity(capacity, [&](auto constant) { needed = kSmallPlan<constant()>.bytes; });
    return needed <= static_cast<std::uint32_t>(bytes) ? capacity : 0;
  }
  return 0;
}

template <class Number>
void queueSmallIntervals(const SmallIntervals<Number>* tasks, int count, int capacity,
                         const Stream& stream) {
  withCapacity(capacity, [&](auto constant) { queueOf<Number, constant()>(tasks, count, stream); });
}

template void queueSmallIntervals(const SmallIntervals<float>*, int, int, const Stream&);
template void queueSmallIntervals(const SmallIntervals<std::int32_t>*, int, int, const Stream&);

}  // namespace espy::cuda
