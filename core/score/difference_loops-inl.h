// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Absolute differences of stretches of windows from a needle. Part of row_loops_simd.cpp, compiled
// once per target.
#if defined(ESPY_SCORE_DIFFERENCE_LOOPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPY_SCORE_DIFFERENCE_LOOPS_INL_H
#undef ESPY_SCORE_DIFFERENCE_LOOPS_INL_H
#else
#define ESPY_SCORE_DIFFERENCE_LOOPS_INL_H
#endif

#include "base/simd.h"
#include "base/simd_sums-inl.h"
#include "hwy/highway.h"
#include "score/row_loops.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace sums = espy::HWY_NAMESPACE;

bool allExceed(const std::uint64_t* sums, std::uint64_t most) {
  std::uint64_t least = sums[0];
  for (std::int64_t i = 1; i < kStretch; ++i) least = std::min(least, sums[i]);
  return least > most;
}

#if HWY_TARGET == HWY_AVX3

// vdbpsadbw computes, in each quarter of a register, the differences of 8 windows from 11 samples:
// twice as many as vpsadbw, which Highway lacks, too. Lane i is window i of 32.

struct Samples {
  __m512i halves[2];
};

/// The samples that are compared with four of the needle.
ESPY_INLINE __m512i spread(const std::uint8_t* from) {
  const __m512i quarters = _mm512_set_epi64(4, 3, 3, 2, 2, 1, 1, 0);
  // The unmasked intrinsic makes g++ 12 warn about its own header.
  return _mm512_maskz_permutexvar_epi64(0xff, quarters, _mm512_loadu_si512(from));
}
ESPY_INLINE __m512i differencesOfFour(__m512i samples, std::uint32_t four) {
  constexpr int kOverlap = 0x94;  // dwords 0 1 1 2: windows 0 to 3, and 4 to 7
  return _mm512_dbsad_epu8(_mm512_set1_epi32(static_cast<int>(four)), samples, kOverlap);
}
ESPY_INLINE __m512i differencesOfOne(const std::uint8_t* from, std::uint16_t one) {
  const hn::Vec256<std::uint8_t> samples = hn::LoadU(hn::FixedTag<std::uint8_t, 32>(), from);
  const auto value = hn::Set(hn::FixedTag<std::uint8_t, 32>(), static_cast<std::uint8_t>(one));
  return hn::PromoteTo(hn::FixedTag<std::uint16_t, 32>(), sums::differences(samples, value)).raw;
}

template <class Sum>
ESPY_INLINE void addParts(const __m512i* parts, Sum* to) {
  alignas(64) std::uint16_t numbers[kStretch];
  _mm512_store_si512(numbers, parts[0]);
  _mm512_store_si512(numbers + 32, parts[1]);
  if constexpr (sizeof(Sum) == 4) {
    const hn::ScalableTag<std::uint32_t> d;
    for (std::int64_t i = 0; i < kStretch; i += 16) {
      const auto some = hn::LoadU(hn::FixedTag<std::uint16_t, 16>(), numbers + i);
      hn::StoreU(hn::Add(hn::LoadU(d, to + i), hn::PromoteTo(d, some)), d, to + i);
    }
  } else {
    for (std::int64_t i = 0; i < kStretch; ++i) to[i] += numbers[i];
  }
}

/// Differences of 257 samples fit into 16 bits.
constexpr std::int64_t kMostSamples = 256;

/// A row of samples is compared with `rows` rows of the needle, one per row of windows.
template <int rows>
ESPY_INLINE void differencesOf(const Stretch& stretch, const DifferenceTaps& taps,
                               std::uint32_t* to) {
  __m512i parts[rows][2];
  for (auto& part : parts) part[0] = part[1] = _mm512_setzero_si512();
  std::fill_n(to, rows * kStretch, 0);
  std::int64_t room = kMostSamples;
  const auto empty = [&] {
    for (int r = 0; r < rows; ++r) {
      addParts(parts[r], to + r * kStretch);
      parts[r][0] = parts[r][1] = _mm512_setzero_si512();
    }
    room = kMostSamples;
  };
  const std::int64_t fours = taps.size.width / 4;
  const std::int64_t ones = taps.size.width % 4;
  for (int c = 0; c < taps.channels; ++c) {
    for (std::int64_t row = 0; row < taps.size.height + rows - 1; ++row) {
      const std::uint8_t* from = stretch.from + c * stretch.channelPitch + row * stretch.pitch;
      const std::int64_t last = c * taps.size.height + row;
      const DifferenceTaps::Four* needle = taps.fours.data() + last * fours;
      const DifferenceTaps::One* rest = taps.ones.data() + last * ones;
      for (std::int64_t f = 0; f < fours; ++f) {
        if (room < 4) empty();
        room -= 4;
        const __m512i low = spread(from + 4 * f);
        const __m512i high = spread(from + 4 * f + 32);
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
          if (row - r < 0 || row - r >= taps.size.height) continue;
          const std::uint32_t four = needle[f - r * fours].values;
          parts[r][0] = _mm512_add_epi16(parts[r][0], differencesOfFour(low, four));
          parts[r][1] = _mm512_add_epi16(parts[r][1], differencesOfFour(high, four));
        }
      }
      for (std::int64_t i = 0; i < ones; ++i) {
        if (room < 1) empty();
        --room;
        const std::uint8_t* at = from + 4 * fours + i;
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
          if (row - r < 0 || row - r >= taps.size.height) continue;
          const std::uint16_t one = rest[i - r * ones].value;
          parts[r][0] = _mm512_add_epi16(parts[r][0], differencesOfOne(at, one));
          parts[r][1] = _mm512_add_epi16(parts[r][1], differencesOfOne(at + 32, one));
        }
      }
    }
  }
  empty();
}

void differencesOfRows(const Stretch& stretch, const DifferenceTaps& taps, int rows,
                       std::uint32_t* to) {
  if (rows == 1) return differencesOf<1>(stretch, taps, to);
  differencesOf<kRowsTogether>(stretch, taps, to);
}

bool differencesWithin(const Stretch& stretch, const DifferenceTaps& taps, std::uint64_t most,
                       std::uint64_t* to) {
  std::fill_n(to, kStretch, 0);
  std::size_t four = 0;
  std::size_t one = 0;
  for (const DifferenceTaps::Row& row : taps.rows) {
    const std::uint8_t* from =
        stretch.from + row.channel * stretch.channelPitch + row.y * stretch.pitch;
    while (four < row.fours || one < row.ones) {
      __m512i parts[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
      std::int64_t room = kMostSamples;
      for (; four < row.fours && room >= 4; ++four, room -= 4) {
        const std::uint8_t* at = from + taps.fours[four].x;
        const std::uint32_t values = taps.fours[four].values;
        parts[0] = _mm512_add_epi16(parts[0], differencesOfFour(spread(at), values));
        parts[1] = _mm512_add_epi16(parts[1], differencesOfFour(spread(at + 32), values));
      }
      for (; one < row.ones && room >= 1; ++one, --room) {
        const std::uint8_t* at = from + taps.ones[one].x;
        const std::uint16_t value = taps.ones[one].value;
        parts[0] = _mm512_add_epi16(parts[0], differencesOfOne(at, value));
        parts[1] = _mm512_add_epi16(parts[1], differencesOfOne(at + 32, value));
      }
      addParts(parts, to);
    }
    if (allExceed(to, most)) return false;
  }
  return true;
}

ESPY_INLINE std::uint64_t markStretch(const Stretch& stretch, const DifferenceTaps& taps,
                                      std::uint32_t most, std::uint64_t valid) {
  const __m512i limit = _mm512_set1_epi16(static_cast<short>(most));
  const std::int64_t fours = taps.size.width / 4;
  const std::int64_t ones = taps.size.width % 4;
  const DifferenceTaps::Four* four = taps.fours.data();
  const DifferenceTaps::One* one = taps.ones.data();
  __m512i low = _mm512_setzero_si512();
  __m512i high = _mm512_setzero_si512();
  for (int c = 0; c < taps.channels; ++c) {
    const std::uint8_t* from = stretch.from + c * stretch.channelPitch;
    for (std::int64_t y = 0; y < taps.size.height; ++y, from += stretch.pitch) {
      // Saturating addition.
      for (std::int64_t f = 0; f < fours; ++f, ++four) {
        low = _mm512_adds_epu16(low, differencesOfFour(spread(from + 4 * f), four->values));
        high = _mm512_adds_epu16(high, differencesOfFour(spread(from + 4 * f + 32), four->values));
      }
      for (std::int64_t i = 0; i < ones; ++i, ++one) {
        const std::uint8_t* at = from + 4 * fours + i;
        low = _mm512_adds_epu16(low, differencesOfOne(at, one->value));
        high = _mm512_adds_epu16(high, differencesOfOne(at + 32, one->value));
      }
      // After half of the rows often all windows exceed the limit.
      if ((y + 1) % 4 != 0 && y + 1 != taps.size.height) continue;
      valid &= std::uint64_t{_mm512_cmple_epu16_mask(low, limit)} |
               std::uint64_t{_mm512_cmple_epu16_mask(high, limit)} << 32U;
      if (valid == 0) return 0;
    }
  }
  return valid;
}

#else

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4

constexpr hn::ScalableTag<std::uint64_t> kTag64;
constexpr hn::Repartition<std::uint8_t, decltype(kTag64)> kTag8;
constexpr std::int64_t kLanes = HWY_TARGET == HWY_AVX2 ? 4 : 2;
/// Windows with sums in registers: lane j of register i is window 8 j + i.
constexpr std::int64_t kWindows8 = 8 * kLanes;

/// Adds the differences of eights to the sums of a stretch, in lane order.
ESPY_INLINE void addEights(const Stretch& stretch, const DifferenceTaps::Eight* eights,
                           std::int64_t count, std::uint64_t* to) {
  for (std::int64_t x = 0; x < kStretch; x += kWindows8) {
    hn::VFromD<decltype(kTag64)> own[8];
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) own[i] = hn::LoadU(kTag64, to + x + i * kLanes);
    for (std::int64_t e = 0; e < count; ++e) {
      const DifferenceTaps::Eight& eight = eights[e];
      const std::uint8_t* from = stretch.from + eight.channel * stretch.channelPitch +
                                 eight.y * stretch.pitch + eight.x + x;
      const auto values = hn::BitCast(kTag8, hn::Set(kTag64, eight.values));
      if (eight.mask == ~std::uint64_t{0}) {
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i) {
          own[i] = hn::Add(own[i], sums::sumsOfDifferences(values, hn::LoadU(kTag8, from + i)));
        }
      } else {
        const auto mask = hn::BitCast(kTag8, hn::Set(kTag64, eight.mask));
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i) {
          const auto samples = hn::And(mask, hn::LoadU(kTag8, from + i));
          own[i] = hn::Add(own[i], sums::sumsOfDifferences(values, samples));
        }
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) hn::StoreU(own[i], kTag64, to + x + i * kLanes);
  }
}

/// Converts lane order to window order; the sums fit into 32 bits.
ESPY_INLINE void inOrder32(const std::uint64_t* sums, std::uint32_t* to) {
  for (std::int64_t x = 0; x < kStretch; x += kWindows8) {
    hn::VFromD<decltype(kTag64)> pairs[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t* from = sums + x + 2 * i * kLanes;
      pairs[i] =
          hn::Or(hn::LoadU(kTag64, from), hn::ShiftLeft<32>(hn::LoadU(kTag64, from + kLanes)));
    }
    alignas(32) std::uint64_t numbers[4 * kLanes];
    hn::StoreInterleaved4(pairs[0], pairs[1], pairs[2], pairs[3], kTag64, numbers);
    std::memcpy(to + x, numbers, sizeof(numbers));
  }
}

ESPY_INLINE void inOrder64(const std::uint64_t* sums, std::uint64_t* to) {
  for (std::int64_t x = 0; x < kStretch; x += kWindows8) {
    for (std::int64_t j = 0; j < kLanes; ++j) {
      for (std::int64_t i = 0; i < 8; ++i) to[x + 8 * j + i] = sums[x + i * kLanes + j];
    }
  }
}

#else

/// Adds the differences of eights to the sums of a stretch.
ESPY_INLINE void addEights(const Stretch& stretch, const DifferenceTaps::Eight* eights,
                           std::int64_t count, std::uint64_t* to) {
  // Differences of 257 samples fit into 16 bits.
  constexpr std::int64_t kMost = 32;
  for (std::int64_t first = 0; first < count; first += kMost) {
    std::uint16_t parts[kStretch] = {};
    for (std::int64_t e = first; e < std::min(count, first + kMost); ++e) {
      const DifferenceTaps::Eight& eight = eights[e];
      const std::uint8_t* from =
          stretch.from + eight.channel * stretch.channelPitch + eight.y * stretch.pitch + eight.x;
      for (unsigned t = 0; t < 8; ++t, ++from) {
        if ((eight.mask >> (8 * t) & 255U) == 0) continue;
        const auto value = static_cast<std::uint8_t>(eight.values >> (8 * t));
        for (std::int64_t i = 0; i < kStretch; ++i) {
          const std::uint8_t greater = std::max(from[i], value);
          const std::uint8_t less = std::min(from[i], value);
          parts[i] = static_cast<std::uint16_t>(parts[i] + (greater - less));
        }
      }
    }
    for (std::int64_t i = 0; i < kStretch; ++i) to[i] += parts[i];
  }
}

ESPY_INLINE void inOrder32(const std::uint64_t* sums, std::uint32_t* to) {
  for (std::int64_t i = 0; i < kStretch; ++i) to[i] = static_cast<std::uint32_t>(sums[i]);
}
ESPY_INLINE void inOrder64(const std::uint64_t* sums, std::uint64_t* to) {
  std::copy(sums, sums + kStretch, to);
}

#endif

/// Eights between two comparisons of the sums with the limit.
constexpr std::int64_t kEightsTogether = 16;

void differencesOfRows(const Stretch& stretch, const DifferenceTaps& taps, int rows,
                       std::uint32_t* to) {
  for (int r = 0; r < rows; ++r) {
    alignas(32) std::uint64_t sums[kStretch] = {};
    addEights({stretch.from + r * stretch.pitch, stretch.pitch, stretch.channelPitch},
              taps.eights.data(), static_cast<std::int64_t>(taps.eights.size()), sums);
    inOrder32(sums, to + r * kStretch);
  }
}

bool differencesWithin(const Stretch& stretch, const DifferenceTaps& taps, std::uint64_t most,
                       std::uint64_t* to) {
  alignas(32) std::uint64_t sums[kStretch] = {};
  const auto count = static_cast<std::int64_t>(taps.eights.size());
  for (std::int64_t first = 0; first < count; first += kEightsTogether) {
    addEights(stretch, taps.eights.data() + first, std::min(kEightsTogether, count - first), sums);
    if (allExceed(sums, most)) return false;
  }
  inOrder64(sums, to);
  return true;
}

ESPY_INLINE std::uint64_t markStretch(const Stretch& stretch, const DifferenceTaps& taps,
                                      std::uint32_t most, std::uint64_t valid) {
  const hn::ScalableTag<std::int32_t> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto limit = hn::Set(d, static_cast<std::int32_t>(most));
  alignas(32) std::uint64_t sums[kStretch] = {};
  const auto count = static_cast<std::int64_t>(taps.eights.size());
  for (std::int64_t first = 0; first < count && valid != 0; first += kEightsTogether) {
    addEights(stretch, taps.eights.data() + first, std::min(kEightsTogether, count - first), sums);
    alignas(32) std::uint32_t numbers[kStretch];
    inOrder32(sums, numbers);
    std::uint64_t word = 0;
    for (std::int64_t x = 0; x < kStretch; x += lanes) {
      const auto some = hn::BitCast(d, hn::LoadU(hn::RebindToUnsigned<decltype(d)>(), numbers + x));
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Not(hn::Gt(some, limit)), bits);
      word |= std::uint64_t{bits[0]} << static_cast<unsigned>(x);
    }
    valid &= word;
  }
  return valid;
}

#endif

void markDifferences(const Stretch& stretch, std::int64_t count, const DifferenceTaps& taps,
                     std::uint32_t most, const std::uint64_t* valid, const Marks& marks) {
  Stretch here = stretch;
  for (std::int64_t i = 0; i < count; ++i, here.from += kStretch) {
    const std::uint64_t word = valid[i] == 0 ? 0 : markStretch(here, taps, most, valid[i]);
    marks.bits[i] = word;
    *marks.counts += static_cast<std::uint32_t>(std::popcount(word));
  }
}

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
