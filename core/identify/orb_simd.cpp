// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/orb.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "identify/orb_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::identify::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::int32_t> kInts;
constexpr hn::Repartition<std::uint32_t, decltype(kInts)> kWords;
constexpr hn::Repartition<std::uint8_t, decltype(kInts)> kBytes;
constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(kInts));
constexpr std::int64_t kWordsEach = kOrbBytes / 4;
/// Farther than any feature.
constexpr std::int32_t kFar = 8 * kOrbBytes + 1;

/// A block has a feature per lane: the first words of all, then the second ones, and so on.
void packOrb(const std::uint8_t* features, std::int64_t count, PackedOrb& packed) {
  const std::int64_t blocks = (count + kLanes - 1) / kLanes;
  packed.count = count;
  packed.words.assign(static_cast<std::size_t>(blocks * kLanes * kWordsEach), 0);
  for (std::int64_t row = 0; row < count; ++row) {
    std::uint32_t* const to =
        packed.words.data() + row / kLanes * kLanes * kWordsEach + row % kLanes;
    for (std::int64_t w = 0; w < kWordsEach; ++w) {
      std::memcpy(to + w * kLanes, features + row * kOrbBytes + w * 4, 4);
    }
  }
}

/// Hamming distances of a block's features.
ESPY_INLINE hn::Vec<decltype(kInts)> distances(const std::uint32_t* feature,
                                               const std::uint32_t* block) {
  // At most 64 per byte.
  auto bytes = hn::Zero(kBytes);
  for (std::int64_t w = 0; w < kWordsEach; ++w) {
    const auto off = hn::Xor(hn::Set(kWords, feature[w]), hn::Load(kWords, block + w * kLanes));
    bytes = hn::Add(bytes, hn::PopulationCount(hn::BitCast(kBytes, off)));
  }
  const auto sums = hn::BitCast(kWords, bytes);
  const auto low = hn::Set(kWords, 0x00ff00ff);
  const auto pairs = hn::Add(hn::And(sums, low), hn::And(hn::ShiftRight<8>(sums), low));
  return hn::BitCast(
      kInts, hn::And(hn::Add(pairs, hn::ShiftRight<16>(pairs)), hn::Set(kWords, 0x0000ffff)));
}

TwoNearest twoNearestOrb(const std::uint8_t* feature, const PackedOrb& reference) {
  std::uint32_t own[kWordsEach];
  std::memcpy(own, feature, sizeof(own));
  const auto far = hn::Set(kInts, kFar);
  const auto count = hn::Set(kInts, static_cast<std::int32_t>(reference.count));
  auto row = hn::Iota(kInts, 0);
  auto nearest = far, second = far, nearestRow = row;
  const std::uint32_t* block = reference.words.data();
  for (std::int64_t first = 0; first < reference.count; first += kLanes) {
    const auto distance = hn::IfThenElse(hn::Lt(row, count), distances(own, block), far);
    const auto isNearer = hn::Lt(distance, nearest);
    second = hn::Min(second, hn::Max(nearest, distance));
    nearest = hn::Min(nearest, distance);
    nearestRow = hn::IfThenElse(isNearer, row, nearestRow);
    row = hn::Add(row, hn::Set(kInts, static_cast<std::int32_t>(kLanes)));
    block += kLanes * kWordsEach;
  }
  alignas(64) std::int32_t firsts[kLanes], seconds[kLanes], rows[kLanes];
  hn::Store(nearest, kInts, firsts);
  hn::Store(second, kInts, seconds);
  hn::Store(nearestRow, kInts, rows);
  std::int64_t best = 0;
  for (std::int64_t lane = 1; lane < kLanes; ++lane) {
    const bool isEqual = firsts[lane] == firsts[best];
    if (firsts[lane] < firsts[best] || (isEqual && rows[lane] < rows[best])) best = lane;
  }
  std::int64_t next = seconds[best];
  for (std::int64_t lane = 0; lane < kLanes; ++lane) {
    if (lane != best) next = std::min<std::int64_t>(next, firsts[lane]);
  }
  const std::int64_t least = firsts[best];
  return {rows[best], least * least, next * next};
}

}  // namespace
}  // namespace espy::identify::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::identify {

ESPY_SIMD_DEFINE(packOrb);
ESPY_SIMD_DEFINE(twoNearestOrb);

}  // namespace espy::identify
#endif  // HWY_ONCE
