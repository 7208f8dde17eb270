// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/scratch.h"
#include "base/simd.h"
#include "espy/features.h"
#include "identify/sketch.h"

/// The screen: which query features might match a reference? It uses the greatest product within
/// groups of 16 reference features in place of all distances, without false negatives:
///
/// The squared distance of q and r is |q|^2 + |r|^2 - 2 q*r. Within a group |r|^2 is between low
/// and high, which are close since features are sorted by norm. With M the group's greatest q*r,
/// its nearest feature is at a distance between |q|^2 + low - 2M and |q|^2 + high - 2M. So the
/// least lower bound over groups is at most the nearest distance, and the second least upper bound
/// at least the second nearest, even if both are in one group. A feature that passes the ratio test
/// exactly passes it with these bounds.
namespace espy::identify {

inline constexpr std::int64_t kGroup = 16;

/// Query features in the layout of a level's loops.
struct PackedQuery {
  std::int64_t count = 0;
  std::int64_t padded = 0;  ///< a multiple of the loops' block, zero-padded
  ScratchVector<std::uint8_t> bytes;
  ScratchVector<std::int32_t> norms;
  /// Added to products that are taken of shifted bytes.
  ScratchVector<std::int32_t> offsets;
  /// The features as they are given; they must live as long.
  const std::uint8_t* features = nullptr;
  Sketches sketches;
  PackedSketches packedSketches;
};

/// A reference's features; whole groups stay where they are stored.
struct ReferenceGroups {
  const std::uint8_t* features = nullptr;
  std::int64_t whole = 0;               ///< groups
  const std::uint8_t* last = nullptr;   ///< one more, zero-padded; null: none
  const std::int32_t* least = nullptr;  ///< least norm per group
  /// To prefetch; may be empty.
  std::span<const std::uint8_t> ahead;

  std::int64_t groups() const { return whole + (last != nullptr ? 1 : 0); }
  const std::uint8_t* group(std::int64_t g) const {
    return g < whole ? features + g * kGroup * kFeatureBytes : last;
  }
};

/// Inner loops for one instruction set.
struct ScreenLoops {
  const char* name;
  std::int64_t block;  ///< query features per iteration
  /// See `packQuery`.
  void (*pack)(const std::uint8_t* features, PackedQuery& query);
  /// Per query feature the greatest and second greatest 2M - low over at least one group; the
  /// second may be `kNoKey`.
  void (*keys)(const PackedQuery& query, const ReferenceGroups& reference, std::int32_t* greatest,
               std::int32_t* second);
  /// Whether sketches are faster: products of bytes take two instructions each.
  bool bySketches = false;
};
/// The query's features, in the layout of these loops, and their sketches if needed.
PackedQuery packQuery(const ScreenLoops& loops, std::span<const std::uint8_t> features);

/// Below any 2M - low, without overflow in sums.
inline constexpr std::int32_t kNoKey = -(1 << 29);

enum class ScreenStrategy : std::uint8_t {
  simd,     ///< the SIMD level in use
  avxVnni,  ///< not a SIMD level; used if no level is set
  amx
};

/// Whether CPU and system support this.
bool canScreen(ScreenStrategy strategy);
ScreenStrategy bestScreenStrategy();
/// Requires `canScreen`: AMX needs a system call first.
const ScreenLoops& screenLoops(ScreenStrategy strategy);

}  // namespace espy::identify
