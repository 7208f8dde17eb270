// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/fast.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/parallel.h"
#include "base/phrase.h"
#include "identify/best_references.h"
#include "identify/screen_loops.h"

namespace espy::identify {
namespace {

/// References per task: about a millisecond.
constexpr std::int64_t kAtOnce = 16;

struct Scratch {
  Screener screener;
  Counter counter;
  std::vector<BestReferences> best;  ///< per query
  std::int64_t counted = 0;          ///< references counted by exact distances

  Scratch(const RankTask& task, const ScreenLoops& loops)
      : screener(loops, task.options.ratio),
        counter(task.options),
        best(task.queries.size(), BestReferences(task.shelf, task.options.top)) {}
};

void approximate(const RankTask& task, std::span<const PackedQuery> packed, std::int64_t slabIndex,
                 std::int64_t place, Scratch& scratch) {
  const Slab& slab = task.shelf.slabs()[static_cast<std::size_t>(slabIndex)];
  const std::int64_t row = place * task.shelf.rows();
  const auto countOf = [&](std::int64_t at) { return slab.counts[static_cast<std::size_t>(at)]; };
  FeatureRows rows{slab.features + row * kFeatureBytes, slab.norms + row, countOf(place)};
  if (place + 1 < slab.places) {
    rows.ahead = {rows.features + task.shelf.rows() * kFeatureBytes,
                  static_cast<std::size_t>(countOf(place + 1) * kFeatureBytes)};
  }
  const std::int64_t reference = task.shelf.firsts()[static_cast<std::size_t>(slabIndex)] + place;
  for (std::size_t q = 0; q < packed.size(); ++q) {
    const auto passing = scratch.screener.passing(packed[q], rows);
    if (!scratch.best[q].mayTake(reference, static_cast<std::int32_t>(passing.size()))) continue;
    ++scratch.counted;
    scratch.best[q].take({reference, scratch.counter.count(task.queries[q], passing, rows)});
  }
}

}  // namespace

std::vector<Ranking> rankFast(const RankTask& task, ScreenStrategy strategy, const Control& control,
                              RunReport& report) {
  const ScreenLoops& loops = screenLoops(strategy);
  const Shelf& shelf = task.shelf;
  std::vector<PackedQuery> packed(task.queries.size());
  {
    const StageTimer timer(report.timeline, "prepare");
    for (std::size_t q = 0; q < packed.size(); ++q) {
      packed[q].count = std::ssize(task.queries[q]) / kFeatureBytes;
      loops.pack(task.queries[q].data(), packed[q]);
    }
  }
  const StageTimer timer(report.timeline, "count");
  const std::int64_t units = (shelf.places() + kAtOnce - 1) / kAtOnce;
  const int threads = static_cast<int>(std::clamp<std::int64_t>(units, 1, threadsFor(control)));
  std::vector<std::optional<Scratch>> ofThreads(static_cast<std::size_t>(threads));
  parallelFor(units, threads, control, [&](std::int64_t unit, int thread) {
    auto& scratch = ofThreads[static_cast<std::size_t>(thread)];
    if (!scratch) scratch.emplace(task, loops);
    const std::int64_t end = std::min(shelf.places(), (unit + 1) * kAtOnce);
    for (std::int64_t reference = unit * kAtOnce; reference < end; ++reference) {
      const auto after = std::ranges::upper_bound(shelf.firsts(), reference);
      const std::int64_t slab = after - shelf.firsts().begin() - 1;
      approximate(task, packed, slab, reference - shelf.firsts()[static_cast<std::size_t>(slab)],
                  *scratch);
    }
  });
  std::vector<Ranking> rankings;
  std::int64_t counted = 0;
  for (const auto& scratch : ofThreads) counted += scratch ? scratch->counted : 0;
  for (std::size_t q = 0; q < task.queries.size(); ++q) {
    BestReferences best(shelf, task.options.top);
    for (const auto& scratch : ofThreads) {
      if (scratch) best.take(scratch->best[q]);
    }
    rankings.push_back(best.sorted());
  }
  report.threads = threads;
  report.strategy =
      phrase("largest products by {}, then the distances of {} references", loops.name, counted);
  return rankings;
}

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
    // Zero padding never gives the greatest product alone.
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

std::int32_t Counter::count(std::span<const std::uint8_t> query,
                            std::span<const std::int32_t> passing, const FeatureRows& reference) {
  isMatched_.assign(static_cast<std::size_t>(reference.count), 0);
  std::int32_t plain = 0;
  for (const std::int32_t q : passing) {
    const auto feature = query.subspan(static_cast<std::size_t>(q * kFeatureBytes), kFeatureBytes);
    const TwoNearest two = twoNearest(feature, reference, products_);
    if (!two.matches(options_.ratio)) continue;
    ++plain;
    isMatched_[static_cast<std::size_t>(two.row)] = 1;
  }
  if (options_.counting == Counting::plain) return plain;
  return static_cast<std::int32_t>(std::count(isMatched_.begin(), isMatched_.end(), 1));
}

}  // namespace espy::identify
