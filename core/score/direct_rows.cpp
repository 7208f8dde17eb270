// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/direct_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#if defined(ESPY_X86)
#include <immintrin.h>

#include "score/costs.h"
#endif

namespace espy::score {
namespace {

/// Samples that one number of `taps_` holds.
int tapsIn(SimdLevel level) {
  return level >= SimdLevel::avx512vnni ? 4 : level >= SimdLevel::avx2 ? 2 : 1;
}

/// The number that brings samples from `least` to `most` within a signed byte, nearest to their
/// mean.
std::int32_t centreFor(std::int32_t least, std::int32_t most, std::int32_t mean) {
  return std::clamp(mean, most - 127, least + 128);
}

}  // namespace

bool DirectRows::fits(const ScoredNeedle& needle) {
  constexpr std::int64_t kMostOfOne = 255 * 128;
  return needle.form.depth == Depth::u8 && !needle.weighted &&
         needle.sums.samples <= std::numeric_limits<std::int32_t>::max() / kMostOfOne;
}

double DirectRows::nanoseconds(const ScoredNeedle& needle, SimdLevel level) {
  const auto rows = static_cast<double>(needle.size.height * needle.form.channels);
  const auto width = static_cast<double>(needle.size.width);
  if (level == SimdLevel::plain) return costs::kPlainSample * rows * width;
  const auto padded = static_cast<double>((needle.size.height + kRows - 1) * needle.form.channels);
  return padded * (level >= SimdLevel::avx512vnni
                       ? costs::kFourByVnni * std::ceil(width / 4) + costs::kRowByVnni
                       : costs::kTwoByAvx2 * std::ceil(width / 2) + costs::kRowByAvx2);
}

DirectRows::DirectRows(const ScoredNeedle& needle, SimdLevel level)
    : level_(level), size_(needle.size), channels_(needle.form.channels) {
  std::int32_t least = 255;
  std::int32_t greatest = 0;
  const auto forEachSample = [&](const auto& take) {
    for (int c = 0; c < channels_; ++c) {
      for (std::int64_t y = 0; y < size_.height; ++y) {
        for (std::int64_t x = 0; x < size_.width; ++x) {
          if (needle.weight(x, y) != 0) take(c, x, y, std::int32_t{needle.row(c, y)[x]});
        }
      }
    }
  };
  forEachSample([&](int, std::int64_t, std::int64_t, std::int32_t value) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  });
  const auto sum = static_cast<std::int64_t>(needle.sums.sum);
  const std::int64_t mean = (sum + needle.sums.samples / 2) / needle.sums.samples;
  centre_ = centreFor(least, greatest, static_cast<std::int32_t>(mean));
  rest_ = sum - centre_ * needle.sums.samples;

  const int together = tapsIn(level);
  const int bits = 32 / together;
  const std::uint32_t mask = ~std::uint32_t{0} >> (32U - static_cast<unsigned>(bits));
  groups_ = (size_.width + together - 1) / together;
  taps_.assign(static_cast<std::size_t>(channels_ * paddedHeight() * groups_), 0);
  forEachSample([&](int c, std::int64_t x, std::int64_t y, std::int32_t value) {
    const std::int32_t off = value - centre_;
    magnitudes_ += std::abs(off);
    std::int32_t& group = taps_[(taps(c, y) - taps_.data()) + x / together];
    const auto place = static_cast<unsigned>(x % together * bits);
    group = static_cast<std::int32_t>(static_cast<std::uint32_t>(group) |
                                      (static_cast<std::uint32_t>(off) & mask) << place);
  });
}

#if defined(ESPY_X86)

namespace {

/// Writes 64 numbers in order, of which sums[p] holds every fourth, from number p on.
ESPY_VNNI inline __attribute__((always_inline)) void storeFourths(const __m512i* sums,
                                                                  std::int32_t* to) {
  constexpr __mmask16 kAll = 0xffff;  // the plain forms make g++ 12 warn of its own header
  constexpr __mmask8 kPairs = 0xff;
  const __m512i even = _mm512_maskz_unpacklo_epi32(kAll, sums[0], sums[1]);
  const __m512i odd = _mm512_maskz_unpacklo_epi32(kAll, sums[2], sums[3]);
  const __m512i evenHigh = _mm512_maskz_unpackhi_epi32(kAll, sums[0], sums[1]);
  const __m512i oddHigh = _mm512_maskz_unpackhi_epi32(kAll, sums[2], sums[3]);
  // Quarter q of each is in order, and a sixteenth of all apart from the next one.
  const __m512i a = _mm512_maskz_unpacklo_epi64(kPairs, even, odd);
  const __m512i b = _mm512_maskz_unpackhi_epi64(kPairs, even, odd);
  const __m512i c = _mm512_maskz_unpacklo_epi64(kPairs, evenHigh, oddHigh);
  const __m512i d = _mm512_maskz_unpackhi_epi64(kPairs, evenHigh, oddHigh);
  const __m512i ab = _mm512_maskz_shuffle_i32x4(kAll, a, b, 0x44);
  const __m512i cd = _mm512_maskz_shuffle_i32x4(kAll, c, d, 0x44);
  const __m512i abHigh = _mm512_maskz_shuffle_i32x4(kAll, a, b, 0xee);
  const __m512i cdHigh = _mm512_maskz_shuffle_i32x4(kAll, c, d, 0xee);
  _mm512_storeu_si512(to, _mm512_maskz_shuffle_i32x4(kAll, ab, cd, 0x88));
  _mm512_storeu_si512(to + 16, _mm512_maskz_shuffle_i32x4(kAll, ab, cd, 0xdd));
  _mm512_storeu_si512(to + 32, _mm512_maskz_shuffle_i32x4(kAll, abHigh, cdHigh, 0x88));
  _mm512_storeu_si512(to + 48, _mm512_maskz_shuffle_i32x4(kAll, abHigh, cdHigh, 0xdd));
}

}  // namespace

/// Lane i of the scene's bytes from p on holds those of place 4 i + p. A row of the scene meets
/// `rows` rows of the needle, one for each row of places.
template <int rows>
ESPY_VNNI void DirectRows::byVnni(const Stretch& stretch) const {
  __m512i sums[rows][4];
  for (auto& row : sums) {
    for (__m512i& sum : row) sum = _mm512_setzero_si512();
  }
  for (int c = 0; c < channels_; ++c) {
    const std::uint8_t* from = stretch.from + c * stretch.channelPitch;
    const std::int32_t* needle = taps(c, 0);
    for (std::int64_t y = 0; y < size_.height + rows - 1; ++y) {
      for (std::int64_t g = 0; g < groups_; ++g) {
        __m512i samples[4];
#pragma GCC unroll 4
        for (int p = 0; p < 4; ++p) samples[p] = _mm512_loadu_si512(from + 4 * g + p);
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
          const __m512i four = _mm512_set1_epi32(needle[g - r * groups_]);
#pragma GCC unroll 4
          for (int p = 0; p < 4; ++p) {
            sums[r][p] = _mm512_dpbusd_epi32(sums[r][p], samples[p], four);
          }
        }
      }
      from += stretch.pitch;
      needle += groups_;
    }
  }
  for (int r = 0; r < rows; ++r) storeFourths(sums[r], stretch.to + r * stretch.toPitch);
}

/// The same with 16 places at a time and two samples: widened, their products need 32 bits only.
template <int rows>
ESPY_AVX2 void DirectRows::byAvx2(const Stretch& stretch) const {
  for (std::int64_t x = 0; x < kPlaces; x += 16) {
    __m256i sums[rows][2];
    for (auto& row : sums) {
      for (__m256i& sum : row) sum = _mm256_setzero_si256();
    }
    for (int c = 0; c < channels_; ++c) {
      const std::uint8_t* from = stretch.from + c * stretch.channelPitch + x;
      const std::int32_t* needle = taps(c, 0);
      for (std::int64_t y = 0; y < size_.height + rows - 1; ++y) {
        for (std::int64_t g = 0; g < groups_; ++g) {
          __m256i samples[2];
#pragma GCC unroll 2
          for (int p = 0; p < 2; ++p) {
            samples[p] = _mm256_cvtepu8_epi16(
                _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 2 * g + p)));
          }
#pragma GCC unroll 4
          for (int r = 0; r < rows; ++r) {
            const __m256i two = _mm256_set1_epi32(needle[g - r * groups_]);
#pragma GCC unroll 2
            for (int p = 0; p < 2; ++p) {
              sums[r][p] = _mm256_add_epi32(sums[r][p], _mm256_madd_epi16(samples[p], two));
            }
          }
        }
        from += stretch.pitch;
        needle += groups_;
      }
    }
    for (int r = 0; r < rows; ++r) {
      const __m256i low = _mm256_unpacklo_epi32(sums[r][0], sums[r][1]);
      const __m256i high = _mm256_unpackhi_epi32(sums[r][0], sums[r][1]);
      auto* to = reinterpret_cast<__m256i*>(stretch.to + r * stretch.toPitch + x);
      _mm256_storeu_si256(to, _mm256_permute2x128_si256(low, high, 0x20));
      _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(low, high, 0x31));
    }
  }
}

#endif

void DirectRows::plainly(const Stretch& stretch) const {
  std::int32_t sums[kPlaces] = {};
  for (int c = 0; c < channels_; ++c) {
    for (std::int64_t y = 0; y < size_.height; ++y) {
      const std::uint8_t* from = stretch.from + c * stretch.channelPitch + y * stretch.pitch;
      const std::int32_t* needle = taps(c, y);
      for (std::int64_t g = 0; g < groups_; ++g) {
        // Both fit into 16 bits, which compilers make use of.
        const auto tap = static_cast<std::int16_t>(needle[g]);
        for (std::int64_t i = 0; i < kPlaces; ++i) {
          sums[i] += static_cast<std::int16_t>(from[g + i]) * tap;
        }
      }
    }
  }
  std::copy(sums, sums + kPlaces, stretch.to);
}

void DirectRows::correlate(const picture::TilePlanes<std::uint8_t>& tile, Size places,
                           std::int32_t* to) const {
  const std::int64_t toPitch = pitchFor(places.width);
  for (std::int64_t y = 0; y < places.height;) {
    const bool several = level_ != SimdLevel::plain && y + kRows <= places.height;
    for (std::int64_t x = 0; x < places.width; x += kPlaces) {
      const Stretch stretch{tile.row(0, y) + x, tile.pitch(), tile.channelPitch(),
                            to + y * toPitch + x, toPitch};
#if defined(ESPY_X86)
      if (level_ >= SimdLevel::avx512vnni) {
        several ? byVnni<kRows>(stretch) : byVnni<1>(stretch);
        continue;
      }
      if (level_ >= SimdLevel::avx2) {
        several ? byAvx2<kRows>(stretch) : byAvx2<1>(stretch);
        continue;
      }
#endif
      plainly(stretch);
    }
    y += several ? kRows : 1;
  }
}

}  // namespace espy::score
