// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/norms.h"

#include <algorithm>
#include <numeric>

namespace espy::identify {

std::vector<std::int64_t> orderOfNorms(std::span<const std::uint8_t> features) {
  const std::size_t count = features.size() / kFeatureBytes;
  std::vector<std::int32_t> norms(count);
  for (std::size_t i = 0; i < count; ++i) {
    norms[i] = normOf(features.subspan(i * kFeatureBytes, kFeatureBytes));
  }
  std::vector<std::int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(
      order, {}, [&](std::int64_t index) { return norms[static_cast<std::size_t>(index)]; });
  return order;
}

}  // namespace espy::identify
