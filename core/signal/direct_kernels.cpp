// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/direct_kernels.h"

#include <cstdlib>

#include "base/cpu.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::signal {
namespace {

/// The sums of few places stay in registers all the time.
template <class Sample>
__attribute__((always_inline)) inline void addPlainly(const DirectTile<Sample>& tile) {
  constexpr int kAtOnce = 32;
  for (int q = 0; q < tile.queries; ++q) {
    const Sample* query = tile.query + q * tile.pitch;
    for (std::int64_t place = 0; place < DirectTile<Sample>::kPlaces; place += kAtOnce) {
      Sample* to = tile.sums + q * DirectTile<Sample>::kPlaces + place;
      Sample sums[kAtOnce];
      for (int i = 0; i < kAtOnce; ++i) sums[i] = to[i];
      for (std::int64_t j = 0; j < tile.samples; ++j) {
        const Sample* data = tile.data + place + j;
        for (int i = 0; i < kAtOnce; ++i) sums[i] += std::abs(data[i] - query[j]);
      }
      for (int i = 0; i < kAtOnce; ++i) to[i] = sums[i];
    }
  }
}

}  // namespace

ESPY_SIMD_CLONES void addDirectly(const DirectTile<std::int32_t>& tile) {
  addPlainly(tile);
}
ESPY_SIMD_CLONES void addDirectly(const DirectTile<float>& tile) {
  addPlainly(tile);
}

#if defined(ESPY_X86)

namespace {

/// The difference is a multiplication by 1 and a subtraction, rounded once, which is the same: so
/// it goes where products are made, beside the additions, and not where these are.
template <int queries>
ESPY_AVX512 void addWith512(const DirectTile<float>& tile) {
  constexpr int kVectors = DirectTile<float>::kPlaces / 16;
  constexpr __mmask16 kAll = 0xffff;
  __m512 one = _mm512_set1_ps(1);
  asm("" : "+v"(one));  // or a compiler might see what it is
  const __m512 noSign = _mm512_castsi512_ps(_mm512_set1_epi32(0x7fffffff));
  __m512 sums[queries][kVectors];
#pragma GCC unroll 5
  for (int q = 0; q < queries; ++q) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      sums[q][v] = _mm512_loadu_ps(tile.sums + q * DirectTile<float>::kPlaces + 16 * v);
    }
  }
  for (std::int64_t j = 0; j < tile.samples; ++j) {
    __m512 data[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) data[v] = _mm512_loadu_ps(tile.data + j + 16 * v);
#pragma GCC unroll 5
    for (int q = 0; q < queries; ++q) {
      const __m512 sample = _mm512_set1_ps(tile.query[q * tile.pitch + j]);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const __m512 difference = _mm512_fmsub_ps(data[v], one, sample);
        sums[q][v] = _mm512_add_ps(sums[q][v], _mm512_maskz_and_ps(kAll, difference, noSign));
      }
    }
  }
#pragma GCC unroll 5
  for (int q = 0; q < queries; ++q) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      _mm512_storeu_ps(tile.sums + q * DirectTile<float>::kPlaces + 16 * v, sums[q][v]);
    }
  }
}

}  // namespace

void addDirectlyBy512(const DirectTile<float>& tile) {
  constexpr void (*kBy[])(const DirectTile<float>&) = {addWith512<1>, addWith512<2>, addWith512<3>,
                                                       addWith512<4>, addWith512<5>};
  kBy[tile.queries - 1](tile);
}

#else

void addDirectlyBy512(const DirectTile<float>& tile) {
  addDirectly(tile);
}

#endif

}  // namespace espy::signal
