// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Proportions and means with confidence intervals.
namespace espy::bench {

/// An estimate with its 95 % confidence interval.
struct Interval {
  double value = 0;
  double least = 0;
  double most = 0;
};

/// Wilson score interval of a proportion.
Interval shareOf(std::int64_t some, std::int64_t all);
/// Interval of a mean from the standard deviation of `parts`, clamped to 0..1.
Interval meanOf(const std::vector<double>& parts);

std::string shown(const Interval& interval);
nlohmann::ordered_json jsonOf(const Interval& interval);

}  // namespace espy::bench
