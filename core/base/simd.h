// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "espy/engine/simd.h"

/// SIMD: hot loops are written once, in sources named `*_simd.cpp`. Highway's foreach_target.h
/// compiles them for each level; a table dispatches at run time. Such a source has this form:
///
///     #include "picture/sums.h"
///     #undef HWY_TARGET_INCLUDE
///     #define HWY_TARGET_INCLUDE "picture/sums_simd.cpp"
///     #include "base/simd.h"
///     #include "hwy/foreach_target.h"
///     #include "hwy/highway.h"
///
///     HWY_BEFORE_NAMESPACE();
///     namespace espy::picture::HWY_NAMESPACE {
///     namespace {
///     void addRow(const float* from, std::int64_t count, float* to) { ... }
///     }
///     }
///     HWY_AFTER_NAMESPACE();
///
///     #if HWY_ONCE
///     namespace espy::picture {
///     ESPY_SIMD_DEFINE(addRow);
///     }
///     #endif
///
/// and its header declares
///
///     ESPY_SIMD_DECLARE(addRow, void(const float* from, std::int64_t count, float* to));
///
/// The compiler vectorises plain loops for each level (-O3); others use Highway's operations
/// (hwy::HWY_NAMESPACE). Highway has no dot product of bytes: functions that need one have a second
/// build with VNNI intrinsics, in ESPY_SIMD_TABLE_VNNI.

// Read by Highway's headers.
#define ESPY_UNUSED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#if defined(__has_feature)  // clang
#define ESPY_SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define ESPY_SANITIZED 1
#else
#define ESPY_SANITIZED 0
#endif
#if defined(__x86_64__)
#define ESPY_X86 1
#endif
// The least that a build needs, which runs at the level plain: SSE4.2 on x86-64, NEON on arm64.
// Sanitized builds compile AVX2 alone.
#if defined(ESPY_X86)
#define HWY_BASELINE_TARGETS (ESPY_SANITIZED ? HWY_AVX2 : HWY_SSE4)
#elif defined(__aarch64__)
#define HWY_BASELINE_TARGETS HWY_NEON
#else
#define HWY_BASELINE_TARGETS HWY_EMU128
#endif
// Further x86 levels: by default all, except in sanitized builds.
#define ESPY_X86_TARGETS (HWY_SSE4 | HWY_AVX2 | HWY_AVX3)
#if !defined(ESPY_LEVELS) && ESPY_SANITIZED
#define ESPY_LEVELS 0
#elif !defined(ESPY_LEVELS)
#define ESPY_LEVELS ESPY_X86_TARGETS
#endif
#define HWY_DISABLED_TARGETS \
  (ESPY_UNUSED_TARGETS | (ESPY_X86_TARGETS & ~((ESPY_LEVELS) | HWY_BASELINE_TARGETS)))
// g++ before 12.3 may compile high halves of products wrongly (GCC bug 106322): avoid MulHigh.
#define HWY_BROKEN_EMU128 0
#define HWY_DISABLE_PCLMUL_AES

#define ESPY_INLINE inline __attribute__((always_inline))

/// For functions with instructions that Highway lacks. Call them only if `hasSimd()` (for AMX,
/// `hasAmx()`) returns true.
#if defined(ESPY_X86)
#define ESPY_TARGET_SSE4 __attribute__((target("sse4.2")))
#define ESPY_TARGET_VNNI \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,bmi2,popcnt,fma")))
#define ESPY_TARGET_AVX_VNNI __attribute__((target("avx2,avxvnni")))
#define ESPY_TARGET_AMX \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt,amx-tile,amx-int8")))
#endif

namespace espy {

inline constexpr int kSimdLevels = 6;

namespace detail {
/// The level in use; negative before the first call of findSimdLevel().
extern std::atomic<int> simdInUse;
int findSimdLevel();
}  // namespace detail

/// `simdLevel()` as an index; inline.
inline int simdIndex() {
  const int level = detail::simdInUse.load(std::memory_order_relaxed);
  return level >= 0 ? level : detail::findSimdLevel();
}

inline bool hasSimd(SimdLevel level) {
  return static_cast<int>(level) <= simdIndex();
}

/// Whether instructions outside the chain of levels (AVX-VNNI, AMX) are allowed: only if the level
/// is not limited.
bool simdIsUnlimited();

/// One function, compiled for each level; null where there is no such build.
template <class Function>
using SimdTable = std::array<Function, kSimdLevels>;

/// Returns the highest build that the level in use can run.
template <class Function>
inline Function pickSimd(const SimdTable<Function>& table) {
  int level = simdIndex();
  while (table[static_cast<std::size_t>(level)] == nullptr) --level;
  return table[static_cast<std::size_t>(level)];
}

/// A function that calls the highest of its builds that the level in use can run.
template <class Function>
struct SimdEntry;
template <class Result, class... Arguments>
struct SimdEntry<Result(Arguments...)> {
  SimdTable<Result (*)(Arguments...)> builds;

  Result operator()(Arguments... arguments) const { return (*pickSimd(builds))(arguments...); }
};

}  // namespace espy

/// Declares `function`, for all levels; it is called as any other.
#define ESPY_SIMD_DECLARE(function, signature) extern const ::espy::SimdEntry<signature> function
/// Defines it by the function of this name in every target's namespace, which is not overloaded.
#define ESPY_SIMD_DEFINE(function) ESPY_SIMD_DEFINE_AS(function, function)
/// The same by another, such as an instance of a template: `addSquares<float>`.
#define ESPY_SIMD_DEFINE_AS(function, instance) \
  constinit decltype(function) function = {{ESPY_SIMD_BUILDS(instance, nullptr)}}

/// Defines the table of builds of `function` for the same source, which picks one.
#define ESPY_SIMD_TABLE(function) ESPY_SIMD_TABLE_VNNI(function, nullptr)
/// The same with `own`, of Highway's AVX3 target (ESPY_OF_AVX512), at the level avx512vnni.
#define ESPY_SIMD_TABLE_VNNI(function, own)                                                 \
  constexpr ::espy::SimdTable<decltype(&HWY_STATIC_DISPATCH(function))> function##Table = { \
      ESPY_SIMD_BUILDS(function, own)}
#define ESPY_SIMD_BUILDS(function, own)                                                 \
  &HWY_STATIC_DISPATCH(function), ESPY_BUILD_NEON(function), ESPY_BUILD_SSE4(function), \
      ESPY_BUILD_AVX2(function), ESPY_BUILD_AVX512(function), own
/// The tables of a function template, one for each list of types.
#define ESPY_SIMD_TABLES(function)                                                \
  template <class... Types>                                                       \
  constexpr ::espy::SimdTable<decltype(&HWY_STATIC_DISPATCH(function<Types...>))> \
      function##Table = {ESPY_SIMD_BUILDS(function<Types...>, nullptr)}
/// The function for the level in use; for hot loops, pick once.
#define ESPY_SIMD_PICK(function) (::espy::pickSimd(function##Table))
/// The same of ESPY_SIMD_TABLES, for these types.
#define ESPY_SIMD_PICK_OF(function, ...) (::espy::pickSimd(function##Table<__VA_ARGS__>))
#define ESPY_SIMD_CALL(function) (*ESPY_SIMD_PICK(function))
#if defined(ESPY_X86)
#define ESPY_OF_AVX512(function) HWY_CHOOSE_AVX3(function)
#define ESPY_BUILD_NEON(function) nullptr
#define ESPY_BUILD_SSE4(function) HWY_CHOOSE_SSE4(function)
#define ESPY_BUILD_AVX2(function) HWY_CHOOSE_AVX2(function)
#define ESPY_BUILD_AVX512(function) HWY_CHOOSE_AVX3(function)
#else
#define ESPY_OF_AVX512(function) nullptr
#define ESPY_BUILD_NEON(function) HWY_CHOOSE_NEON(function)
#define ESPY_BUILD_SSE4(function) nullptr
#define ESPY_BUILD_AVX2(function) nullptr
#define ESPY_BUILD_AVX512(function) nullptr
#endif
