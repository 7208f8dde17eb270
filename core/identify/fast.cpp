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
/// If sketches leave more than one of this number of query features undecided, products of all
/// bytes are faster. Then this number of references is screened without sketches.
constexpr std::int64_t kMostUndecided = 4;
constexpr int kPause = 64;

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
  scratch.screener.take(rows);
  for (std::size_t q = 0; q < packed.size(); ++q) {
    const auto passing = scratch.screener.passing(packed[q]);
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
  std::vector<PackedQuery> packed;
  {
    const StageTimer timer(report.timeline, "prepare");
    for (const auto& query : task.queries) packed.push_back(packQuery(loops, query));
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

void Screener::take(const FeatureRows& reference) {
  reference_ = reference;
  isSketched_ = false;
  const auto [features, norms, count, ahead] = reference;
  if (count < 2) return;
  if (withoutSketches_ > 0) --withoutSketches_;
  groups_ = {features, count / kGroup, nullptr, nullptr, ahead};
  least_.resize(static_cast<std::size_t>(groups_.whole + 1));
  slack_ = normsOfGroups(norms, groups_.whole, least_.data());
  if (const std::int64_t rest = count % kGroup; rest > 0) {
    const std::int64_t first = count - rest;
    const auto [low, high] = std::minmax_element(norms + first, norms + count);
    least_[static_cast<std::size_t>(groups_.whole)] = *low;
    slack_ = std::max(slack_, *high - *low);
    // Zero padding never gives the greatest product alone.
    last_.assign(static_cast<std::size_t>(kGroup * kFeatureBytes), 0);
    std::memcpy(last_.data(), features + first * kFeatureBytes,
                static_cast<std::size_t>(rest * kFeatureBytes));
    groups_.last = last_.data();
  }
  groups_.least = least_.data();
}

std::span<const std::int32_t> Screener::passing(const PackedQuery& query) {
  if (reference_.count < 2 || query.count == 0) return {};
  passing_.resize(static_cast<std::size_t>(query.padded));
  if (!testSketches(query)) test(query);
  std::int32_t* const list = passing_.data();
  std::size_t found = 0;
  for (std::int32_t q = 0; q < query.count; ++q) {
    const bool passes = list[q] != 0;
    list[found] = q;
    found += passes ? 1 : 0;
  }
  return std::span<const std::int32_t>(list, found);
}

void Screener::test(const PackedQuery& query) {
  for (auto* const keys : {&greatest_, &second_}) {
    keys->resize(static_cast<std::size_t>(query.padded));
  }
  loops_.keys(query, groups_, greatest_.data(), second_.data());
  const auto squared = [](std::int64_t number) { return static_cast<double>(number * number); };
  testRatios(query.norms.data(), greatest_.data(), second_.data(), query.count,
             {squared(ratio_.under), squared(ratio_.over), slack_}, passing_.data());
}

/// False if sketches do not suit.
bool Screener::testSketches(const PackedQuery& query) {
  const std::int64_t count = reference_.count;
  const bool suits = loops_.bySketches && count >= kLeastSketched && count <= kMostSketched;
  if (!suits || withoutSketches_ > 0 || query.count < kLeastSketched) return false;
  if (!isSketched_) {
    sketch(reference_.features, count, sketches_);
    isSketched_ = true;
  }
  const std::int64_t padded = query.packedSketches.padded;
  keys_.resize(static_cast<std::size_t>(kNearest * padded));
  nearestSketches(query.packedSketches, sketches_, keys_.data());
  const auto squared = [](std::int64_t number) { return static_cast<double>(number * number); };
  const NearestTest test{query.features,        query.norms.data(),  query.sketches.norms.data(),
                         query.count,           keys_.data(),        padded,
                         squared(ratio_.under), squared(ratio_.over)};
  const std::int64_t undecided = testNearest(test, reference_, passing_.data());
  if (undecided * kMostUndecided <= query.count) return true;
  withoutSketches_ = kPause;
  return false;
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
