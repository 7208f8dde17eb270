// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/simd.h"
#include "espy/engine/contour.h"

/// Steps of interval dynamic programming over tiles of kTile x kTile costs.
namespace espy::contour {

inline constexpr std::int64_t kTile = IntervalTable<float>::kTile;

/// The cost of what is no interval. Twice this and a product of factors do not overflow.
template <class Number>
constexpr Number never() {
  if constexpr (std::is_floating_point_v<Number>) {
    return std::numeric_limits<Number>::infinity();
  } else if constexpr (std::is_same_v<Number, std::uint16_t>) {
    return 65535;
  } else {
    return 3 << 28;
  }
}
/// Limit of the costs of int32: sums of two and a product stay below `never`.
inline constexpr double kMostInt32 = 1 << 28;

/// c = min(c, a b) in the min-plus algebra: a(i, k) + b(k, j) + f(i) f(k) f(j) + shift.
template <class Number>
struct TileProduct {
  const Number* a;
  const Number* b;
  Number* c;
  const Number* rows = nullptr;  ///< kTile factors f(i); null: all are 0
  const Number* middles = nullptr;
  const Number* columns = nullptr;
  std::int32_t shift = 0;  ///< 16 bits only; no sum is below -shift
  /// Tiles that are used next, which are brought into L2; or null.
  const Number* nextA = nullptr;
  const Number* nextB = nullptr;
};

/// Completes a tile of which all k in tiles between are done. Left of the diagonal of `left` and
/// `right` is `never`.
template <class Number>
struct TileFinish {
  Number* c;
  const Number* left;            ///< tile (I, I); `c` itself on the diagonal
  const Number* right;           ///< tile (J, J); likewise
  const Number* first;           ///< of I's points
  const Number* pairs;           ///< kTile^2 costs, or null
  const Number* rows = nullptr;  ///< factors of I's points, and of J's
  const Number* columns = nullptr;
  std::int32_t leftOffset = 0;  ///< 16 bits only
  std::int32_t rightOffset = 0;
  bool diagonal = false;  ///< I = J
  bool adjacent = false;  ///< J = I + 1: the tile has one interval of two neighbours
};

ESPY_SIMD_DECLARE(multiplyFloats, void(const TileProduct<float>& task));
ESPY_SIMD_DECLARE(multiplyDoubles, void(const TileProduct<double>& task));
ESPY_SIMD_DECLARE(multiplyInts, void(const TileProduct<std::int32_t>& task));
ESPY_SIMD_DECLARE(multiplyShorts, void(const TileProduct<std::uint16_t>& task));
ESPY_SIMD_DECLARE(finishFloats, void(const TileFinish<float>& task));
ESPY_SIMD_DECLARE(finishDoubles, void(const TileFinish<double>& task));
ESPY_SIMD_DECLARE(finishInts, void(const TileFinish<std::int32_t>& task));
ESPY_SIMD_DECLARE(finishShorts, void(const TileFinish<std::uint16_t>& task));

inline void multiply(const TileProduct<float>& task) {
  multiplyFloats(task);
}
inline void multiply(const TileProduct<double>& task) {
  multiplyDoubles(task);
}
inline void multiply(const TileProduct<std::int32_t>& task) {
  multiplyInts(task);
}
inline void multiply(const TileProduct<std::uint16_t>& task) {
  multiplyShorts(task);
}
inline void finish(const TileFinish<float>& task) {
  finishFloats(task);
}
inline void finish(const TileFinish<double>& task) {
  finishDoubles(task);
}
inline void finish(const TileFinish<std::int32_t>& task) {
  finishInts(task);
}
inline void finish(const TileFinish<std::uint16_t>& task) {
  finishShorts(task);
}

}  // namespace espy::contour
