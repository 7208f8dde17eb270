// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/block_rows.h"

#include <cstring>

#include "index/scene_blocks.h"
#include "index/scene_hash.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "index/block_rows_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::index::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::ScalableTag<std::uint64_t>;

template <class Sample>
std::uint32_t upperByte(const std::uint8_t* at) {
  Sample value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<std::uint32_t>(value >> (8 * (sizeof value - 1)));
}

template <class Sample, int Channels>
void coloursOf(const std::uint8_t* row, std::int64_t pixels, std::uint32_t* colours) {
  constexpr std::int64_t kSample = sizeof(Sample);
  for (std::int64_t i = 0; i < pixels; ++i) {
    const std::uint8_t* at = row + i * Channels * kSample;
    if constexpr (Channels < 3) {
      colours[i] = upperByte<Sample>(at) * 0x010101U;
    } else {
      colours[i] = upperByte<Sample>(at) << 16U | upperByte<Sample>(at + kSample) << 8U |
                   upperByte<Sample>(at + 2 * kSample);
    }
  }
}

template <class Sample>
void coloursOfAny(int channels, const std::uint8_t* row, std::int64_t pixels,
                  std::uint32_t* colours) {
  if (channels == 1) {
    coloursOf<Sample, 1>(row, pixels, colours);
  } else if (channels == 2) {
    coloursOf<Sample, 2>(row, pixels, colours);
  } else if (channels == 3) {
    coloursOf<Sample, 3>(row, pixels, colours);
  } else {
    coloursOf<Sample, 4>(row, pixels, colours);
  }
}

void coloursOfRow(PixelFormat format, const std::uint8_t* row, std::int64_t pixels,
                  std::uint32_t* colours) {
  if (format.depth == Depth::u8) {
    coloursOfAny<std::uint8_t>(format.channels, row, pixels, colours);
  } else {
    coloursOfAny<std::uint16_t>(format.channels, row, pixels, colours);
  }
}

/// Calls `one(i, lanes)` for vectors, and for single words at the end. Words ahead are read before
/// they are overwritten, because vectors are in ascending order.
template <class Join>
void forWords(const std::uint64_t* a, const std::uint64_t* b, std::int64_t count, std::uint64_t* to,
              const Join& join) {
  const Words d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(join(d, hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, to + i);
  }
  const hn::CappedTag<std::uint64_t, 1> one;
  for (; i < count; ++i)
    hn::StoreU(join(one, hn::LoadU(one, a + i), hn::LoadU(one, b + i)), one, to + i);
}

void joinInRow(const std::uint64_t* from, std::int64_t ahead, std::uint64_t factor,
               std::int64_t count, std::uint64_t* to) {
  forWords(from, from + ahead, count, to, [=](auto d, auto a, auto b) HWY_ATTR {
    return hn::Add(hn::Mul(a, hn::Set(d, factor)), b);
  });
}

void joinRows(std::uint64_t* to, const std::uint64_t* other, std::uint64_t factor,
              std::int64_t count) {
  forWords(to, other, count, to, [=](auto d, auto a, auto b) HWY_ATTR {
    return hn::Add(hn::Mul(a, hn::Set(d, factor)), b);
  });
}

void minInRow(const std::uint64_t* from, std::int64_t ahead, std::int64_t count,
              std::uint64_t* to) {
  forWords(from, from + ahead, count, to,
           [](auto, auto a, auto b) HWY_ATTR { return hn::Min(a, b); });
}

void maxInRow(const std::uint64_t* from, std::int64_t ahead, std::int64_t count,
              std::uint64_t* to) {
  forWords(from, from + ahead, count, to,
           [](auto, auto a, auto b) HWY_ATTR { return hn::Max(a, b); });
}

void minRows(std::uint64_t* to, const std::uint64_t* other, std::int64_t count) {
  forWords(to, other, count, to, [](auto, auto a, auto b) HWY_ATTR { return hn::Min(a, b); });
}

void maxRows(std::uint64_t* to, const std::uint64_t* other, std::int64_t count) {
  forWords(to, other, count, to, [](auto, auto a, auto b) HWY_ATTR { return hn::Max(a, b); });
}

void compareRows(const std::uint32_t* from, const std::uint32_t* other, std::int64_t count,
                 std::uint8_t* changes) {
  for (std::int64_t i = 0; i < count; ++i) {
    changes[i] = static_cast<std::uint8_t>(from[i] != other[i] ? 1 : 0);
  }
}

void orRows(const std::uint8_t* from, const std::uint8_t* other, std::int64_t count,
            std::uint8_t* to) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(hn::Or(hn::LoadU(d, from + i), hn::LoadU(d, other + i)), d, to + i);
  }
  for (; i < count; ++i) to[i] = static_cast<std::uint8_t>(from[i] | other[i]);
}

void finishKeys(std::uint64_t* sums, const std::uint8_t* across, const std::uint8_t* down,
                std::int64_t x, std::int64_t y, std::int64_t window, std::int64_t count) {
  constexpr int kClassShift = 62;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t kind = 2U - across[i] - down[i];
    const std::uint64_t hash = mixed(sums[i]) >> 2U;
    const std::uint64_t key = kind << kClassShift | hash;
    sums[i] = key >> kTieBits << kTieBits | tieOf(x + i, y);
  }
  // On a lattice of w x w ties are won, so that every window of a flat area has one winner.
  if (y % window != 0) return;
  for (std::int64_t i = (window - x % window) % window; i < count; i += window) {
    sums[i] = sums[i] >> kTieBits << kTieBits;
  }
}

}  // namespace
}  // namespace espy::index::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::index {

ESPY_SIMD_DEFINE(coloursOfRow);
ESPY_SIMD_DEFINE(joinInRow);
ESPY_SIMD_DEFINE(joinRows);
ESPY_SIMD_DEFINE(minInRow);
ESPY_SIMD_DEFINE(maxInRow);
ESPY_SIMD_DEFINE(minRows);
ESPY_SIMD_DEFINE(maxRows);
ESPY_SIMD_DEFINE(compareRows);
ESPY_SIMD_DEFINE(orRows);
ESPY_SIMD_DEFINE(finishKeys);

}  // namespace espy::index
#endif
