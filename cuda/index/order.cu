// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sorts found pictures by position: counted by row, moved to their rows, and ranked within each.
#include "cuda/base/launch.cuh"
#include "cuda/index/kernels.h"

namespace espy::cuda {
namespace {

constexpr int kWarp = 32;
constexpr int kScanThreads = 1024;
/// With more in a row, comparing all pairs would take long; the caller sorts them.
constexpr std::uint32_t kMostOfRow = 256;

__device__ bool isComplete(const DeviceList<FoundPicture>& list) {
  return *list.count <= list.room;
}

/// Replaces counts by the sums of those before them. One block.
__global__ void __launch_bounds__(kScanThreads) sumRows(std::uint32_t* counts, std::int64_t rows) {
  __shared__ std::uint32_t ofWarps[kWarp];
  const std::int64_t each = (rows + kScanThreads - 1) / kScanThreads;
  const std::int64_t first = min(rows, threadIdx.x * each);
  const std::int64_t end = min(rows, first + each);
  std::uint32_t own = 0;
  for (std::int64_t row = first; row < end; ++row) own += counts[row];
  const unsigned lane = threadIdx.x % kWarp;
  const auto upTo = [&](std::uint32_t value) {
    for (unsigned distance = 1; distance < kWarp; distance *= 2) {
      const std::uint32_t before = __shfl_up_sync(~0U, value, distance);
      if (lane >= distance) value += before;
    }
    return value;
  };
  const std::uint32_t inWarp = upTo(own);
  if (lane == kWarp - 1) ofWarps[threadIdx.x / kWarp] = inWarp;
  __syncthreads();
  if (threadIdx.x < kWarp) ofWarps[lane] = upTo(ofWarps[lane]) - ofWarps[lane];
  __syncthreads();
  std::uint32_t before = ofWarps[threadIdx.x / kWarp] + inWarp - own;
  for (std::int64_t row = first; row < end; ++row) {
    const std::uint32_t count = counts[row];
    counts[row] = before;
    before += count;
  }
}

/// Moves the pictures to their rows; afterwards `next` has the rows' ends.
__global__ void __launch_bounds__(kBlockThreads)
    moveToRows(FoundList from, std::uint32_t* next, FoundPicture* to) {
  if (!isComplete(from.list)) return;
  const std::uint64_t count = *from.list.count;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * kBlockThreads + threadIdx.x; i < count;
       i += std::uint64_t{gridDim.x} * kBlockThreads) {
    const FoundPicture found = from.list.items[i];
    to[atomicAdd(&next[static_cast<std::int64_t>(found.y) - from.firstRow], 1U)] = found;
  }
}

/// A warp has a row.
__global__ void __launch_bounds__(kBlockThreads)
    rankInRows(FoundList from, const std::uint32_t* ends, std::int64_t rows,
               const FoundPicture* moved, FoundPicture* to) {
  if (!isComplete(from.list)) return;
  constexpr int kWarps = kBlockThreads / kWarp;
  const auto keyOf = [](const FoundPicture& found) {
    return std::uint64_t{found.x} << 32 | found.picture;
  };
  for (std::int64_t row = std::int64_t{blockIdx.x} * kWarps + threadIdx.x / kWarp; row < rows;
       row += std::int64_t{gridDim.x} * kWarps) {
    const std::uint32_t first = row == 0 ? 0 : ends[row - 1];
    const std::uint32_t count = ends[row] - first;
    for (std::uint32_t i = threadIdx.x % kWarp; i < count; i += kWarp) {
      const FoundPicture found = moved[first + i];
      std::uint32_t rank = i;
      if (count <= kMostOfRow) {
        rank = 0;
        for (std::uint32_t other = 0; other < count; ++other) {
          const std::uint64_t key = keyOf(moved[first + other]);
          rank += key < keyOf(found) || (key == keyOf(found) && other < i) ? 1 : 0;
        }
      }
      to[first + rank] = found;
    }
  }
}

}  // namespace

void orderByRows(const Gpu& gpu, const FoundList& from, std::int64_t rows, FoundPicture* scratch,
                 FoundPicture* to) {
  constexpr int kWarps = kBlockThreads / kWarp;
  launch("sumRows", sumRows, 1, kScanThreads, gpu.stream(), from.rowCounts, rows);
  launch("moveToRows", moveToRows, static_cast<unsigned>(2 * gpu.multiprocessors()), kBlockThreads,
         gpu.stream(), from, from.rowCounts, scratch);
  launch("rankInRows", rankInRows, std::min(blocksFor(rows, kWarps), 65535U), kBlockThreads,
         gpu.stream(), from, from.rowCounts, rows, scratch, to);
}

}  // namespace espy::cuda
