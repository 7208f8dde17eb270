// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Several queries in the same data.
#include <gtest/gtest.h>

#include "espy/engine/all.h"
#include "espy/engine/motif.h"
#include "espy/error.h"
#include "support/motifs.h"

namespace espy {
namespace {

using test::Random;
using Row = std::vector<double>;
using Queries = std::vector<std::vector<Samples>>;

Row noiseOf(Random& random, std::int64_t size) {
  Row row;
  for (std::int64_t i = 0; i < size; ++i) {
    row.push_back(static_cast<double>(random.below(2001)) / 1000);
  }
  return row;
}

/// Three pieces of the data, and the data.
struct SeveralQueries : testing::Test {
  Row data;
  Queries queries;

  SeveralQueries() {
    Random random(3);
    data = noiseOf(random, 500);
    for (const std::size_t at : {40U, 300U, 410U}) {
      queries.push_back({Samples(std::span<const double>(data).subspan(at, 20 + at / 10))});
    }
  }
  std::vector<Samples> all() const { return {std::span<const double>(data)}; }
};

TEST_F(SeveralQueries, EqualSingleSearches) {
  const Registry registry = makeRegistry();
  MotifOptions options;
  options.top = 3;
  for (const char* engine : {"reference", "sequential", "threads", "openmp", "auto"}) {
    std::vector<double> reported;
    Control control;
    control.progress = [&](double part) { reported.push_back(part); };
    const auto findings = findMotifs(registry, engine, queries, all(), options, control);
    ASSERT_EQ(findings.size(), 3U);
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const auto wanted = findMotif(registry, engine, {queries[i], all(), options});
      EXPECT_EQ(findings[i].matches, wanted.matches);
      EXPECT_EQ(findings[i].report.engine, wanted.report.engine);
      EXPECT_EQ(findings[i].report.choice, wanted.report.choice);
    }
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    for (const double part : reported) EXPECT_TRUE(part >= 0 && part <= 1) << part;
  }
  EXPECT_TRUE(findMotifs(registry, "auto", {}, all(), options).empty());
}

TEST_F(SeveralQueries, AreAllCheckedBeforeTheFirstSearch) {
  const Registry registry = makeRegistry();
  queries.push_back({});
  int calls = 0;
  Control control;
  control.progress = [&](double) { ++calls; };
  EXPECT_THROW(findMotifs(registry, "reference", queries, all(), {}, control), Error);
  EXPECT_EQ(calls, 0);
  EXPECT_THROW(findMotifs(registry, "no-such-engine", {}, all(), {}), Error);
}

TEST_F(SeveralQueries, AnEngineKeepsItsCache) {
  Registry registry = makeRegistry();
  Engine keeper;
  keeper.name = "keeper";
  registry.addEngine(keeper);
  int again = 0;
  registry.add<FindMotif>("keeper", [](const auto&...) { return std::vector<MotifMatch>(); });
  registry.add<FindMotifAgain>("keeper", [&](const MotifTask& task, const Control&, RunReport&,
                                             std::shared_ptr<void>& kept) {
    if (!kept) kept = std::make_shared<std::int64_t>(0);
    again = static_cast<int>(++*static_cast<std::int64_t*>(kept.get()));
    return std::vector<MotifMatch>(static_cast<std::size_t>(task.options.top));
  });
  const auto findings = findMotifs(registry, "keeper", queries, all(), {});
  EXPECT_EQ(again, 3);
  EXPECT_EQ(findings.at(2).matches.size(), 1U);
  findMotif(registry, "keeper", {queries[0], all(), {}});
  EXPECT_EQ(again, 1);  // nothing is cached from another search
}

}  // namespace
}  // namespace espy
