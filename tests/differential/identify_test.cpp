// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every ranking engine, and every CPU screening strategy, against the reference.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>

#include "espy/engine/all.h"
#include "identify/fast.h"
#include "identify/reference.h"
#include "support/feature_cases.h"
#include "support/limited_simd.h"

namespace espy::test {
namespace {

/// All engines; with ESPY_PLANT_FAULT set, also one without the screen.
Registry registryUnderTest() {
  Registry registry = makeRegistry();
  if (std::getenv("ESPY_PLANT_FAULT") == nullptr) return registry;
  registry.addEngine({"faulty", true, "1 thread", "the reference with a planted fault"});
  registry.add<RankReferences>(
      "faulty", [rank = registry.get<RankReferences>("reference")](
                    const RankTask& task, const Control& control, RunReport& report) {
        RankTask plain = task;
        plain.options.counting = Counting::plain;
        return rank(plain, control, report);
      });
  return registry;
}

/// Slabs, queries and options of a task.
struct Case {
  std::vector<Features> references;
  std::int64_t rows = 1;
  std::vector<std::vector<std::uint8_t>> queries;
  std::vector<std::span<const std::uint8_t>> views;
  std::unique_ptr<Shelf> shelf;
  RankOptions options;

  RankTask task() const { return {*shelf, views, options}; }
};

Case drawCase(Random& random) {
  Case drawn;
  const FeatureKind kind = kFeatureKinds[random.below(std::size(kFeatureKinds))];
  drawn.rows = 1 + random.below(random.oneIn(3) ? 500 : 70);
  const auto slabs = random.below(4);
  std::vector<Slab> made;
  for (std::int64_t s = 0; s < slabs; ++s) {
    std::vector<Features> references;
    for (std::int64_t r = random.below(12); r > 0; --r) {
      // Full, empty, or in between.
      const std::int64_t count = random.oneIn(3) ? drawn.rows : random.below(drawn.rows + 1);
      references.push_back(drawFeatures(random, kind, count));
      if (random.oneIn(5) && !drawn.references.empty()) {
        references.back() = drawn.references[random.below(drawn.references.size())];
      }
      drawn.references.push_back(references.back());
    }
    made.push_back(slabOf(references, drawn.rows));
  }
  std::vector<std::uint32_t> ranks;
  if (random.oneIn(2)) {
    ranks.resize(drawn.references.size());
    std::iota(ranks.begin(), ranks.end(), 0U);
    for (std::size_t i = ranks.size(); i > 1; --i) std::swap(ranks[i - 1], ranks[random.below(i)]);
  }
  drawn.shelf = std::make_unique<Shelf>(drawn.rows, std::move(made), std::move(ranks));
  for (std::int64_t q = random.below(4); q > 0; --q) {
    const auto count = random.below(random.oneIn(4) ? 900 : 100);
    drawn.queries.push_back(drawQuery(random, kind, count, drawn.references));
  }
  drawn.views.assign(drawn.queries.begin(), drawn.queries.end());
  drawn.options.top = 1 + random.below(random.oneIn(2) ? 3 : 30);
  constexpr Ratio kRatios[] = {{4, 5}, {1, 2}, {19, 20}, {999, 1000}, {1, 1000}};
  drawn.options.ratio = kRatios[random.below(std::size(kRatios))];
  drawn.options.counting = random.oneIn(3) ? Counting::plain : Counting::distinct;
  return drawn;
}

/// Calls `check` with every screening strategy, on every SIMD level.
template <class Check>
void withEveryStrategy(const Check& check) {
  for (const SimdLevel level : simdLevels()) {
    const LimitedSimd limited(level);
    check(identify::ScreenStrategy::simd);
  }
  for (const auto strategy : {identify::ScreenStrategy::avxVnni, identify::ScreenStrategy::amx}) {
    if (identify::canScreen(strategy)) check(strategy);
  }
}

RC_GTEST_PROP(IdentifyDifferential, AllEnginesRankAsTheReferenceDoes, ()) {
  static const Registry registry = registryUnderTest();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Case drawn = drawCase(random);
  Control control;
  control.threads = *rc::gen::inRange(1, 5);
  const RankFinding wanted = rankReferences(registry, "reference", drawn.task(), control);
  for (const Engine& engine : registry.engines()) {
    if (!registry.refusal<RankReferences>(engine.name).empty()) continue;
    const RankFinding found = rankReferences(registry, engine.name, drawn.task(), control);
    if (found.rankings != wanted.rankings) RC_FAIL(engine.name + " differs");
    RC_ASSERT(found.report.engine == engine.name || engine.name == "faulty");
  }
  withEveryStrategy([&](identify::ScreenStrategy strategy) {
    RunReport report;
    const auto rankings = identify::rankFast(drawn.task(), strategy, control, report);
    if (rankings != wanted.rankings) RC_FAIL(report.strategy.text() + " differs");
  });
}

RC_GTEST_PROP(IdentifyDifferential, TheScreenLeavesNothingOut, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Case drawn = drawCase(random);
  RankOptions plain = drawn.options;
  plain.counting = Counting::plain;
  withEveryStrategy([&](identify::ScreenStrategy strategy) {
    const identify::ScreenLoops& loops = identify::screenLoops(strategy);
    identify::Screener screener(loops, plain.ratio);
    for (const auto& view : drawn.views) {
      const identify::PackedQuery packed = identify::packQuery(loops, view);
      for (const Features& reference : drawn.references) {
        const Slab slab = slabOf({&reference, 1}, drawn.rows);
        screener.take({slab.features, slab.norms, reference.count()});
        const auto passing = screener.passing(packed);
        std::vector<bool> passes(static_cast<std::size_t>(packed.count));
        for (const std::int32_t q : passing) passes[static_cast<std::size_t>(q)] = true;
        for (std::int64_t q = 0; q < packed.count; ++q) {
          const auto feature =
              view.subspan(static_cast<std::size_t>(q * kFeatureBytes), kFeatureBytes);
          if (passes[static_cast<std::size_t>(q)]) continue;
          RC_ASSERT(identify::countPlainly(feature, reference.bytes, plain) == 0);
        }
      }
    }
  });
}

/// The definition of `matchedPairs`, distance by distance.
std::vector<FeaturePair> pairsPlainly(std::span<const std::uint8_t> query,
                                      const Features& reference, Ratio ratio) {
  std::map<std::int32_t, std::pair<std::int64_t, std::int32_t>> nearestTo;
  for (std::int32_t q = 0; q < std::ssize(query) / kFeatureBytes; ++q) {
    std::vector<std::pair<std::int64_t, std::int32_t>> distances;
    for (std::int32_t r = 0; r < reference.count(); ++r) {
      std::int64_t distance = 0;
      for (std::int64_t k = 0; k < kFeatureBytes; ++k) {
        const std::int64_t difference = query[static_cast<std::size_t>(q * kFeatureBytes + k)] -
                                        reference.feature(r)[static_cast<std::size_t>(k)];
        distance += difference * difference;
      }
      distances.emplace_back(distance, r);
    }
    std::ranges::sort(distances);
    if (distances.size() < 2) continue;
    const auto [nearest, row] = distances[0];
    if (nearest * ratio.under * ratio.under >= distances[1].first * ratio.over * ratio.over)
      continue;
    const auto [at, isNew] = nearestTo.try_emplace(row, nearest, q);
    if (!isNew) at->second = std::min(at->second, {nearest, q});
  }
  std::vector<FeaturePair> pairs;
  for (const auto& [row, from] : nearestTo) pairs.push_back({from.second, row});
  std::ranges::sort(pairs, {}, &FeaturePair::query);
  return pairs;
}

RC_GTEST_PROP(IdentifyDifferential, PairsAreThoseOfAllDistances, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Case drawn = drawCase(random);
  // A few per case: the definition is slow.
  for (const auto& view :
       std::span(drawn.views).first(std::min<std::size_t>(1, drawn.views.size()))) {
    for (const Features& reference :
         std::span(drawn.references).first(std::min<std::size_t>(4, drawn.references.size()))) {
      const auto pairs = matchedPairs(view, reference.bytes, drawn.options.ratio);
      RC_ASSERT(pairs == pairsPlainly(view, reference, drawn.options.ratio));
    }
  }
}

/// ORB features; half of a query's are a reference's with some bits flipped.
Features drawOrb(Random& random, std::int64_t count, const Features* from) {
  Features features;
  features.orb = true;
  features.points.resize(static_cast<std::size_t>(count));
  const bool few = random.oneIn(3);
  for (std::int64_t i = 0; i < count * kOrbBytes; ++i) {
    const std::int64_t byte = few ? (random.oneIn(40) ? random.below(3) : 0) : random.below(256);
    features.bytes.push_back(static_cast<std::uint8_t>(byte));
  }
  if (from == nullptr || from->count() == 0) return features;
  for (std::int64_t i = 0; i < count; ++i) {
    if (random.oneIn(2)) continue;
    std::uint8_t* const bytes = features.bytes.data() + i * kOrbBytes;
    std::ranges::copy(from->feature(random.below(from->count())), bytes);
    for (std::int64_t flips = random.below(60); flips > 0; --flips) {
      bytes[random.below(kOrbBytes)] ^= static_cast<std::uint8_t>(1 << random.below(8));
    }
  }
  return features;
}

RC_GTEST_PROP(IdentifyDifferential, OrbMatchesAreThoseOfAllDistances, ()) {
  static const Registry registry = makeRegistry();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Features reference = drawOrb(random, random.below(random.oneIn(3) ? 400 : 40), nullptr);
  if (random.oneIn(8)) std::ranges::fill(reference.bytes, std::uint8_t{0});
  Features query = drawOrb(random, random.below(random.oneIn(3) ? 700 : 40), &reference);
  if (random.oneIn(8)) std::ranges::fill(query.bytes, std::uint8_t{255});
  constexpr Ratio kRatios[] = {{4, 5}, {1, 2}, {19, 20}, {999, 1000}, {1, 1000}};
  const Ratio ratio = kRatios[random.below(std::size(kRatios))];
  Control control;
  control.threads = *rc::gen::inRange(1, 5);
  const auto wanted = registry.get<MatchOrb>("reference")(query, reference, ratio, control);
  for (const char* engine : {"sequential", "threads", "openmp"}) {
    for (const SimdLevel level : simdLevels()) {
      const LimitedSimd limited(level);
      const auto found = registry.get<MatchOrb>(engine)(query, reference, ratio, control);
      if (found != wanted) RC_FAIL(std::string(engine) + " differs");
    }
  }
  RC_ASSERT(matchedPairs(query, reference, ratio) == distinctPairs(wanted));
}

}  // namespace
}  // namespace espy::test
