// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sums that Highway lacks, or has in a slower form. Included by *_simd.cpp, once per target.
#if defined(ESPY_BASE_SIMD_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPY_BASE_SIMD_SUMS_INL_H
#undef ESPY_BASE_SIMD_SUMS_INL_H
#else
#define ESPY_BASE_SIMD_SUMS_INL_H
#endif

#include "base/simd.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// |a - b| of unsigned lanes.
template <class Vector>
ESPY_INLINE Vector differences(Vector a, Vector b) {
  // Keeps `a` in a register: else g++ loads it from memory twice.
#if HWY_TARGET == HWY_AVX3
  asm("" : "+v"(a.raw));
#elif HWY_TARGET == HWY_AVX2
  asm("" : "+x"(a.raw));
#endif
  return hn::Or(hn::SaturatedSub(a, b), hn::SaturatedSub(b, a));
}

/// Sums |a - b| over each 8 adjacent bytes (SAD). Highway's SumsOf8 has no second operand; with it
/// this takes 1.7 times as long.
template <class Bytes>
ESPY_INLINE auto sumsOfDifferences(Bytes a, Bytes b) {
#if HWY_TARGET == HWY_AVX3
  if constexpr (sizeof(Bytes) == 64) {
    return hn::Vec512<std::uint64_t>{_mm512_sad_epu8(a.raw, b.raw)};
  }
#endif
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(Bytes) == 32) {
    return hn::Vec256<std::uint64_t>{_mm256_sad_epu8(a.raw, b.raw)};
  }
#endif
  if constexpr (sizeof(Bytes) <= 16) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4
    return decltype(hn::SumsOf8(a)){_mm_sad_epu8(a.raw, b.raw)};
#else
    return hn::SumsOf8(differences(a, b));
#endif
  }
}

/// Multiplies signed 16-bit lanes and accumulates into 32-bit sums. On x86 lane i gets the products
/// 2 i and 2 i + 1, elsewhere the lane is undefined. `vnni`: by one instruction of AVX-512 VNNI.
template <bool vnni, class Sums, class Numbers>
ESPY_INLINE Sums addProducts(Sums sums, Numbers a, Numbers b) {
#if HWY_TARGET == HWY_AVX3
  if constexpr (vnni && sizeof(Sums) == 64) {
    // An intrinsic could not be inlined into functions compiled for plain AVX-512.
    asm("vpdpwssd %2, %1, %0" : "+v"(sums.raw) : "v"(a.raw), "vm"(b.raw));
    return sums;
  }
#endif
  const hn::DFromV<Sums> d;
#if defined(ESPY_X86)
  auto unused = hn::Zero(d);
  return hn::ReorderWidenMulAccumulate(d, a, b, sums, unused);
#else
  auto odd = hn::Zero(d);
  const auto even = hn::ReorderWidenMulAccumulate(d, a, b, sums, odd);
  return hn::Add(even, odd);
#endif
}

#if HWY_TARGET == HWY_AVX3
/// Multiplies unsigned by signed bytes and accumulates into 32-bit sums: lane i gets products 4 i
/// to 4 i + 3. Requires AVX-512 VNNI.
ESPY_INLINE hn::Vec512<std::int32_t> addByteProducts(hn::Vec512<std::int32_t> sums,
                                                     hn::Vec512<std::uint8_t> a,
                                                     hn::Vec512<std::uint8_t> b) {
  asm("vpdpbusd %2, %1, %0" : "+v"(sums.raw) : "v"(a.raw), "vm"(b.raw));
  return sums;
}
#endif

/// Horizontal sum in 64 bits.
template <class Vector>
ESPY_INLINE std::int64_t sumOfLanes(Vector lanes) {
  using Tag = hn::DFromV<Vector>;
  const hn::Half<Tag> half;
  if constexpr (sizeof(hn::TFromD<Tag>) == 4) {
    const hn::Rebind<std::int64_t, decltype(half)> wide;
    return sumOfLanes(hn::Add(hn::PromoteTo(wide, hn::LowerHalf(half, lanes)),
                              hn::PromoteTo(wide, hn::UpperHalf(half, lanes))));
  } else if constexpr (hn::MaxLanes(Tag()) > 1) {
    return sumOfLanes(hn::Add(hn::LowerHalf(half, lanes), hn::UpperHalf(half, lanes)));
  } else {
    return static_cast<std::int64_t>(hn::GetLane(lanes));
  }
}

}  // namespace espy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
