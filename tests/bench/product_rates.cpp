// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/product_rates.h"

#ifdef ESPY_X86
#include <immintrin.h>
#endif

namespace espy::bench {
namespace {

using identify::ScreenWay;

#ifdef ESPY_X86
/// Sums that do not wait for each other, as many as hide how long an instruction takes.
constexpr int kSums = 12;

#define ESPY_REPEAT(what) \
  what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(10) what(11)
/// What the compiler must believe to be used and changed.
#define ESPY_KEEP(i) asm volatile("" : "+x"(sums##i));
#define ESPY_KEEP_WIDE(i) asm volatile("" : "+v"(sums##i));

ESPY_AVX2 std::int64_t pairs(std::int64_t turns) {
  const __m256i a = _mm256_set1_epi16(3);
  __m256i b = _mm256_set1_epi16(5);
#define ESPY_BEGIN(i) __m256i sums##i = a;
  // Products that the compiler must not take from the loop.
#define ESPY_STEP(i)          \
  asm volatile("" : "+x"(b)); \
  sums##i = _mm256_add_epi32(sums##i, _mm256_madd_epi16(a, b));
  ESPY_REPEAT(ESPY_BEGIN)
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    ESPY_REPEAT(ESPY_STEP)
    ESPY_REPEAT(ESPY_KEEP)
  }
#undef ESPY_STEP
  return turns * kSums * 16;
}

ESPY_AVX_VNNI std::int64_t fours(std::int64_t turns) {
  const __m256i a = _mm256_set1_epi8(3);
  const __m256i b = _mm256_set1_epi8(5);
#define ESPY_STEP(i) sums##i = _mm256_dpbusd_avx_epi32(sums##i, a, b);
  ESPY_REPEAT(ESPY_BEGIN)
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    ESPY_REPEAT(ESPY_STEP)
    ESPY_REPEAT(ESPY_KEEP)
  }
#undef ESPY_STEP
#undef ESPY_BEGIN
  return turns * kSums * 32;
}

ESPY_VNNI std::int64_t wideFours(std::int64_t turns) {
  const __m512i a = _mm512_set1_epi8(3);
  const __m512i b = _mm512_set1_epi8(5);
#define ESPY_BEGIN(i) __m512i sums##i = a;
#define ESPY_STEP(i) sums##i = _mm512_dpbusd_epi32(sums##i, a, b);
  ESPY_REPEAT(ESPY_BEGIN)
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    ESPY_REPEAT(ESPY_STEP)
    ESPY_REPEAT(ESPY_KEEP_WIDE)
  }
#undef ESPY_STEP
#undef ESPY_BEGIN
  return turns * kSums * 64;
}

struct alignas(64) Shapes {
  std::uint8_t palette = 1;
  std::uint8_t reserved[15] = {};
  std::uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
constinit const Shapes kShapes;

ESPY_AMX std::int64_t tiles(std::int64_t turns) {
  alignas(64) static const std::uint8_t kBytes[1024] = {1, 2, 3};
  _tile_loadconfig(&kShapes);
  _tile_loadd(4, kBytes, 64);
  _tile_loadd(5, kBytes, 64);
  _tile_loadd(6, kBytes, 64);
  _tile_loadd(7, kBytes, 64);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    _tile_dpbuud(0, 4, 6);
    _tile_dpbuud(1, 4, 7);
    _tile_dpbuud(2, 5, 6);
    _tile_dpbuud(3, 5, 7);
  }
  _tile_release();
  return turns * 4 * 16 * 16 * 64;
}
#endif

std::int64_t timesFor(std::int64_t products, std::int64_t ofTurn) {
  return (products + ofTurn - 1) / ofTurn;
}

}  // namespace

std::int64_t multiplyOnly(ScreenWay way, std::int64_t products) {
  switch (way) {
#ifdef ESPY_X86
    case ScreenWay::avx2:
      return pairs(timesFor(products, kSums * 16));
    case ScreenWay::avxVnni:
      return fours(timesFor(products, kSums * 32));
    case ScreenWay::vnni:
      return wideFours(timesFor(products, kSums * 64));
    case ScreenWay::amx:
      return tiles(timesFor(products, 4 * 16 * 16 * 64));
#endif
    default:
      return 0;
  }
}

}  // namespace espy::bench
