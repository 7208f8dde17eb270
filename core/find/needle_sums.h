// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"

namespace espy::finders {

struct RowSums {
  std::uint64_t sum = 0;
  std::uint64_t squares = 0;
};
ESPY_SIMD_DECLARE(sumUpValues, RowSums(const std::uint16_t* values, std::int64_t count));

struct RowWeights {
  std::int64_t pixels = 0;  ///< number that take part
  std::int64_t weight = 0;
};
ESPY_SIMD_DECLARE(sumUpWeights, RowWeights(const std::uint8_t* weights, std::int64_t count));

/// Sets values of weight 0 to 0.
ESPY_SIMD_DECLARE(dropIgnored,
                  void(const std::uint8_t* weights, std::int64_t count, std::uint16_t* values));

}  // namespace espy::finders
