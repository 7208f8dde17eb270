// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/features.h"

namespace espy::identify {

inline std::int32_t normOf(std::span<const std::uint8_t> feature) {
  std::int32_t sum = 0;
  for (const std::uint8_t byte : feature) sum += byte * byte;
  return sum;
}

/// The order of these features by norm; stable.
std::vector<std::int64_t> orderOfNorms(std::span<const std::uint8_t> features);

}  // namespace espy::identify
