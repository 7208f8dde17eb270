// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"
#include "espy/image.h"
#include "mark/expression.h"

/// Hot loops of screening, for all SIMD levels.
namespace espy::mark {

/// Pixels that are evaluated together: their values fit in L1.
inline constexpr std::int64_t kBlockPixels = 256;

/// Pixels of a row to evaluate.
struct WhereRow {
  const Expression* where;
  const std::uint8_t* samples;  ///< of the first pixel
  PixelFormat format;
  Size picture;
  std::int64_t x;  ///< of the first pixel
  std::int64_t y;
  std::int64_t pixels;
  double* values;       ///< scratch, `whereScratch()` numbers
  std::uint8_t* flags;  ///< of the first pixel
};

/// Blocks of values: one per quantity, one per operand on the stack.
inline std::int64_t whereScratch(const Expression& where) {
  return (kQuantities + where.depth) * kBlockPixels;
}

ESPY_SIMD_DECLARE(screenWhereRow, void(const WhereRow& row));

/// Pixels of a row of which to test the gradients.
struct EdgeRow {
  const std::uint8_t* above;  ///< the row above, from column 0; the first row is its own
  const std::uint8_t* here;
  const std::uint8_t* below;
  PixelFormat format;
  std::int64_t width;  ///< of the picture
  std::int64_t x;      ///< the first pixel
  std::int64_t pixels;
  int least;
  std::uint8_t* flags;  ///< of the first pixel
};

ESPY_SIMD_DECLARE(screenEdgeRow, void(const EdgeRow& row));

}  // namespace espy::mark
