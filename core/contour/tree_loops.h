// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"
#include "contour/shape_tree.h"

namespace espy::contour {

/// Starts that are computed at once: their shapes for all divisions stay in the L1 cache.
inline constexpr std::int64_t kStartBlock = 32;

/// A node's intervals of one length.
struct NodeRow {
  /// Rows of the children's lengths: that of length t begins at left + t * stride. Null: leaves.
  const std::uint16_t* left;
  const std::uint16_t* right;
  std::uint16_t* to;
  TriangleShape shape;
  const std::uint16_t* stretches;  ///< costs, by division
  LevelScale scale;
  std::int64_t first;  ///< divisions
  std::int64_t last;
};

/// All nodes' intervals of one length.
struct LengthTask {
  const float* x;  ///< readable up to starts + steps, rounded up to whole blocks
  const float* y;
  std::int64_t starts;
  std::int64_t steps;
  std::int64_t stride;
  const NodeRow* nodes;
  std::int64_t count;
};

ESPY_SIMD_DECLARE(fillLength, void(const LengthTask& task));

}  // namespace espy::contour
