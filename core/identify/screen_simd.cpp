// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/screen_loops.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "identify/screen_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::identify::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::int32_t> kWords;
constexpr hn::Repartition<std::int16_t, std::remove_const_t<decltype(kWords)>> kHalves;
using Words = hn::Vec<std::remove_const_t<decltype(kWords)>>;

// Multiplication strategies: `kStep` bytes of a feature per step, and their layout in a word.

struct Pairs {
  static constexpr std::int64_t kStep = 2;
  static constexpr std::int32_t kMovedBy = 0;
  static ESPY_INLINE Words add(Words sum, Words query, Words row) {
#if defined(ESPY_X86)
    Words none = sum;  // other architectures keep partial sums here
    return hn::ReorderWidenMulAccumulate(kWords, hn::BitCast(kHalves, query),
                                         hn::BitCast(kHalves, row), sum, none);
#else
    const Words low = hn::Set(kWords, 0xffff);
    sum = hn::Add(sum, hn::Mul(hn::And(query, low), hn::And(row, low)));
    return hn::Add(sum, hn::Mul(hn::ShiftRight<16>(query), hn::ShiftRight<16>(row)));
#endif
  }
};

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
/// Four bytes; the reference's are shifted to -128..127, since the instruction multiplies unsigned
/// by signed: q * (r - 128) is q * r less 128 times the sum of q. In assembler: the compiler
/// inlines the intrinsic only into functions compiled for it.
struct Fours {
  static constexpr std::int64_t kStep = 4;
  static constexpr std::int32_t kMovedBy = 128;
  static ESPY_INLINE Words add(Words sum, Words query, Words row) {
#if HWY_TARGET == HWY_AVX3
    asm("vpdpbusd %2, %1, %0" : "+v"(sum.raw) : "v"(query.raw), "v"(row.raw));
#else
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum.raw) : "x"(query.raw), "x"(row.raw));
#endif
    return sum;
  }
};
#endif

constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(kWords));
/// Registers of the query and rows of the reference accumulated at once, for 32 or 16 registers.
constexpr std::int64_t kColumns = 3;
constexpr std::int64_t kRows = HWY_TARGET == HWY_AVX3 ? 8 : 4;
constexpr std::int64_t kBlock = kColumns * kLanes;
template <class Strategy>
constexpr std::int64_t kSteps = kFeatureBytes / Strategy::kStep;
constexpr std::int32_t kLeastProduct = std::numeric_limits<std::int32_t>::min();

/// Per register of features, step by step, lanes within a step.
template <class Strategy>
void pack(const std::uint8_t* features, PackedQuery& query) {
  query.padded = (query.count + kBlock - 1) / kBlock * kBlock;
  query.bytes.assign(static_cast<std::size_t>(query.padded * kSteps<Strategy> * 4), 0);
  query.norms.assign(static_cast<std::size_t>(query.padded), 0);
  query.offsets.assign(static_cast<std::size_t>(query.padded), 0);
  for (std::int64_t q = 0; q < query.count; ++q) {
    const std::uint8_t* const feature = features + q * kFeatureBytes;
    std::int32_t sum = 0;
    std::int32_t norm = 0;
    for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
      sum += feature[i];
      norm += feature[i] * feature[i];
    }
    query.norms[static_cast<std::size_t>(q)] = norm;
    query.offsets[static_cast<std::size_t>(q)] = sum * Strategy::kMovedBy;
    std::uint8_t* to =
        query.bytes.data() + (q / kLanes * kSteps<Strategy> * kLanes + q % kLanes) * 4;
    for (std::int64_t i = 0; i < kFeatureBytes; i += Strategy::kStep, to += kLanes * 4) {
      std::uint32_t word = 0;
      if constexpr (Strategy::kStep == 2) {
        word = static_cast<std::uint32_t>(feature[i] | feature[i + 1] << 16);
      } else {
        std::memcpy(&word, feature + i, sizeof word);
      }
      std::memcpy(to, &word, sizeof word);
    }
  }
}

/// Row by row, kSteps words each, broadcast to all lanes.
template <class Strategy>
void putGroup(const std::uint8_t* group, std::int32_t* rows) {
  for (std::int64_t i = 0; i < kGroup * kSteps<Strategy>; ++i) {
    if constexpr (Strategy::kStep == 2) {
      rows[i] = group[2 * i] | group[2 * i + 1] << 16;
    } else {
      std::uint32_t four = 0;
      std::memcpy(&four, group + 4 * i, sizeof four);
      rows[i] = static_cast<std::int32_t>(four ^ 0x80808080U);
    }
  }
}

/// Hides a register from the optimiser.
ESPY_INLINE void keep(Words& words) {
#if defined(ESPY_X86)
  asm volatile("" : "+v"(words.raw));
#else
  asm volatile("" : "+m"(words));
#endif
}

/// Sums of a block's registers with one row. Separate variables: an array would be kept in memory.
struct Sums {
  Words a, b, c;
};
ESPY_INLINE Sums allSums(std::int32_t value) {
  const Words all = hn::Set(kWords, value);
  return {all, all, all};
}
ESPY_INLINE Sums loadSums(const std::uint8_t* from, std::int64_t distance) {
  const auto* const words = reinterpret_cast<const std::int32_t*>(from);
  return {hn::LoadU(kWords, words), hn::LoadU(kWords, words + distance),
          hn::LoadU(kWords, words + 2 * distance)};
}
template <class Strategy>
ESPY_INLINE void addRow(Sums& sums, const Sums& columns, std::int32_t row) {
  const Words lanes = hn::Set(kWords, row);
  sums.a = Strategy::add(sums.a, columns.a, lanes);
  sums.b = Strategy::add(sums.b, columns.b, lanes);
  sums.c = Strategy::add(sums.c, columns.c, lanes);
  // Keeps the compiler from interleaving rows, which would spill registers.
  keep(sums.a);
  keep(sums.b);
  keep(sums.c);
}
ESPY_INLINE void raise(Sums& most, const Sums& sums) {
  most.a = hn::Max(most.a, sums.a);
  most.b = hn::Max(most.b, sums.b);
  most.c = hn::Max(most.c, sums.c);
}

/// Raises `most` by the products with kRows features of a group.
template <class Strategy>
ESPY_INLINE void raiseByRows(const std::uint8_t* block, const std::int32_t* rows, Sums& most) {
  constexpr bool kEight = kRows == 8;
  constexpr std::int64_t kNext = kSteps<Strategy>;
  const Sums no = allSums(0);
  Sums r0 = no, r1 = no, r2 = no, r3 = no, r4 = no, r5 = no, r6 = no, r7 = no;
  for (std::int64_t step = 0; step < kSteps<Strategy>; ++step) {
    const Sums columns = loadSums(block + step * kLanes * 4, kSteps<Strategy> * kLanes);
    const std::int32_t* const row = rows + step;
    addRow<Strategy>(r0, columns, row[0]);
    addRow<Strategy>(r1, columns, row[1 * kNext]);
    addRow<Strategy>(r2, columns, row[2 * kNext]);
    addRow<Strategy>(r3, columns, row[3 * kNext]);
    if constexpr (kEight) {
      addRow<Strategy>(r4, columns, row[4 * kNext]);
      addRow<Strategy>(r5, columns, row[5 * kNext]);
      addRow<Strategy>(r6, columns, row[6 * kNext]);
      addRow<Strategy>(r7, columns, row[7 * kNext]);
    }
  }
  raise(most, r0);
  raise(most, r1);
  raise(most, r2);
  raise(most, r3);
  if constexpr (kEight) {
    raise(most, r4);
    raise(most, r5);
    raise(most, r6);
    raise(most, r7);
  }
}

/// Updates the keys with a group's greatest products.
ESPY_INLINE void raiseKeys(Words most, const std::int32_t* offsets, Words low,
                           std::int32_t* greatest, std::int32_t* second) {
  const Words product = hn::Add(most, hn::LoadU(kWords, offsets));
  const Words key = hn::Sub(hn::Add(product, product), low);
  const Words first = hn::LoadU(kWords, greatest);
  hn::StoreU(hn::Max(hn::LoadU(kWords, second), hn::Min(first, key)), kWords, second);
  hn::StoreU(hn::Max(first, key), kWords, greatest);
}

template <class Strategy>
void keys(const PackedQuery& query, const ReferenceGroups& reference, std::int32_t* greatest,
          std::int32_t* second) {
  std::fill_n(greatest, query.padded, kNoKey);
  std::fill_n(second, query.padded, kNoKey);
  alignas(64) std::int32_t rows[kGroup * kSteps<Strategy>];
  for (std::int64_t g = 0; g < reference.groups(); ++g) {
    putGroup<Strategy>(reference.group(g), rows);
    const Words low = hn::Set(kWords, reference.least[g]);
    for (std::int64_t q = 0; q < query.padded; q += kBlock) {
      const std::uint8_t* const block = query.bytes.data() + q * kSteps<Strategy> * 4;
      Sums most = allSums(kLeastProduct);
      for (std::int64_t row = 0; row < kGroup; row += kRows) {
        raiseByRows<Strategy>(block, rows + row * kSteps<Strategy>, most);
      }
      const std::int32_t* const offsets = query.offsets.data() + q;
      raiseKeys(most.a, offsets, low, greatest + q, second + q);
      raiseKeys(most.b, offsets + kLanes, low, greatest + q + kLanes, second + q + kLanes);
      raiseKeys(most.c, offsets + 2 * kLanes, low, greatest + q + 2 * kLanes,
                second + q + 2 * kLanes);
    }
  }
}

template <class Strategy>
constexpr ScreenLoops loopsOf(const char* name) {
  return {name, kBlock, pack<Strategy>, keys<Strategy>, Strategy::kStep == 2};
}

const ScreenLoops& simdScreen() {
  static constexpr ScreenLoops kLoops = loopsOf<Pairs>(HWY_TARGET == HWY_AVX3   ? "AVX-512"
                                                       : HWY_TARGET == HWY_AVX2 ? "AVX2"
                                                       : HWY_TARGET == HWY_SSE4 ? "SSE4"
                                                       : HWY_TARGET == HWY_NEON ? "NEON"
                                                                                : "plain");
  return kLoops;
}
#if HWY_TARGET == HWY_AVX3
const ScreenLoops& vnniScreen() {
  static constexpr ScreenLoops kLoops = loopsOf<Fours>("AVX-512 VNNI");
  return kLoops;
}
#elif HWY_TARGET == HWY_AVX2
const ScreenLoops& vexVnniScreen() {
  static constexpr ScreenLoops kLoops = loopsOf<Fours>("AVX-VNNI");
  return kLoops;
}
#endif

void productsWith(const std::uint8_t* feature, const std::uint8_t* features, std::int64_t count,
                  std::int32_t* products) {
  constexpr hn::Rebind<std::uint8_t, std::remove_const_t<decltype(kHalves)>> kBytes;
  constexpr auto kWide = static_cast<std::int64_t>(hn::MaxLanes(kHalves));
  alignas(64) std::int32_t own[kFeatureBytes / 2];
  for (std::int64_t k = 0; k < kFeatureBytes; k += kWide) {
    hn::StoreU(hn::BitCast(kWords, hn::PromoteTo(kHalves, hn::LoadU(kBytes, feature + k))), kWords,
               own + k / 2);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint8_t* const other = features + i * kFeatureBytes;
    Words sum = hn::Zero(kWords);
    for (std::int64_t k = 0; k < kFeatureBytes; k += kWide) {
      const auto wide = hn::PromoteTo(kHalves, hn::LoadU(kBytes, other + k));
      sum = Pairs::add(sum, hn::LoadU(kWords, own + k / 2), hn::BitCast(kWords, wide));
    }
    products[i] = hn::GetLane(hn::SumOfLanes(kWords, sum));
  }
}

std::int32_t normsOfGroups(const std::int32_t* norms, std::int64_t groups, std::int32_t* least) {
  std::int32_t slack = 0;
  for (std::int64_t g = 0; g < groups; ++g) {
    std::int32_t low = norms[g * kGroup];
    std::int32_t high = low;
    for (std::int64_t i = 1; i < kGroup; ++i) {
      low = std::min(low, norms[g * kGroup + i]);
      high = std::max(high, norms[g * kGroup + i]);
    }
    least[g] = low;
    slack = std::max(slack, high - low);
  }
  return slack;
}

// Integers below 2^53: exact.
void testRatios(const std::int32_t* norms, const std::int32_t* greatest, const std::int32_t* second,
                std::int64_t count, const RatioTest& test, std::int32_t* passes) {
  for (std::int64_t q = 0; q < count; ++q) {
    const double nearest = norms[q] - greatest[q];
    const double next = norms[q] - second[q] + test.slack;
    passes[q] = nearest * test.under2 < next * test.over2 ? 1 : 0;
  }
}

}  // namespace
}  // namespace espy::identify::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::identify {
namespace {

ESPY_SIMD_TABLE_VNNI(simdScreen, ESPY_OF_AVX512(vnniScreen));

}  // namespace

const ScreenLoops& simdScreen() {
  return ESPY_SIMD_CALL(simdScreen)();
}

#if defined(ESPY_X86)
const ScreenLoops& avxVnniScreen() {
#if HWY_TARGETS & HWY_AVX2
  return N_AVX2::vexVnniScreen();
#else  // a build for AVX-512 alone
  return simdScreen();
#endif
}
#endif

ESPY_SIMD_DEFINE(productsWith);
ESPY_SIMD_DEFINE(normsOfGroups);
ESPY_SIMD_DEFINE(testRatios);

}  // namespace espy::identify
#endif  // HWY_ONCE
