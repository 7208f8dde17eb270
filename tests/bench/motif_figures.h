// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Shares and means with how sure they are.
namespace espy::bench {

/// What lies within with 95 %.
struct Interval {
  double value = 0;
  double least = 0;
  double most = 0;
};

/// Wilson's, of a share.
Interval shareOf(std::int64_t some, std::int64_t all);
/// Of a mean, from the deviation of its parts; never beyond 0 and 1.
Interval meanOf(const std::vector<double>& parts);

std::string shown(const Interval& interval);
nlohmann::ordered_json jsonOf(const Interval& interval);

}  // namespace espy::bench
