// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "identify/fast.h"

namespace espy::identify {

std::int32_t Counter::count(std::span<const std::uint8_t> query,
                            std::span<const std::int32_t> passing, const FeatureRows& reference) {
  isMatched_.assign(static_cast<std::size_t>(reference.count), 0);
  std::int32_t plain = 0;
  for (const std::int32_t q : passing) {
    const auto feature = query.subspan(static_cast<std::size_t>(q * kFeatureBytes), kFeatureBytes);
    const TwoNearest two = twoNearest(feature, reference, products_);
    if (!two.matches(options_.ratio)) continue;
    ++plain;
    isMatched_[static_cast<std::size_t>(two.row)] = 1;
  }
  if (options_.counting == Counting::plain) return plain;
  return static_cast<std::int32_t>(std::count(isMatched_.begin(), isMatched_.end(), 1));
}

}  // namespace espy::identify
