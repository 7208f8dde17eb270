// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// DTW with any band: a thread per window processes the table in strips of rows (samples of the
// window), which stay in registers while it moves along the columns. The last row of a strip is
// kept in memory for the next, four columns of 32 windows interleaved.
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/signal/motif_window.cuh"
#include "cuda/signal/warp_row.cuh"

namespace espy::cuda::motif {
namespace {

constexpr int kThreads = 128;
constexpr int kBlocks = 4;  ///< per multiprocessor
constexpr int kRows = static_cast<int>(kWideRows);
constexpr int kColumns = 4;

/// A thread's part of a strip.
struct Strip {
  float samples[kRows];
  float left[kRows];  ///< sums of the previous column
  float corner;       ///< the sum above the previous column
  float smallest;     ///< of the last row

  __device__ __forceinline__ void begin(float above) {
#pragma unroll
    for (int k = 0; k < kRows; ++k) left[k] = warp::never();
    corner = above;
    smallest = warp::never();
  }

  /// Advances by four columns. `kAsk`: checks cells against the band; inside are those whose row
  /// and `shift + column` differ by at most `width`.
  template <bool kAsk>
  __device__ __forceinline__ void advance(float4& row, const float4& query, int shift, int width) {
    float up[kColumns] = {row.x, row.y, row.z, row.w};
    float diagonal[kColumns] = {corner, row.x, row.y, row.z};
    const float column[kColumns] = {query.x, query.y, query.z, query.w};
    corner = row.w;
    if constexpr (kAsk) {
#pragma unroll
      for (int c = 0; c < kColumns; ++c) {
        if (shift - c <= 0) up[c] = warp::never();
      }
    }
#pragma unroll
    for (int step = 0; step < kRows + kColumns - 1; ++step) {
#pragma unroll
      for (int c = 0; c < kColumns; ++c) {
        const int k = step - c;
        if (k < 0 || k >= kRows) continue;
        const float apart = samples[k] - column[c];
        float sum = fmaf(apart, apart, warp::least(left[k], up[c], diagonal[c]));
        if (kAsk && static_cast<unsigned>(shift - c + k) > static_cast<unsigned>(width)) {
          sum = warp::never();
        }
        diagonal[c] = left[k];
        up[c] = sum;
        left[k] = sum;
      }
    }
    row = {up[0], up[1], up[2], up[3]};
    smallest = warp::least(smallest, up[0], up[1]);
    smallest = warp::least(smallest, up[2], up[3]);
  }
};

/// The row between two strips, in a ring buffer as long as the band needs.
class StripBorder {
 public:
  __device__ StripBorder(float4* work, int groups)
      : work_(work + threadIdx.x % 32), groups_(groups) {}

  __device__ void seek(std::int64_t group) { at_ = static_cast<int>(group % groups_); }
  __device__ float4& here() const { return work_[at_ * 32]; }
  __device__ float before() const { return work_[(at_ == 0 ? groups_ - 1 : at_ - 1) * 32].w; }
  __device__ void next() { at_ = at_ + 1 == groups_ ? 0 : at_ + 1; }

 private:
  float4* work_;
  int groups_;
  int at_ = 0;
};

__host__ __device__ constexpr std::int64_t groupsBetween(std::int64_t length, std::int64_t band) {
  const std::int64_t ofBand = (2 * band + kRows) / kColumns + 4;
  const std::int64_t all = wideSize(length) / kColumns;
  return ofBand < all ? ofBand : all;
}

/// One window per lane.
__device__ float warped(const WarpTask& task, const float* window, const WindowLevel& level,
                        float most, StripBorder row) {
  const auto length = static_cast<int>(task.stretch.length);
  const auto padded = static_cast<int>(wideSize(length));
  const auto band = static_cast<int>(min(task.band, std::int64_t{padded}));
  const auto* query = reinterpret_cast<const float4*>(task.query);
  Strip strip;
  for (int top = 0; top < padded; top += kRows) {
#pragma unroll
    for (int k = 0; k < kRows; ++k) {
      const bool in = top + k < length;
      strip.samples[k] = in ? fmaf(window[top + k], level.scale, level.offset) : warp::kPadding;
    }
    const int first = max(0, top - band) / kColumns;
    const int last = min(padded - 1, top + kRows - 1 + band) / kColumns;
    row.seek(first);
    strip.begin(first > 0 ? row.before() : top > 0 ? warp::never() : 0.0F);
    for (int g = first; g <= last; ++g) {
      const int column = g * kColumns;
      float4 sums = row.here();
      // These columns are in the band of every row, the one above the strip included.
      const bool inner =
          top > 0 && column + kColumns - 1 <= top - 1 + band && column >= top + kRows - 1 - band;
      if (inner) {
        strip.advance<false>(sums, query[g], 0, 0);
      } else {
        // Above the first row only the corner is finite.
        if (top == 0) sums = {warp::never(), warp::never(), warp::never(), warp::never()};
        strip.advance<true>(sums, query[g], band - (column - top), 2 * band);
      }
      row.here() = sums;
      row.next();
    }
    if (__all_sync(~0U, !(strip.smallest <= most))) return warp::never();
  }
  return strip.left[kRows - 1];
}

__global__ void __launch_bounds__(kThreads, kBlocks) warpWide(WarpTask task, float4* work) {
  const int groups = static_cast<int>(groupsBetween(task.stretch.length, task.band));
  const std::int64_t warp = (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) / 32;
  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * kThreads / 32;
  const StripBorder row(work + warp * groups * 32, groups);
  for (std::int64_t first = warp * 32; first < task.count; first += warps * 32) {
    const std::int64_t index = first + threadIdx.x % 32;
    const bool there = index < task.count;
    const std::uint32_t place = there ? task.places[index] : 0;
    const float reach = there ? task.levels.reaches[place] : 0;
    const WindowLevel level = there ? task.levels.levels[place] : WindowLevel{0, 0};
    const float most = there ? mostOf(task.allowed, reach) : nanf("");
    const float sum = warped(task, task.stretch.samples + place, level, most, row);
    if (task.sums != nullptr && there) task.sums[index] = sum;
    take(task.found, task.allowed, place, sum, reach, there);
  }
}

}  // namespace

void layWide(const float* query, std::int64_t length, float* to) {
  std::fill(to, to + wideSize(length), warp::kPadding);
  std::copy(query, query + length, to);
}

std::int64_t wideWork(std::int64_t length, std::int64_t band, int multiprocessors) {
  return groupsBetween(length, band) * kThreads * kBlocks * multiprocessors;
}

void warpWidely(const WarpTask& task, float4* work, int multiprocessors, const Stream& stream) {
  const unsigned blocks =
      std::min(blocksFor(task.count, kThreads), static_cast<unsigned>(kBlocks * multiprocessors));
  launch("warpWide", warpWide, blocks, kThreads, stream, task, work);
}

}  // namespace espy::cuda::motif
