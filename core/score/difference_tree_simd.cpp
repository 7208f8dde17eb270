// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "score/difference_tree.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/difference_tree_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Must follow foreach_target.h, which includes this file again.
#include "base/simd_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace sums = espy::HWY_NAMESPACE;

/// Even and odd windows have separate sums, since differences are widened in place.
void deepDifferences(const std::uint16_t* from, std::int64_t pitch, const DeepBlock& block,
                     std::uint32_t* to) {
  constexpr hn::ScalableTag<std::uint16_t> d;
  constexpr hn::Repartition<std::uint32_t, decltype(d)> wide;
  constexpr std::int64_t kVectors = 4;  // limited by 16 registers
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t vectors = std::min(kVectors, kStretch / lanes);
  const auto low = hn::Set(wide, 65535);
  for (std::int64_t x = 0; x < kStretch; x += vectors * lanes) {
    hn::VFromD<decltype(wide)> even[kVectors];
    hn::VFromD<decltype(wide)> odd[kVectors];
    for (std::int64_t v = 0; v < kVectors; ++v) even[v] = odd[v] = hn::Zero(wide);
    for (std::int64_t row = 0; row < block.size.height; ++row) {
      const std::uint16_t* const values = block.values + row * block.pitch;
      const std::uint8_t* const weights = block.weights + row * block.pitch;
      const std::uint16_t* const samples = from + row * pitch + x;
      for (std::int64_t column = 0; column < block.size.width; ++column) {
        if (weights[column] == 0) continue;
        const auto value = hn::Set(d, values[column]);
#pragma GCC unroll 4
        for (std::int64_t v = 0; v < kVectors; ++v) {
          if (v >= vectors) break;
          const auto off = hn::BitCast(
              wide, sums::differences(hn::LoadU(d, samples + column + v * lanes), value));
          even[v] = hn::Add(even[v], hn::And(off, low));
          odd[v] = hn::Add(odd[v], hn::ShiftRight<16>(off));
        }
      }
    }
    for (std::int64_t v = 0; v < vectors; ++v) {
      hn::StoreInterleaved2(even[v], odd[v], wide, to + x + v * lanes);
    }
  }
}

void addBlockSums(const BlockCorners& corners, std::uint32_t needle, bool isGreater,
                  std::int64_t count, std::uint64_t* sums) {
  const std::uint32_t* const above = corners.above;
  const std::uint32_t* const below = corners.below;
  const std::int64_t width = corners.width;
  const std::uint32_t sign = isGreater ? 0 : ~0U;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t more = below[i + width] - below[i] - above[i + width] + above[i] - needle;
    sums[i] += (more ^ sign) - sign;
  }
}

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {

ESPY_SIMD_DEFINE(deepDifferences);
ESPY_SIMD_DEFINE(addBlockSums);

}  // namespace espy::score
#endif  // HWY_ONCE
