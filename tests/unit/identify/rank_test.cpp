// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Counts by hand, shelves and refusals. Engines are compared in differential/.
#include <gtest/gtest.h>

#include "espy/engine/all.h"
#include "identify/fast.h"
#include "identify/reference.h"
#include "support/feature_cases.h"
#include "unit/identify/support.h"

namespace espy::identifytest {
namespace {

using test::Random;

/// A feature with one number that is not 0.
std::vector<std::uint8_t> spike(std::size_t place, std::uint8_t value) {
  std::vector<std::uint8_t> bytes(kFeatureBytes);
  bytes[place] = value;
  return bytes;
}

Features featuresWith(const std::vector<std::vector<std::uint8_t>>& all) {
  Features features;
  features.picture = {10, 10};
  for (const auto& bytes : all) {
    features.points.push_back({1, 1, 1, 0});
    features.bytes.insert(features.bytes.end(), bytes.begin(), bytes.end());
  }
  return features;
}

TEST(Ranking, CountsWhatPassesTheRatioTest) {
  // From 40: distances 3^2 to 43 and 5^2 to 35, so 9 * 25 < 25 * 16; and 4^2 to 36, 5^2 to 45: 16 *
  // 25 = 25 * 16.
  const Features near = featuresWith({spike(0, 43), spike(0, 35)});
  const Features even = featuresWith({spike(0, 36), spike(0, 45)});
  const std::vector<std::uint8_t> query = spike(0, 40);
  EXPECT_EQ(identify::countPlainly(query, near.bytes, {}), 1);
  EXPECT_EQ(identify::countPlainly(query, even.bytes, {}), 0);
  EXPECT_EQ(matchedPairs(query, near.bytes), (std::vector<FeaturePair>{{0, 0}}));
  EXPECT_TRUE(matchedPairs(query, even.bytes).empty());
}

TEST(Ranking, SinglesAndDuplicatesAreNotMatched) {
  const std::vector<std::uint8_t> query = spike(3, 200);
  EXPECT_EQ(identify::countPlainly(query, featuresWith({query}).bytes, {}), 0);
  EXPECT_EQ(identify::countPlainly(query, featuresWith({query, query}).bytes, {}), 0);
  EXPECT_EQ(identify::countPlainly(query, featuresWith({query, spike(9, 1)}).bytes, {}), 1);
  EXPECT_EQ(identify::countPlainly(query, {}, {}), 0);
  EXPECT_TRUE(matchedPairs(query, featuresWith({query}).bytes).empty());
}

TEST(Ranking, DistinctCountsEachFeatureOfTheReferenceOnce) {
  const Features reference = featuresWith({spike(0, 100), spike(1, 100), spike(2, 100)});
  const Features query =
      featuresWith({spike(0, 90), spike(0, 101), spike(0, 99), spike(1, 100), spike(77, 255)});
  EXPECT_EQ(identify::countPlainly(query.bytes, reference.bytes, {}), 2);
  RankOptions plain;
  plain.counting = Counting::plain;
  EXPECT_EQ(identify::countPlainly(query.bytes, reference.bytes, plain), 4);
  // 101 and 99 are equally near; the first wins.
  EXPECT_EQ(matchedPairs(query.bytes, reference.bytes), (std::vector<FeaturePair>{{1, 0}, {3, 1}}));
}

TEST(Ranking, EqualCountsAreOrderedByRank) {
  const Registry registry = makeRegistry();
  const Features one = featuresWith({spike(0, 100), spike(1, 100)});
  const std::vector<Features> all(5, one);
  const std::span<const std::uint8_t> query = one.bytes;
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    const auto found = [&](std::vector<std::uint32_t> ranks) {
      const Shelf shelf(2, {slabOf(all, 2)}, std::move(ranks));
      RankOptions options;
      options.top = 3;
      std::vector<std::int64_t> references;
      const RankFinding finding = rankReferences(registry, engine, {shelf, {&query, 1}, options});
      for (const Ranked& ranked : finding.rankings[0]) {
        EXPECT_EQ(ranked.count, 2);
        references.push_back(ranked.reference);
      }
      return references;
    };
    EXPECT_EQ(found({}), (std::vector<std::int64_t>{0, 1, 2})) << engine;
    EXPECT_EQ(found({4, 1, 3, 0, 2}), (std::vector<std::int64_t>{3, 1, 4})) << engine;
  }
}

TEST(Ranking, RefusesInvalidOptions) {
  const Registry registry = makeRegistry();
  const Shelf shelf(4, {});
  const std::vector<std::uint8_t> odd(100);
  const std::span<const std::uint8_t> query = odd;
  const auto refused = [&](std::span<const std::span<const std::uint8_t>> queries,
                           const RankOptions& options) {
    return refusalOf(ErrorCode::badUse, [&] {
      (void)rankReferences(registry, "reference", {shelf, queries, options});
    });
  };
  EXPECT_NE(refused({&query, 1}, {}), "");
  EXPECT_EQ(refused({}, {}), "");
  EXPECT_NE(refused({}, {.top = 0}), "");
  for (const Ratio ratio : {Ratio{0, 5}, Ratio{5, 5}, Ratio{6, 5}, Ratio{-1, 5}, Ratio{1, 1001}}) {
    EXPECT_NE(refused({}, {.ratio = ratio}), "") << ratio.over << "/" << ratio.under;
  }
}

TEST(Shelves, RefuseInconsistentSlabs) {
  const std::vector<std::int32_t> counts{1, 5};
  Slab slab;
  slab.places = 2;
  slab.counts = counts;
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { const Shelf shelf(4, {slab}); }), "");
  EXPECT_EQ(refusalOf(ErrorCode::badUse, [&] { const Shelf shelf(5, {slab}); }), "");
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { const Shelf shelf(0, {}); }), "");
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { const Shelf shelf(5, {slab}, {1}); }), "");
  slab.places = 3;
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { const Shelf shelf(5, {slab}); }), "");
  Random random(1);
  const Features many = test::drawFeatures(random, test::FeatureKind::any, 9);
  EXPECT_NE(refusalOf(ErrorCode::badUse, [&] { (void)slabOf({&many, 1}, 8); }), "");
}

TEST(Shelves, PassOnEngineCaches) {
  int made = 0;
  const auto make = [&]() -> std::shared_ptr<void> { return std::make_shared<int>(++made); };
  const Shelf first(1, {});
  EXPECT_FALSE(first.isKept("x"));
  const auto kept = first.kept("x", make);
  EXPECT_EQ(first.kept("x", make), kept);
  EXPECT_TRUE(first.isKept("x"));
  const Shelf next(1, {}, {}, first);
  EXPECT_EQ(next.kept("x", make), kept);
  EXPECT_NE(next.name(), first.name());
  next.release();
  EXPECT_FALSE(first.isKept("x"));
  EXPECT_NE(first.kept("x", make), kept);
  EXPECT_EQ(made, 2);
}

TEST(Shelves, SlabsAreSortedByNorm) {
  Random random(2);
  const Features features = test::drawFeatures(random, test::FeatureKind::any, 30);
  const Slab slab = slabOf({&features, 1}, 32);
  EXPECT_TRUE(std::is_sorted(slab.norms, slab.norms + 30));
  EXPECT_EQ(slab.counts[0], 30);
}

TEST(Ranking, StopsWithinOneReference) {
  Random random(3);
  std::vector<Features> references;
  for (int r = 0; r < 40; ++r) {
    references.push_back(test::drawFeatures(random, test::FeatureKind::likely, 50));
  }
  const Shelf shelf(50, {slabOf(references, 50)});
  const std::span<const std::uint8_t> query = references[0].bytes;
  const Registry registry = makeRegistry();
  for (const char* engine : {"reference", "sequential", "threads", "openmp", "auto"}) {
    std::stop_source source;
    Control control;
    control.stop = source.get_token();
    source.request_stop();
    EXPECT_NE(refusalOf(ErrorCode::cancelled,
                        [&] {
                          (void)rankReferences(registry, engine, {shelf, {&query, 1}, {}}, control);
                        }),
              "")
        << engine;
  }
}

TEST(Ranking, SettlesFewReferences) {
  Random random(4);
  std::vector<Features> references;
  for (int r = 0; r < 200; ++r) {
    references.push_back(test::drawFeatures(random, test::FeatureKind::likely, 100));
  }
  const Shelf shelf(100, {slabOf(references, 100)});
  const std::vector<std::uint8_t> bytes =
      test::drawQuery(random, test::FeatureKind::likely, 200, {references[7], references[8]});
  const std::span<const std::uint8_t> query = bytes;
  RunReport report;
  RankOptions options;
  options.top = 1;
  const auto rankings =
      identify::rankFast({shelf, {&query, 1}, options}, identify::bestScreenStrategy(), {}, report);
  ASSERT_EQ(rankings[0].size(), 1U);
  // "... then the distances of N references"
  const std::string text = report.strategy.text();
  const std::size_t at = text.find("distances of ");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_LE(std::stoi(text.substr(at + 13)), 40) << text;
}

}  // namespace
}  // namespace espy::identifytest
