// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <mutex>

#include "espy/engine/machine.h"
#include "measure/best_rate.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "measure/difference_rates_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Sums that need not wait for each other: as many as registers hold.
constexpr int kSums = HWY_TARGET == HWY_AVX3 ? 16 : HWY_TARGET == HWY_AVX2 ? 12 : 8;
constexpr std::int64_t kTurns = 1 << 12;  // fractions of a millisecond

/// Makes the compiler believe that a number is used and may have changed.
template <class V>
ESPY_INLINE void hide(V& vector) {
#if HWY_TARGET == HWY_EMU128
  asm volatile("" : "+m"(vector));
#elif defined(ESPY_X86)
  asm volatile("" : "+v"(vector.raw));
#else
  asm volatile("" : "+w"(vector.raw));
#endif
}

/// Calls add(sum) again and again for sums that stay in registers, and returns how many calls that
/// were.
template <class V, class Add>
ESPY_INLINE double spin(V zero, const Add& add) {
  V sums[kSums];
#pragma GCC unroll 16
  for (V& sum : sums) sum = zero;
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 16
    for (V& sum : sums) sum = add(sum);
  }
#pragma GCC unroll 16
  for (V& sum : sums) hide(sum);
  return static_cast<double>(kTurns) * kSums;
}

// Differences on numbers that stay in registers; both return how many. The data is hidden from
// compilers, so that each difference is made.

double spinBytes() {
  const hn::ScalableTag<std::uint8_t> d;
  auto data = hn::Set(d, std::uint8_t{9});
  const auto query = hn::Set(d, std::uint8_t{3});
  const double added = spin(hn::Zero(d), [&](auto sum) HWY_ATTR {
    hide(data);
#if HWY_TARGET == HWY_AVX3  // four differences at a time, as in the search
    constexpr __mmask32 kAll = 0xffffffff;
    sum.raw = _mm512_add_epi16(sum.raw, _mm512_maskz_dbsad_epu8(kAll, query.raw, data.raw, 0x94));
    return sum;
#elif HWY_TARGET == HWY_AVX2
    sum.raw = _mm256_add_epi16(sum.raw, _mm256_mpsadbw_epu8(data.raw, query.raw, 0));
    return sum;
#else
    return hn::Add(sum, hn::Or(hn::SaturatedSub(data, query), hn::SaturatedSub(query, data)));
#endif
  });
  constexpr int kOfEach = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2 ? 2 : 1;  // by byte
  return added * kOfEach * static_cast<double>(hn::Lanes(d));
}

double spinFloats() {
  const hn::ScalableTag<float> d;
  auto data = hn::Set(d, 0.25F);
  const auto query = hn::Set(d, 0.75F);
#if HWY_TARGET == HWY_AVX3
  auto one = hn::Set(d, 1);
  hide(one);
#endif
  const double added = spin(hn::Zero(d), [&](auto sum) HWY_ATTR {
    hide(data);
#if HWY_TARGET == HWY_AVX3  // differences are made where products are, as in the search
    return hn::Add(sum, hn::Abs(hn::MulSub(query, one, data)));
#else
    return hn::Add(sum, hn::Abs(hn::Sub(query, data)));
#endif
  });
  return added * static_cast<double>(hn::Lanes(d));
}

}  // namespace
}  // namespace espy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy {
namespace {

ESPY_SIMD_TABLE(spinBytes);
ESPY_SIMD_TABLE(spinFloats);

}  // namespace

DifferenceRates differenceRates(int threads) {
  static std::mutex mutex;
  static std::map<int, DifferenceRates> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(threads);
  if (found != known.end()) return found->second;
  return known[threads] = {bestRate(ESPY_SIMD_PICK(spinBytes), threads),
                           bestRate(ESPY_SIMD_PICK(spinFloats), threads)};
}

}  // namespace espy
#endif  // HWY_ONCE
