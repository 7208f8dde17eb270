// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/window_rows.h"

#include <algorithm>

#include "base/cpu.h"
#include "score/costs.h"
#include "score/formula.h"
#include "score/needle.h"
#include "score/window_at.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::score {
namespace {

constexpr std::int64_t kChunk = 64;

}  // namespace

WindowRows::WindowRows(const ScoredNeedle& needle) : needle_(&needle) {
  if (needle.form.depth != Depth::u8 || needle.weighted || !hasSimd(SimdLevel::avx512vnni)) {
    return;
  }
  const Size size = needle.size;
  chunks_ = (size.width + kChunk - 1) / kChunk;
  const auto [least, greatest] = std::minmax_element(needle.values.begin(), needle.values.end());
  // Ignored samples are 0 there, which only widens the range.
  centre_ = std::clamp<std::int32_t>(128, *greatest - 127, *least + 128);
  const auto rows = static_cast<std::size_t>(size.height * chunks_);
  takesPart_.assign(rows, 0);
  offsets_.assign(rows * kChunk * static_cast<std::size_t>(needle.form.channels), 0);
  samples_.assign(offsets_.size(), 0);
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      if (needle.weight(x, y) == 0) continue;
      takesPart_[static_cast<std::size_t>(y * chunks_ + x / kChunk)] |= std::uint64_t{1}
                                                                        << (x % kChunk);
      for (int c = 0; c < needle.form.channels; ++c) {
        const auto at = static_cast<std::size_t>((c * size.height + y) * chunks_ * kChunk + x);
        const std::int32_t value = needle.row(c, y)[x];
        samples_[at] = static_cast<std::uint8_t>(value);
        offsets_[at] = static_cast<std::int8_t>(value - centre_);
      }
    }
  }
}

double WindowRows::nanoseconds() const {
  const auto channels = static_cast<double>(needle_->form.channels);
  const auto rows = static_cast<double>(needle_->size.height) * channels;
  if (chunks_ > 0) {
    return costs::kWindow + costs::kWindowChunk * rows * static_cast<double>(chunks_);
  }
  return costs::kPlainWindow + costs::kPlainWindowRow * rows +
         costs::kPlainWindowSample * static_cast<double>(needle_->values.size());
}

#if defined(ESPY_X86)

ESPY_VNNI WindowSums WindowRows::sumsByVnni(const picture::TilePlanes<std::uint8_t>& tile,
                                            std::int64_t x, std::int64_t y) const {
  // A lane gains at most 4 * 255 * 128 from a chunk, so 32 bits hold some thousands of them.
  constexpr std::int64_t kMostChunks = 8192;
  constexpr __mmask64 kAll =
      ~std::uint64_t{0};  // the plain forms make g++ 12 warn of its own header
  const __m512i zero = _mm512_setzero_si512();
  __m512i sum = zero;
  std::int64_t squares = 0;
  std::int64_t products = 0;
  const std::int64_t height = needle_->size.height;
  const std::int64_t rowsTogether = std::max<std::int64_t>(1, kMostChunks / chunks_);
  for (int c = 0; c < tile.channels(); ++c) {
    const std::uint8_t* window = tile.row(c, y) + x;
    const std::int8_t* needle = offsets_.data() + c * height * chunks_ * kChunk;
    const std::uint64_t* parts = takesPart_.data();
    for (std::int64_t row = 0; row < height;) {
      __m512i product = zero;
      __m512i square = zero;
      const std::int64_t last = std::min(height, row + rowsTogether);
      for (; row < last; ++row) {
        for (std::int64_t k = 0; k < chunks_; ++k) {
          const __m512i samples = _mm512_maskz_loadu_epi8(*parts++, window + k * kChunk);
          product = _mm512_dpbusd_epi32(product, samples, _mm512_loadu_si512(needle));
          needle += kChunk;
          sum = _mm512_add_epi64(sum, _mm512_sad_epu8(samples, zero));
          // Widened; in what order does not matter.
          const __m512i low = _mm512_maskz_unpacklo_epi8(kAll, samples, zero);
          const __m512i high = _mm512_maskz_unpackhi_epi8(kAll, samples, zero);
          square = _mm512_dpwssd_epi32(square, low, low);
          square = _mm512_dpwssd_epi32(square, high, high);
        }
        window += tile.pitch();
      }
      alignas(64) std::int32_t numbers[16];
      _mm512_store_si512(numbers, product);
      for (const std::int32_t number : numbers) products += number;
      _mm512_store_si512(numbers, square);
      for (const std::int32_t number : numbers) squares += number;
    }
  }
  alignas(64) std::int64_t eight[8];
  _mm512_store_si512(eight, sum);
  WindowSums sums;
  for (const std::int64_t part : eight) sums.sum += static_cast<std::uint64_t>(part);
  sums.squares = static_cast<std::uint64_t>(squares);
  sums.products =
      static_cast<std::uint64_t>(products + centre_ * static_cast<std::int64_t>(sums.sum));
  return sums;
}

ESPY_VNNI std::uint64_t WindowRows::differencesByVnni(const picture::TilePlanes<std::uint8_t>& tile,
                                                      std::int64_t x, std::int64_t y) const {
  __m512i sum = _mm512_setzero_si512();
  const std::uint8_t* needle = samples_.data();
  for (int c = 0; c < tile.channels(); ++c) {
    const std::uint8_t* window = tile.row(c, y) + x;
    const std::uint64_t* parts = takesPart_.data();
    for (std::int64_t row = 0; row < needle_->size.height; ++row) {
      for (std::int64_t k = 0; k < chunks_; ++k) {
        const __m512i samples = _mm512_maskz_loadu_epi8(*parts++, window + k * kChunk);
        sum = _mm512_add_epi64(sum, _mm512_sad_epu8(samples, _mm512_loadu_si512(needle)));
        needle += kChunk;
      }
      window += tile.pitch();
    }
  }
  alignas(64) std::uint64_t eight[8];
  _mm512_store_si512(eight, sum);
  std::uint64_t all = 0;
  for (const std::uint64_t part : eight) all += part;
  return all;
}

#endif

template <>
WindowSums WindowRows::sums(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t x,
                            std::int64_t y) const {
#if defined(ESPY_X86)
  if (chunks_ > 0) return sumsByVnni(tile, x, y);
#endif
  return windowAt(tile, *needle_, x, y);
}
template <>
WindowSums WindowRows::sums(const picture::TilePlanes<std::uint16_t>& tile, std::int64_t x,
                            std::int64_t y) const {
  return windowAt(tile, *needle_, x, y);
}

template <>
std::uint64_t WindowRows::differences(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t x,
                                      std::int64_t y) const {
#if defined(ESPY_X86)
  if (chunks_ > 0) return differencesByVnni(tile, x, y);
#endif
  return differencesAt(tile, *needle_, x, y);
}
template <>
std::uint64_t WindowRows::differences(const picture::TilePlanes<std::uint16_t>& tile,
                                      std::int64_t x, std::int64_t y) const {
  return differencesAt(tile, *needle_, x, y);
}

}  // namespace espy::score
