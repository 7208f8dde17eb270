// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "espy/features.h"

namespace espy {

void bytesOfFeature(std::span<const float> numbers, std::span<std::uint8_t> bytes) {
  double sum = 0;
  for (const float number : numbers) sum += number;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double share = sum > 0 ? numbers[i] / sum : 0;
    bytes[i] = static_cast<std::uint8_t>(std::min(255.0, std::round(512 * std::sqrt(share))));
  }
}

}  // namespace espy
