// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/motif_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace espy::bench {
namespace {

constexpr double kDeviations = 1.959964;  ///< quantile of the normal distribution for 95 %

}  // namespace

Interval shareOf(std::int64_t some, std::int64_t all) {
  if (all == 0) return {};
  const auto n = static_cast<double>(all);
  const double share = static_cast<double>(some) / n;
  const double z = kDeviations * kDeviations / n;
  const double middle = (share + z / 2) / (1 + z);
  const double half = kDeviations * std::sqrt(share * (1 - share) / n + z / (4 * n)) / (1 + z);
  return {share, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

Interval meanOf(const std::vector<double>& parts) {
  if (parts.empty()) return {};
  const auto n = static_cast<double>(parts.size());
  double sum = 0;
  for (const double part : parts) sum += part;
  double squares = 0;
  for (const double part : parts) squares += (part - sum / n) * (part - sum / n);
  const double half = n > 1 ? kDeviations * std::sqrt(squares / (n - 1) / n) : 1;
  return {sum / n, std::max(0.0, sum / n - half), std::min(1.0, sum / n + half)};
}

std::string shown(const Interval& interval) {
  return fmt::format("{:.3f} ({:.3f}..{:.3f})", interval.value, interval.least, interval.most);
}

nlohmann::ordered_json jsonOf(const Interval& interval) {
  return {{"value", interval.value}, {"least", interval.least}, {"most", interval.most}};
}

}  // namespace espy::bench
