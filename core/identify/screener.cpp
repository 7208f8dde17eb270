// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "identify/fast.h"
#include "identify/screen_loops.h"

namespace espy::identify {
std::span<const std::int32_t> Screener::passing(const PackedQuery& query,
                                                const FeatureRows& reference) {
  const auto [features, norms, count, ahead] = reference;
  if (count < 2 || query.count == 0) return {};
  ReferenceGroups groups{features, count / kGroup, nullptr, nullptr, ahead};
  least_.resize(static_cast<std::size_t>(groups.whole + 1));
  std::int32_t slack = normsOfGroups(norms, groups.whole, least_.data());
  if (const std::int64_t rest = count % kGroup; rest > 0) {
    const std::int64_t first = count - rest;
    const auto [low, high] = std::minmax_element(norms + first, norms + count);
    least_[static_cast<std::size_t>(groups.whole)] = *low;
    slack = std::max(slack, *high - *low);
    // Products with zeros are never the greatest alone.
    last_.assign(static_cast<std::size_t>(kGroup * kFeatureBytes), 0);
    std::memcpy(last_.data(), features + first * kFeatureBytes,
                static_cast<std::size_t>(rest * kFeatureBytes));
    groups.last = last_.data();
  }
  groups.least = least_.data();
  for (auto* const keys : {&greatest_, &second_, &passing_}) {
    keys->resize(static_cast<std::size_t>(query.padded));
  }
  loops_.keys(query, groups, greatest_.data(), second_.data());
  const auto squared = [](std::int64_t number) { return static_cast<double>(number * number); };
  testRatios(query.norms.data(), greatest_.data(), second_.data(), query.count,
             {squared(ratio_.under), squared(ratio_.over), slack}, passing_.data());
  std::int32_t* const list = passing_.data();
  std::size_t found = 0;
  for (std::int32_t q = 0; q < query.count; ++q) {
    const bool passes = list[q] != 0;
    list[found] = q;
    found += passes ? 1 : 0;
  }
  return std::span<const std::int32_t>(list, found);
}

}  // namespace espy::identify
