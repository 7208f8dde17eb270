// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/loops.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::exact::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Sample>
Sample load(const std::uint8_t* at) {
  Sample value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// One byte per pixel: 0xff where each of the `Colours` samples (of `Channels` in memory) is in
/// range. Unsigned subtraction replaces two comparisons by one: values below `low` wrap around.
template <class Sample, int Channels, int Colours>
void compareOf(const std::uint8_t* pixels, std::int64_t count, const std::uint16_t* low,
               const std::uint16_t* span, std::uint8_t* answers) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint8_t inside = 0xff;
    for (int c = 0; c < Colours; ++c) {
      const auto value =
          load<Sample>(pixels + (i * Channels + c) * static_cast<std::int64_t>(sizeof(Sample)));
      const auto above = static_cast<Sample>(value - static_cast<Sample>(low[c]));
      inside =
          static_cast<std::uint8_t>(inside & (above <= static_cast<Sample>(span[c]) ? 0xff : 0));
    }
    answers[i] = inside;
  }
}

template <class Sample>
void compareFormat(int channels, const std::uint8_t* pixels, std::int64_t count,
                   const std::uint16_t* low, const std::uint16_t* span, std::uint8_t* answers) {
  switch (channels) {
    case 1:
      compareOf<Sample, 1, 1>(pixels, count, low, span, answers);
      break;
    case 2:
      compareOf<Sample, 2, 1>(pixels, count, low, span, answers);
      break;
    case 3:
      compareOf<Sample, 3, 3>(pixels, count, low, span, answers);
      break;
    default:
      compareOf<Sample, 4, 3>(pixels, count, low, span, answers);
      break;
  }
}

void comparePixels(PixelFormat format, const std::uint8_t* pixels, std::int64_t count,
                   const std::uint16_t* low, const std::uint16_t* span, std::uint8_t* answers) {
  if (format.depth == Depth::u8) {
    compareFormat<std::uint8_t>(format.channels, pixels, count, low, span, answers);
  } else {
    compareFormat<std::uint16_t>(format.channels, pixels, count, low, span, answers);
  }
}

/// Bytes between two checks for differences: enough for vector code, few enough to stop early.
constexpr std::int64_t kChunk = 256;

template <class Sample>
bool allInRange(const std::uint8_t* at, const std::uint8_t* low, const std::uint8_t* high,
                std::int64_t bytes) {
  Sample outside = 0;
  for (std::int64_t i = 0; i < bytes; i += static_cast<std::int64_t>(sizeof(Sample))) {
    Sample value;
    Sample least;
    Sample greatest;
    std::memcpy(&value, at + i, sizeof value);
    std::memcpy(&least, low + i, sizeof least);
    std::memcpy(&greatest, high + i, sizeof greatest);
    outside = static_cast<Sample>(outside | (value < least ? 1 : 0) | (value > greatest ? 1 : 0));
  }
  return outside == 0;
}

template <class Sample>
bool rowOfInRange(const std::uint8_t* at, const std::uint8_t* low, const std::uint8_t* high,
                  std::int64_t bytes) {
  for (std::int64_t i = 0; i < bytes; i += kChunk) {
    const std::int64_t now = std::min(kChunk, bytes - i);
    if (!allInRange<Sample>(at + i, low + i, high + i, now)) return false;
  }
  return true;
}
bool rowInRange(Depth depth, const std::uint8_t* at, const std::uint8_t* low,
                const std::uint8_t* high, std::int64_t bytes) {
  return depth == Depth::u8 ? rowOfInRange<std::uint8_t>(at, low, high, bytes)
                            : rowOfInRange<std::uint16_t>(at, low, high, bytes);
}

bool rowEqualWhereCared(const std::uint8_t* at, const std::uint8_t* value, const std::uint8_t* care,
                        std::int64_t bytes) {
  for (std::int64_t i = 0; i < bytes; i += kChunk) {
    const std::int64_t end = std::min(bytes, i + kChunk);
    std::uint8_t differs = 0;
    for (std::int64_t k = i; k < end; ++k) {
      differs = static_cast<std::uint8_t>(differs | ((at[k] ^ value[k]) & care[k]));
    }
    if (differs != 0) return false;
  }
  return true;
}

bool copyOpaqueWords(const std::uint8_t* from, std::int64_t stride, Size size, std::uint8_t* low,
                     std::uint8_t* high, std::uint8_t* care, std::uint8_t* opaque) {
  constexpr std::uint32_t kColour = 0xffffff;
  std::uint32_t transparent = 0;
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, from + 4 * x, sizeof pixel);
      const std::uint32_t seen = (pixel & ~kColour) != 0 ? ~0U : 0U;
      const std::uint32_t value = pixel & kColour & seen;
      const std::uint32_t greatest = value | ~(kColour & seen);
      const std::uint32_t counts = kColour & seen;
      std::memcpy(low + 4 * x, &value, sizeof value);
      std::memcpy(high + 4 * x, &greatest, sizeof greatest);
      std::memcpy(care + 4 * x, &counts, sizeof counts);
      opaque[x] = static_cast<std::uint8_t>(seen & 1U);
      transparent |= ~seen;
    }
    from += stride;
    low += 4 * size.width;
    high += 4 * size.width;
    care += 4 * size.width;
    opaque += size.width;
  }
  return transparent == 0;
}

void joinWords(const std::uint64_t* first, const std::uint64_t* second, int shift,
               std::int64_t words, std::uint64_t* __restrict joined) {
  for (std::int64_t i = 0; i < words; ++i) {
    // Two left shifts, since a shift by 64 bits is undefined.
    const std::uint64_t moved = second[i] >> shift | second[i + 1] << 1 << (63 - shift);
    joined[i] = first[i] & moved;
  }
}

template <class Sample>
bool testOf(std::span<const SweepTest> tests, const std::uint8_t* base, std::ptrdiff_t stride,
            int bytesPerPixel, int bytes, const std::uint8_t* care, std::uint8_t* alive) {
  const hn::CappedTag<std::uint8_t, kBlock> d8;
  const hn::Repartition<Sample, decltype(d8)> d;
  const auto lanes = static_cast<int>(hn::Lanes(d8));
  const std::uint8_t* before = care;
  if (tests.empty()) std::copy_n(care, bytes, alive);
  for (const SweepTest& test : tests) {
    const std::uint8_t* at = base + test.dy * stride + test.dx * bytesPerPixel;
    auto any = hn::Zero(d8);
    for (int i = 0; i < bytes; i += lanes) {
      const auto load = [&](const std::uint8_t* from)
                            HWY_ATTR { return hn::BitCast(d, hn::LoadU(d8, from + i)); };
      // Unsigned subtraction replaces two comparisons by one: values below `low` wrap around.
      const auto above = hn::Sub(load(at), load(test.low.data()));
      const auto inside = hn::VecFromMask(d, hn::Eq(hn::Min(above, load(test.span.data())), above));
      const auto left = hn::And(hn::LoadU(d8, before + i), hn::BitCast(d8, inside));
      hn::StoreU(left, d8, alive + i);
      any = hn::Or(any, left);
    }
    if (hn::AllTrue(d8, hn::Eq(any, hn::Zero(d8)))) return false;
    before = alive;
  }
  return true;
}
bool testBlock(PixelFormat format, std::span<const SweepTest> tests, const std::uint8_t* base,
               std::ptrdiff_t stride, int bytes, const std::uint8_t* care, std::uint8_t* alive) {
  const int pixel = format.bytesPerPixel();
  return format.depth == Depth::u8
             ? testOf<std::uint8_t>(tests, base, stride, pixel, bytes, care, alive)
             : testOf<std::uint16_t>(tests, base, stride, pixel, bytes, care, alive);
}

}  // namespace
}  // namespace espy::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::exact {

ESPY_SIMD_DEFINE(comparePixels);
ESPY_SIMD_DEFINE(rowInRange);
ESPY_SIMD_DEFINE(rowEqualWhereCared);
ESPY_SIMD_DEFINE(copyOpaqueWords);
ESPY_SIMD_DEFINE(joinWords);
ESPY_SIMD_DEFINE(testBlock);

}  // namespace espy::exact
#endif  // HWY_ONCE
