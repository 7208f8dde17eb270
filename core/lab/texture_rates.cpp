// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// How many products of bytes a processor adds up at best, by the instructions that Espy's own way
// would choose there.
#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

#include "base/cpu.h"
#include "base/lanes.h"
#include "base/parallel.h"
#include "identify/screen.h"
#include "lab/texture_strategies.h"

#ifdef ESPY_X86
#include <immintrin.h>
#endif

namespace espy::lab {
namespace {

using identify::ScreenWay;

constexpr std::int64_t kProductTurns = 1 << 12;  // fractions of a millisecond

// Makes the compiler believe that a number is used and may have changed.
#ifdef ESPY_X86
#define ESPY_KEEP(vector) asm volatile("" : "+v"(vector))
#else
#define ESPY_KEEP(vector) asm volatile("" : "+m"(vector))
#endif

/// Adds up products of numbers that stay in registers, and returns how many.
using SpinProducts = double (*)();

double spinPlain() {
  constexpr int kSums = 8;
  using Words = Lanes<std::int32_t, 4>;
  Words sums[kSums] = {};
  Words data = sums[0] + 9;
  const Words query = data - 6;
  for (std::int64_t turn = 0; turn < kProductTurns; ++turn) {
#pragma GCC unroll 8
    for (Words& sum : sums) {
      ESPY_KEEP(data);
      sum += data * query;
    }
  }
#pragma GCC unroll 8
  for (Words& sum : sums) ESPY_KEEP(sum);
  return static_cast<double>(kProductTurns) * kSums * 4;
}

#ifdef ESPY_X86

/// Bytes as numbers of 16 bits, two of which are multiplied and added.
ESPY_AVX2 double spinAvx2() {
  constexpr int kSums = 12;
  __m256i sums[kSums];
  for (__m256i& sum : sums) sum = _mm256_setzero_si256();
  const __m256i query = _mm256_set1_epi16(3);
  __m256i data = _mm256_set1_epi16(9);
  for (std::int64_t turn = 0; turn < kProductTurns; ++turn) {
#pragma GCC unroll 12
    for (__m256i& sum : sums) {
      ESPY_KEEP(data);
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(data, query));
    }
  }
#pragma GCC unroll 12
  for (__m256i& sum : sums) ESPY_KEEP(sum);
  return static_cast<double>(kProductTurns) * kSums * 16;
}

ESPY_AVX_VNNI double spinAvxVnni() {
  constexpr int kSums = 12;
  __m256i sums[kSums];
  for (__m256i& sum : sums) sum = _mm256_setzero_si256();
  const __m256i query = _mm256_set1_epi8(3);
  __m256i data = _mm256_set1_epi8(9);
  for (std::int64_t turn = 0; turn < kProductTurns; ++turn) {
#pragma GCC unroll 12
    for (__m256i& sum : sums) {
      ESPY_KEEP(data);
      sum = _mm256_dpbusd_avx_epi32(sum, data, query);
    }
  }
#pragma GCC unroll 12
  for (__m256i& sum : sums) ESPY_KEEP(sum);
  return static_cast<double>(kProductTurns) * kSums * 32;
}

ESPY_VNNI double spinVnni() {
  constexpr int kSums = 16;
  __m512i sums[kSums];
  for (__m512i& sum : sums) sum = _mm512_setzero_si512();
  const __m512i query = _mm512_set1_epi8(3);
  __m512i data = _mm512_set1_epi8(9);
  for (std::int64_t turn = 0; turn < kProductTurns; ++turn) {
#pragma GCC unroll 16
    for (__m512i& sum : sums) {
      ESPY_KEEP(data);
      sum = _mm512_dpbusd_epi32(sum, data, query);
    }
  }
#pragma GCC unroll 16
  for (__m512i& sum : sums) ESPY_KEEP(sum);
  return static_cast<double>(kProductTurns) * kSums * 64;
}

/// What the processor is told of its eight tiles: 16 rows of 64 bytes each.
struct alignas(64) TilesOfSpin {
  std::uint8_t palette = 1;
  std::uint8_t startRow = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
constinit const TilesOfSpin kTilesOfSpin;

ESPY_AMX double spinAmx() {
  constexpr std::int64_t kSide = 16;
  constexpr std::int64_t kDepth = 64;
  alignas(64) std::uint8_t bytes[kSide * kDepth];
  std::fill_n(bytes, kSide * kDepth, std::uint8_t{9});
  _tile_loadconfig(&kTilesOfSpin);
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  _tile_loadd(4, bytes, kDepth);
  _tile_loadd(5, bytes, kDepth);
  _tile_loadd(6, bytes, kDepth);
  _tile_loadd(7, bytes, kDepth);
  for (std::int64_t turn = 0; turn < kProductTurns; ++turn) {
    _tile_dpbuud(0, 4, 6);
    _tile_dpbuud(1, 4, 7);
    _tile_dpbuud(2, 5, 6);
    _tile_dpbuud(3, 5, 7);
  }
  _tile_release();
  return static_cast<double>(kProductTurns) * 4 * kSide * kSide * kDepth;
}

#endif

SpinProducts spinOf(ScreenWay way) {
  switch (way) {
#ifdef ESPY_X86
    case ScreenWay::amx:
      return spinAmx;
    case ScreenWay::vnni:
      return spinVnni;
    case ScreenWay::avxVnni:
      return spinAvxVnni;
    case ScreenWay::avx2:
      return spinAvx2;
#endif
    default:
      return spinPlain;
  }
}

/// Of all threads together, each at its best of many tries, since a try can only be disturbed.
double rateOf(SpinProducts spin, int threads) {
  using Clock = std::chrono::steady_clock;
  constexpr int kTries = 50;
  double rate = 0;
  requireThreads(threads);
#pragma omp parallel num_threads(threads) reduction(+ : rate)
  {
    for (int i = 0; i < kTries; ++i) {
      const Clock::time_point start = Clock::now();
      const double products = spin();
      const std::chrono::duration<double> seconds = Clock::now() - start;
      rate = std::max(rate, products / seconds.count());
    }
  }
  return rate;
}

#undef ESPY_KEEP

}  // namespace

double productRate(int threads) {
  static std::mutex mutex;
  static std::map<int, double> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(threads);
  if (found != known.end()) return found->second;
  return known[threads] = rateOf(spinOf(identify::bestScreenWay()), threads);
}

}  // namespace espy::lab
