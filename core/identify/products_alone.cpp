// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/products_alone.h"

#include <algorithm>

#include "base/cpu.h"
#include "base/lanes.h"
#include "identify/tile_shapes.h"

#ifdef ESPY_X86
#include <immintrin.h>
#endif

namespace espy::identify {
namespace {

// Sums that do not wait for each other, as many as hide how long an instruction takes.
constexpr int kPlainSums = 8;
constexpr int kSumsAvx2 = 8;
constexpr int kSums256 = 12;
constexpr int kSums512 = 16;

// Makes the compiler believe that a number is used and may have changed.
#ifdef ESPY_X86
#define ESPY_KEEP(vector) asm volatile("" : "+v"(vector))
#else
#define ESPY_KEEP(vector) asm volatile("" : "+m"(vector))
#endif

void addPlain(std::int64_t turns) {
  constexpr int kSums = kPlainSums;
  using Words = Lanes<std::int32_t, 4>;
  Words sums[kSums] = {};
  Words data = sums[0] + 9;
  const Words query = data - 6;
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 8
    for (Words& sum : sums) {
      ESPY_KEEP(data);
      sum += data * query;
    }
  }
#pragma GCC unroll 8
  for (Words& sum : sums) ESPY_KEEP(sum);
}

#ifdef ESPY_X86

/// Bytes as numbers of 16 bits, two of which are multiplied and added.
ESPY_AVX2 void addAvx2(std::int64_t turns) {
  constexpr int kSums = kSumsAvx2;
  __m256i sums[kSums];
  for (__m256i& sum : sums) sum = _mm256_setzero_si256();
  const __m256i query = _mm256_set1_epi16(3);
  __m256i data = _mm256_set1_epi16(9);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 8
    for (__m256i& sum : sums) {
      ESPY_KEEP(data);
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(data, query));
    }
  }
#pragma GCC unroll 8
  for (__m256i& sum : sums) ESPY_KEEP(sum);
}

ESPY_AVX_VNNI void addAvxVnni(std::int64_t turns) {
  constexpr int kSums = kSums256;
  __m256i sums[kSums];
  for (__m256i& sum : sums) sum = _mm256_setzero_si256();
  const __m256i query = _mm256_set1_epi8(3);
  __m256i data = _mm256_set1_epi8(9);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (__m256i& sum : sums) {
      ESPY_KEEP(data);
      sum = _mm256_dpbusd_avx_epi32(sum, data, query);
    }
  }
#pragma GCC unroll 12
  for (__m256i& sum : sums) ESPY_KEEP(sum);
}

ESPY_VNNI void addVnni(std::int64_t turns) {
  constexpr int kSums = kSums512;
  __m512i sums[kSums];
  for (__m512i& sum : sums) sum = _mm512_setzero_si512();
  const __m512i query = _mm512_set1_epi8(3);
  __m512i data = _mm512_set1_epi8(9);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 16
    for (__m512i& sum : sums) {
      ESPY_KEEP(data);
      sum = _mm512_dpbusd_epi32(sum, data, query);
    }
  }
#pragma GCC unroll 16
  for (__m512i& sum : sums) ESPY_KEEP(sum);
}

ESPY_AMX void addAmx(std::int64_t turns) {
  constexpr std::int64_t kSide = 16;
  constexpr std::int64_t kDepth = 64;
  alignas(64) std::uint8_t bytes[kSide * kDepth];
  std::fill_n(bytes, kSide * kDepth, std::uint8_t{9});
  _tile_loadconfig(&kTileShapes);
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  _tile_loadd(4, bytes, kDepth);
  _tile_loadd(5, bytes, kDepth);
  _tile_loadd(6, bytes, kDepth);
  _tile_loadd(7, bytes, kDepth);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    _tile_dpbuud(0, 4, 6);
    _tile_dpbuud(1, 4, 7);
    _tile_dpbuud(2, 5, 6);
    _tile_dpbuud(3, 5, 7);
  }
  _tile_release();
}

#endif

#undef ESPY_KEEP

/// A way's instructions, and how many products one turn of them adds up.
struct Adder {
  void (*add)(std::int64_t turns);
  std::int64_t productsInTurn;
};

Adder adderOf(ScreenWay way) {
  switch (way) {
#ifdef ESPY_X86
    case ScreenWay::amx:
      return {addAmx, std::int64_t{4} * 16 * 16 * 64};
    case ScreenWay::vnni:
      return {addVnni, kSums512 * 64};
    case ScreenWay::avxVnni:
      return {addAvxVnni, kSums256 * 32};
    case ScreenWay::avx2:
      return {addAvx2, kSumsAvx2 * 16};
#endif
    default:
      return {addPlain, kPlainSums * 4};
  }
}

}  // namespace

std::int64_t productsInTurn(ScreenWay way) {
  return adderOf(way).productsInTurn;
}

void addProducts(ScreenWay way, std::int64_t turns) {
  adderOf(way).add(turns);
}

}  // namespace espy::identify
