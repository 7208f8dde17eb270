// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"

/// Loops over rows of a tile that several strategies share. Functions that mark write 1 for each
/// position that passes, else 0, and return the number of ones.
namespace espy::score {

/// Writes the column sums of `side` rows with pitch `width`.
ESPY_SIMD_DECLARE(sumRows, void(const std::uint16_t* rows, std::int64_t width, int side,
                                std::uint32_t* sums));
/// Adds `count` samples to their column sums.
ESPY_SIMD_DECLARE(addRow, void(const std::uint8_t* row, std::int64_t count, std::uint32_t* sums));

/// Writes I - mean and returns the sum of its squares.
double centreRow(const std::uint8_t* row, std::int64_t count, std::int32_t mean, float* to);
double centreRow(const std::uint16_t* row, std::int64_t count, std::int32_t mean, float* to);

/// Adds (I - less)^2 of a row to the column sums.
ESPY_SIMD_DECLARE(addRowOfSquares, void(const std::uint8_t* row, std::int64_t count,
                                        std::int32_t less, std::uint32_t* sums));
/// The same for the row `entering`, and subtracts the row `leaving`.
ESPY_SIMD_DECLARE(slideRowOfSquares,
                  void(const std::uint8_t* entering, const std::uint8_t* leaving,
                       std::int64_t count, std::int32_t less, std::uint32_t* sums));
/// Writes the sums of `count` windows of `width` columns, modulo 2^32, and the columns' count +
/// width prefix sums to `running`.
ESPY_SIMD_DECLARE(sumsInWindows,
                  void(const std::uint32_t* columns, std::int64_t width, std::int64_t count,
                       std::uint32_t* running, std::uint32_t* to));
/// Adds `constant` less twice the products, which are rounded towards 0 first.
void takeOff(const float* products, std::int64_t count, std::uint32_t constant, std::uint32_t* at);
void takeOff(const std::int32_t* products, std::int64_t count, std::uint32_t constant,
             std::uint32_t* at);

/// Marks the positions that may be within `most` and that none of their eight neighbours surely
/// beats. The rows also have a number at both ends; each is an upper bound, at most `off` too
/// large.
ESPY_SIMD_DECLARE(markPossible,
                  std::int64_t(const std::uint32_t* above, const std::uint32_t* here,
                               const std::uint32_t* below, std::uint32_t off, std::uint32_t most,
                               std::int64_t count, std::uint8_t* flags));

/// Marks squares - 2 (products + centre * sums) + constant <= most. The left side fits into 32
/// bits.
ESPY_SIMD_DECLARE(markReach, std::int64_t(std::uint32_t centre, std::uint32_t constant,
                                          std::uint32_t most, const std::int32_t* products,
                                          const std::uint32_t* sums, const std::uint32_t* squares,
                                          std::int64_t count, std::uint8_t* flags));

}  // namespace espy::score
