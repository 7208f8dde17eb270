// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/identify_figures.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace espy::bench {

Interval wilson(const Share& share) {
  if (share.of == 0) return {};
  constexpr double kOf95 = 1.959964;
  const auto count = static_cast<double>(share.of);
  const double value = share.value();
  const double square = kOf95 * kOf95 / count;
  const double middle = value + square / 2;
  const double half = kOf95 * std::sqrt(value * (1 - value) / count + square / (4 * count));
  return {std::max(0.0, (middle - half) / (1 + square)),
          std::min(1.0, (middle + half) / (1 + square))};
}

double thresholdFor(std::vector<double> numbers, double share) {
  std::ranges::sort(numbers, std::greater{});
  const auto allowed = static_cast<std::size_t>(share * static_cast<double>(numbers.size()) + 1e-9);
  if (allowed >= numbers.size()) return numbers.empty() ? 0 : numbers.back();
  // Values are integers: the next one excludes the first value that is too many.
  return std::floor(numbers[allowed]) + 1;
}

}  // namespace espy::bench
