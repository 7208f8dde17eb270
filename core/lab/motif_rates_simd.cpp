// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <mutex>

#include "lab/motif_strategies.h"
#include "measure/best_rate.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lab/motif_rates_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::lab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// A cell is a difference, two minima, and a product that is added. Of so many chains side by side
/// that none waits for the one before. Returns how many cells that were.
double cellsOfTurns() {
  constexpr std::int64_t kTurns = 1 << 12;  // fractions of a millisecond
  constexpr int kChains = HWY_TARGET == HWY_AVX3 ? 12 : 10;
  const hn::ScalableTag<float> d;
  using Floats = hn::Vec<decltype(d)>;
  Floats sums[kChains];
  for (int c = 0; c < kChains; ++c) sums[c] = hn::Set(d, static_cast<float>(c));
  const Floats up = hn::Set(d, 2);
  const Floats left = hn::Set(d, 3);
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 12
    for (Floats& sum : sums) {
      const Floats apart = hn::Sub(up, sum);
      sum = hn::MulAdd(apart, apart, hn::Min(hn::Min(sum, up), left));
    }
  }
  Floats all = sums[0];
  for (const Floats& sum : sums) all = hn::Max(all, sum);
  const volatile float kept = hn::GetLane(hn::MaxOfLanes(d, all));
  static_cast<void>(kept);
  return static_cast<double>(kTurns) * kChains * static_cast<double>(hn::Lanes(d));
}

}  // namespace
}  // namespace espy::lab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::lab {
namespace {

ESPY_SIMD_TABLE(cellsOfTurns);

}  // namespace

double cellRate(int threads) {
  static std::mutex mutex;
  static std::map<int, double> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(threads);
  if (found != known.end()) return found->second;
  return known[threads] = bestRate(ESPY_SIMD_PICK(cellsOfTurns), threads);
}

}  // namespace espy::lab
#endif  // HWY_ONCE
