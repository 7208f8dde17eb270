// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/lanes.h"
#include "identify/screen_loops.h"

#define ESPY_LEVEL

namespace espy::identify {
namespace {

constexpr std::int64_t kLanes = 4;
constexpr std::int64_t kRows = 4;
/// Two bytes, each in 16 bits.
constexpr std::int64_t kStep = 2;
constexpr std::int32_t kOffset = 0;

template <class Vector>
ESPY_INNER Vector addProducts(Vector sum, Vector column, Vector row) {
#ifdef __SSE2__
  return sum + reinterpret_cast<Vector>(_mm_madd_epi16(reinterpret_cast<__m128i>(column),
                                                       reinterpret_cast<__m128i>(row)));
#else
  return sum + (column & 0xffff) * (row & 0xffff) + (column >> 16) * (row >> 16);
#endif
}
inline void putQueryStep(const std::uint8_t* bytes, std::uint8_t* to) {
  putPair(bytes, to);
}
ESPY_LEVEL inline void putGroup(const std::uint8_t* group, std::int32_t* rows) {
  putPairs(group, rows);
}

#include "identify/screen_of_level.h"

}  // namespace

const ScreenLoops kPlainScreen = {"plain", kBlock, pack, keys};

}  // namespace espy::identify
