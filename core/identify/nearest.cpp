// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/nearest.h"

#include <algorithm>
#include <limits>

#include "identify/norms.h"
#include "identify/screen_loops.h"

namespace espy::identify {
TwoNearest twoNearest(std::span<const std::uint8_t> feature, const FeatureRows& reference,
                      ScratchVector<std::int32_t>& products) {
  products.resize(static_cast<std::size_t>(reference.count));
  productsWith(feature.data(), reference.features, reference.count, products.data());
  // Distances without the square of the query, which is constant.
  std::int32_t nearest = std::numeric_limits<std::int32_t>::max();
  std::int32_t second = nearest;
  std::int32_t row = 0;
  for (std::int32_t r = 0; r < reference.count; ++r) {
    const std::int32_t distance = reference.norms[r] - 2 * products[static_cast<std::size_t>(r)];
    if (distance < nearest) {
      second = nearest;
      nearest = distance;
      row = r;
    } else {
      second = std::min(second, distance);
    }
  }
  const std::int64_t norm = normOf(feature);
  return {row, norm + nearest, norm + second};
}

}  // namespace espy::identify
