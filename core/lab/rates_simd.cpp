// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/processor.h"
#include "base/tile_shapes.h"
#include "lab/rate_loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lab/rates_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::lab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Independent accumulators, as many as fit in registers.
constexpr int kSums = HWY_TARGET == HWY_AVX3 ? 16 : HWY_TARGET == HWY_AVX2 ? 12 : 8;
constexpr std::int64_t kTurns = 1 << 12;  // a fraction of a millisecond

/// Optimisation barrier: the value counts as used and modified.
template <class V>
ESPY_INLINE void hide(V& vector) {
#if defined(ESPY_X86)
  asm volatile("" : "+v"(vector.raw));
#elif defined(__aarch64__)
  asm volatile("" : "+w"(vector.raw));
#else
  asm volatile("" : "+m"(vector));
#endif
}

/// Calls add(sum) round-robin on accumulators in registers. Returns the number of calls.
template <int Sums = kSums, class V, class Add>
ESPY_INLINE double spin(V zero, const Add& add) {
  V sums[Sums];
#pragma GCC unroll 16
  for (V& sum : sums) sum = zero;
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 16
    for (V& sum : sums) sum = add(sum);
  }
#pragma GCC unroll 16
  for (V& sum : sums) hide(sum);
  return static_cast<double>(kTurns) * Sums;
}

// Each returns its number of operations. Data goes through hide(), so that no operation is
// optimised away.

double spinBytes() {
  const hn::ScalableTag<std::uint8_t> d;
  auto data = hn::Set(d, std::uint8_t{9});
  const auto query = hn::Set(d, std::uint8_t{3});
  const double added = spin(hn::Zero(d), [&](auto sum) HWY_ATTR {
    hide(data);
#if HWY_TARGET == HWY_AVX3  // four differences per lane, as in the search
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
  constexpr int kOfEach = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2 ? 2 : 1;  // per byte
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
#if HWY_TARGET == HWY_AVX3  // differences by FMA, as in the search
    return hn::Add(sum, hn::Abs(hn::MulSub(query, one, data)));
#else
    return hn::Add(sum, hn::Abs(hn::Sub(query, data)));
#endif
  });
  return added * static_cast<double>(hn::Lanes(d));
}

/// A cell: a difference, two minima, and a multiply-add.
double spinCells() {
  const hn::ScalableTag<float> d;
  auto up = hn::Set(d, 2);
  const auto left = hn::Set(d, 3);
  constexpr int kChains = HWY_TARGET == HWY_AVX3 ? 12 : 10;
  const double cells = spin<kChains>(hn::Zero(d), [&](auto sum) HWY_ATTR {
    hide(up);
    const auto apart = hn::Sub(up, sum);
    return hn::MulAdd(apart, apart, hn::Min(hn::Min(sum, up), left));
  });
  return cells * static_cast<double>(hn::Lanes(d));
}

/// Byte products, widened to 16 bits.
double spinProducts() {
  const hn::ScalableTag<std::int32_t> d;
  auto data = hn::Set(d, 0x090009);
  const auto query = hn::Set(d, 0x030003);
  constexpr int kPairs = 2;
  const double added = spin<8>(hn::Zero(d), [&](auto sum) HWY_ATTR {
    hide(data);
#if defined(ESPY_X86)
    const hn::Repartition<std::int16_t, decltype(d)> halves;
    auto none = sum;  // other architectures split the sums
    return hn::ReorderWidenMulAccumulate(d, hn::BitCast(halves, data), hn::BitCast(halves, query),
                                         sum, none);
#else
    const auto low = hn::Set(d, 0xffff);
    sum = hn::Add(sum, hn::Mul(hn::And(data, low), hn::And(query, low)));
    return hn::Add(sum, hn::Mul(hn::ShiftRight<16>(data), hn::ShiftRight<16>(query)));
#endif
  });
  return added * kPairs * static_cast<double>(hn::Lanes(d));
}

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
/// Byte products by VNNI, in assembly: compilers inline the intrinsic only into functions compiled
/// for VNNI.
double spinProductsVnni() {
  const hn::ScalableTag<std::int32_t> d;
  auto data = hn::Set(d, 0x09090909);
  const auto query = hn::Set(d, 0x03030303);
  constexpr int kFours = 4;
  const double added = spin<12>(hn::Zero(d), [&](auto sum) HWY_ATTR {
    hide(data);
#if HWY_TARGET == HWY_AVX3
    asm("vpdpbusd %2, %1, %0" : "+v"(sum.raw) : "v"(data.raw), "v"(query.raw));
#else
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum.raw) : "x"(data.raw), "x"(query.raw));
#endif
    return sum;
  });
  return added * kFours * static_cast<double>(hn::Lanes(d));
}
#endif

}  // namespace
}  // namespace espy::lab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#ifdef ESPY_X86
#include <immintrin.h>
#endif

namespace espy::lab {
namespace {

ESPY_SIMD_TABLE(spinBytes);
ESPY_SIMD_TABLE(spinFloats);
ESPY_SIMD_TABLE(spinCells);
ESPY_SIMD_TABLE_VNNI(spinProducts, ESPY_OF_AVX512(spinProductsVnni));

#ifdef ESPY_X86
/// Byte products by AMX; requires `hasAmx()`.
ESPY_TARGET_AMX double spinTiles() {
  constexpr int kTurns = 1 << 12;
  constexpr double kProducts = 4 * 16 * 16 * 64;  // per iteration
  alignas(64) std::uint8_t bytes[16 * 64];
  std::fill_n(bytes, sizeof(bytes), std::uint8_t{9});
  _tile_loadconfig(&kTileShapes);
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  _tile_loadd(4, bytes, 64);
  _tile_loadd(5, bytes, 64);
  _tile_loadd(6, bytes, 64);
  _tile_loadd(7, bytes, 64);
  for (int turn = 0; turn < kTurns; ++turn) {
    _tile_dpbuud(0, 4, 6);
    _tile_dpbuud(1, 4, 7);
    _tile_dpbuud(2, 5, 6);
    _tile_dpbuud(3, 5, 7);
  }
  _tile_release();
  return kTurns * kProducts;
}
#endif

RateLoop productLoop() {
#ifdef ESPY_X86
  if (hasAmx()) return spinTiles;
#endif
#if HWY_TARGETS & HWY_AVX2
  if (!hasSimd(SimdLevel::avx512vnni) && hasAvxVnni()) return N_AVX2::spinProductsVnni;
#endif
  return ESPY_SIMD_PICK(spinProducts);
}

}  // namespace

RateLoop rateLoop(Rate rate) {
  switch (rate) {
    case Rate::byteDifferences:
      return ESPY_SIMD_PICK(spinBytes);
    case Rate::floatDifferences:
      return ESPY_SIMD_PICK(spinFloats);
    case Rate::warpedCells:
      return ESPY_SIMD_PICK(spinCells);
    default:
      return productLoop();
  }
}

}  // namespace espy::lab
#endif  // HWY_ONCE
