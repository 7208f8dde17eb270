// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <mutex>

#include "base/cpu.h"
#include "base/lanes.h"
#include "espy/machine.h"
#include "measure/best_rate.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy {
namespace {

constexpr int kSums = 16;                 // that need not wait for each other
constexpr std::int64_t kTurns = 1 << 12;  // fractions of a millisecond

// Makes the compiler believe that a number is used and may have changed. A macro, since vectors
// longer than everybody has may be named only where they are allowed.
#if defined(ESPY_X86)
#define ESPY_HIDE(vector) asm volatile("" : "+v"(vector))
#else
#define ESPY_HIDE(vector) asm volatile("" : "+m"(vector))
#endif

/// Does differences on numbers that stay in registers, and returns how many.
using Spin = double (*)();

/// By what compilers make of it. The data is hidden from them, so that each difference is made.
double spinFloats() {
  using Floats = Lanes<float, 4>;
  using Bits = Lanes<std::int32_t, 4>;
  constexpr int kFew = 8;
  Floats sums[kFew] = {};
  Floats data = sums[0] + 0.25F;
  const Floats query = data + 0.5F;
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 8
    for (Floats& sum : sums) {
      ESPY_HIDE(data);
      sum += reinterpret_cast<Floats>(reinterpret_cast<Bits>(data - query) & 0x7fffffff);
    }
  }
#pragma GCC unroll 8
  for (Floats& sum : sums) ESPY_HIDE(sum);
  return static_cast<double>(kTurns) * kFew * 4;
}

double spinBytes() {
  using Bytes = Lanes<std::uint8_t, 16>;
  constexpr int kFew = 8;
  Bytes sums[kFew] = {};
  Bytes data = sums[0] + std::uint8_t{9};
  const Bytes query = data - std::uint8_t{6};
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 8
    for (Bytes& sum : sums) {
      ESPY_HIDE(data);
      sum += data > query ? data - query : query - data;
    }
  }
#pragma GCC unroll 8
  for (Bytes& sum : sums) ESPY_HIDE(sum);
  return static_cast<double>(kTurns) * kFew * 16;
}

#if defined(ESPY_X86)

ESPY_AVX512 double spinBytes512() {
  constexpr __mmask32 kAll = 0xffffffff;
  __m512i sums[kSums];
  for (__m512i& sum : sums) sum = _mm512_setzero_si512();
  const __m512i query = _mm512_set1_epi8(3);
  __m512i data = _mm512_set1_epi8(9);
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 16
    for (__m512i& sum : sums) {
      ESPY_HIDE(data);
      sum = _mm512_add_epi16(sum, _mm512_maskz_dbsad_epu8(kAll, query, data, 0x94));
    }
  }
#pragma GCC unroll 16
  for (__m512i& sum : sums) ESPY_HIDE(sum);
  return static_cast<double>(kTurns) * kSums * 32 * 4;
}

ESPY_AVX2 double spinBytes256() {
  constexpr int kFew = 12;
  __m256i sums[kFew];
  for (__m256i& sum : sums) sum = _mm256_setzero_si256();
  const __m256i query = _mm256_set1_epi8(3);
  __m256i data = _mm256_set1_epi8(9);
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 12
    for (__m256i& sum : sums) {
      ESPY_HIDE(data);
      sum = _mm256_add_epi16(sum, _mm256_mpsadbw_epu8(data, query, 0));
    }
  }
#pragma GCC unroll 12
  for (__m256i& sum : sums) ESPY_HIDE(sum);
  return static_cast<double>(kTurns) * kFew * 16 * 4;
}

ESPY_AVX2 double spinFloats256() {
  constexpr int kFew = 12;
  __m256 sums[kFew];
  for (__m256& sum : sums) sum = _mm256_setzero_ps();
  const __m256 noSign = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
  const __m256 query = _mm256_set1_ps(0.75F);
  __m256 data = _mm256_set1_ps(0.25F);
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 12
    for (__m256& sum : sums) {
      ESPY_HIDE(data);
      sum = _mm256_add_ps(sum, _mm256_and_ps(_mm256_sub_ps(query, data), noSign));
    }
  }
#pragma GCC unroll 12
  for (__m256& sum : sums) ESPY_HIDE(sum);
  return static_cast<double>(kTurns) * kFew * 8;
}

/// Differences are made where products are, as in the search.
ESPY_AVX512 double spinFloats512() {
  constexpr __mmask16 kAll = 0xffff;
  __m512 sums[kSums];
  for (__m512& sum : sums) sum = _mm512_setzero_ps();
  const __m512 noSign = _mm512_castsi512_ps(_mm512_set1_epi32(0x7fffffff));
  const __m512 query = _mm512_set1_ps(0.75F);
  __m512 one = _mm512_set1_ps(1);
  __m512 data = _mm512_set1_ps(0.25F);
  ESPY_HIDE(one);
  for (std::int64_t turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 16
    for (__m512& sum : sums) {
      ESPY_HIDE(data);
      const __m512 difference = _mm512_fmsub_ps(query, one, data);
      sum = _mm512_add_ps(sum, _mm512_maskz_and_ps(kAll, difference, noSign));
    }
  }
#pragma GCC unroll 16
  for (__m512& sum : sums) ESPY_HIDE(sum);
  return static_cast<double>(kTurns) * kSums * 16;
}

#endif

DifferenceRates measuredRates(int threads) {
  Spin bytes = spinBytes;
  Spin floats = spinFloats;
#if defined(ESPY_X86)
  if (hasSimd(SimdLevel::avx2)) {
    bytes = spinBytes256;
    floats = spinFloats256;
  }
  if (hasSimd(SimdLevel::avx512)) {
    bytes = spinBytes512;
    floats = spinFloats512;
  }
#endif
  return {bestRate(bytes, threads), bestRate(floats, threads)};
}

}  // namespace

DifferenceRates differenceRates(int threads) {
  static std::mutex mutex;
  static std::map<int, DifferenceRates> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(threads);
  if (found != known.end()) return found->second;
  return known[threads] = measuredRates(threads);
}

}  // namespace espy
