// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/byte_kernels.h"

#include <cstring>

#include "base/cpu.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::signal {

ESPY_SIMD_CLONES void addPlainly(const std::uint8_t* data, const std::uint8_t* query,
                                 std::int64_t samples, std::uint32_t* sums) {
  constexpr std::int64_t kAtOnce = 256;  // 16 bits hold as many differences
  for (std::int64_t from = 0; from < samples; from += kAtOnce) {
    const std::int64_t to = from + kAtOnce < samples ? from + kAtOnce : samples;
    std::uint16_t small[ByteTask::kTile] = {};
    for (std::int64_t j = from; j < to; ++j) {
      const std::uint8_t b = query[j];
      for (std::int64_t i = 0; i < ByteTask::kTile; ++i) {
        const std::uint8_t a = data[i + j];
        const auto difference = static_cast<std::uint8_t>(a > b ? a - b : b - a);
        small[i] = static_cast<std::uint16_t>(small[i] + difference);
      }
    }
    for (std::int64_t i = 0; i < ByteTask::kTile; ++i) sums[i] += small[i];
  }
}

#if defined(ESPY_X86)

namespace {

template <class Number>
inline Number read(const std::uint8_t* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

/// Of 64-bit lane i the instruction takes four samples of the query and the data from place 4 i on;
/// the numbers shuffle each quarter (samples p..p+15 of the data) so that they lie there.
constexpr int kFirstFour = 0x94;  // parts 0 1, 1 2
constexpr int kNextFour = 0xe9;   // parts 1 2, 2 3

/// Keeps compilers from adding up in another order, for which there are not registers enough.
ESPY_AVX512 inline __attribute__((always_inline)) void stay(__m512i& sum) {
  asm("" : "+v"(sum));
}

template <int queries>
ESPY_AVX512 void addWith512(const ByteSteps& what) {
  constexpr int kVectors = 4;  // of 32 places
  constexpr __mmask32 kAll = 0xffffffff;
  __m512i sums[queries][kVectors];
#pragma GCC unroll 6
  for (auto& row : sums) {
#pragma GCC unroll 4
    for (__m512i& sum : row) sum = _mm512_setzero_si512();
  }
  const std::uint8_t* words = what.words;
  const std::uint8_t* query = what.query;
  for (std::int64_t step = 0; step < what.steps; ++step, words += 16, query += 8) {
    __m512i data[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) data[v] = _mm512_loadu_si512(words + 64 * v);
#pragma GCC unroll 6
    for (int q = 0; q < queries; ++q) {
      const std::uint8_t* samples = query + q * what.pitch;
      const __m512i first = _mm512_set1_epi32(read<std::int32_t>(samples));
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const __m512i four = _mm512_maskz_dbsad_epu8(kAll, first, data[v], kFirstFour);
        sums[q][v] = _mm512_add_epi16(sums[q][v], four);
        stay(sums[q][v]);
      }
      const __m512i next = _mm512_set1_epi32(read<std::int32_t>(samples + 4));
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const __m512i four = _mm512_maskz_dbsad_epu8(kAll, next, data[v], kNextFour);
        sums[q][v] = _mm512_add_epi16(sums[q][v], four);
        stay(sums[q][v]);
      }
    }
  }
#pragma GCC unroll 6
  for (int q = 0; q < queries; ++q) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      std::uint16_t numbers[32];
      _mm512_storeu_si512(numbers, sums[q][v]);
      std::uint32_t* to = what.sums + q * ByteTask::kTile + 32 * v;
#pragma GCC unroll 2
      for (int i = 0; i < 32; i += 16) {
        const auto* half = reinterpret_cast<const __m256i*>(numbers + i);
        const __m512i wide = _mm512_maskz_cvtepu16_epi32(0xffff, _mm256_loadu_si256(half));
        _mm512_storeu_si512(to + i, _mm512_add_epi32(_mm512_loadu_si512(to + i), wide));
      }
    }
  }
}

/// The same by half as long vectors, which are too few for a whole tile.
template <int queries>
ESPY_AVX2 void addWith256(const ByteSteps& what) {
  constexpr int kVectors = 2;      // of 16 places
  constexpr int kFirst = 0;        // part 0 of the query, data from the first sample on
  constexpr int kNext = 0b101101;  // part 1, from the fifth
  for (std::int64_t place = 0; place < ByteTask::kTile; place += 16 * kVectors) {
    __m256i sums[queries][kVectors];
#pragma GCC unroll 6
    for (auto& row : sums) {
#pragma GCC unroll 2
      for (__m256i& sum : row) sum = _mm256_setzero_si256();
    }
    const std::uint8_t* words = what.words + 2 * place;
    const std::uint8_t* query = what.query;
    for (std::int64_t step = 0; step < what.steps; ++step, words += 16, query += 8) {
      __m256i data[kVectors];
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) {
        data[v] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words) + v);
      }
#pragma GCC unroll 6
      for (int q = 0; q < queries; ++q) {
        const __m256i eight = _mm256_set1_epi64x(read<std::int64_t>(query + q * what.pitch));
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) {
          const __m256i both = _mm256_add_epi16(_mm256_mpsadbw_epu8(data[v], eight, kFirst),
                                                _mm256_mpsadbw_epu8(data[v], eight, kNext));
          sums[q][v] = _mm256_add_epi16(sums[q][v], both);
        }
      }
    }
#pragma GCC unroll 6
    for (int q = 0; q < queries; ++q) {
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) {
        auto* to = reinterpret_cast<__m256i*>(what.sums + q * ByteTask::kTile + place + 16 * v);
        const __m256i low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(sums[q][v]));
        const __m256i high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(sums[q][v], 1));
        _mm256_storeu_si256(to, _mm256_add_epi32(_mm256_loadu_si256(to), low));
        _mm256_storeu_si256(to + 1, _mm256_add_epi32(_mm256_loadu_si256(to + 1), high));
      }
    }
  }
}

}  // namespace

void addByAvx512(const ByteSteps& what) {
  constexpr void (*kBy[])(const ByteSteps&) = {addWith512<1>, addWith512<2>, addWith512<3>,
                                               addWith512<4>, addWith512<5>, addWith512<6>};
  kBy[what.queries - 1](what);
}

void addByAvx2(const ByteSteps& what) {
  constexpr void (*kBy[])(const ByteSteps&) = {addWith256<1>, addWith256<2>, addWith256<3>,
                                               addWith256<4>, addWith256<5>, addWith256<6>};
  kBy[what.queries - 1](what);
}

#else

void addByAvx512(const ByteSteps&) {}
void addByAvx2(const ByteSteps&) {}

#endif

}  // namespace espy::signal
