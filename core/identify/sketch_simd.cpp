// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/sketch.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "identify/sketch_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::identify::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::int32_t> kWords;
using Words = hn::Vec<std::remove_const_t<decltype(kWords)>>;
constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(kWords));
/// Registers of the query and rows of the reference accumulated at once, for 16 registers.
constexpr std::int64_t kColumns = 3;
constexpr std::int64_t kRows = 4;
constexpr std::int64_t kBlock = kColumns * kLanes;
constexpr std::int64_t kSteps = kSketch / 2;
/// A padding row is farther than any other: half of its norm.
constexpr std::int32_t kFar = 1 << (30 - kRowBits);

/// Adds the sums of two products each.
template <class Tag>
ESPY_INLINE hn::Vec<Tag> addPairs([[maybe_unused]] Tag tag, hn::Vec<Tag> sum, hn::Vec<Tag> a,
                                  hn::Vec<Tag> b) {
#if defined(ESPY_X86)
  constexpr hn::Repartition<std::int16_t, Tag> kParts;
  auto none = sum;  // other architectures keep partial sums here
  return hn::ReorderWidenMulAccumulate(tag, hn::BitCast(kParts, a), hn::BitCast(kParts, b), sum,
                                       none);
#else
  const auto low = [](hn::Vec<Tag> pair) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(pair)); };
  sum = hn::Add(sum, hn::Mul(low(a), low(b)));
  return hn::Add(sum, hn::Mul(hn::ShiftRight<16>(a), hn::ShiftRight<16>(b)));
#endif
}

/// Products with all vectors of the basis, of pairs of bytes.
void project(const std::uint8_t* features, std::int64_t count, const std::int16_t* basis,
             std::int32_t* sums) {
  constexpr hn::CappedTag<std::int32_t, 8> kSome;
  constexpr auto kSomeLanes = static_cast<std::int64_t>(hn::MaxLanes(kSome));
  constexpr std::int64_t kAtOnce = 5;
  static_assert(kSketch % (kSomeLanes * kAtOnce) == 0);
  for (std::int64_t row = 0; row < count; ++row) {
    const std::uint8_t* const feature = features + row * kFeatureBytes;
    for (std::int64_t first = 0; first < kSketch; first += kSomeLanes * kAtOnce) {
      auto a = hn::Zero(kSome), b = a, c = a, d = a, e = a;
      for (std::int64_t i = 0; i < kFeatureBytes; i += 2) {
        const auto pair = hn::Set(kSome, feature[i] | feature[i + 1] << 16);
        const auto* const from = reinterpret_cast<const std::int32_t*>(basis + i * kSketch) + first;
        a = addPairs(kSome, a, pair, hn::LoadU(kSome, from));
        b = addPairs(kSome, b, pair, hn::LoadU(kSome, from + kSomeLanes));
        c = addPairs(kSome, c, pair, hn::LoadU(kSome, from + 2 * kSomeLanes));
        d = addPairs(kSome, d, pair, hn::LoadU(kSome, from + 3 * kSomeLanes));
        e = addPairs(kSome, e, pair, hn::LoadU(kSome, from + 4 * kSomeLanes));
      }
      std::int32_t* const to = sums + row * kSketch + first;
      hn::StoreU(a, kSome, to);
      hn::StoreU(b, kSome, to + kSomeLanes);
      hn::StoreU(c, kSome, to + 2 * kSomeLanes);
      hn::StoreU(d, kSome, to + 3 * kSomeLanes);
      hn::StoreU(e, kSome, to + 4 * kSomeLanes);
    }
  }
}

void packSketches(const Sketches& sketches, PackedSketches& packed) {
  packed.padded = (sketches.count + kBlock - 1) / kBlock * kBlock;
  packed.numbers.assign(static_cast<std::size_t>(packed.padded * kSketch), 0);
  for (std::int64_t q = 0; q < sketches.count; ++q) {
    const std::int16_t* const from = sketches.numbers.data() + q * kSketch;
    std::int16_t* to = packed.numbers.data() + (q / kLanes * kSteps * kLanes + q % kLanes) * 2;
    for (std::int64_t step = 0; step < kSteps; ++step, to += 2 * kLanes) {
      to[0] = from[2 * step];
      to[1] = from[2 * step + 1];
    }
  }
}

/// Hides a register from the optimiser, which would interleave rows and spill registers.
ESPY_INLINE void keep(Words& words) {
#if defined(ESPY_X86)
  asm volatile("" : "+v"(words.raw));
#else
  asm volatile("" : "+m"(words));
#endif
}

/// Of a block's registers. Separate variables: an array would be kept in memory.
struct Sums {
  Words a, b, c;
};
ESPY_INLINE void addRow(Sums& sums, const Sums& columns, std::int32_t pair) {
  const Words lanes = hn::Set(kWords, pair);
  sums.a = addPairs(kWords, sums.a, columns.a, lanes);
  sums.b = addPairs(kWords, sums.b, columns.b, lanes);
  sums.c = addPairs(kWords, sums.c, columns.c, lanes);
  keep(sums.a);
  keep(sums.b);
  keep(sums.c);
}

/// Inserts keys of four rows into the greatest ones of a register of query features.
ESPY_INLINE void insert(Words r0, Words r1, Words r2, Words r3, std::int32_t row,
                        std::int32_t* keys, std::int64_t stride) {
  Words first = hn::LoadU(kWords, keys);
  Words second = hn::LoadU(kWords, keys + stride);
  Words third = hn::LoadU(kWords, keys + 2 * stride);
  Words fourth = hn::LoadU(kWords, keys + 3 * stride);
  const auto put = [&](Words sum, std::int32_t number) {
    const Words key = hn::Add(hn::ShiftLeft<kRowBits>(sum), hn::Set(kWords, number));
    fourth = hn::Max(fourth, hn::Min(third, key));
    third = hn::Max(third, hn::Min(second, key));
    second = hn::Max(second, hn::Min(first, key));
    first = hn::Max(first, key);
  };
  put(r0, row);
  put(r1, row + 1);
  put(r2, row + 2);
  put(r3, row + 3);
  hn::StoreU(first, kWords, keys);
  hn::StoreU(second, kWords, keys + stride);
  hn::StoreU(third, kWords, keys + 2 * stride);
  hn::StoreU(fourth, kWords, keys + 3 * stride);
}

/// Four rows of the reference: their numbers as pairs, and half of their norms.
struct FourRows {
  alignas(16) std::int32_t pairs[kRows * kSteps];
  std::int32_t halves[kRows];
};

void nearestSketches(const PackedSketches& query, const Sketches& reference, std::int32_t* keys) {
  static_assert(kNearest == 4 && kRows == 4);
  std::fill_n(keys, kNearest * query.padded, std::numeric_limits<std::int32_t>::min());
  FourRows four;
  for (std::int64_t row = 0; row < reference.count; row += kRows) {
    for (std::int64_t i = 0; i < kRows; ++i) {
      const bool is = row + i < reference.count;
      const std::int16_t* const numbers = reference.numbers.data() + (row + i) * kSketch;
      for (std::int64_t step = 0; step < kSteps; ++step) {
        four.pairs[i * kSteps + step] =
            is ? static_cast<std::int32_t>(static_cast<std::uint16_t>(numbers[2 * step]) |
                                           static_cast<std::uint32_t>(numbers[2 * step + 1]) << 16)
               : 0;
      }
      four.halves[i] = is ? reference.norms[static_cast<std::size_t>(row + i)] / 2 : kFar;
    }
    for (std::int64_t q = 0; q < query.padded; q += kBlock) {
      const auto* const block =
          reinterpret_cast<const std::int32_t*>(query.numbers.data()) + q * kSteps;
      const auto all = [&](std::int64_t i) {
        const Words words = hn::Set(kWords, -four.halves[i]);
        return Sums{words, words, words};
      };
      Sums r0 = all(0), r1 = all(1), r2 = all(2), r3 = all(3);
      for (std::int64_t step = 0; step < kSteps; ++step) {
        const std::int32_t* const at = block + step * kLanes;
        const Sums columns{hn::LoadU(kWords, at), hn::LoadU(kWords, at + kSteps * kLanes),
                           hn::LoadU(kWords, at + 2 * kSteps * kLanes)};
        addRow(r0, columns, four.pairs[step]);
        addRow(r1, columns, four.pairs[kSteps + step]);
        addRow(r2, columns, four.pairs[2 * kSteps + step]);
        addRow(r3, columns, four.pairs[3 * kSteps + step]);
      }
      const auto number = static_cast<std::int32_t>(row);
      insert(r0.a, r1.a, r2.a, r3.a, number, keys + q, query.padded);
      insert(r0.b, r1.b, r2.b, r3.b, number, keys + q + kLanes, query.padded);
      insert(r0.c, r1.c, r2.c, r3.c, number, keys + q + 2 * kLanes, query.padded);
    }
  }
}

std::int32_t productOf(const std::uint8_t* a, const std::uint8_t* b) {
  std::int32_t sum = 0;
  for (std::int64_t i = 0; i < kFeatureBytes; ++i) sum += a[i] * b[i];
  return sum;
}

std::int64_t testNearest(const NearestTest& test, const FeatureRows& reference,
                         std::int32_t* passes) {
  // Of squares: (a + b)^2 <= (1 + 1/32) a^2 + 33 b^2, and 1.01 for the basis, which is rounded too.
  const double scale = test.over2 / test.under2 * 4 * 1.01 * 33 / 32;
  constexpr double kRounding = 33.0 * kSketch;
  std::int64_t undecided = 0;
  for (std::int64_t q = 0; q < test.count; ++q) {
    double nearest = std::numeric_limits<double>::max();
    double second = nearest;
    bool decided = false;
    for (std::int64_t rank = 0; rank < kNearest && !decided; ++rank) {
      const std::int32_t key = test.keys[rank * test.stride + q];
      const std::int64_t row = key & (kMostSketched - 1);
      const double least =
          static_cast<double>(test.sketchNorms[q]) - 2.0 * static_cast<double>(key >> kRowBits);
      if (rank >= 2 && least >= second * scale + kRounding) {
        decided = true;
        break;
      }
      if (row >= reference.count) break;
      const std::int32_t product =
          productOf(test.features + q * kFeatureBytes, reference.features + row * kFeatureBytes);
      const double distance = static_cast<double>(test.norms[q]) +
                              static_cast<double>(reference.norms[row]) -
                              2.0 * static_cast<double>(product);
      second = std::min(second, std::max(nearest, distance));
      nearest = std::min(nearest, distance);
    }
    // Distances are integers below 2^53: exact.
    passes[q] = !decided || nearest * test.under2 < second * test.over2 ? 1 : 0;
    undecided += decided ? 0 : 1;
  }
  return undecided;
}

}  // namespace
}  // namespace espy::identify::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::identify {

ESPY_SIMD_DEFINE(project);
ESPY_SIMD_DEFINE(packSketches);
ESPY_SIMD_DEFINE(nearestSketches);
ESPY_SIMD_DEFINE(testNearest);

}  // namespace espy::identify
#endif  // HWY_ONCE
