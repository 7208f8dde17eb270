// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// motif-steps: pairs of channels against Espy's reference, sets against their definition, the steps
// after that, and the drawn data.
#include "lab/motif_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "espy/engine/all.h"
#include "espy/engine/motif.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/motif_dice.h"
#include "lab/motif_steps_data.h"
#include "lab/report.h"

namespace espy::lab {
namespace {

const Registry& stepsRegistry() {
  static const Registry registry = makeRegistry();
  return registry;
}

Rows noiseRows(std::int64_t channels, std::int64_t samples, std::uint64_t seed) {
  Rows rows;
  for (std::int64_t i = 0; i < channels; ++i) {
    rows.push_back(smoothNoise(samples, 3, seed + static_cast<std::uint64_t>(i)));
  }
  return rows;
}

std::vector<PairMatch> searched(const PairSearch& search, const PairTask& task) {
  Timeline unused;
  return search(task, {}, unused);
}

TEST(LabMotifSteps, BoundsChangeNoMatch) {
  const Rows query = noiseRows(4, 21, 1);
  Rows data = noiseRows(4, 400, 11);
  std::copy(query[1].begin(), query[1].end(), data[2].begin() + 100);
  std::fill(data[3].begin() + 50, data[3].begin() + 120, 2.0);  // constant windows
  for (const std::int64_t reach : {1, 2, 4}) {
    for (const std::int64_t best : {1, 5, 1000}) {
      for (const std::int64_t scale : {0, 5, 20}) {
        const PairTask task{query, data, reach, best, scaledLengths(21, scale), {}};
        const auto plain = searched(searchPairsPlainly, task);
        EXPECT_EQ(searched(searchPairsWithBounds, task), plain)
            << reach << " " << best << " " << scale;
        EXPECT_EQ(searched(searchPairsInLanes, task), plain)
            << reach << " " << best << " " << scale;
        const std::int64_t pairs = reach == 1 ? 4 : reach == 2 ? 10 : 16;
        EXPECT_EQ(std::ssize(task.pairs()), pairs);
        EXPECT_EQ(std::ssize(plain), pairs * std::min(best, task.cells()));
      }
    }
  }
}

TEST(LabMotifSteps, LanesEndWhereTheDataDo) {
  for (const std::int64_t length : {1, 2, 7, 30}) {
    for (const std::int64_t samples : {30, 31, 63, 5000}) {
      const Rows query = noiseRows(2, length, 1);
      const Rows data = noiseRows(2, samples, 11);
      const PairTask task{query, data, 2, 9, scaledLengths(length, 10), {}};
      EXPECT_EQ(searched(searchPairsInLanes, task), searched(searchPairsPlainly, task))
          << length << " " << samples;
    }
  }
}

TEST(LabMotifSteps, DistancesAreThoseOfEspysReference) {
  const Rows query = noiseRows(2, 16, 3);
  const Rows data = noiseRows(2, 120, 5);
  const PairTask task{query, data, 2, 1000, {13, 16, 20}, {1}};
  MotifTask single{{Samples(std::span<const double>(query[1]))},
                   {Samples(std::span<const double>(data[0]))},
                   {}};
  single.options.band = 100;
  std::vector<double> least(108, 1e9);
  for (const std::int64_t length : task.lengths) {
    const double stretch = static_cast<double>(length) / 16;
    single.options.stretch = {stretch, stretch, 1};
    const auto profile = motifProfile(stepsRegistry(), "reference", single).distances;
    ASSERT_EQ(std::ssize(profile), 120 - length + 1);
    for (std::size_t i = 0; i < profile.size(); ++i) least[i] = std::min(least[i], profile[i]);
  }
  std::map<std::int64_t, const PairMatch*> byCell;
  const auto matches = searched(searchPairsPlainly, task);
  for (const PairMatch& match : matches) {
    EXPECT_EQ(match.query, 1);
    if (match.data == 0) byCell[match.start / 8] = &match;
  }
  ASSERT_EQ(std::ssize(byCell), task.cells());
  for (const auto& [cell, match] : byCell) {
    const auto from = least.begin() + 8 * cell;
    const auto end = std::min(least.end(), from + 8);
    EXPECT_NEAR(match->distance, *std::min_element(from, end), 1e-9);
    EXPECT_NEAR(match->distance, least[match->start], 1e-9);
  }
}

TEST(LabMotifSteps, LengthsGrowFromTheQuerysOwn) {
  EXPECT_EQ(scaledLengths(100, 0), (std::vector<std::int64_t>{100}));
  EXPECT_EQ(scaledLengths(100, 10), (std::vector<std::int64_t>{90, 95, 100, 105, 110}));
  EXPECT_EQ(scaledLengths(100, 15, 10), (std::vector<std::int64_t>{85, 115}));
  EXPECT_EQ(scaledLengths(4, 5), (std::vector<std::int64_t>{4}));
}

/// Matches at one time, by query and data channel.
std::vector<PairMatch> edges(std::initializer_list<std::pair<int, int>> channels) {
  std::vector<PairMatch> made;
  for (const auto& [query, data] : channels) {
    made.push_back({query, data, 100, 1 + 0.1 * static_cast<double>(made.size())});
  }
  return made;
}

std::set<std::set<std::pair<std::int64_t, std::int64_t>>> channelsOf(
    const std::vector<MotifSet>& sets) {
  std::set<std::set<std::pair<std::int64_t, std::int64_t>>> all;
  for (const MotifSet& set : sets) {
    std::set<std::pair<std::int64_t, std::int64_t>> one;
    for (const PairMatch& match : set.matches) one.insert({match.query, match.data});
    all.insert(one);
  }
  return all;
}

TEST(LabMotifSteps, MaximalSetsOfTheDissertationsExample) {
  const auto sets = maximalSets(edges({{1, 1}, {2, 2}, {3, 3}, {2, 1}}), 1);
  EXPECT_EQ(sets.size(), 2U);
  EXPECT_EQ(channelsOf(sets), (std::set<std::set<std::pair<std::int64_t, std::int64_t>>>{
                                  {{1, 1}, {2, 2}, {3, 3}}, {{2, 1}, {3, 3}}}));
}

/// All subsets, by their definition.
std::vector<MotifSet> setsByDefinition(const std::vector<PairMatch>& matches) {
  std::vector<MotifSet> all;
  for (unsigned chosen = 1; chosen < 1U << matches.size(); ++chosen) {
    const auto has = [&](std::size_t i) { return (chosen >> i & 1U) != 0; };
    const auto meet = [&](std::size_t i, std::size_t k) {
      return matches[i].query == matches[k].query || matches[i].data == matches[k].data;
    };
    bool fits = true;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      bool blocked = false;
      for (std::size_t k = 0; k < matches.size(); ++k) {
        if (i != k && has(k)) blocked = blocked || meet(i, k);
      }
      fits = fits && has(i) != blocked;
    }
    if (!fits) continue;
    MotifSet set;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (has(i)) set.matches.push_back(matches[i]);
    }
    all.push_back(set);
  }
  return all;
}

TEST(LabMotifSteps, TheBestSetIsTheFirstOfAllInRank) {
  MotifDice dice(5);
  for (int round = 0; round < 200; ++round) {
    std::map<std::pair<int, int>, PairMatch> drawn;
    for (int i = 1 + dice.below(10); i > 0; --i) {
      const int query = dice.below(5);
      const int data = dice.below(5);
      drawn[{query, data}] = {query, data, dice.below(30), dice.between(0, 9)};
    }
    std::vector<PairMatch> matches;
    for (const auto& [channels, match] : drawn) matches.push_back(match);
    const auto all = maximalSets(matches, 1.5);
    EXPECT_EQ(channelsOf(all), channelsOf(setsByDefinition(matches)));
    EXPECT_EQ(all.size(), channelsOf(all).size());
    const MotifSet first = *std::min_element(all.begin(), all.end());
    const MotifSet best = bestSet(matches, 1.5);
    EXPECT_EQ(best.matches, first.matches);
    EXPECT_EQ(best.distance, first.distance);
    double sum = 0;
    for (const PairMatch& match : best.matches) {
      sum += match.distance * (match.query == match.data ? 1 : 1.5);
    }
    EXPECT_NEAR(best.distance, sum, 1e-12);
  }
  EXPECT_TRUE(bestSet({}, 1).matches.empty());
}

TEST(LabMotifSteps, OfTheSameChannelsTheNearestCounts) {
  const std::vector<PairMatch> matches{{0, 0, 10, 2}, {0, 0, 14, 1}, {1, 1, 12, 3}};
  const MotifSet best = bestSet(matches, 1);
  EXPECT_EQ(best.matches, (std::vector<PairMatch>{{0, 0, 14, 1}, {1, 1, 12, 3}}));
  EXPECT_EQ(best.distance, 4);
  EXPECT_EQ(best.start, 12);
  EXPECT_EQ(maximalSets(matches, 1).size(), 1U);
}

TEST(LabMotifSteps, TooManySetsAreRefused) {
  std::vector<PairMatch> matches;
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) matches.push_back({i, j, 0, 1});
  }
  try {
    maximalSets(matches, 1);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::tooLarge);
    EXPECT_STREQ(error.what(), "these matches have more than 100000 maximal independent sets");
  }
}

TEST(LabMotifSteps, MoreChannelsRankFirst) {
  const auto set = [](std::int64_t start, int channels, double distance) {
    MotifSet made;
    made.start = start;
    made.distance = distance;
    made.matches.resize(static_cast<std::size_t>(channels));
    return made;
  };
  const auto sets = ranked({set(0, 2, 1), set(50, 3, 9), set(59, 3, 8), set(100, 3, 8.5)}, 10);
  ASSERT_EQ(sets.size(), 3U);
  EXPECT_EQ(sets[0].start, 59);
  EXPECT_EQ(sets[1].start, 100);
  EXPECT_EQ(sets[2].start, 0);
  EXPECT_EQ(ranked({set(50, 3, 9), set(60, 3, 8)}, 10).size(), 2U);
}

/// Two channels: at 200 the query, at 400 only its first half, at 600 the second channel slower;
/// the second channel at 800 again, nearly.
struct Planted {
  Rows query = noiseRows(2, 40, 31);
  Rows data = noiseRows(2, 900, 41);

  Planted() {
    for (std::size_t i = 0; i < 2; ++i) {
      std::copy(query[i].begin(), query[i].end(), data[i].begin() + 200);
      std::copy_n(query[i].begin(), 20, data[i].begin() + 400);
      const auto other = resampled(query[i], i == 0 ? 40 : 46);
      std::copy(other.begin(), other.end(), data[i].begin() + 600);
    }
    for (std::size_t k = 0; k < 40; ++k) data[1][800 + k] = query[1][k] + (k % 2 == 0 ? 0.02 : 0);
  }
  bool finds(MotifSteps steps, std::int64_t best, std::int64_t place) const {
    StepRules rules;
    rules.steps = steps;
    rules.best = best;
    rules.scale = 0;
    rules.windowPercent = 25;
    rules.leastPercent = 100;
    Timeline unused;
    const auto found = searchBySteps(query, data, rules, searchPairsWithBounds, {}, unused);
    return std::ranges::any_of(
        found, [&](const MotifSet& set) { return std::abs(set.start - place) < 6; });
  }
};

TEST(LabMotifSteps, SegmentationFindsWhatIsThereInPart) {
  const Planted planted;
  EXPECT_TRUE(planted.finds(MotifSteps::dtw, 2, 200));
  EXPECT_FALSE(planted.finds(MotifSteps::dtw, 2, 400));
  EXPECT_TRUE(planted.finds(MotifSteps::segmentation, 2, 200));
  EXPECT_TRUE(planted.finds(MotifSteps::segmentation, 2, 400));
}

TEST(LabMotifSteps, ExhaustingFindsWhatIsSlower) {
  const Planted planted;
  EXPECT_FALSE(planted.finds(MotifSteps::dtw, 2, 600));
  EXPECT_TRUE(planted.finds(MotifSteps::exhausting, 2, 600));
}

TEST(LabMotifSteps, EuclidSumsTheRootsOfChannels) {
  const Rows query{{0, 0}, {1, 1}};
  const Rows data{{3, 4, 0, 0}, {1, 1, 1, 2}};
  Timeline unused;
  const auto found = searchByEuclid(query, data, 2, {}, unused);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].start, 2);
  EXPECT_EQ(found[0].distance, 1);
  EXPECT_EQ(found[1].start, 1);
  EXPECT_EQ(found[1].distance, 4);
}

MotifSet startingAt(std::int64_t start) {
  MotifSet set;
  set.start = start;
  return set;
}

TEST(LabMotifSteps, QualityCountsCyclesOfTheActivity) {
  StepData data;
  data.cycles = {{Gait::walk, 0, 10},
                 {Gait::walk, 10, 10},
                 {Gait::run, 20, 10},
                 {Gait::walk, 30, 10},
                 {Gait::walk, 50, 10}};
  StepQuery query;
  query.from = data.cycles[0];
  query.rows = {std::vector<double>(10)};
  // Its own cycle, a walk, a run, the same walk, none.
  const std::vector<MotifSet> found{startingAt(1), startingAt(12), startingAt(20), startingAt(9),
                                    startingAt(41)};
  const StepQuality quality = qualityOf(found, data, query);
  EXPECT_EQ(quality.precision, 0.5);
  EXPECT_NEAR(quality.recall, 1.0 / 3, 1e-12);
  const double ideal = 1 + 1 / std::log2(3.0) + 1 / std::log2(4.0);
  EXPECT_NEAR(quality.ndcg, (1 + 1 / std::log2(4.0)) / ideal, 1e-12);
  const auto figures = figuresOf(std::vector<StepQuality>{quality, {1, 1, 1}});
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures[1].name, "precision");
  EXPECT_EQ(figures[1].value, 0.75);
  EXPECT_EQ(figures[1].spread, 0.25);
  EXPECT_EQ(qualityOf({}, data, query).ndcg, 0);
}

TEST(LabMotifSteps, RecordingsAreDrawnForEachPerson) {
  StepDataOptions options;
  options.channels = 20;
  options.people = 2;
  options.samples = 6000;
  options.queries = 3;
  const StepData drawn = drawStepData(options);
  EXPECT_EQ(drawn.data.size(), 20U);
  EXPECT_EQ(std::ssize(drawn.data[7]), 2 * options.samples);
  EXPECT_EQ(drawStepData(options).data, drawn.data);
  std::map<Gait, int> cycles;
  std::int64_t end = 0;
  for (const GaitCycle& cycle : drawn.cycles) {
    ++cycles[cycle.gait];
    EXPECT_GE(cycle.start, end);
    end = cycle.start + cycle.length;
  }
  EXPECT_LE(end, 2 * options.samples);
  EXPECT_GT(cycles[Gait::walk], 2 * cycles[Gait::limpLeft]);
  ASSERT_EQ(drawn.queries.size(), 3U);
  for (const StepQuery& query : drawn.queries) {
    EXPECT_EQ(query.from.gait, Gait::walk);
    EXPECT_EQ(std::ssize(query.rows[0]), query.from.length);
    EXPECT_EQ(query.rows[5][2], drawn.data[5][query.from.start + 2]);
  }
  options.length = 64;
  EXPECT_EQ(drawStepData(options).queries[0].rows[0].size(), 64U);
  options.wearing = Wearing::leg;
  EXPECT_EQ(drawStepData(options).data.size(), 3U);
}

TEST(LabMotifSteps, TheHeelIsLoadedBeforeTheToes) {
  StepDataOptions options;
  options.channels = 99;
  const StepData drawn = drawStepData(options);
  const auto peak = [&](std::int64_t from, std::int64_t end, const GaitCycle& cycle) {
    std::vector<double> sums(static_cast<std::size_t>(cycle.length));
    for (std::int64_t i = from; i < end; ++i) {
      for (std::int64_t k = 0; k < cycle.length; ++k) sums[k] += drawn.data[i][cycle.start + k];
    }
    return std::ranges::max_element(sums) - sums.begin();
  };
  int walks = 0;
  for (const GaitCycle& cycle : drawn.cycles) {
    if (cycle.gait != Gait::walk) continue;
    ++walks;
    EXPECT_LT(peak(0, 20, cycle), peak(60, 75, cycle));
  }
  EXPECT_GT(walks, 5);
}

/// For each walking cycle of a person without any other variation: when and how high each channel
/// peaks.
std::vector<std::vector<std::pair<std::int64_t, double>>> walkPeaks(GaitOptions options) {
  options.gaits = {Gait::walk};
  options.variation = 0;
  const GaitRecording drawn = drawGaits(options, 3, 4);
  std::vector<std::vector<std::pair<std::int64_t, double>>> all;
  for (const GaitCycle& cycle : drawn.cycles) {
    auto& peaks = all.emplace_back();
    for (const auto& channel : drawn.channels) {
      const auto from = channel.begin() + cycle.start;
      const auto peak = std::max_element(from, from + cycle.length);
      peaks.emplace_back(peak - from, *peak);
    }
  }
  return all;
}

/// Different values of `of` among the cycles.
template <class Of>
std::size_t kinds(const std::vector<std::vector<std::pair<std::int64_t, double>>>& peaks,
                  const Of& of) {
  std::set<std::int64_t> values;
  for (const auto& one : peaks) values.insert(of(one));
  return values.size();
}

TEST(LabMotifSteps, AxesLagStrengthAndMountingVary) {
  const auto apart = [](const auto& cycle) { return cycle[1].first - cycle[0].first; };
  const auto height = [](const auto& cycle) { return std::llround(1e3 * cycle[0].second); };
  const auto upwards = [](const auto& cycle) {
    return std::max_element(cycle.begin(), cycle.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; }) -
           cycle.begin();
  };
  const auto plain = walkPeaks({});
  EXPECT_GT(plain.size(), 20U);
  EXPECT_EQ(kinds(plain, apart), 1U);
  EXPECT_EQ(kinds(plain, height), 1U);
  EXPECT_EQ(kinds(plain, upwards), 1U);
  GaitOptions lagging;
  lagging.axisLag = 0.05;
  EXPECT_GT(kinds(walkPeaks(lagging), apart), 5U);
  GaitOptions strong;
  strong.strength = 0.25;
  EXPECT_GT(kinds(walkPeaks(strong), height), 5U);
  GaitOptions mounted;
  mounted.switchedAnew = true;
  EXPECT_GT(kinds(walkPeaks(mounted), upwards), 1U);
}

using StepSettings = std::map<std::string, std::string>;

Bench stepBench(const StepSettings& some) {
  const std::unique_ptr<Experiment> experiment = makeMotifSteps();
  StepSettings all;
  for (const LabParameter& parameter : experiment->description().parameters) {
    all[parameter.name] = parameter.value;
  }
  all["threads"] = "2";
  all["samples"] = "700";
  all["channels"] = "5";
  for (const auto& [name, value] : some) all.at(name) = value;
  return experiment->prepare(Values(all), stepsRegistry(), {});
}

TEST(LabMotifSteps, EachStrategyIsRightAfterItsOwnRun) {
  const StepSettings points[] = {{},
                                 {{"steps", "segmentation"}, {"segments", "3"}},
                                 {{"steps", "exhausting"}, {"activity", "run"}},
                                 {{"sensors", "waist"}, {"sets", "all"}, {"reach", "0"}},
                                 {{"sensors", "arm"}, {"alpha", "150"}, {"queries", "2"}},
                                 {{"sensors", "leg"}, {"length", "40"}, {"people", "2"}}};
  for (const StepSettings& point : points) {
    const Bench bench = stepBench(point);
    EXPECT_GT(bench.operations, 0);
    std::vector<std::string> ran;
    for (const Trial& trial : bench.trials) {
      if (!trial.refusal.empty() || trial.threads == 0) continue;  // tested in tests/gpu
      ran.push_back(trial.strategy + std::to_string(trial.threads));
      EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
      Timeline unused;
      trial.run({}, unused);
      EXPECT_TRUE(trial.right()) << trial.strategy << " on " << trial.threads;
      const std::vector<LabFigure> figures = trial.figures();
      ASSERT_EQ(figures.size(), 3U);
      EXPECT_EQ(figures[0].name, "ndcg");
    }
    std::erase(ran, "quickest2");
    EXPECT_EQ(ran, (std::vector<std::string>{"sequential1", "early-abandoning1",
                                             "early-abandoning2", "vector-window2", "edt1"}));
  }
}

TEST(LabMotifSteps, WalkingIsFound) {
  const Bench bench = stepBench({{"samples", "1500"}, {"channels", "20"}});
  for (const Trial& trial : bench.trials) {
    if (trial.strategy != "early-abandoning" || trial.threads != 2) continue;
    Timeline unused;
    trial.run({}, unused);
    EXPECT_GT(trial.figures()[0].value, 0.5);
  }
}

TEST(LabMotifSteps, WhatDoesNotGoTogetherIsRefused) {
  const auto refusal = [](const StepSettings& settings) -> std::string {
    try {
      stepBench(settings);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({{"sensors", "arm"}, {"activity", "limp-left"}}),
            "activity: limps are recorded by the insole only");
  EXPECT_EQ(refusal({{"samples", "100"}, {"length", "101"}}),
            "samples: 100 of 1 people have no query of walk");
  EXPECT_EQ(refusal({{"samples", "60000000"}}),
            "samples: 60000000 in 5 channels of 1 people take more than 1 GiB");
}

TEST(LabMotifSteps, AStopEndsEachStrategy) {
  const Bench bench = stepBench({});
  for (const Trial& trial : bench.trials) {
    if (!trial.refusal.empty() || trial.threads == 0) continue;
    std::stop_source stop;
    stop.request_stop();
    Control control;
    control.stop = stop.get_token();
    Timeline unused;
    EXPECT_THROW(trial.run(control, unused), Error) << trial.strategy;
  }
}

TEST(LabMotifSteps, AReportHasTheFigures) {
  LabRequest request;
  request.settings = {{"sensors", "waist"}, {"samples", "700"}};
  request.strategies = {"early-abandoning", "edt"};
  request.runs = 1;
  const Registry& registry = stepsRegistry();
  const LabReport report = run(*makeMotifSteps(), registry, request, {});
  ASSERT_EQ(report.points.size(), 1U);
  for (const LabRow& row : report.points[0].rows) EXPECT_EQ(row.figures.size(), 3U);
  EXPECT_NE(jsonOf(report).find(R"("figures":[{"figure":"ndcg","value":)"), std::string::npos);
  ASSERT_FALSE(report.conclusions.empty());
  EXPECT_TRUE(report.conclusions[0].text().starts_with("early-abandoning found motifs with nDCG "));
}

}  // namespace
}  // namespace espy::lab
