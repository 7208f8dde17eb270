// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/features.h"

namespace espy::identify {

/// The sum of the squares of a feature's bytes.
inline std::int32_t normOf(std::span<const std::uint8_t> feature) {
  std::int32_t sum = 0;
  for (const std::uint8_t byte : feature) sum += byte * byte;
  return sum;
}

/// Which of these features, kFeatureBytes each, is the first, the second, ... by its norm; of
/// equals the one that came first.
std::vector<std::int64_t> orderOfNorms(std::span<const std::uint8_t> features);

}  // namespace espy::identify
