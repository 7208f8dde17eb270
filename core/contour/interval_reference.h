// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace espy::contour {

/// Interval dynamic programming over the points 0 to n, the definition: `first(i)` is d(i, i + 1),
/// `combine(d(i, k), d(k, j), i, k, j)` the cost of dividing (i, j) at k, and `complete(least, i,
/// j)` makes d(i, j) of the least of these. Returns (n + 1)^2 costs by row.
template <class Cost, class First, class Combine, class Complete>
std::vector<Cost> intervalsByReference(std::int64_t n, const First& first, const Combine& combine,
                                       const Complete& complete) {
  const std::int64_t points = n + 1;
  std::vector<Cost> costs(static_cast<std::size_t>(points * points));
  const auto at = [&](std::int64_t i, std::int64_t j) -> Cost& {
    return costs[static_cast<std::size_t>(i * points + j)];
  };
  for (std::int64_t i = 0; i < n; ++i) at(i, i + 1) = first(i);
  for (std::int64_t length = 2; length <= n; ++length) {
    for (std::int64_t i = 0; i + length <= n; ++i) {
      const std::int64_t j = i + length;
      Cost least = combine(at(i, i + 1), at(i + 1, j), i, i + 1, j);
      for (std::int64_t k = i + 2; k < j; ++k) {
        const Cost candidate = combine(at(i, k), at(k, j), i, k, j);
        if (candidate < least) least = candidate;
      }
      at(i, j) = complete(least, i, j);
    }
  }
  return costs;
}

}  // namespace espy::contour
