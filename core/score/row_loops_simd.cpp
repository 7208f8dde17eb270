// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/row_loops.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/row_loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Must follow foreach_target.h, which includes this file again.
#include "base/simd_sums-inl.h"
#include "score/difference_loops-inl.h"
#include "score/product_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

void slide(const std::int32_t* before, const std::int32_t* enters, const std::int32_t* leaves,
           std::int64_t count, std::int32_t* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = before[i] + enters[i] - leaves[i];
}

void lessToFloats(const std::int32_t* from, std::int64_t count, std::int32_t less, float* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i] - less);
}

const RowLoops& loops() {
#if HWY_TARGET == HWY_AVX3
  constexpr bool kByFours = true;
#else
  constexpr bool kByFours = false;
#endif
  static constexpr RowLoops kLoops{Products::kTogether,
                                   kByFours,
                                   storeProducts<Products>,
                                   storeTerms<Products>,
                                   markProducts<Products>,
                                   differencesOfRows,
                                   differencesWithin,
                                   markDifferences,
                                   slide,
                                   lessToFloats};
  return kLoops;
}

#if HWY_TARGET == HWY_AVX3
const RowLoops& loopsVnni() {
  static constexpr RowLoops kLoops{ByteProducts::kTogether,
                                   true,
                                   storeProducts<ByteProducts>,
                                   storeTerms<ByteProducts>,
                                   markProducts<ByteProducts>,
                                   differencesOfRows,
                                   differencesWithin,
                                   markDifferences,
                                   slide,
                                   lessToFloats};
  return kLoops;
}
#endif

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {
namespace {

ESPY_SIMD_TABLE_VNNI(loops, ESPY_OF_AVX512(loopsVnni));

}  // namespace

const RowLoops& rowLoops() {
  return ESPY_SIMD_CALL(loops)();
}

ProductTaps::ProductTaps(Size size, int channels, int together)
    : size_(size),
      channels_(channels),
      together_(together),
      groups_((size.width + together - 1) / together) {
  const auto left = static_cast<unsigned>(size.width % together);
  lastMask_ = left == 0 ? ~0U : ~0U >> (32U - 32U / static_cast<unsigned>(together) * left);
  taps_.assign(static_cast<std::size_t>(channels_ * paddedHeight() * groups_), 0);
}

void ProductTaps::set(int channel, std::int64_t x, std::int64_t y, std::int32_t value) {
  const int bits = 32 / together_;
  const std::uint32_t mask = ~0U >> (32U - static_cast<unsigned>(bits));
  std::int32_t& group = taps_[(row(channel, y) - taps_.data()) + x / together_];
  const auto place = static_cast<unsigned>(x % together_ * bits);
  group = static_cast<std::int32_t>(static_cast<std::uint32_t>(group) |
                                    (static_cast<std::uint32_t>(value) & mask) << place);
}

DifferenceTaps::DifferenceTaps(const ScoredNeedle& needle, bool byFours)
    : size(needle.size), channels(needle.form.channels) {
  for (int c = 0; c < channels; ++c) add(needle, c, {0, 0, size.width, size.height}, c, byFours);
}

DifferenceTaps::DifferenceTaps(const ScoredNeedle& needle, int channel,
                               const picture::Rectangle& block, bool byFours)
    : size{block.width, block.height}, channels(1) {
  add(needle, channel, block, 0, byFours);
}

void DifferenceTaps::add(const ScoredNeedle& needle, int channel, const picture::Rectangle& block,
                         int asChannel, bool byFours) {
  for (std::int64_t y = 0; y < block.height; ++y) {
    const std::uint16_t* values = needle.row(channel, block.y + y) + block.x;
    const auto takesPart = [&](std::int64_t x) {
      return x < block.width && needle.weight(block.x + x, block.y + y) != 0;
    };
    for (std::int64_t x = 0; x < block.width;) {
      if (!takesPart(x)) {
        ++x;
        continue;
      }
      if (!byFours) {
        Eight eight{asChannel, static_cast<std::int32_t>(y), static_cast<std::int32_t>(x), 0, 0};
        for (std::int64_t i = 0; i < 8; ++i) {
          if (!takesPart(x + i)) continue;
          eight.values |= std::uint64_t{values[x + i]} << static_cast<unsigned>(8 * i);
          eight.mask |= std::uint64_t{255} << static_cast<unsigned>(8 * i);
        }
        eights.push_back(eight);
        x += 8;
      } else if (takesPart(x + 1) && takesPart(x + 2) && takesPart(x + 3)) {
        Four four{static_cast<std::int32_t>(x), 0};
        for (int i = 3; i >= 0; --i) four.values = four.values << 8U | values[x + i];
        fours.push_back(four);
        x += 4;
      } else {
        ones.push_back({static_cast<std::int32_t>(x), values[x]});
        ++x;
      }
    }
    if (byFours) rows.push_back({asChannel, y, fours.size(), ones.size()});
  }
}

}  // namespace espy::score
#endif  // HWY_ONCE
