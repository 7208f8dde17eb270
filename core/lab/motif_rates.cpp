// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <mutex>

#include "base/cpu.h"
#include "lab/motif_strategies.h"
#include "measure/best_rate.h"

#ifdef ESPY_X86
#include <immintrin.h>
// GCC takes amiss what its own minima of 16 floats are made of.
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

namespace espy::lab {
namespace {

constexpr std::int64_t kCellTurns = 1 << 12;  // fractions of a millisecond

// A cell is a difference, two minima, and a product that is added. Of so many chains side by side
// that none waits for the one before.

#ifdef ESPY_X86
ESPY_AVX512 double cellsByAvx512() {
  constexpr int kChains = 12;
  __m512 sums[kChains];
  for (int c = 0; c < kChains; ++c) sums[c] = _mm512_set1_ps(static_cast<float>(c));
  const __m512 up = _mm512_set1_ps(2);
  const __m512 left = _mm512_set1_ps(3);
  for (std::int64_t turn = 0; turn < kCellTurns; ++turn) {
#pragma GCC unroll 12
    for (__m512& sum : sums) {
      const __m512 apart = _mm512_sub_ps(up, sum);
      const __m512 least =
          _mm512_mask_min_ps(left, 0xffff, _mm512_mask_min_ps(sum, 0xffff, sum, up), left);
      sum = _mm512_fmadd_ps(apart, apart, least);
    }
  }
  for (const __m512& sum : sums) asm volatile("" ::"v"(sum));
  return static_cast<double>(kCellTurns) * kChains * 16;
}

ESPY_AVX2_FMA double cellsByAvx2() {
  constexpr int kChains = 10;
  __m256 sums[kChains];
  for (int c = 0; c < kChains; ++c) sums[c] = _mm256_set1_ps(static_cast<float>(c));
  const __m256 up = _mm256_set1_ps(2);
  const __m256 left = _mm256_set1_ps(3);
  for (std::int64_t turn = 0; turn < kCellTurns; ++turn) {
#pragma GCC unroll 10
    for (__m256& sum : sums) {
      const __m256 apart = _mm256_sub_ps(up, sum);
      const __m256 least = _mm256_min_ps(_mm256_min_ps(sum, up), left);
      sum = _mm256_fmadd_ps(apart, apart, least);
    }
  }
  for (const __m256& sum : sums) asm volatile("" ::"x"(sum));
  return static_cast<double>(kCellTurns) * kChains * 8;
}
#endif

double cellsPlainly() {
  constexpr int kChains = 16;
  float sums[kChains] = {};
  for (std::int64_t turn = 0; turn < kCellTurns; ++turn) {
    for (float& sum : sums) {
      const float apart = 2 - sum;
      sum = apart * apart + std::min(std::min(sum, 2.0F), 3.0F);
    }
  }
  const volatile float kept = *std::max_element(sums, sums + kChains);
  static_cast<void>(kept);
  return static_cast<double>(kCellTurns) * kChains;
}

double cellsOfTurns() {
#ifdef ESPY_X86
  if (hasSimd(SimdLevel::avx512)) return cellsByAvx512();
  if (hasSimd(SimdLevel::avx2)) return cellsByAvx2();
#endif
  return cellsPlainly();
}

}  // namespace

double cellRate(int threads) {
  static std::mutex mutex;
  static std::map<int, double> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(threads);
  if (found != known.end()) return found->second;
  return known[threads] = bestRate(cellsOfTurns, threads);
}

}  // namespace espy::lab
