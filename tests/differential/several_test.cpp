// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Engines that divide their work among others give the answers of one, whatever fails.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "differential/case_generator.h"
#include "differential/find_cases.h"
#include "differential/score_case.h"
#include "support/feature_cases.h"
#include "support/index_cases.h"
#include "support/members.h"
#include "support/motifs.h"
#include "support/networks.h"
#include "support/signals.h"
#include "unit/io/support.h"

namespace espy::test {
namespace {

const char* const kTeams[] = {"alone", "pair", "trio", "five"};

/// All engines, and teams of sequential ones.
struct Setting {
  Registry registry = makeRegistry();
  std::shared_ptr<MemberStates> states = addMembers(registry, "sequential");

  /// At most three of the first members fail, so two of `five` are left.
  void fail(Random& random) {
    for (auto& fails : states->fails) fails = false;
    for (std::int64_t n = random.below(4); n > 0; --n) {
      states->fails[static_cast<std::size_t>(random.below(3))] = true;
    }
  }
  /// Whether a member of the team is left.
  bool runs(const std::string& team) const {
    const std::size_t members = team == "alone" ? 1 : team == "pair" ? 2 : team == "trio" ? 3 : 5;
    return std::any_of(states->fails, states->fails + members,
                       [](const auto& fails) { return !fails; });
  }
};

Setting& setting() {
  static Setting one;
  return one;
}

/// Calls check(team) for each team; those whose members have all failed must throw.
template <class Check>
void onTeams(Random& random, const Check& check) {
  setting().fail(random);
  for (const std::string team : kTeams) {
    if (setting().runs(team)) {
      check(team);
      continue;
    }
    try {
      check(team);
    } catch (const Error& error) {
      RC_ASSERT(error.code() == ErrorCode::device);
      continue;
    }
    RC_FAIL(team + " has an answer, though all members fail");
  }
}

RC_GTEST_PROP(Several, ExactSearchEqualsTheReference, ()) {
  const CaseSeed seed = *anyCase();
  Random random(seed.detail);
  const FindCase findCase = makeCase(seed);
  setting().fail(random);
  const ReferenceAnswer answer(setting().registry, findCase);
  RC_CLASSIFY(answer.places() > 0, "found");
  onTeams(random, [&](const std::string& team) {
    const std::string difference = answer.differenceOf(team, 3);
    if (!difference.empty()) RC_FAIL(difference);
  });
}

RC_GTEST_PROP(Several, ScoredSearchEqualsTheReference, ()) {
  ScoreCase one(*anyCase());
  one.score();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  RC_CLASSIFY(!one.wanted.peaks.empty(), "found");
  onTeams(random, [&](const std::string& team) {
    RunReport report;
    const ScoredPlaces got = setting().registry.get<FindScored>(team)(
        one.scene.scene, one.scene.needles, one.options, {}, report);
    RC_ASSERT(report.engine == team);
    const std::string difference = differenceOf(one.wanted, got);
    if (!difference.empty()) RC_FAIL(team + ", " + one.name() + ": " + difference);
  });
}

/// Whole searches: the best few, overlaps, ties, a picture that is kept.
RC_GTEST_PROP(Several, FindingsEqualThoseOfOneEngine, ()) {
  const ScoreCase one(*anyCase());
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  if (one.scene.needles.empty()) return;
  FindOptions options;
  options.method = random.oneIn(4) ? Method::exact : one.options.method;
  options.minScore = one.options.minScore;
  options.weighted = options.scored() && one.options.weighted;
  if (options.scored()) options.channelMeans = one.options.channelMeans;
  options.select.overlap = random.oneIn(3) ? 1 : static_cast<double>(random.below(10)) / 10;
  options.select.across = random.oneIn(2);
  if (random.oneIn(2)) options.select.top = static_cast<std::uint64_t>(random.below(6));
  options.nearest = random.oneIn(3);
  options.engine = "sequential";
  const Finding wanted = find(setting().registry, one.scene.scene, one.scene.needles, options);
  onTeams(random, [&](const std::string& team) {
    options.engine = team;
    SceneKeeper keeper(one.scene.scene);
    const Scene scene = random.oneIn(2) ? Scene(keeper) : Scene(one.scene.scene);
    const Finding found = find(setting().registry, scene, one.scene.needles, options);
    RC_ASSERT(found.report.engine == team);
    RC_ASSERT(found.matches == wanted.matches);
    RC_ASSERT(found.best == wanted.best);
  });
}

/// Scenes of many bands' height, where bands are kept apart by more than a needle.
TEST(Several, OfLargerScenesFindingsEqualThoseOfOneEngine) {
  for (std::uint64_t round = 0; round < 40; ++round) {
    CaseSeed seed;
    seed.kind = static_cast<int>(round) % kKinds;
    seed.width = 120;
    seed.height = 300;
    seed.needleWidth = 1 + static_cast<int>(round % 11);
    seed.needleHeight = 1 + static_cast<int>(round % 7);
    seed.needles = round % 3 == 0 ? 9 : 1;
    seed.detail = round * 7919 + 3;
    Random random(seed.detail);
    const ScoreCase one(seed);
    if (one.scene.needles.empty()) continue;
    FindOptions options;
    options.method = one.options.method;
    options.minScore = one.options.minScore;
    if (random.oneIn(2)) options.select.top = 1 + static_cast<std::uint64_t>(random.below(500));
    options.select.overlap = random.oneIn(2) ? 1 : 0.3;
    options.engine = "sequential";
    if (options.method == Method::zncc) options.channelMeans = one.options.channelMeans;
    const Finding wanted = find(setting().registry, one.scene.scene, one.scene.needles, options);
    for (auto& fails : setting().states->fails) fails = false;
    for (const char* team : kTeams) {
      options.engine = team;
      const Finding found = find(setting().registry, one.scene.scene, one.scene.needles, options);
      EXPECT_TRUE(found.matches == wanted.matches) << team << ", " << one.name();
      EXPECT_TRUE(found.best == wanted.best) << team << ", " << one.name();
    }
  }
}

RC_GTEST_PROP(Several, PosesEqualThoseOfOneEngine, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Image scene({30 + random.below(30), 30 + random.below(30)}, {1, Depth::u8});
  draw(scene.pixels(), Kind::noise, random, false);
  std::vector<Needle> needles;
  for (std::int64_t n = 1 + random.below(4); n > 0; --n) {
    const Size size{5 + random.below(9), 5 + random.below(9)};
    needles.push_back({scene.view().crop(random.below(scene.view().width() - size.width),
                                         random.below(scene.view().height() - size.height), size),
                       {}});
  }
  FindOptions options;
  options.method = random.oneIn(2) ? Method::zncc : Method::sad;
  options.minScore = random.oneIn(4) ? 2 : 0.6;
  options.nearest = random.oneIn(2);
  options.pose.angle = {0, 90, 30};
  options.pose.flip = random.oneIn(2);
  options.pose.search = random.oneIn(2) ? PoseSearch::fast : PoseSearch::complete;
  if (random.oneIn(2)) options.select.top = 1 + static_cast<std::uint64_t>(random.below(4));
  options.engine = "sequential";
  const Finding wanted = find(setting().registry, scene, needles, options);
  onTeams(random, [&](const std::string& team) {
    options.engine = team;
    const Finding found = find(setting().registry, scene, needles, options);
    RC_ASSERT(found.report.engine == team);
    RC_ASSERT(found.matches == wanted.matches);
    RC_ASSERT(found.best == wanted.best);
  });
}

RC_GTEST_PROP(Several, SearchWithAnIndexEqualsThatOfOneEngine, ()) {
  if (*rc::gen::inRange(0, 16) != 0) return;  // each writes an index
  static const iotest::Folder folder;
  static int count = 0;
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Image scene({60 + random.below(60), 1 + random.below(90)}, {3, Depth::u8});
  draw(scene.pixels(), random.oneIn(2) ? Kind::noise : Kind::flat, random, false);
  const Needles needles = randomNeedles(scene, random);
  if (needles.all.empty()) return;
  const NeedleIndex index =
      indexOf(folder / ("needles" + std::to_string(++count) + ".esi"), needles);
  FindOptions options;
  if (random.oneIn(3)) options.select.top = 1 + static_cast<std::uint64_t>(random.below(20));
  options.engine = "sequential";
  const Finding wanted = find(setting().registry, scene, index, options);
  onTeams(random, [&](const std::string& team) {
    options.engine = team;
    RC_ASSERT(find(setting().registry, scene, index, options).matches == wanted.matches);
  });
}

RC_GTEST_PROP(Several, RankingsEqualTheReferences, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const FeatureKind kind = kFeatureKinds[random.below(4)];
  const std::int64_t rows = 1 + random.below(30);
  std::vector<Features> all;
  std::vector<Slab> slabs;
  for (std::int64_t s = random.below(4); s > 0; --s) {
    std::vector<Features> references;
    for (std::int64_t r = random.below(9); r > 0; --r) {
      references.push_back(drawFeatures(random, kind, random.below(rows + 1)));
      if (random.oneIn(3) && !all.empty()) references.back() = all[random.below(std::ssize(all))];
      all.push_back(references.back());
    }
    slabs.push_back(slabOf(references, rows));
  }
  std::vector<std::uint32_t> ranks;
  if (random.oneIn(2)) {
    ranks.resize(all.size());
    std::iota(ranks.rbegin(), ranks.rend(), 0U);
  }
  std::vector<std::vector<std::uint8_t>> queries;
  for (std::int64_t q = random.below(4); q > 0; --q) {
    queries.push_back(drawQuery(random, kind, random.below(60), all));
  }
  const std::vector<std::span<const std::uint8_t>> views(queries.begin(), queries.end());
  const RankOptions options{.top = 1 + random.below(8)};
  Shelf shelf(rows, slabs, ranks);
  for (int generation = 0; generation < 2; ++generation) {
    const RankTask task{shelf, views, options};
    const auto wanted = rankReferences(setting().registry, "reference", task).rankings;
    onTeams(random, [&](const std::string& team) {
      const RankFinding found = rankReferences(setting().registry, team, task);
      RC_ASSERT(found.rankings == wanted);
      RC_ASSERT(found.report.engine == team);
    });
    // A successor with other slabs.
    std::vector<Features> more{drawFeatures(random, kind, rows), drawFeatures(random, kind, rows)};
    if (random.oneIn(2) && !slabs.empty()) slabs.erase(slabs.begin());
    slabs.push_back(slabOf(more, rows));
    Shelf next(rows, slabs, {}, shelf);
    shelf = std::move(next);
  }
}

template <class Sample>
void signalsEqual() {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::int64_t length = 1 + random.below(20);
  const auto task = drawTask<Sample>(random, kSignals[random.below(5)], length + random.below(80),
                                     1 + random.below(4), length);
  const auto wanted = findSignal(setting().registry, "reference", task.view()).matches;
  onTeams(random, [&](const std::string& team) {
    const SignalFinding<Sample> found = findSignal(setting().registry, team, task.view());
    RC_ASSERT(found.matches == wanted);
    RC_ASSERT(found.report.engine == team);
  });
}

RC_GTEST_PROP(Several, SignalsOfIntegersEqualTheReferences, ()) {
  signalsEqual<std::int32_t>();
}
RC_GTEST_PROP(Several, SignalsOfFloatsEqualTheReferences, ()) {
  signalsEqual<float>();
}

RC_GTEST_PROP(Several, MotifsEqualTheReferences, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  OwnedMotifTask task = drawMotifTask(random, {60, 12, 3});
  if (random.oneIn(2)) {  // what is divided
    task.options.lag = 0;
    task.options.stretch = {};
    task.options.top = 1;
  }
  const auto wanted = findMotif(setting().registry, "reference", task.view()).matches;
  onTeams(random, [&](const std::string& team) {
    RC_ASSERT(findMotif(setting().registry, team, task.view()).matches == wanted);
  });
}

RC_GTEST_PROP(Several, NetworksEqualTheReferences, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const NetworkShape shape = drawShape(random, 5, 3, 20);
  const Network network = drawNetwork(random, shape);
  const std::vector<float> samples = drawNumbers(random, shape.inputs * (1 + random.below(8)), 1);
  const NetworkTask task{network, samples};
  const auto wanted = runNetwork(setting().registry, "sequential", task).values;
  const auto evidence = rateSamples(setting().registry, "sequential", task).values;
  onTeams(random, [&](const std::string& team) {
    RC_ASSERT(runNetwork(setting().registry, team, task).values == wanted);
    RC_ASSERT(rateSamples(setting().registry, team, task).values == evidence);
  });
}

}  // namespace
}  // namespace espy::test
