// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"
#include "espy/image.h"

/// Colours of pixels, and row loops of the hashes of blocks.
namespace espy::index {

/// Stores the colours of a row: red, green and blue in bits 16, 8 and 0, the upper 8 bits of each
/// sample; grey is used for all three. Equal pixels of any two formats have equal colours.
ESPY_SIMD_DECLARE(coloursOfRow, void(PixelFormat format, const std::uint8_t* row,
                                     std::int64_t pixels, std::uint32_t* colours));

/// to[i] = from[i] * factor + from[i + ahead], modulo 2^64. `to` may be `from`.
ESPY_SIMD_DECLARE(joinInRow, void(const std::uint64_t* from, std::int64_t ahead,
                                  std::uint64_t factor, std::int64_t count, std::uint64_t* to));
/// to[i] = to[i] * factor + other[i].
ESPY_SIMD_DECLARE(joinRows, void(std::uint64_t* to, const std::uint64_t* other,
                                 std::uint64_t factor, std::int64_t count));

/// to[i] = min or max of from[i] and from[i + ahead]. `to` may be `from`.
ESPY_SIMD_DECLARE(minInRow, void(const std::uint64_t* from, std::int64_t ahead, std::int64_t count,
                                 std::uint64_t* to));
ESPY_SIMD_DECLARE(maxInRow, void(const std::uint64_t* from, std::int64_t ahead, std::int64_t count,
                                 std::uint64_t* to));
/// to[i] = min or max of to[i] and other[i].
ESPY_SIMD_DECLARE(minRows, void(std::uint64_t* to, const std::uint64_t* other, std::int64_t count));
ESPY_SIMD_DECLARE(maxRows, void(std::uint64_t* to, const std::uint64_t* other, std::int64_t count));

/// changes[i] = whether from[i] and other[i] differ, 0 or 1.
ESPY_SIMD_DECLARE(compareRows, void(const std::uint32_t* from, const std::uint32_t* other,
                                    std::int64_t count, std::uint8_t* changes));
/// to[i] = from[i] | other[i]. `to` may be `from`, and `other` may be ahead of it.
ESPY_SIMD_DECLARE(orRows, void(const std::uint8_t* from, const std::uint8_t* other,
                               std::int64_t count, std::uint8_t* to));

/// Replaces sums of blocks by keys (scene_blocks.h). `across` and `down`: whether the block changes
/// in that direction. (x, y): the first block's position.
ESPY_SIMD_DECLARE(finishKeys,
                  void(std::uint64_t* sums, const std::uint8_t* across, const std::uint8_t* down,
                       std::int64_t x, std::int64_t y, std::int64_t window, std::int64_t count));

}  // namespace espy::index
