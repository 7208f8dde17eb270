// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "espy/engine/measure.h"

namespace espy {
namespace {

/// Requires at least one number.
double medianOf(std::vector<double> numbers) {
  const std::size_t half = numbers.size() / 2;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(half);
  std::nth_element(numbers.begin(), middle, numbers.end());
  if (numbers.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(numbers.begin(), middle), *middle);
}

}  // namespace

Statistics statisticsOf(std::span<const double> numbers) {
  Statistics result;
  if (numbers.empty()) return result;
  result.count = numbers.size();
  const auto count = static_cast<double>(numbers.size());
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  result.least = *least;
  result.most = *most;
  result.mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
  result.median = medianOf({numbers.begin(), numbers.end()});
  std::vector<double> distances;
  double squares = 0;
  for (const double number : numbers) {
    distances.push_back(std::abs(number - result.median));
    squares += (number - result.mean) * (number - result.mean);
  }
  result.mad = medianOf(std::move(distances));
  if (numbers.size() > 1) result.deviation = std::sqrt(squares / (count - 1));
  return result;
}

}  // namespace espy
