// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/difference_rows.h"

#include <algorithm>
#include <limits>

#include "base/cpu.h"
#include "score/costs.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::score {

bool DifferenceRows::can(const ScoredNeedle& needle) {
  return needle.form.depth == Depth::u8 && needle.solid && !needle.weighted &&
         needle.sums.samples <= std::numeric_limits<std::uint32_t>::max() / 255 &&
         hasSimd(SimdLevel::avx512vnni);
}

double DifferenceRows::nanoseconds(const ScoredNeedle& needle) {
  const auto rows = static_cast<double>(needle.size.height * needle.form.channels);
  const std::int64_t whole = needle.size.width / 4;
  const auto fours = static_cast<double>(whole);
  const auto ones = static_cast<double>(needle.size.width % 4);
  return costs::kDifferencePlace + rows * (costs::kDifferenceFour * fours +
                                           costs::kDifferenceOne * ones + costs::kDifferenceRow);
}

DifferenceRows::DifferenceRows(const ScoredNeedle& needle)
    : size_(needle.size),
      channels_(needle.form.channels),
      fours_(needle.size.width / 4),
      ones_(needle.size.width % 4) {
  for (int c = 0; c < channels_; ++c) {
    for (std::int64_t y = 0; y < size_.height; ++y) {
      const std::uint16_t* row = needle.row(c, y);
      for (std::int64_t f = 0; f < fours_; ++f) {
        std::uint32_t four = 0;
        for (int i = 3; i >= 0; --i) four = four << 8U | row[4 * f + i];
        taps_.push_back(four);
      }
      rest_.insert(rest_.end(), row + 4 * fours_, row + size_.width);
    }
  }
}

#if defined(ESPY_X86)

namespace {

ESPY_AVX512 inline __attribute__((always_inline)) void addWidened(__m512i sums, std::uint32_t* to) {
  // All lanes are taken: the plain form makes g++ 12 warn of its own header.
  constexpr __mmask16 kAll = 0xffff;
  alignas(64) std::uint16_t parts[32];
  _mm512_store_si512(parts, sums);
  const auto* halves = reinterpret_cast<const __m256i*>(parts);
  const __m512i low = _mm512_maskz_cvtepu16_epi32(kAll, _mm256_load_si256(halves));
  const __m512i high = _mm512_maskz_cvtepu16_epi32(kAll, _mm256_load_si256(halves + 1));
  _mm512_storeu_si512(to, _mm512_add_epi32(low, _mm512_loadu_si512(to)));
  _mm512_storeu_si512(to + 16, _mm512_add_epi32(high, _mm512_loadu_si512(to + 16)));
}

}  // namespace

/// An instruction makes the differences of 8 places in each quarter of a register, of 11 samples.
template <int rows>
ESPY_AVX512 void DifferenceRows::stretch(const picture::TilePlanes<std::uint8_t>& tile,
                                         std::int64_t x, std::int64_t y,
                                         std::uint32_t* sums) const {
  // As above.
  constexpr __mmask8 kAll = 0xff;
  constexpr __mmask32 kWide = ~__mmask32{0};
  constexpr int kOverlap = 0x94;  // dwords 0 1 1 2: places 0 to 3, and 4 to 7
  // Differences of 257 samples fit into 16 bits.
  constexpr std::int64_t kMostSamples = 256;
  const __m512i quarters = _mm512_set_epi64(4, 3, 3, 2, 2, 1, 1, 0);
  __m512i parts[rows][2];
  for (auto& row : parts) row[0] = row[1] = _mm512_setzero_si512();
  std::int64_t room = kMostSamples;
  const auto empty = [&]() ESPY_AVX512 {
    for (int r = 0; r < rows; ++r) {
      for (int half = 0; half < 2; ++half) {
        addWidened(parts[r][half], sums + r * kPlaces + 32 * half);
        parts[r][half] = _mm512_setzero_si512();
      }
    }
    room = kMostSamples;
  };
  for (int c = 0; c < channels_; ++c) {
    for (std::int64_t row = 0; row < size_.height + rows - 1; ++row) {
      const std::uint8_t* from = tile.row(c, y + row) + x;
      // Row r of places meets this row of the needle.
      const std::int64_t last = c * size_.height + row;
      const std::uint32_t* taps = taps_.data() + last * fours_;
      for (std::int64_t f = 0; f < fours_; ++f) {
        if (room < 4) empty();
        room -= 4;
        __m512i samples[2];
#pragma GCC unroll 2
        for (int half = 0; half < 2; ++half) {
          samples[half] = _mm512_maskz_permutexvar_epi64(
              kAll, quarters, _mm512_loadu_si512(from + 4 * f + 32 * half));
        }
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
          if (row - r < 0 || row - r >= size_.height) continue;
          const __m512i four = _mm512_set1_epi32(static_cast<int>(taps[f - r * fours_]));
#pragma GCC unroll 2
          for (int half = 0; half < 2; ++half) {
            parts[r][half] =
                _mm512_add_epi16(parts[r][half], _mm512_dbsad_epu8(four, samples[half], kOverlap));
          }
        }
      }
      for (std::int64_t i = 0; i < ones_; ++i) {
        if (room < 1) empty();
        --room;
        for (int half = 0; half < 2; ++half) {
          const __m512i samples = _mm512_maskz_cvtepu8_epi16(
              kWide, _mm256_loadu_si256(
                         reinterpret_cast<const __m256i*>(from + 4 * fours_ + i + 32 * half)));
          for (int r = 0; r < rows; ++r) {
            if (row - r < 0 || row - r >= size_.height) continue;
            const __m512i one = _mm512_set1_epi16(
                static_cast<std::int16_t>(rest_[static_cast<std::size_t>((last - r) * ones_ + i)]));
            parts[r][half] = _mm512_add_epi16(
                parts[r][half], _mm512_maskz_abs_epi16(kWide, _mm512_sub_epi16(samples, one)));
          }
        }
      }
    }
  }
  empty();
}

void DifferenceRows::compare(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t top,
                             Size places, std::uint32_t* to, std::int64_t pitch) const {
  alignas(64) std::uint32_t sums[kRows * kPlaces];
  for (std::int64_t y = 0; y < places.height;) {
    const std::int64_t rows = y + kRows <= places.height ? kRows : 1;
    for (std::int64_t x = 0; x < places.width; x += kPlaces) {
      std::fill_n(sums, rows * kPlaces, 0);
      rows == kRows ? stretch<kRows>(tile, x, top + y, sums) : stretch<1>(tile, x, top + y, sums);
      const std::int64_t count = std::min(kPlaces, places.width - x);
      for (std::int64_t r = 0; r < rows; ++r) {
        std::copy_n(sums + r * kPlaces, count, to + (y + r) * pitch + x);
      }
    }
    y += rows;
  }
}

#else

// Never asked: `can` says no.
void DifferenceRows::compare(const picture::TilePlanes<std::uint8_t>& /*tile*/,
                             std::int64_t /*top*/, Size /*places*/, std::uint32_t* /*to*/,
                             std::int64_t /*pitch*/) const {}

#endif

}  // namespace espy::score
