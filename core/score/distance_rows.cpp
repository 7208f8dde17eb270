// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/distance_rows.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/cpu.h"
#include "score/costs.h"
#include "score/needle.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::score {
namespace {

constexpr std::int64_t kPlaces = DistanceRows::kPlaces;

/// Adds |I - t| of one sample of the needle to the sums of neighbouring places.
ESPY_SIMD_CLONES
void addAbsolute(const std::uint8_t* from, std::uint8_t value, std::uint16_t* sums) {
  for (std::int64_t i = 0; i < kPlaces; ++i) {
    const std::uint8_t greater = std::max(from[i], value);
    const std::uint8_t less = std::min(from[i], value);
    sums[i] = static_cast<std::uint16_t>(sums[i] + static_cast<std::uint8_t>(greater - less));
  }
}

template <class Sample>
inline __attribute__((always_inline)) void addWeighted(const Sample* from, std::int32_t value,
                                                       std::uint64_t weight, bool squared,
                                                       std::uint64_t* sums) {
  for (std::int64_t i = 0; i < kPlaces; ++i) {
    const auto off = static_cast<std::uint32_t>(std::abs(from[i] - value));
    // The square of a 16-bit difference fits into 32 bits.
    sums[i] += weight * (squared ? off * off : off);
  }
}
ESPY_SIMD_CLONES
void addOne(const std::uint8_t* from, std::int32_t value, std::uint64_t weight, bool squared,
            std::uint64_t* sums) {
  addWeighted(from, value, weight, squared, sums);
}
ESPY_SIMD_CLONES
void addOne(const std::uint16_t* from, std::int32_t value, std::uint64_t weight, bool squared,
            std::uint64_t* sums) {
  addWeighted(from, value, weight, squared, sums);
}

/// Adds 16-bit sums to the 64-bit ones and clears them.
ESPY_SIMD_CLONES
void flush(std::uint16_t* parts, std::uint64_t* sums) {
  for (std::int64_t i = 0; i < kPlaces; ++i) sums[i] += parts[i];
  std::memset(parts, 0, kPlaces * sizeof(*parts));
}

bool allExceed(const std::uint64_t* sums, std::int64_t count, std::uint64_t most) {
  std::uint64_t least = sums[0];
  for (std::int64_t i = 1; i < count; ++i) least = std::min(least, sums[i]);
  return least > most;
}

#if defined(ESPY_X86)

/// Adds |I - t| of four neighbouring samples of the needle to the sums of 64 neighbouring places.
/// One instruction makes the differences of 8 places in each quarter of a register, of 11 samples.
ESPY_AVX512 inline void addFour(const std::uint8_t* from, std::uint32_t values, __m512i sums[2]) {
  const __m512i quarters = _mm512_set_epi64(4, 3, 3, 2, 2, 1, 1, 0);
  constexpr int kOverlap = 0x94;  // dwords 0 1 1 2: places 0 to 3, and 4 to 7
  const __m512i needle = _mm512_set1_epi32(static_cast<int>(values));
  for (int half = 0; half < 2; ++half) {
    const __m512i samples = _mm512_loadu_si512(from + 32 * half);
    // All lanes are taken: the plain form of this makes g++ 12 warn of its own header.
    const __m512i spread = _mm512_maskz_permutexvar_epi64(0xff, quarters, samples);
    sums[half] = _mm512_add_epi16(sums[half], _mm512_dbsad_epu8(needle, spread, kOverlap));
  }
}

#endif

}  // namespace

DistanceRows::DistanceRows(const ScoredNeedle& needle, Method method) : method_(method) {
  plain_ = method == Method::sad && needle.form.depth == Depth::u8 && !needle.weighted;
  const std::int64_t width = needle.size.width;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t y = 0; y < needle.size.height; ++y) {
      Row row{c, y, {}, {}, {}};
      const std::uint16_t* values = needle.row(c, y);
      for (std::int64_t x = 0; x < width; ++x) {
        if (needle.weight(x, y) == 0) continue;
        row.all.push_back({static_cast<std::int32_t>(x), values[x], needle.weight(x, y)});
      }
      for (std::int64_t x = 0; plain_ && x < width; ++x) {
        if (needle.weight(x, y) == 0) continue;
        const bool four = x + 4 <= width && needle.weight(x + 1, y) != 0 &&
                          needle.weight(x + 2, y) != 0 && needle.weight(x + 3, y) != 0;
        if (!four) {
          row.ones.push_back({static_cast<std::int32_t>(x), values[x], 1});
          continue;
        }
        row.fours.push_back(
            {static_cast<std::int32_t>(x), static_cast<std::uint32_t>(values[x]) |
                                               static_cast<std::uint32_t>(values[x + 1]) << 8U |
                                               static_cast<std::uint32_t>(values[x + 2]) << 16U |
                                               static_cast<std::uint32_t>(values[x + 3]) << 24U});
        x += 3;
      }
      if (!row.all.empty()) rows_.push_back(std::move(row));
    }
  }
}

double DistanceRows::nanoseconds() const {
  double sum = 0;
  for (const Row& row : rows_) {
    sum += plain_ ? costs::kRowsRow + costs::kRowsFour * static_cast<double>(row.fours.size()) +
                        costs::kRowsOne * static_cast<double>(row.ones.size())
                  : costs::kRowsRow + costs::kRowsAny * static_cast<double>(row.all.size());
  }
  return sum;
}

#if defined(ESPY_X86)
ESPY_AVX512 bool DistanceRows::byFours(const picture::TilePlanes<std::uint8_t>& tile,
                                       std::int64_t x, std::int64_t y, std::uint64_t most,
                                       std::uint64_t* distances) const {
  alignas(64) std::uint16_t parts[kPlaces] = {};
  for (const Row& row : rows_) {
    const std::uint8_t* from = tile.row(row.channel, y + row.y) + x;
    // 64 fours of at most 4 * 255 fit into 16 bits.
    constexpr std::size_t kMost = 64;
    for (std::size_t first = 0; first < row.fours.size(); first += kMost) {
      __m512i sums[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
      const std::size_t last = std::min(row.fours.size(), first + kMost);
      for (std::size_t f = first; f < last; ++f) {
        addFour(from + row.fours[f].x, row.fours[f].values, sums);
      }
      _mm512_store_si512(parts, sums[0]);
      _mm512_store_si512(parts + 32, sums[1]);
      flush(parts, distances);
    }
    std::size_t added = 0;
    for (const One& one : row.ones) {
      addAbsolute(from + one.x, static_cast<std::uint8_t>(one.value), parts);
      if (++added % 256 == 0) flush(parts, distances);
    }
    if (added > 0) flush(parts, distances);
    if (allExceed(distances, kPlaces, most)) return false;
  }
  return true;
}
#else
bool DistanceRows::byFours(const picture::TilePlanes<std::uint8_t>& /*tile*/, std::int64_t /*x*/,
                           std::int64_t /*y*/, std::uint64_t /*most*/,
                           std::uint64_t* /*distances*/) const {
  return false;
}
#endif

template <class Sample>
bool DistanceRows::at(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y,
                      std::int64_t count, std::uint64_t most, std::uint64_t* distances) const {
  alignas(64) std::uint64_t sums[kPlaces] = {};
  const auto finish = [&] {
    if (allExceed(sums, count, most)) return false;
    std::memcpy(distances, sums, static_cast<std::size_t>(count) * sizeof(*sums));
    return true;
  };
  if constexpr (sizeof(Sample) == 1) {
#if defined(ESPY_X86)
    if (plain_ && hasSimd(SimdLevel::avx512)) return byFours(tile, x, y, most, sums) && finish();
#endif
    if (plain_) {
      std::uint16_t parts[kPlaces] = {};
      for (const Row& row : rows_) {
        const Sample* from = tile.row(row.channel, y + row.y) + x;
        std::size_t added = 0;
        for (const One& one : row.all) {
          addAbsolute(from + one.x, static_cast<std::uint8_t>(one.value), parts);
          if (++added % 256 == 0) flush(parts, sums);
        }
        flush(parts, sums);
        if (allExceed(sums, kPlaces, most)) return false;
      }
      return finish();
    }
  }
  for (const Row& row : rows_) {
    const Sample* from = tile.row(row.channel, y + row.y) + x;
    for (const One& one : row.all) {
      addOne(from + one.x, one.value, one.weight, method_ == Method::ssd, sums);
    }
    if (allExceed(sums, kPlaces, most)) return false;
  }
  return finish();
}

template bool DistanceRows::at(const picture::TilePlanes<std::uint8_t>&, std::int64_t, std::int64_t,
                               std::int64_t, std::uint64_t, std::uint64_t*) const;
template bool DistanceRows::at(const picture::TilePlanes<std::uint16_t>&, std::int64_t,
                               std::int64_t, std::int64_t, std::uint64_t, std::uint64_t*) const;

}  // namespace espy::score
