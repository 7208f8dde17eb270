// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/sum_loops.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>

#include "signal/bytes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "signal/sum_loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::signal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Unquantised samples.

/// Registers of positions that stay loaded, in addition to those of five queries.
constexpr int kVectors = HWY_TARGET == HWY_AVX3 ? 4 : 2;

/// Hides a constant from the optimiser.
template <class V>
ESPY_INLINE V hidden(V vector) {
#if HWY_TARGET == HWY_AVX3
  asm("" : "+v"(vector.raw));
#endif
  return vector;
}

template <class Sample, int kQueries>
void addTile(const DirectTile<Sample>& tile) {
  constexpr std::int64_t kPlaces = DirectTile<Sample>::kPlaces;
  const hn::CappedTag<Sample, kPlaces / kVectors> d;
  using Vector = hn::Vec<decltype(d)>;
  constexpr auto kRegister = static_cast<std::int64_t>(hn::MaxLanes(d));
  const Vector one = hidden(hn::Set(d, Sample{1}));
  for (std::int64_t place = 0; place < kPlaces; place += kVectors * kRegister) {
    Sample* to = tile.sums + place;
    Vector sums[kQueries][kVectors];
#pragma GCC unroll 5
    for (int q = 0; q < kQueries; ++q) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        sums[q][v] = hn::LoadU(d, to + q * kPlaces + kRegister * v);
      }
    }
    for (std::int64_t j = 0; j < tile.samples; ++j) {
      Vector data[kVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        data[v] = hn::LoadU(d, tile.data + place + j + kRegister * v);
      }
#pragma GCC unroll 5
      for (int q = 0; q < kQueries; ++q) {
        const Vector sample = hn::Set(d, tile.query[q * tile.pitch + j]);
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) {
          Vector apart;
          if constexpr (HWY_TARGET == HWY_AVX3 && std::is_same_v<Sample, float>) {
            // Equals a subtraction, rounded once, but runs on the multiplier ports beside the
            // additions.
            apart = hn::MulSub(data[v], one, sample);
          } else {
            apart = hn::Sub(data[v], sample);
          }
          sums[q][v] = hn::Add(sums[q][v], hn::Abs(apart));
        }
      }
    }
#pragma GCC unroll 5
    for (int q = 0; q < kQueries; ++q) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        hn::StoreU(sums[q][v], d, to + q * kPlaces + kRegister * v);
      }
    }
  }
}
template <class Sample>
ESPY_INLINE void addQueries(const DirectTile<Sample>& tile) {
  constexpr void (*kBy[])(const DirectTile<Sample>&) = {addTile<Sample, 1>, addTile<Sample, 2>,
                                                        addTile<Sample, 3>, addTile<Sample, 4>,
                                                        addTile<Sample, 5>};
  static_assert(std::size(kBy) == DirectTile<Sample>::kQueries);
  kBy[tile.queries - 1](tile);
}
void addWholeNumbers(const DirectTile<std::int32_t>& tile) {
  addQueries(tile);
}
void addFloats(const DirectTile<float>& tile) {
  addQueries(tile);
}

// Bytes.

void addBytes(const std::uint8_t* data, const std::uint8_t* query, std::int64_t samples,
              std::uint32_t* sums) {
  constexpr std::int64_t kAtOnce = 256;  // 16 bits hold this number of differences
  for (std::int64_t from = 0; from < samples; from += kAtOnce) {
    const std::int64_t to = from + kAtOnce < samples ? from + kAtOnce : samples;
    std::uint16_t small[kByteTile] = {};
    for (std::int64_t j = from; j < to; ++j) {
      const std::uint8_t b = query[j];
      for (std::int64_t i = 0; i < kByteTile; ++i) {
        const std::uint8_t a = data[i + j];
        const auto difference = static_cast<std::uint8_t>(a > b ? a - b : b - a);
        small[i] = static_cast<std::uint16_t>(small[i] + difference);
      }
    }
    for (std::int64_t i = 0; i < kByteTile; ++i) sums[i] += small[i];
  }
}

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

template <class Number>
ESPY_INLINE Number read(const std::uint8_t* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

/// Adds 16-bit sums to 32-bit sums.
template <class D>
ESPY_INLINE void addWide(D /*d16*/, hn::Vec<D> sums, std::uint32_t* to) {
  const hn::Repartition<std::uint32_t, D> d32;
  const hn::Half<D> half;
  constexpr auto kRegister = static_cast<std::int64_t>(hn::MaxLanes(d32));
  const auto low = hn::PromoteTo(d32, hn::LowerHalf(half, sums));
  const auto high = hn::PromoteTo(d32, hn::UpperHalf(half, sums));
  hn::StoreU(hn::Add(hn::LoadU(d32, to), low), d32, to);
  hn::StoreU(hn::Add(hn::LoadU(d32, to + kRegister), high), d32, to + kRegister);
}

#endif

#if HWY_TARGET == HWY_AVX3

using Vector = __m512i;
constexpr int kByteVectors = 4;  // of 32 positions

ESPY_INLINE Vector load(const std::uint8_t* from) {
  return _mm512_loadu_si512(from);
}

/// Adds the differences of eight samples. In 64-bit lane i VDBPSADBW compares four samples of the
/// query with the data from position 4 i on, after shuffling each quarter (samples p..p+15).
ESPY_INLINE void addEight(const Vector* data, const std::uint8_t* samples, Vector* sums) {
  constexpr int kFirstFour = 0x94;  // parts 0 1, 1 2
  constexpr int kNextFour = 0xe9;   // parts 1 2, 2 3
  constexpr __mmask32 kAll = 0xffffffff;
  const Vector first = _mm512_set1_epi32(read<std::int32_t>(samples));
#pragma GCC unroll 4
  for (int v = 0; v < kByteVectors; ++v) {
    sums[v] = _mm512_add_epi16(sums[v], _mm512_maskz_dbsad_epu8(kAll, first, data[v], kFirstFour));
    asm("" : "+v"(sums[v]));  // keeps the compiler from reordering, which would spill registers
  }
  const Vector next = _mm512_set1_epi32(read<std::int32_t>(samples + 4));
#pragma GCC unroll 4
  for (int v = 0; v < kByteVectors; ++v) {
    sums[v] = _mm512_add_epi16(sums[v], _mm512_maskz_dbsad_epu8(kAll, next, data[v], kNextFour));
    asm("" : "+v"(sums[v]));
  }
}

#elif HWY_TARGET == HWY_AVX2

using Vector = __m256i;
constexpr int kByteVectors = 2;  // of 16 positions

ESPY_INLINE Vector load(const std::uint8_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const Vector*>(from));
}

ESPY_INLINE void addEight(const Vector* data, const std::uint8_t* samples, Vector* sums) {
  constexpr int kFirst = 0;        // part 0 of the query, data from the first sample on
  constexpr int kNext = 0b101101;  // part 1, from the fifth
  const Vector eight = _mm256_set1_epi64x(read<std::int64_t>(samples));
#pragma GCC unroll 2
  for (int v = 0; v < kByteVectors; ++v) {
    const Vector both = _mm256_add_epi16(_mm256_mpsadbw_epu8(data[v], eight, kFirst),
                                         _mm256_mpsadbw_epu8(data[v], eight, kNext));
    sums[v] = _mm256_add_epi16(sums[v], both);
  }
}

#endif

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

/// Highway has no such instruction; emulation takes 28 operations for two of these and two
/// additions.
template <int kQueries>
void addStepsOf(const ByteSteps& what) {
  constexpr hn::ScalableTag<std::uint16_t> d16{};
  constexpr auto kRegister = static_cast<std::int64_t>(hn::MaxLanes(d16));  // positions
  for (std::int64_t place = 0; place < kByteTile; place += kRegister * kByteVectors) {
    Vector sums[kQueries][kByteVectors];
#pragma GCC unroll 6
    for (auto& row : sums) {
#pragma GCC unroll 4
      for (Vector& sum : row) sum = hn::Zero(d16).raw;
    }
    const std::uint8_t* words = what.words + 2 * place;
    const std::uint8_t* query = what.query;
    for (std::int64_t step = 0; step < what.steps; ++step, words += 16, query += 8) {
      Vector data[kByteVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kByteVectors; ++v) data[v] = load(words + sizeof(Vector) * v);
#pragma GCC unroll 6
      for (int q = 0; q < kQueries; ++q) addEight(data, query + q * what.pitch, sums[q]);
    }
#pragma GCC unroll 6
    for (int q = 0; q < kQueries; ++q) {
      std::uint32_t* to = what.sums + q * kByteTile + place;
#pragma GCC unroll 4
      for (int v = 0; v < kByteVectors; ++v) {
        addWide(d16, hn::Vec<decltype(d16)>{sums[q][v]}, to + kRegister * v);
      }
    }
  }
}
void addSteps(const ByteSteps& steps) {
  constexpr void (*kBy[])(const ByteSteps&) = {addStepsOf<1>, addStepsOf<2>, addStepsOf<3>,
                                               addStepsOf<4>, addStepsOf<5>, addStepsOf<6>};
  static_assert(std::size(kBy) == kByteGroup);
  kBy[steps.queries - 1](steps);
}

#else

void addSteps(const ByteSteps& /*steps*/) {}

#endif

// Loops over each sample once.

template <class Number>
ESPY_INLINE Number least(const Number* numbers, std::int64_t count) {
  Number all = std::numeric_limits<Number>::max();
  for (std::int64_t i = 0; i < count; ++i) all = std::min(all, numbers[i]);
  return all;
}
std::uint32_t leastSum(const std::uint32_t* sums, std::int64_t count) {
  return least(sums, count);
}
std::int32_t leastBound(const std::int32_t* bounds, std::int64_t count) {
  return least(bounds, count);
}

std::int32_t boundsOf(const std::uint32_t* sums, const std::uint32_t* before, std::int64_t length,
                      std::int64_t count, std::int32_t* least) {
  std::int32_t bound = std::numeric_limits<std::int32_t>::max();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t units = before[i + length] - before[i];
    const auto off = static_cast<std::int32_t>(units / FloatsInBytes::kUnits + 1);
    const auto sum = static_cast<std::int32_t>(sums[i]);
    least[i] = sum - off;
    bound = std::min(bound, sum + off);
  }
  return bound;
}

Range<std::int32_t> rangeOfWholeNumbers(const std::int32_t* samples, std::int64_t count) {
  Range<std::int32_t> range{samples[0], samples[0]};
  for (std::int64_t i = 0; i < count; ++i) {
    range.least = std::min(range.least, samples[i]);
    range.most = std::max(range.most, samples[i]);
  }
  return range;
}

/// In lanes, since compilers may not vectorise minima of floats.
Range<float> rangeOfFloats(const float* samples, std::int64_t count) {
  constexpr std::int64_t kLanes = 16;
  float least[kLanes];
  float most[kLanes];
  float odd[kLanes] = {};  // 0, or NaN if a sample is not finite
  std::fill(least, least + kLanes, samples[0]);
  std::fill(most, most + kLanes, samples[0]);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::int64_t k = 0; k < kLanes; ++k) {
      least[k] = samples[i + k] < least[k] ? samples[i + k] : least[k];
      most[k] = samples[i + k] > most[k] ? samples[i + k] : most[k];
      odd[k] += samples[i + k] * 0;
    }
  }
  Range<float> range{*std::min_element(least, least + kLanes),
                     *std::max_element(most, most + kLanes)};
  for (; i < count; ++i) {
    range.least = std::min(range.least, samples[i]);
    range.most = std::max(range.most, samples[i]);
    odd[0] += samples[i] * 0;
  }
  range.finite = std::all_of(odd, odd + kLanes, [](float lane) { return lane == 0; });
  return range;
}

void narrowWholeNumbers(const std::int32_t* values, std::int64_t count, std::int32_t least,
                        std::uint8_t* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(values[i] - least);
}

/// Residues in units, rounded up; one more covers the rounding of the doubles.
void narrowFloats(const float* values, std::int64_t count, double least, double scale,
                  std::uint8_t* to, std::uint32_t* residues) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double exact = (static_cast<double>(values[i]) - least) * scale;
    const double raised = exact + 0.5;  // rounds to nearest: it is never negative
    const auto byte = static_cast<std::int32_t>(raised);
    to[i] = static_cast<std::uint8_t>(byte);
    const double residue = std::abs(exact - static_cast<double>(byte));
    residues[i] =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(residue * FloatsInBytes::kUnits) + 2);
  }
}

}  // namespace
}  // namespace espy::signal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::signal {
namespace {

ESPY_SIMD_TABLE(addWholeNumbers);
ESPY_SIMD_TABLE(addFloats);
ESPY_SIMD_TABLE(addBytes);
ESPY_SIMD_TABLE(addSteps);
ESPY_SIMD_TABLE(leastSum);
ESPY_SIMD_TABLE(leastBound);
ESPY_SIMD_TABLE(boundsOf);
ESPY_SIMD_TABLE(rangeOfWholeNumbers);
ESPY_SIMD_TABLE(rangeOfFloats);
ESPY_SIMD_TABLE(narrowWholeNumbers);
ESPY_SIMD_TABLE(narrowFloats);

}  // namespace

void addDirectly(const DirectTile<std::int32_t>& tile) {
  ESPY_SIMD_CALL(addWholeNumbers)(tile);
}
void addDirectly(const DirectTile<float>& tile) {
  ESPY_SIMD_CALL(addFloats)(tile);
}

bool hasByteSteps() {
  return hasSimd(SimdLevel::avx2);
}
void addByteSteps(const ByteSteps& steps) {
  ESPY_SIMD_CALL(addSteps)(steps);
}
void addBytes(const std::uint8_t* data, const std::uint8_t* query, std::int64_t samples,
              std::uint32_t* sums) {
  ESPY_SIMD_CALL(addBytes)(data, query, samples, sums);
}

std::uint32_t leastOf(const std::uint32_t* sums, std::int64_t count) {
  return ESPY_SIMD_CALL(leastSum)(sums, count);
}
std::int32_t leastOf(const std::int32_t* sums, std::int64_t count) {
  return ESPY_SIMD_CALL(leastBound)(sums, count);
}

std::int32_t boundsOf(const std::uint32_t* sums, const std::uint32_t* before, std::int64_t length,
                      std::int64_t count, std::int32_t* least) {
  return ESPY_SIMD_CALL(boundsOf)(sums, before, length, count, least);
}

Range<std::int32_t> rangeOf(const std::int32_t* samples, std::int64_t count) {
  return ESPY_SIMD_CALL(rangeOfWholeNumbers)(samples, count);
}
Range<float> rangeOf(const float* samples, std::int64_t count) {
  return ESPY_SIMD_CALL(rangeOfFloats)(samples, count);
}

void narrow(const std::int32_t* values, std::int64_t count, std::int32_t least, std::uint8_t* to) {
  ESPY_SIMD_CALL(narrowWholeNumbers)(values, count, least, to);
}
void narrow(const float* values, std::int64_t count, double least, double scale, std::uint8_t* to,
            std::uint32_t* residues) {
  ESPY_SIMD_CALL(narrowFloats)(values, count, least, scale, to, residues);
}

}  // namespace espy::signal
#endif  // HWY_ONCE
