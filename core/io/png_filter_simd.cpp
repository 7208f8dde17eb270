// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/png_pixels.h"

#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/png_filter_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

// Not for AVX: a row is one chain of pixels, in which a choice by bytes takes three operations
// instead of SSE4's one, and with AVX-512 a detour by masks.
#if HWY_TARGET == HWY_STATIC_TARGET || (HWY_TARGET != HWY_AVX2 && HWY_TARGET != HWY_AVX3)
HWY_BEFORE_NAMESPACE();
namespace espy::io::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

enum Filter { kNone, kSub, kUp, kAverage, kPaeth };

/// One pixel per step: each depends on its left neighbour, so wider vectors do not help.
constexpr hn::FixedTag<std::uint8_t, 8> kBytes;
constexpr hn::FixedTag<std::uint64_t, 1> kPixel;
constexpr hn::FixedTag<std::int16_t, 8> kWords;
constexpr hn::FixedTag<std::uint8_t, 16> kBytesOfWords;
using Bytes = hn::Vec<std::remove_const_t<decltype(kBytes)>>;
using Words = hn::Vec<std::remove_const_t<decltype(kWords)>>;

/// A pixel of `kStep` bytes.
template <std::size_t kStep>
ESPY_INLINE Bytes loadPixel(const std::uint8_t* at) {
  constexpr std::size_t kRead = kStep <= 4 ? 4 : 8;  // surplus bytes are harmless
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, kRead);
  return hn::BitCast(kBytes, hn::Set(kPixel, bytes));
}

template <std::size_t kStep>
ESPY_INLINE void storePixel(std::uint8_t* at, Bytes pixel) {
  const std::uint64_t bytes = hn::GetLane(hn::BitCast(kPixel, pixel));
  if constexpr (kStep == 3) {
    std::memcpy(at, &bytes, 2);
    at[2] = static_cast<std::uint8_t>(bytes >> 16);
  } else {
    std::memcpy(at, &bytes, kStep);
  }
}

template <std::size_t kStep>
void undoSub(const std::uint8_t* in, std::size_t count, std::uint8_t* out) {
  Bytes left = hn::Zero(kBytes);
  for (std::size_t x = 0; x < count; x += kStep) {
    left = hn::Add(left, loadPixel<kStep>(in + x));
    storePixel<kStep>(out + x, left);
  }
}

template <std::size_t kStep>
void undoAverage(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                 std::uint8_t* out) {
  const Bytes one = hn::Set(kBytes, 1);
  Bytes left = hn::Zero(kBytes);
  for (std::size_t x = 0; x < count; x += kStep) {
    const Bytes up = above != nullptr ? loadPixel<kStep>(above + x) : hn::Zero(kBytes);
    // The instruction rounds up, PNG down.
    const Bytes odd = hn::And(hn::Xor(left, up), one);
    const Bytes average = hn::Sub(hn::AverageRound(left, up), odd);
    left = hn::Add(average, loadPixel<kStep>(in + x));
    storePixel<kStep>(out + x, left);
  }
}

template <std::size_t kStep>
void undoPaeth(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
               std::uint8_t* out) {
  Words left = hn::Zero(kWords);
  Words corner = left;  // above left
  for (std::size_t x = 0; x < count; x += kStep) {
    const Words up = hn::PromoteTo(kWords, loadPixel<kStep>(above + x));
    const Words upStep = hn::Sub(up, corner);      // distance of the estimate from left
    const Words leftStep = hn::Sub(left, corner);  // distance from up
    const Words fromLeft = hn::Abs(upStep);
    const Words fromUp = hn::Abs(leftStep);
    const Words fromCorner = hn::Abs(hn::Add(upStep, leftStep));
    const Words least = hn::Min(fromCorner, hn::Min(fromLeft, fromUp));
    const Words guess = hn::IfThenElse(hn::Eq(least, fromLeft), left,
                                       hn::IfThenElse(hn::Eq(least, fromUp), up, corner));
    const Words added = hn::PromoteTo(kWords, loadPixel<kStep>(in + x));
    // Byte arithmetic: the upper halves of the words stay zero.
    left = hn::BitCast(
        kWords, hn::Add(hn::BitCast(kBytesOfWords, guess), hn::BitCast(kBytesOfWords, added)));
    corner = up;
    storePixel<kStep>(out + x, hn::DemoteTo(kBytes, left));
  }
}

void undoUp(const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
            std::uint8_t* out) {
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t x = 0;
  // `out` is at or before `in`, so a store never overwrites unread input.
  for (; x + lanes <= count; x += lanes) {
    hn::StoreU(hn::Add(hn::LoadU(d, in + x), hn::LoadU(d, above + x)), d, out + x);
  }
  for (; x < count; ++x) out[x] = static_cast<std::uint8_t>(in[x] + above[x]);
}

template <std::size_t kStep>
bool undo(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
          std::uint8_t* out) {
  // Above the first row is zero: Up adds nothing, Paeth predicts the left neighbour.
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

bool undoFilter(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
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

}  // namespace
}  // namespace espy::io::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace espy::io {
namespace {

constexpr SimdTable<decltype(&HWY_STATIC_DISPATCH(undoFilter))> undoFilterTable = {
    &HWY_STATIC_DISPATCH(undoFilter), ESPY_BUILD_NEON(undoFilter), ESPY_BUILD_SSE4(undoFilter)};

}  // namespace

bool undoPngFilter(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                   std::size_t step, std::uint8_t* out) {
  return ESPY_SIMD_CALL(undoFilter)(filter, in, above, count, step, out);
}

}  // namespace espy::io
#endif  // HWY_ONCE
