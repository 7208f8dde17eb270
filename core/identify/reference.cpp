// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Reference implementation; shares no code with the other engines.
#include "identify/reference.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/phrase.h"

namespace espy::identify {
namespace {

std::int64_t squaredDistance(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kFeatureBytes; ++i) {
    const std::int64_t difference = std::int64_t{a[i]} - b[i];
    sum += difference * difference;
  }
  return sum;
}

}  // namespace

std::int32_t countPlainly(std::span<const std::uint8_t> query,
                          std::span<const std::uint8_t> reference, const RankOptions& options) {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  const std::size_t queryCount = query.size() / kFeatureBytes;
  const std::size_t count = reference.size() / kFeatureBytes;
  std::vector<bool> isMatched(count);
  std::int32_t plain = 0;
  for (std::size_t q = 0; q < queryCount; ++q) {
    std::int64_t nearest = kNone;
    std::int64_t second = kNone;
    std::size_t nearestIndex = 0;
    for (std::size_t r = 0; r < count; ++r) {
      const std::int64_t distance =
          squaredDistance(query.subspan(q * kFeatureBytes, kFeatureBytes),
                          reference.subspan(r * kFeatureBytes, kFeatureBytes));
      if (distance < nearest) {
        second = nearest;
        nearest = distance;
        nearestIndex = r;
      } else if (distance < second) {
        second = distance;
      }
    }
    // With a single feature there is no ratio.
    if (second == kNone) continue;
    const Ratio ratio = options.ratio;
    if (nearest * ratio.under * ratio.under < second * ratio.over * ratio.over) {
      ++plain;
      isMatched[nearestIndex] = true;
    }
  }
  if (options.counting == Counting::plain) return plain;
  return static_cast<std::int32_t>(std::ranges::count(isMatched, true));
}

std::vector<Ranking> rankPlainly(const RankTask& task, const Control& control, RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = phrase("every distance is computed");
  const StageTimer timer(report.timeline, "count");
  const Shelf& shelf = task.shelf;
  std::vector<Ranking> rankings;
  for (const auto& query : task.queries) {
    Ranking all;
    for (std::size_t s = 0; s < shelf.slabs().size(); ++s) {
      const Slab& slab = shelf.slabs()[s];
      for (std::int64_t place = 0; place < slab.places; ++place) {
        control.check();
        const std::span<const std::uint8_t> reference(
            slab.features + place * shelf.rows() * kFeatureBytes,
            static_cast<std::size_t>(slab.counts[static_cast<std::size_t>(place)] * kFeatureBytes));
        const std::int32_t count = countPlainly(query, reference, task.options);
        if (count > 0) all.push_back({shelf.firsts()[s] + place, count});
      }
    }
    std::ranges::sort(all, [&](const Ranked& a, const Ranked& b) {
      if (a.count != b.count) return a.count > b.count;
      return shelf.rank(a.reference) < shelf.rank(b.reference);
    });
    if (std::ssize(all) > task.options.top) all.resize(static_cast<std::size_t>(task.options.top));
    rankings.push_back(std::move(all));
  }
  return rankings;
}

std::vector<FeatureMatch> matchOrbPlainly(const Features& query, const Features& reference,
                                          Ratio ratio, const Control& control) {
  struct Distance {
    std::int64_t bits = 0;  ///< that differ
    std::int32_t reference = 0;
    auto operator<=>(const Distance&) const = default;
  };
  std::vector<FeatureMatch> matches;
  for (std::int32_t q = 0; q < query.count(); ++q) {
    control.check();
    std::vector<Distance> distances;
    for (std::int32_t r = 0; r < reference.count(); ++r) {
      const auto a = query.feature(q);
      const auto b = reference.feature(r);
      std::int64_t bits = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        bits += std::popcount(static_cast<std::uint8_t>(a[i] ^ b[i]));
      }
      distances.push_back({bits, r});
    }
    if (distances.size() < 2) continue;
    std::ranges::sort(distances);
    const std::int64_t nearest = distances[0].bits;
    if (nearest * ratio.under < distances[1].bits * ratio.over) {
      matches.push_back({{q, distances[0].reference}, nearest * nearest});
    }
  }
  return matches;
}

}  // namespace espy::identify
