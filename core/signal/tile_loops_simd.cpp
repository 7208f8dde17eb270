// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/tile_loops.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "signal/motif_plan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "signal/tile_loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::signal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Floats are clamped to this.
constexpr double kFarthest = 1e18;

double convertSamples(const double* samples, std::int64_t size, double centre, double gain,
                      float* floats) {
  double gaps = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    const bool there = std::abs(samples[i]) <= kLargest;
    const double scaled = (samples[i] - centre) * gain;
    const double low = scaled > -kFarthest ? scaled : -kFarthest;
    const double held = low < kFarthest ? low : kFarthest;
    floats[i] = static_cast<float>(there ? held : 0);
    gaps += there ? 0 : 1;
  }
  return gaps;
}

double standardiseWindows(const WindowSums& of, const WindowScales& to) {
  constexpr double kMostShift = 1024;
  constexpr double kMostSize = 1e15;   // beyond any limit
  constexpr double kSmallest = 1e-30;  // below, floats lose digits
  const double part = 1 / of.length;
  const double rootLength = std::sqrt(of.length);
  const double centre = std::abs(of.centre);
  double others = 0;
  for (std::int64_t i = 0; i < of.count; ++i) {
    const double mean = of.sums[i] * part;
    const double size = std::sqrt(of.squares[i] * part);
    const double variance = of.squares[i] * part - mean * mean;
    const double deviation = std::sqrt(variance > 0 ? variance : 0);
    const double largest = centre + size * rootLength;  // upper bound
    const double rounding = of.length * 0x1p-50 * (centre + size);
    const bool sure = (deviation > 10 * kFlat * largest + rounding) & (deviation > kSmallest) &
                      (std::abs(mean) < kMostShift * deviation) & (size < kMostSize);
    const double blurred = size * 0x1p-22 + kSmallest;  // float resolution
    const bool flat = deviation + rounding + blurred < 0.5 * kFlat * std::abs(of.centre + mean);
    const double factor = sure ? 1 / deviation : 0;
    to.factors[i] = static_cast<float>(factor);
    to.shifts[i] = static_cast<float>(-mean * factor);
    to.slacks[i] = static_cast<float>(of.perUnit * (1 + std::abs(mean) * factor) +
                                      of.perNumber * (centre + size) * factor);
    to.unsure[i] = sure ? 0 : flat ? 2 : 1;
    others += sure ? 0 : 1;
  }
  return others;
}

double shiftWindows(const WindowSums& of, bool shifts, const WindowScales& to) {
  constexpr double kMostSize = 1e15;
  const double centre = std::abs(of.centre);
  double others = 0;
  for (std::int64_t i = 0; i < of.count; ++i) {
    const double mean = shifts ? of.sums[i] / of.length : 0;
    const double size = std::sqrt(of.squares[i] / of.length);
    const bool sure = (size < kMostSize) | !shifts;
    to.factors[i] = 1;
    to.shifts[i] = static_cast<float>(sure ? -mean : 0);
    to.slacks[i] = static_cast<float>(of.perUnit * (size + std::abs(mean)) +
                                      (shifts ? of.perNumber * (centre + size) : 0));
    to.unsure[i] = sure ? 0 : 1;
    others += sure ? 0 : 1;
  }
  return others;
}

void fillLimits(const float* slacks, std::int64_t count, bool isSad, double root, double grown,
                float* limits) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double own = root + static_cast<double>(slacks[i]);
    const double limit = (isSad ? own : own * own) * grown;
    limits[i] = limit < 3e38 ? static_cast<float>(limit) : std::numeric_limits<float>::infinity();
  }
}

void scaleAndShift(const float* samples, std::int64_t size, float factor, float shift, float* out) {
  for (std::int64_t k = 0; k < size; ++k) out[k] = samples[k] * factor + shift;
}

// Lower bounds. Order of additions and fused products may vary: `FloatGuard::grown` covers it.

constexpr hn::CappedTag<float, BoundTask::kTogether / 2> d{};
using Floats = hn::Vec<decltype(d)>;
constexpr auto kRegister = static_cast<std::int64_t>(hn::MaxLanes(d));

/// Samples between two checks of the limits.
constexpr std::int64_t kCheckInterval = 16;

enum class Kind { range, square, difference };

template <Kind kKind>
ESPY_INLINE Floats addSeparately(Floats sum, Floats sample, float lower, float upper) {
  const Floats low = hn::Set(d, lower);
  if constexpr (kKind == Kind::difference) return hn::Add(sum, hn::Abs(hn::Sub(sample, low)));
  Floats apart;
  if constexpr (kKind == Kind::range) {
    apart = hn::Sub(sample, hn::Min(hn::Max(sample, low), hn::Set(d, upper)));
  } else {
    apart = hn::Sub(sample, low);
  }
  return hn::MulAdd(apart, apart, sum);
}

/// Sums that stay in registers.
constexpr int kVectors =
    static_cast<int>(std::min<std::int64_t>(4, BoundTask::kTogether / kRegister));

template <Kind kKind>
void boundSome(const BoundTask& task, std::int64_t lane) {
  const std::int32_t* offsets = task.offsets;
  const float* lower = task.lower;
  const float* upper = task.upper;
  const float* windows = task.samples + lane;
  Floats sums[kVectors];
  Floats factors[kVectors];
  Floats shifts[kVectors];
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) {
    sums[v] = hn::Zero(d);
    factors[v] = hn::LoadU(d, task.factors + lane + kRegister * v);
    shifts[v] = hn::LoadU(d, task.shifts + lane + kRegister * v);
  }
  for (std::int64_t from = 0; from < task.size; from += kCheckInterval) {
    const std::int64_t to = std::min(task.size, from + kCheckInterval);
    for (std::int64_t k = from; k < to; ++k) {
      const float* samples = windows + offsets[k];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const Floats sample =
            hn::MulAdd(hn::LoadU(d, samples + kRegister * v), factors[v], shifts[v]);
        sums[v] = addSeparately<kKind>(sums[v], sample, lower[k], upper[k]);
      }
    }
    bool left = false;
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      const Floats limits = hn::LoadU(d, task.limits + lane + kRegister * v);
      left |= !hn::AllFalse(d, hn::Le(sums[v], limits));
    }
    if (!left) break;
  }
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) hn::StoreU(sums[v], d, task.sums + lane + kRegister * v);
}
template <Kind kKind>
ESPY_INLINE void boundAll(const BoundTask& task) {
  for (std::int64_t lane = 0; lane < BoundTask::kTogether; lane += kVectors * kRegister) {
    boundSome<kKind>(task, lane);
  }
}
void boundRanges(const BoundTask& task) {
  boundAll<Kind::range>(task);
}
void boundSquares(const BoundTask& task) {
  boundAll<Kind::square>(task);
}
void boundDifferences(const BoundTask& task) {
  boundAll<Kind::difference>(task);
}

/// Adds squared distances of a register from its scaled envelope.
ESPY_INLINE Floats addHeld(Floats sum, Floats sample, Floats low, Floats high) {
  const Floats apart = hn::Sub(sample, hn::Min(hn::Max(sample, low), high));
  return hn::MulAdd(apart, apart, sum);
}

float boundHeld(const float* query, const float* lower, const float* upper, std::int64_t count,
                float factor, float shift) {
  constexpr int kSums = 4;
  const Floats factors = hn::Set(d, factor);
  const Floats shifts = hn::Set(d, shift);
  const auto add = [&](Floats sum, std::int64_t at) HWY_ATTR {
    return addHeld(sum, hn::LoadU(d, query + at),
                   hn::MulAdd(hn::LoadU(d, lower + at), factors, shifts),
                   hn::MulAdd(hn::LoadU(d, upper + at), factors, shifts));
  };
  Floats sums[kSums];
  for (Floats& sum : sums) sum = hn::Zero(d);
  std::int64_t k = 0;
  for (; k + kSums * kRegister <= count; k += kSums * kRegister) {
#pragma GCC unroll 4
    for (int s = 0; s < kSums; ++s) sums[s] = add(sums[s], k + s * kRegister);
  }
  for (; k + kRegister <= count; k += kRegister) sums[0] = add(sums[0], k);
  const Floats all = hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
  float sum = hn::GetLane(hn::SumOfLanes(d, all));
  for (; k < count; ++k) {
    const float low = lower[k] * factor + shift;
    const float high = upper[k] * factor + shift;
    const float apart = query[k] - std::min(std::max(query[k], low), high);
    sum += apart * apart;
  }
  return sum;
}

void addRests(const float* windows, const float* lower, const float* upper, std::int64_t from,
              std::int64_t to, float* sums) {
  constexpr std::int64_t kLanes = BoundTask::kTogether;
  for (std::int64_t lane = 0; lane < kLanes; lane += kVectors * kRegister) {
    Floats own[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) own[v] = hn::LoadU(d, sums + lane + kRegister * v);
    for (std::int64_t k = to - 1; k >= from; --k) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const Floats sample = hn::LoadU(d, windows + k * kLanes + lane + kRegister * v);
        own[v] = addSeparately<Kind::range>(own[v], sample, lower[k], upper[k]);
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) hn::StoreU(own[v], d, sums + lane + kRegister * v);
  }
}

}  // namespace
}  // namespace espy::signal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::signal {
namespace {

ESPY_SIMD_TABLE(convertSamples);
ESPY_SIMD_TABLE(standardiseWindows);
ESPY_SIMD_TABLE(shiftWindows);
ESPY_SIMD_TABLE(fillLimits);
ESPY_SIMD_TABLE(scaleAndShift);
ESPY_SIMD_TABLE(boundRanges);
ESPY_SIMD_TABLE(boundSquares);
ESPY_SIMD_TABLE(boundDifferences);
ESPY_SIMD_TABLE(boundHeld);
ESPY_SIMD_TABLE(addRests);

}  // namespace

double convertSamples(const double* samples, std::int64_t size, double centre, double gain,
                      float* floats) {
  return ESPY_SIMD_CALL(convertSamples)(samples, size, centre, gain, floats);
}
double standardiseWindows(const WindowSums& of, const WindowScales& to) {
  return ESPY_SIMD_CALL(standardiseWindows)(of, to);
}
double shiftWindows(const WindowSums& of, bool shifts, const WindowScales& to) {
  return ESPY_SIMD_CALL(shiftWindows)(of, shifts, to);
}
void fillLimits(const float* slacks, std::int64_t count, bool isSad, double root, double grown,
                float* limits) {
  ESPY_SIMD_CALL(fillLimits)(slacks, count, isSad, root, grown, limits);
}
void scaleAndShift(const float* samples, std::int64_t size, float factor, float shift, float* out) {
  ESPY_SIMD_CALL(scaleAndShift)(samples, size, factor, shift, out);
}
void boundRanges(const BoundTask& task) {
  ESPY_SIMD_CALL(boundRanges)(task);
}
void boundSquares(const BoundTask& task) {
  ESPY_SIMD_CALL(boundSquares)(task);
}
void boundDifferences(const BoundTask& task) {
  ESPY_SIMD_CALL(boundDifferences)(task);
}
float boundHeld(const float* query, const float* lower, const float* upper, std::int64_t count,
                float factor, float shift) {
  return ESPY_SIMD_CALL(boundHeld)(query, lower, upper, count, factor, shift);
}
void addRests(const float* windows, const float* lower, const float* upper, std::int64_t from,
              std::int64_t to, float* sums) {
  ESPY_SIMD_CALL(addRests)(windows, lower, upper, from, to, sums);
}

}  // namespace espy::signal
#endif  // HWY_ONCE
