// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/tile_hashes.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "live/tile_hashes_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::live::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// At most as wide as a tile's accumulators.
using Words = hn::CappedTag<std::uint64_t, kHashLanes>;
using Vector = hn::Vec<Words>;

/// Adds a vector of data: the product of the halves of each keyed word, and the word itself, in the
/// other half's place, so that a key that equals the data does not lose it.
ESPY_INLINE Vector added(Words d, Vector sum, Vector data, Vector key) {
  const hn::Repartition<std::uint32_t, Words> halves;
  const Vector keyed = hn::Xor(data, key);
  const auto low = hn::BitCast(halves, keyed);
  const auto high = hn::BitCast(halves, hn::ShiftRight<32>(keyed));
  const Vector turned = hn::BitCast(d, hn::Shuffle2301(hn::BitCast(halves, data)));
  return hn::Add(hn::Add(sum, turned), hn::MulEven(low, high));
}

/// Makes the sums of a row depend on its number before the next is added.
ESPY_INLINE Vector stirred(Words d, Vector sum, std::uint64_t key) {
  const Vector mixed = hn::Xor(hn::Xor(sum, hn::ShiftRight<47>(sum)), hn::Set(d, key));
  const Vector prime = hn::Set(d, std::uint64_t{0x9e3779b1});
  const hn::Repartition<std::uint32_t, Words> halves;
  const Vector low = hn::MulEven(hn::BitCast(halves, mixed), hn::BitCast(halves, prime));
  const Vector high =
      hn::MulEven(hn::BitCast(halves, hn::ShiftRight<32>(mixed)), hn::BitCast(halves, prime));
  return hn::Add(low, hn::ShiftLeft<32>(high));
}

ESPY_INLINE void hashTile(const std::uint8_t* bytes, std::int64_t count, const HashKeys& keys,
                          std::int64_t row, std::uint64_t* accumulators) {
  const Words d;
  constexpr std::int64_t kStripe = 8 * kHashLanes;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::uint64_t rowKey = keys.rows[static_cast<std::size_t>(row)];
  HWY_ALIGN std::uint8_t rest[kStripe] = {};
  const std::int64_t whole = count / kStripe * kStripe;
  if (whole < count) std::memcpy(rest, bytes + whole, static_cast<std::size_t>(count - whole));
  for (std::int64_t lane = 0; lane < kHashLanes; lane += lanes) {
    Vector sum = hn::LoadU(d, accumulators + lane);
    for (std::int64_t at = 0; at < count; at += kStripe) {
      const std::uint8_t* const from = (at < whole ? bytes + at : rest) + 8 * lane;
      const Vector data = hn::BitCast(d, hn::LoadU(hn::Repartition<std::uint8_t, Words>(), from));
      sum = added(d, sum, data, hn::LoadU(d, keys.columns.data() + at / 8 + lane));
    }
    hn::StoreU(stirred(d, sum, rowKey), d, accumulators + lane);
  }
}

void hashRow(const std::uint8_t* bytes, std::int64_t count, std::int64_t tileBytes,
             const HashKeys& keys, std::int64_t row, std::uint64_t* accumulators) {
  for (; count > 0; count -= tileBytes, bytes += tileBytes, accumulators += kHashLanes) {
    hashTile(bytes, std::min(count, tileBytes), keys, row, accumulators);
  }
}

}  // namespace
}  // namespace espy::live::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::live {

ESPY_SIMD_DEFINE(hashRow);

}  // namespace espy::live
#endif  // HWY_ONCE
