// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/loops.h"

#ifdef ESPY_X86
#include <immintrin.h>

#include "judge/arithmetic.h"
#include "judge/move_one.h"

#define ESPY_LEVEL ESPY_AVX512

namespace espy::judge {
namespace {
namespace avx512 {

using Vector = __m512;
constexpr int kLanes = 16;
constexpr int kBlock = 8;
// Without a mask, the compiler's own headers are warned of.
constexpr __mmask16 kAll = 0xffff;

ESPY_LEVEL inline Vector load(const float* from) {
  return _mm512_loadu_ps(from);
}
ESPY_LEVEL inline void store(float* to, Vector values) {
  _mm512_storeu_ps(to, values);
}
ESPY_LEVEL inline Vector all(float value) {
  return _mm512_set1_ps(value);
}
ESPY_LEVEL inline Vector multiplyAdd(Vector a, Vector b, Vector c) {
  return _mm512_fmadd_ps(a, b, c);
}
ESPY_LEVEL inline Vector least(Vector a, Vector b) {
  return _mm512_maskz_min_ps(kAll, a, b);
}
ESPY_LEVEL inline Vector most(Vector a, Vector b) {
  return _mm512_maskz_max_ps(kAll, a, b);
}
ESPY_LEVEL inline Vector root(Vector a) {
  return _mm512_maskz_sqrt_ps(kAll, a);
}

#include "judge/loops_of_level.h"

}  // namespace avx512
}  // namespace

const Loops kAvx512Loops = avx512::kLoopsOfLevel;

}  // namespace espy::judge
#endif
