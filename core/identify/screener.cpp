// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "identify/fast.h"

namespace espy::identify {
namespace {

/// What a ratio test needs of one reference.
struct Test {
  double under2;
  double over2;
  std::int32_t slack;  ///< the greatest high - low of its groups
};

/// The least norm of each whole group; returns the greatest difference within one.
ESPY_SIMD_CLONES std::int32_t normsOfGroups(const std::int32_t* norms, std::int64_t groups,
                                            std::int32_t* least) {
  std::int32_t slack = 0;
  for (std::int64_t g = 0; g < groups; ++g) {
    std::int32_t low = norms[g * kGroup];
    std::int32_t high = low;
    for (std::int64_t i = 1; i < kGroup; ++i) {
      low = std::min(low, norms[g * kGroup + i]);
      high = std::max(high, norms[g * kGroup + i]);
    }
    least[g] = low;
    slack = std::max(slack, high - low);
  }
  return slack;
}

/// Whole numbers below 2^53, so nothing is rounded.
ESPY_SIMD_CLONES void test(const std::int32_t* norms, const std::int32_t* greatest,
                           const std::int32_t* second, std::int64_t count, const Test& test,
                           std::int32_t* passes) {
  for (std::int64_t q = 0; q < count; ++q) {
    const double nearest = norms[q] - greatest[q];
    const double next = norms[q] - second[q] + test.slack;
    passes[q] = nearest * test.under2 < next * test.over2 ? 1 : 0;
  }
}

}  // namespace

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
  test(query.norms.data(), greatest_.data(), second_.data(), query.count,
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
