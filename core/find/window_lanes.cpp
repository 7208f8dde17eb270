// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/window_lanes.h"

#include <algorithm>
#include <cstring>

#include "base/cpu.h"
#include "find/costs.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::find {
namespace {

constexpr std::int64_t kChunkBytes = 64;
/// Of narrower needles most lanes would be empty.
constexpr std::int64_t kLeastWidth = 8;
/// So many chunks go by before what is there is held against the most.
constexpr std::int64_t kChunksTogether = 64;

}  // namespace

bool WindowLanes::can(const PreparedNeedle& needle) {
  return needle.size.width >= kLeastWidth && hasSimd(SimdLevel::avx512vnni);
}

WindowLanes::WindowLanes(const PreparedNeedle& needle, Method method)
    : squared_(method != Method::sad),
      deep_(needle.form.depth == Depth::u16),
      weighted_(needle.weighted),
      size_(needle.size),
      channels_(needle.form.channels),
      lanes_(deep_ || squared_ ? kChunkBytes / 2 : kChunkBytes),
      chunks_((size_.width + lanes_ - 1) / lanes_) {
  const auto all = static_cast<std::size_t>(size_.height * chunks_);
  const bool wide = lanes_ < kChunkBytes;
  takesPart_.assign(all, 0);
  sums_.assign(all, 0);
  values_.assign(all * kChunkBytes * static_cast<std::size_t>(channels_), 0);
  if (wide || weighted_) weights_.assign(all * kChunkBytes, 0);
  const auto put = [&](WorkVector<std::uint8_t>& to, std::size_t chunk, std::int64_t lane,
                       std::uint16_t value) {
    std::uint8_t* const at = to.data() + chunk * kChunkBytes + lane * (wide ? 2 : 1);
    std::memcpy(at, &value, wide ? 2 : 1);
  };
  std::uint32_t heaviest = 1;
  for (std::int64_t y = 0; y < size_.height; ++y) {
    for (std::int64_t x = 0; x < size_.width; ++x) {
      const std::uint8_t weight = needle.weight(x, y);
      if (weight == 0) continue;
      const auto chunk = static_cast<std::size_t>(y * chunks_ + x / lanes_);
      takesPart_[chunk] |= std::uint64_t{1} << static_cast<unsigned>(x % lanes_);
      sums_[chunk] += weight;
      heaviest = std::max<std::uint32_t>(heaviest, weight);
      if (!weights_.empty()) put(weights_, chunk, x % lanes_, weight);
      for (int c = 0; c < channels_; ++c) {
        put(values_, static_cast<std::size_t>(c) * all + chunk, x % lanes_, needle.row(c, y)[x]);
      }
    }
  }
  // A lane of 32 bits gains from a chunk at most two products of a weight with 2^15, or, where
  // bytes are multiplied, four with 2^7.
  mostChunks_ = (std::int64_t{1} << 31) / (std::int64_t{heaviest} << (wide ? 16 : 9)) - 1;
}

double WindowLanes::nanoseconds() const {
  const double chunk = !squared_ && !deep_ ? (weighted_ ? costs::kLanesWeighted : costs::kLanes)
                       : squared_ && deep_ ? costs::kLanesDeepSquares
                                           : costs::kLanesWide;
  return costs::kLanesWindow + chunk * static_cast<double>(channels_ * size_.height * chunks_);
}

#if defined(ESPY_X86)

// A chunk's samples and what they add to the sums in lanes. `total` puts those together, where
// `weights` is the sum of the weights that went by: the instructions multiply signed numbers, so
// that one half of the range is taken off and comes back there.

namespace {

// All lanes are taken: the plain forms make g++ 12 warn of its own header.
constexpr __mmask32 kAllWide = ~__mmask32{0};

constexpr __mmask8 kAllLong = 0xff;

ESPY_VNNI inline __attribute__((always_inline)) std::int64_t sumOf64(__m512i lanes) {
  alignas(64) std::int64_t numbers[8];
  _mm512_store_si512(numbers, lanes);
  std::int64_t sum = 0;
  for (const std::int64_t number : numbers) sum += number;
  return sum;
}

ESPY_VNNI inline __attribute__((always_inline)) std::int64_t sumOf32(__m512i lanes) {
  alignas(64) std::int32_t numbers[16];
  _mm512_store_si512(numbers, lanes);
  const auto* halves = reinterpret_cast<const __m256i*>(numbers);
  return sumOf64(
      _mm512_add_epi64(_mm512_maskz_cvtepi32_epi64(kAllLong, _mm256_load_si256(halves)),
                       _mm512_maskz_cvtepi32_epi64(kAllLong, _mm256_load_si256(halves + 1))));
}

/// |I - T| of bytes, which all weigh the same.
struct Differences {
  using Sample = std::uint8_t;
  struct Sums {
    __m512i all;
  };
  ESPY_VNNI static inline __attribute__((always_inline)) void add(Sums& sums, const Sample* from,
                                                                  __mmask64 part, __m512i needle,
                                                                  __m512i /*weights*/) {
    const __m512i samples = _mm512_maskz_loadu_epi8(part, from);
    sums.all = _mm512_add_epi64(sums.all, _mm512_sad_epu8(samples, needle));
  }
  ESPY_VNNI static inline __attribute__((always_inline)) Wide total(const Sums& sums,
                                                                    std::int64_t /*weights*/) {
    return sumOf64(sums.all);
  }
};

/// w |I - T| of bytes.
struct WeightedDifferences {
  using Sample = std::uint8_t;
  using Sums = Differences::Sums;
  ESPY_VNNI static inline __attribute__((always_inline)) void add(Sums& sums, const Sample* from,
                                                                  __mmask64 part, __m512i needle,
                                                                  __m512i weights) {
    const __m512i samples = _mm512_maskz_loadu_epi8(part, from);
    const __m512i off =
        _mm512_or_si512(_mm512_subs_epu8(samples, needle), _mm512_subs_epu8(needle, samples));
    sums.all =
        _mm512_dpbusd_epi32(sums.all, weights, _mm512_xor_si512(off, _mm512_set1_epi8(-128)));
  }
  ESPY_VNNI static inline __attribute__((always_inline)) Wide total(const Sums& sums,
                                                                    std::int64_t weights) {
    return sumOf32(sums.all) + 128 * weights;
  }
};

constexpr std::int64_t kHalf = 1 << 15;

ESPY_VNNI inline __attribute__((always_inline)) __m512i addWeighted(__m512i sum, __m512i numbers,
                                                                    __m512i weights) {
  const __m512i half = _mm512_set1_epi16(static_cast<std::int16_t>(-kHalf));
  return _mm512_dpwssd_epi32(sum, _mm512_xor_si512(numbers, half), weights);
}

/// w (I - T)^2 of bytes.
struct Squares {
  using Sample = std::uint8_t;
  using Sums = Differences::Sums;
  ESPY_VNNI static inline __attribute__((always_inline)) void add(Sums& sums, const Sample* from,
                                                                  __mmask64 part, __m512i needle,
                                                                  __m512i weights) {
    const __m512i samples = _mm512_maskz_cvtepu8_epi16(
        kAllWide, _mm256_maskz_loadu_epi8(static_cast<__mmask32>(part), from));
    const __m512i off = _mm512_sub_epi16(samples, needle);
    sums.all = addWeighted(sums.all, _mm512_mullo_epi16(off, off), weights);
  }
  ESPY_VNNI static inline __attribute__((always_inline)) Wide total(const Sums& sums,
                                                                    std::int64_t weights) {
    return sumOf32(sums.all) + kHalf * weights;
  }
};

ESPY_VNNI inline __attribute__((always_inline)) __m512i deepDifferences(const std::uint16_t* from,
                                                                        __mmask64 part,
                                                                        __m512i needle) {
  const __m512i samples = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(part), from);
  return _mm512_or_si512(_mm512_subs_epu16(samples, needle), _mm512_subs_epu16(needle, samples));
}

/// w |I - T| of 16 bits.
struct DeepDifferences {
  using Sample = std::uint16_t;
  using Sums = Differences::Sums;
  ESPY_VNNI static inline __attribute__((always_inline)) void add(Sums& sums, const Sample* from,
                                                                  __mmask64 part, __m512i needle,
                                                                  __m512i weights) {
    sums.all = addWeighted(sums.all, deepDifferences(from, part, needle), weights);
  }
  ESPY_VNNI static inline __attribute__((always_inline)) Wide total(const Sums& sums,
                                                                    std::int64_t weights) {
    return sumOf32(sums.all) + kHalf * weights;
  }
};

/// w (I - T)^2 of 16 bits: with h and l the bytes of the difference, w (2^16 h^2 + 2^9 h l + l^2).
struct DeepSquares {
  using Sample = std::uint16_t;
  struct Sums {
    __m512i high;
    __m512i both;
    __m512i low;
  };
  ESPY_VNNI static inline __attribute__((always_inline)) void add(Sums& sums, const Sample* from,
                                                                  __mmask64 part, __m512i needle,
                                                                  __m512i weights) {
    const __m512i off = deepDifferences(from, part, needle);
    const __m512i high = _mm512_maskz_srli_epi16(kAllWide, off, 8);
    const __m512i low = _mm512_and_si512(off, _mm512_set1_epi16(255));
    sums.high = addWeighted(sums.high, _mm512_mullo_epi16(high, high), weights);
    sums.both = addWeighted(sums.both, _mm512_mullo_epi16(high, low), weights);
    sums.low = addWeighted(sums.low, _mm512_mullo_epi16(low, low), weights);
  }
  ESPY_VNNI static inline __attribute__((always_inline)) Wide total(const Sums& sums,
                                                                    std::int64_t weights) {
    const std::int64_t rest = kHalf * weights;
    return static_cast<Wide>(sumOf32(sums.high) + rest) * 65536 +
           static_cast<Wide>(sumOf32(sums.both) + rest) * 512 + sumOf32(sums.low) + rest;
  }
};

}  // namespace

template <class Kernel, int windows>
ESPY_VNNI void WindowLanes::sum(const typename Kernel::Sample* const* from, std::int64_t pitch,
                                std::int64_t channelPitch, Wide most, Wide* distances) const {
  // To put lanes together takes as long as some chunks.
  const std::int64_t together = most < kFar ? std::min(kChunksTogether, mostChunks_) : mostChunks_;
  const std::int64_t all = size_.height * chunks_;
  const std::int64_t chunks = chunks_;
  const std::int64_t lanes = lanes_;
  const std::uint8_t* values = values_.data();
  const bool hasWeights = !weights_.empty();
  for (int i = 0; i < windows; ++i) distances[i] = 0;
  for (int c = 0; c < channels_; ++c) {
    const std::uint8_t* own = weights_.data();
    const std::uint64_t* part = takesPart_.data();
    std::int64_t row = c * channelPitch;
    std::int64_t k = 0;
    for (std::int64_t first = 0; first < all; first += together) {
      const std::int64_t count = std::min(together, all - first);
      typename Kernel::Sums sums[windows];
      for (auto& some : sums) some = typename Kernel::Sums{};
      for (std::int64_t chunk = 0; chunk < count; ++chunk) {
        const __m512i needle = _mm512_loadu_si512(values);
        __m512i weights = _mm512_setzero_si512();
        if (hasWeights) {
          weights = _mm512_loadu_si512(own);
          own += kChunkBytes;
        }
        const std::int64_t at = row + k * lanes;
#pragma GCC unroll 8
        for (int i = 0; i < windows; ++i) {
          Kernel::add(sums[i], from[i] + at, *part, needle, weights);
        }
        values += kChunkBytes;
        ++part;
        if (++k == chunks) {
          k = 0;
          row += pitch;
        }
      }
      std::int64_t weights = 0;
      for (std::int64_t i = first; i < first + count; ++i) {
        weights += sums_[static_cast<std::size_t>(i)];
      }
      bool within = false;
      for (int i = 0; i < windows; ++i) {
        distances[i] += Kernel::total(sums[i], weights);
        within = within || distances[i] <= most;
      }
      if (!within) return;
    }
  }
}

template <class Kernel>
ESPY_VNNI void WindowLanes::sumAll(const typename Kernel::Sample* const* from, int count,
                                   std::int64_t pitch, std::int64_t channelPitch, Wide most,
                                   Wide* distances) const {
  int i = 0;
  for (; i + kTogether <= count; i += kTogether) {
    sum<Kernel, kTogether>(from + i, pitch, channelPitch, most, distances + i);
  }
  for (; i + 2 <= count; i += 2) {
    sum<Kernel, 2>(from + i, pitch, channelPitch, most, distances + i);
  }
  if (i < count) sum<Kernel, 1>(from + i, pitch, channelPitch, most, distances + i);
}

template <>
void WindowLanes::at(const std::uint8_t* const* windows, int count, std::int64_t pitch,
                     std::int64_t channelPitch, Wide most, Wide* distances) const {
  if (squared_) {
    sumAll<Squares>(windows, count, pitch, channelPitch, most, distances);
  } else if (weighted_) {
    sumAll<WeightedDifferences>(windows, count, pitch, channelPitch, most, distances);
  } else {
    sumAll<Differences>(windows, count, pitch, channelPitch, most, distances);
  }
}
template <>
void WindowLanes::at(const std::uint16_t* const* windows, int count, std::int64_t pitch,
                     std::int64_t channelPitch, Wide most, Wide* distances) const {
  if (squared_) {
    sumAll<DeepSquares>(windows, count, pitch, channelPitch, most, distances);
  } else {
    sumAll<DeepDifferences>(windows, count, pitch, channelPitch, most, distances);
  }
}

#else

// Never asked: `can` says no.
template <>
void WindowLanes::at(const std::uint8_t* const* /*windows*/, int /*count*/, std::int64_t /*pitch*/,
                     std::int64_t /*channelPitch*/, Wide /*most*/, Wide* /*distances*/) const {}
template <>
void WindowLanes::at(const std::uint16_t* const* /*windows*/, int /*count*/, std::int64_t /*pitch*/,
                     std::int64_t /*channelPitch*/, Wide /*most*/, Wide* /*distances*/) const {}

#endif

}  // namespace espy::find
