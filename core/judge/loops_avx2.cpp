// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/loops.h"

#ifdef ESPY_X86
#include <immintrin.h>

#include "judge/arithmetic.h"
#include "judge/move_one.h"

#define ESPY_LEVEL ESPY_AVX2_FMA

namespace espy::judge {
namespace {
namespace avx2 {

using Vector = __m256;
constexpr int kLanes = 8;
constexpr int kBlock = 6;

ESPY_LEVEL inline Vector load(const float* from) {
  return _mm256_loadu_ps(from);
}
ESPY_LEVEL inline void store(float* to, Vector values) {
  _mm256_storeu_ps(to, values);
}
ESPY_LEVEL inline Vector all(float value) {
  return _mm256_set1_ps(value);
}
ESPY_LEVEL inline Vector multiplyAdd(Vector a, Vector b, Vector c) {
  return _mm256_fmadd_ps(a, b, c);
}
ESPY_LEVEL inline Vector least(Vector a, Vector b) {
  return _mm256_min_ps(a, b);
}
ESPY_LEVEL inline Vector most(Vector a, Vector b) {
  return _mm256_max_ps(a, b);
}
ESPY_LEVEL inline Vector root(Vector a) {
  return _mm256_sqrt_ps(a);
}

#include "judge/loops_of_level.h"

}  // namespace avx2
}  // namespace

const Loops kAvx2Loops = avx2::kLoopsOfLevel;

}  // namespace espy::judge
#endif
