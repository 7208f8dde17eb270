// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scale and offset of each window. A block sums its first window and updates the sums from window
// to window, in double.
#include "cuda/base/launch.cuh"
#include "cuda/signal/motif_kernels.h"

namespace espy::cuda::motif {
namespace {

constexpr int kThreads = 256;
constexpr int kEach = kTile / kThreads;
constexpr int kWarps = kThreads / 32;

/// Sums over a window.
struct Moments {
  double sum = 0;
  double squares = 0;
  double seen = 0;      ///< squares of all samples so far, dropped ones included
  long long marks = 0;  ///< gaps, and 2^32 times the samples that float cannot represent
  int changes = 0;      ///< samples that differ from their predecessor

  __device__ Moments& operator+=(const Moments& other) {
    sum += other.sum;
    squares += other.squares;
    seen += other.seen;
    marks += other.marks;
    changes += other.changes;
    return *this;
  }
  __device__ Moments& operator-=(const Moments& other) {
    sum -= other.sum;
    squares -= other.squares;
    seen -= other.seen;
    marks -= other.marks;
    changes -= other.changes;
    return *this;
  }
};

__device__ Moments momentsOf(float sample) {
  Moments moments;
  if (isnan(sample)) {
    moments.marks = 1;
  } else if (isinf(sample)) {
    moments.marks = 1LL << 32;
  } else {
    moments.sum = sample;
    moments.squares = moments.seen = static_cast<double>(sample) * sample;
  }
  return moments;
}

__device__ int changeAt(const Stretch& stretch, std::int64_t index) {
  return stretch.samples[index] != stretch.samples[index - 1] ? 1 : 0;
}

__device__ Moments fromLane(const Moments& moments, int lane) {
  return {__shfl_sync(~0U, moments.sum, lane), __shfl_sync(~0U, moments.squares, lane),
          __shfl_sync(~0U, moments.seen, lane), __shfl_sync(~0U, moments.marks, lane),
          __shfl_sync(~0U, moments.changes, lane)};
}

/// Prefix over the preceding threads; `all` is the total.
__device__ Moments before(const Moments& own, Moments& all) {
  __shared__ Moments ofWarps[kWarps];
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int warp = static_cast<int>(threadIdx.x / 32);
  Moments sum = own;
  for (int step = 1; step < 32; step *= 2) {
    const Moments other = fromLane(sum, max(0, lane - step));
    if (lane >= step) sum += other;
  }
  __syncthreads();
  if (lane == 31) ofWarps[warp] = sum;
  __syncthreads();
  Moments ahead;
  all = Moments{};
  for (int w = 0; w < kWarps; ++w) {
    if (w == warp) ahead = all;
    all += ofWarps[w];
  }
  ahead += sum;
  ahead -= own;
  return ahead;
}

__device__ Moments firstWindow(const Stretch& stretch, std::int64_t from) {
  Moments own;
  for (std::int64_t i = threadIdx.x; i < stretch.length; i += kThreads) {
    own += momentsOf(stretch.samples[from + i]);
    if (i > 0) own.changes += changeAt(stretch, from + i);
  }
  Moments all;
  before(own, all);
  return all;
}

/// The change from the window at `place` to the next.
__device__ Moments step(const Stretch& stretch, std::int64_t place) {
  Moments more;
  if (place + stretch.length >= stretch.sampleCount) return more;
  more = momentsOf(stretch.samples[place + stretch.length]);
  const double came = more.seen;
  more -= momentsOf(stretch.samples[place]);
  more.seen = came;
  if (stretch.length > 1) {
    more.changes = changeAt(stretch, place + stretch.length) - changeAt(stretch, place + 1);
  }
  return more;
}

/// Error of a window's sums: they are rounded whenever a sample enters or leaves.
struct Blur {
  double sum;
  double squares;
};

__device__ Blur blurOf(double seen, double length) {
  const double part = (length / kThreads + 64) * 0x1p-52;
  return {part * sqrt((length + kTile) * seen), part * seen};
}

__device__ bool mayBeMerged(const std::uint8_t* merged, std::int64_t place, std::int64_t length) {
  if (merged == nullptr) return false;
  for (std::int64_t p = place / kMergedPiece; p <= (place + length - 1) / kMergedPiece; ++p) {
    if (merged[p] != 0) return true;
  }
  return false;
}

/// Addition to `reach` for an error outside float rounding.
__device__ double beyondFloat(double error) {
  return 0x1p21 * error;
}

/// For plain windows with `z`; false if sums are too imprecise.
__device__ bool standardise(double mean, double power, const Blur& blur, double coarse,
                            const LevelRule& rule, double length, WindowLevel& level,
                            float& reach) {
  /// Beyond this offset float is too imprecise.
  constexpr double kMostOffset = 0x1p18;
  constexpr double kMostDoubt = 0x1p-4;
  constexpr double kSmallest = 0x1p-100;  // below, floats lose digits
  const double variance = power - mean * mean;
  const double deviation = sqrt(max(0.0, variance));
  const double doubt = (blur.squares + 2 * abs(mean) * blur.sum) / length / variance;
  const double offset = mean / deviation;
  if (!(deviation > rule.flat * coarse + kSmallest) || !(doubt < kMostDoubt) ||
      !(abs(offset) < kMostOffset)) {
    return false;
  }
  level = {static_cast<float>(1 / deviation), static_cast<float>(-offset)};
  const double off = doubt + (blur.sum / length + length * 0x1p-51 * coarse) / deviation;
  reach = static_cast<float>(rule.queryRms + 1 + abs(offset) + beyondFloat(off));
  return true;
}

__device__ void judge(const Moments& window, double seen, std::int64_t place, const LevelRule& rule,
                      std::int64_t samples, WindowLevel& level, float& reach) {
  level = {0, 0};
  reach = INFINITY;
  if (window.marks != 0) {
    if ((window.marks & 0xffffffffLL) != 0) reach = nanf("");
    return;
  }
  const auto length = static_cast<double>(samples);
  const Blur blur = blurOf(seen, length);
  const double mean = window.sum / length;
  const double power = max(0.0, window.squares / length);
  const double largest = sqrt(power * length + blur.squares);
  const double coarse = rule.distant + largest;  // the host's rounding is proportional to this
  if (rule.normalisation == Normalisation::none) {
    level = {1, 0};
    reach = static_cast<float>(rule.queryRms + sqrt(power + blur.squares / length) +
                               beyondFloat(0x1p-51 * coarse));
  } else if (rule.normalisation == Normalisation::mean) {
    level = {1, static_cast<float>(-mean)};
    const double off = blur.sum / length + length * 0x1p-51 * coarse;
    reach = static_cast<float>(rule.queryRms + sqrt(power + blur.squares / length) + abs(mean) +
                               beyondFloat(off));
  } else if (window.changes == 0) {
    if (samples <= kMostConstant && !mayBeMerged(rule.merged, place, samples)) {
      reach = static_cast<float>(rule.queryRms);
    }
  } else {
    standardise(mean, power, blur, coarse, rule, length, level, reach);
  }
}

__global__ void __launch_bounds__(kThreads)
    findLevels(Stretch stretch, LevelRule rule, Levels levels) {
  const std::int64_t places = stretch.sampleCount - stretch.length + 1;
  const std::int64_t from = static_cast<std::int64_t>(blockIdx.x) * kTile;
  Moments window = firstWindow(stretch, from);
  const std::int64_t own = from + static_cast<std::int64_t>(threadIdx.x) * kEach;
  Moments steps[kEach];
  Moments sum;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    steps[k] = step(stretch, own + k);
    sum += steps[k];
  }
  Moments all;
  const double first = window.seen;
  window += before(sum, all);
  const double seen = first + all.seen;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    if (own + k >= places) return;
    judge(window, seen, own + k, rule, stretch.length, levels.levels[own + k],
          levels.reaches[own + k]);
    window += steps[k];
  }
}

}  // namespace

void queueLevels(const Stretch& stretch, const LevelRule& rule, const Levels& levels,
                 const Stream& stream) {
  launch("findLevels", findLevels, blocksFor(stretch.places(), kTile), kThreads, stream, stretch,
         rule, levels);
}

}  // namespace espy::cuda::motif
