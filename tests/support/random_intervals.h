// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "espy/engine/contour.h"
#include "support/random_pictures.h"

/// Random tasks of interval dynamic programming.
namespace espy::test {

/// Costs of either sign where numbers have one.
template <class Number>
Number anyCost(Random& random, std::int64_t most) {
  if constexpr (std::is_floating_point_v<Number>) {
    return static_cast<Number>(random.below(1 << 20)) / 977 - (random.oneIn(2) ? 100 : 0);
  } else if constexpr (std::is_same_v<Number, std::uint16_t>) {
    return static_cast<Number>(random.below(most));
  } else {
    return static_cast<Number>(random.below(2 * most) - most / 2);
  }
}

/// A task of n intervals of two neighbours, with or without factors and costs of pairs.
template <class Number>
IntervalTask<Number> anyTask(std::int64_t n, Random& random) {
  IntervalTask<Number> task;
  const std::int64_t most = random.oneIn(3) ? 3 : 300;  // few values: many equal sums
  for (std::int64_t i = 0; i < n; ++i) task.first.push_back(anyCost<Number>(random, most));
  if (random.oneIn(2)) {
    for (std::int64_t i = 0; i < (n + 1) * (n + 1); ++i) {
      task.pairs.push_back(anyCost<Number>(random, most));
    }
  }
  if (!std::is_same_v<Number, std::uint16_t> && random.oneIn(2)) {
    for (std::int64_t i = 0; i <= n; ++i) {
      task.factors.push_back(static_cast<Number>(random.below(9)));
    }
  }
  return task;
}

}  // namespace espy::test
