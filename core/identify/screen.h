// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/simd.h"
#include "base/work_memory.h"
#include "espy/features.h"

/// The first look at a reference: which features of the query might match? It takes the greatest
/// product within each group of 16 of the reference's features in place of every single distance,
/// and leaves nothing out:
///
/// The squared distance of q and r is |q|^2 + |r|^2 - 2 q*r. Within a group the norms |r|^2 lie
/// between two numbers, low and high, that are close to each other where features are in the order
/// of their norms. With M for the group's greatest q*r, the nearest of the group is no nearer than
/// |q|^2 + low - 2M and no further than |q|^2 + high - 2M. So the least of the former over all
/// groups is no more than the distance to the nearest of all; and the second least of the latter no
/// less than that to the second, for the two nearest can at worst be in one group. What passes the
/// ratio test passes it all the more with these two.
namespace espy::identify {

inline constexpr std::int64_t kGroup = 16;

/// Features of a query, laid out as the loops of a level read them.
struct PackedQuery {
  std::int64_t count = 0;
  std::int64_t padded = 0;  ///< a multiple of the loops' block; what is too many is 0
  WorkVector<std::uint8_t> bytes;
  WorkVector<std::int32_t> norms;
  /// What the loops add to a product, for they may take it of bytes that are moved by a constant.
  WorkVector<std::int32_t> offsets;
};

/// A reference's features, of which those of whole groups lie where they are kept.
struct ReferenceGroups {
  const std::uint8_t* features = nullptr;
  std::int64_t whole = 0;               ///< groups
  const std::uint8_t* last = nullptr;   ///< one more, filled up with zeros; null: none
  const std::int32_t* least = nullptr;  ///< of each group: the least norm
  /// What will be looked at next, to be brought near meanwhile; may be empty.
  std::span<const std::uint8_t> ahead;

  std::int64_t groups() const { return whole + (last != nullptr ? 1 : 0); }
  const std::uint8_t* group(std::int64_t g) const {
    return g < whole ? features + g * kGroup * kFeatureBytes : last;
  }
};

/// The innermost loops, for one kind of processor.
struct ScreenLoops {
  const char* name;
  std::int64_t block;  ///< features of the query that are done at once
  void (*pack)(const std::uint8_t* features, PackedQuery& query);
  /// For each feature of the query the greatest and the second greatest 2M - low of all groups.
  /// There is at least one; of one, the second is `kNoKey`.
  void (*keys)(const PackedQuery& query, const ReferenceGroups& reference, std::int32_t* greatest,
               std::int32_t* second);
};

/// Less than any 2M - low, and far enough from the end that sums do not overflow.
inline constexpr std::int32_t kNoKey = -(1 << 29);

enum class ScreenWay : std::uint8_t {
  simd,     ///< the SIMD level in use
  avxVnni,  ///< instructions beside the levels, where no level is asked for
  amx
};

/// Can this processor, and this system, run the way?
bool canScreen(ScreenWay way);
/// The fastest that can run here.
ScreenWay bestScreenWay();
/// Of a way that `canScreen` was asked about: tiles need the system's leave, which that asks for.
const ScreenLoops& screenLoops(ScreenWay way);

}  // namespace espy::identify
