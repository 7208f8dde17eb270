// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/loops.h"

#include <algorithm>
#include <cmath>

#include "judge/arithmetic.h"
#include "judge/move_one.h"

#define ESPY_LEVEL

namespace espy::judge {
namespace {

using Vector = float;
constexpr int kLanes = 1;
constexpr int kBlock = 4;

inline Vector load(const float* from) {
  return *from;
}
inline void store(float* to, Vector value) {
  *to = value;
}
inline Vector all(float value) {
  return value;
}
inline Vector multiplyAdd(Vector a, Vector b, Vector c) {
  return std::fma(a, b, c);
}
inline Vector least(Vector a, Vector b) {
  return std::min(a, b);
}
inline Vector most(Vector a, Vector b) {
  return std::max(a, b);
}
inline Vector root(Vector a) {
  return std::sqrt(a);
}

#include "judge/loops_of_level.h"

}  // namespace

const Loops kPlainLoops = kLoopsOfLevel;

const Loops& loopsFor(SimdLevel level) {
#ifdef ESPY_X86
  level = std::min(level, simdLevel());
  if (level >= SimdLevel::avx512) return kAvx512Loops;
  if (level >= SimdLevel::avx2) return kAvx2Loops;
#endif
  return kPlainLoops;
}

}  // namespace espy::judge
