// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/cpu.h"

#ifdef ESPY_X86
#include <immintrin.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/lanes.h"
#include "identify/screen_loops.h"

#define ESPY_LEVEL ESPY_AVX2

namespace espy::identify {
namespace {

constexpr std::int64_t kLanes = 8;
constexpr std::int64_t kRows = 4;
/// Two bytes, each in 16 bits.
constexpr std::int64_t kStep = 2;
constexpr std::int32_t kOffset = 0;

template <class Vector>
ESPY_INNER Vector addProducts(Vector sum, Vector column, Vector row) {
  return sum + reinterpret_cast<Vector>(_mm256_madd_epi16(reinterpret_cast<__m256i>(column),
                                                          reinterpret_cast<__m256i>(row)));
}
inline void putQueryStep(const std::uint8_t* bytes, std::uint8_t* to) {
  putPair(bytes, to);
}
ESPY_LEVEL inline void putGroup(const std::uint8_t* group, std::int32_t* rows) {
  putPairs(group, rows);
}

#include "identify/screen_of_level.h"

}  // namespace

const ScreenLoops kAvx2Screen = {"AVX2", kBlock, pack, keys};

}  // namespace espy::identify
#endif
