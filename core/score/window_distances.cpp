// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/window_distances.h"

#include <algorithm>

#include "base/cpu.h"
#include "score/costs.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::score {
namespace {

/// Samples of a chunk: bytes, or 16 bits each.
std::int64_t chunkFor(Method method) {
  return method == Method::sad ? 64 : 32;
}

/// So many chunks go by before what is there is held against the most.
constexpr std::int64_t kChunksTogether = 8;
constexpr std::int64_t kRows = 4;
/// A lane of 32 bits gains at most 2 * 255^2 from a chunk: so wide, four rows fit.
constexpr std::int64_t kMostWidth = std::int64_t{1} << 17;

}  // namespace

bool WindowDistances::can(const ScoredNeedle& needle) {
  return needle.form.depth == Depth::u8 && needle.solid && !needle.weighted &&
         needle.size.width <= kMostWidth && hasSimd(SimdLevel::avx512vnni);
}

WindowDistances::WindowDistances(const ScoredNeedle& needle, Method method)
    : method_(method), size_(needle.size), channels_(needle.form.channels) {
  const std::int64_t chunk = chunkFor(method);
  chunks_ = (size_.width + chunk - 1) / chunk;
  lastMask_ =
      ~std::uint64_t{0} >> static_cast<unsigned>(64 - (size_.width - (chunks_ - 1) * chunk));
  const std::int64_t pitch = chunks_ * chunk;
  const auto all = static_cast<std::size_t>(channels_ * size_.height * pitch);
  if (method == Method::sad) {
    samples_.assign(all, 0);
  } else {
    wide_.assign(all, 0);
  }
  for (std::int64_t row = 0; row < channels_ * size_.height; ++row) {
    const std::uint16_t* values = needle.values.data() + row * size_.width;
    if (method == Method::sad) {
      std::copy(values, values + size_.width, samples_.begin() + row * pitch);
    } else {
      std::copy(values, values + size_.width, wide_.begin() + row * pitch);
    }
  }
}

double WindowDistances::nanoseconds() const {
  const auto chunks = static_cast<double>(channels_ * size_.height * chunks_);
  const double samples = static_cast<double>(channels_ * size_.pixels());
  const double chunk = method_ == Method::sad ? costs::kDifferenceChunk : costs::kDistanceChunk;
  return costs::kDistances + chunk * chunks +
         costs::kUncachedSample * std::max(0.0, samples - costs::kCachedSamples);
}

#if defined(ESPY_X86)

ESPY_VNNI std::uint64_t WindowDistances::differences(const std::uint8_t* window,
                                                     const picture::SamplePlanes& planes,
                                                     std::uint64_t most) const {
  constexpr __mmask64 kAll = ~std::uint64_t{0};
  const std::int64_t rowsTogether = std::max<std::int64_t>(1, kChunksTogether / chunks_);
  const std::uint8_t* needle = samples_.data();
  __m512i sum = _mm512_setzero_si512();
  std::uint64_t all = 0;
  for (int c = 0; c < channels_; ++c) {
    const std::uint8_t* row = window + c * planes.channelPitch;
    for (std::int64_t y = 0; y < size_.height;) {
      const std::int64_t end = std::min(size_.height, y + rowsTogether);
      for (; y < end; ++y) {
        for (std::int64_t k = 0; k < chunks_; ++k) {
          const __mmask64 part = k + 1 < chunks_ ? kAll : lastMask_;
          const __m512i samples = _mm512_maskz_loadu_epi8(part, row + 64 * k);
          sum = _mm512_add_epi64(sum, _mm512_sad_epu8(samples, _mm512_loadu_si512(needle)));
          needle += 64;
        }
        row += planes.pitch;
      }
      alignas(64) std::uint64_t eight[8];
      _mm512_store_si512(eight, sum);
      all = 0;
      for (const std::uint64_t part : eight) all += part;
      if (all > most) return all;
    }
  }
  return all;
}

namespace {

ESPY_VNNI inline __attribute__((always_inline)) __m512i addSquares(__m512i sum,
                                                                   const std::uint8_t* samples,
                                                                   __mmask32 part,
                                                                   const std::int16_t* needle) {
  const __m512i wide = _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(part, samples));
  const __m512i off = _mm512_sub_epi16(wide, _mm512_loadu_si512(needle));
  return _mm512_dpwssd_epi32(sum, off, off);
}

}  // namespace

/// Rows by fours: each has a sum of its own, so that none waits for another.
ESPY_VNNI std::uint64_t WindowDistances::squares(const std::uint8_t* window,
                                                 const picture::SamplePlanes& planes,
                                                 std::uint64_t most) const {
  const std::int64_t rowsTogether = std::max(kRows, kChunksTogether / chunks_ / kRows * kRows);
  const std::int64_t whole = chunks_ - 1;
  const auto last = static_cast<__mmask32>(lastMask_);
  const std::int64_t pitch = chunks_ * 32;
  std::uint64_t all = 0;
  for (int c = 0; c < channels_; ++c) {
    const std::uint8_t* row = window + c * planes.channelPitch;
    const std::int16_t* needle = wide_.data() + c * size_.height * pitch;
    for (std::int64_t y = 0; y < size_.height;) {
      const std::int64_t end = std::min(size_.height, y + rowsTogether);
      __m512i sums[kRows];
      for (__m512i& sum : sums) sum = _mm512_setzero_si512();
      for (; y + kRows <= end; y += kRows) {
        for (std::int64_t k = 0; k < whole; ++k) {
#pragma GCC unroll 4
          for (int r = 0; r < kRows; ++r) {
            sums[r] = addSquares(sums[r], row + r * planes.pitch + 32 * k, ~__mmask32{0},
                                 needle + r * pitch + 32 * k);
          }
        }
#pragma GCC unroll 4
        for (int r = 0; r < kRows; ++r) {
          sums[r] = addSquares(sums[r], row + r * planes.pitch + 32 * whole, last,
                               needle + r * pitch + 32 * whole);
        }
        row += kRows * planes.pitch;
        needle += kRows * pitch;
      }
      for (; y < end; ++y) {
        for (std::int64_t k = 0; k < chunks_; ++k) {
          sums[0] =
              addSquares(sums[0], row + 32 * k, k < whole ? ~__mmask32{0} : last, needle + 32 * k);
        }
        row += planes.pitch;
        needle += pitch;
      }
      alignas(64) std::uint32_t numbers[16];
      _mm512_store_si512(numbers, _mm512_add_epi32(_mm512_add_epi32(sums[0], sums[1]),
                                                   _mm512_add_epi32(sums[2], sums[3])));
      for (const std::uint32_t number : numbers) all += number;
      if (all > most) return all;
    }
  }
  return all;
}

std::uint64_t WindowDistances::at(const std::uint8_t* window, const picture::SamplePlanes& planes,
                                  std::uint64_t most) const {
  return method_ == Method::sad ? differences(window, planes, most) : squares(window, planes, most);
}

#else

// Never asked: `can` says no.
std::uint64_t WindowDistances::at(const std::uint8_t* /*window*/,
                                  const picture::SamplePlanes& /*planes*/,
                                  std::uint64_t /*most*/) const {
  return 0;
}

#endif

}  // namespace espy::score
