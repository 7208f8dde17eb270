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

#define ESPY_LEVEL ESPY_AVX_VNNI

namespace espy::identify {
namespace {

constexpr std::int64_t kLanes = 8;
constexpr std::int64_t kRows = 4;
constexpr std::int64_t kStep = 4;
constexpr std::int32_t kOffset = kMovedBy;

template <class Vector>
ESPY_INNER Vector addProducts(Vector sum, Vector column, Vector row) {
  return reinterpret_cast<Vector>(_mm256_dpbusd_avx_epi32(reinterpret_cast<__m256i>(sum),
                                                          reinterpret_cast<__m256i>(column),
                                                          reinterpret_cast<__m256i>(row)));
}
inline void putQueryStep(const std::uint8_t* bytes, std::uint8_t* to) {
  putFour(bytes, to);
}
ESPY_LEVEL inline void putGroup(const std::uint8_t* group, std::int32_t* rows) {
  putMoved(group, rows);
}

#include "identify/screen_of_level.h"

}  // namespace

const ScreenLoops kAvxVnniScreen = {"AVX-VNNI", kBlock, pack, keys};

}  // namespace espy::identify
#endif
