// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/png_filter.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace espy::io {
namespace {

enum Filter { kNone, kSub, kUp, kAverage, kPaeth };

#ifdef __SSE2__

/// A pixel of `kStep` bytes, whose samples are worked on side by side: each depends on the pixel to
/// its left, so that there is no more to be had of a row.
template <std::size_t kStep>
__m128i loadPixel(const std::uint8_t* at) {
  constexpr std::size_t kRead = kStep <= 4 ? 4 : 8;  // what lies behind does no harm
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, kRead);
  return _mm_cvtsi64_si128(static_cast<long long>(bytes));
}

template <std::size_t kStep>
void storePixel(std::uint8_t* at, __m128i pixel) {
  const auto bytes = static_cast<std::uint64_t>(_mm_cvtsi128_si64(pixel));
  if constexpr (kStep == 3) {
    std::memcpy(at, &bytes, 2);
    at[2] = static_cast<std::uint8_t>(bytes >> 16);
  } else {
    std::memcpy(at, &bytes, kStep);
  }
}

__m128i absolute(__m128i words) {
  return _mm_max_epi16(words, _mm_sub_epi16(_mm_setzero_si128(), words));
}

__m128i chosen(__m128i mask, __m128i yes, __m128i no) {
  return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
}

template <std::size_t kStep>
void undoSub(const std::uint8_t* in, std::size_t count, std::uint8_t* out) {
  __m128i left = _mm_setzero_si128();
  for (std::size_t x = 0; x < count; x += kStep) {
    left = _mm_add_epi8(left, loadPixel<kStep>(in + x));
    storePixel<kStep>(out + x, left);
  }
}

template <std::size_t kStep>
void undoAverage(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                 std::uint8_t* out) {
  const __m128i one = _mm_set1_epi8(1);
  __m128i left = _mm_setzero_si128();
  for (std::size_t x = 0; x < count; x += kStep) {
    const __m128i up = above != nullptr ? loadPixel<kStep>(above + x) : _mm_setzero_si128();
    // The instruction rounds up, PNG down.
    const __m128i odd = _mm_and_si128(_mm_xor_si128(left, up), one);
    const __m128i average = _mm_sub_epi8(_mm_avg_epu8(left, up), odd);
    left = _mm_add_epi8(average, loadPixel<kStep>(in + x));
    storePixel<kStep>(out + x, left);
  }
}

template <std::size_t kStep>
void undoPaeth(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
               std::uint8_t* out) {
  const __m128i zero = _mm_setzero_si128();
  __m128i left = zero;    // words from here on
  __m128i corner = zero;  // above and to the left
  for (std::size_t x = 0; x < count; x += kStep) {
    const __m128i up = _mm_unpacklo_epi8(loadPixel<kStep>(above + x), zero);
    const __m128i upStep = _mm_sub_epi16(up, corner);      // how far the estimate is from left
    const __m128i leftStep = _mm_sub_epi16(left, corner);  // from up
    const __m128i fromLeft = absolute(upStep);
    const __m128i fromUp = absolute(leftStep);
    const __m128i fromCorner = absolute(_mm_add_epi16(upStep, leftStep));
    const __m128i least = _mm_min_epi16(fromCorner, _mm_min_epi16(fromLeft, fromUp));
    const __m128i guess = chosen(_mm_cmpeq_epi16(least, fromLeft), left,
                                 chosen(_mm_cmpeq_epi16(least, fromUp), up, corner));
    const __m128i added = _mm_unpacklo_epi8(loadPixel<kStep>(in + x), zero);
    // Bytes wrap around: the upper halves of the words stay zero.
    left = _mm_add_epi8(guess, added);
    corner = up;
    storePixel<kStep>(out + x, _mm_packus_epi16(left, left));
  }
}

#else

int paeth(int left, int up, int corner) {
  const int estimate = left + up - corner;
  const int fromLeft = std::abs(estimate - left);
  const int fromUp = std::abs(estimate - up);
  const int fromCorner = std::abs(estimate - corner);
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left;
  return fromUp <= fromCorner ? up : corner;
}

template <std::size_t kStep>
void undoSub(const std::uint8_t* in, std::size_t count, std::uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x) {
    out[x] = static_cast<std::uint8_t>(in[x] + (x < kStep ? 0 : out[x - kStep]));
  }
}

template <std::size_t kStep>
void undoAverage(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                 std::uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x) {
    const int left = x < kStep ? 0 : out[x - kStep];
    const int up = above != nullptr ? above[x] : 0;
    out[x] = static_cast<std::uint8_t>(in[x] + (left + up) / 2);
  }
}

template <std::size_t kStep>
void undoPaeth(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
               std::uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x) {
    const bool first = x < kStep;
    out[x] = static_cast<std::uint8_t>(
        in[x] + paeth(first ? 0 : out[x - kStep], above[x], first ? 0 : above[x - kStep]));
  }
}

#endif

void undoUp(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
            std::uint8_t* out) {
  std::size_t x = 0;
#ifdef __SSE2__
  // `out` lies at or before `in`, so that a store never reaches what is still to be read.
  for (; x + 16 <= count; x += 16) {
    const __m128i down = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + x));
    const __m128i up = _mm_loadu_si128(reinterpret_cast<const __m128i*>(above + x));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + x), _mm_add_epi8(down, up));
  }
#endif
  for (; x < count; ++x) out[x] = static_cast<std::uint8_t>(in[x] + above[x]);
}

template <std::size_t kStep>
bool undo(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
          std::uint8_t* out) {
  // Above the first row all is zero: then up is nothing, and Paeth's guess is the left one.
  if (above == nullptr && filter == kUp) filter = kNone;
  if (above == nullptr && filter == kPaeth) filter = kSub;
  switch (filter) {
    case kNone:
      if (out != in) std::memmove(out, in, count);
      return true;
    case kSub:
      undoSub<kStep>(in, count, out);
      return true;
    case kUp:
      undoUp(in, above, count, out);
      return true;
    case kAverage:
      undoAverage<kStep>(in, above, count, out);
      return true;
    case kPaeth:
      undoPaeth<kStep>(in, above, count, out);
      return true;
    default:
      return false;
  }
}

}  // namespace

bool undoPngFilter(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                   std::size_t step, std::uint8_t* out) {
  switch (step) {
    case 1:
      return undo<1>(filter, in, above, count, out);
    case 2:
      return undo<2>(filter, in, above, count, out);
    case 3:
      return undo<3>(filter, in, above, count, out);
    case 4:
      return undo<4>(filter, in, above, count, out);
    case 6:
      return undo<6>(filter, in, above, count, out);
    default:
      return undo<8>(filter, in, above, count, out);
  }
}

}  // namespace espy::io
