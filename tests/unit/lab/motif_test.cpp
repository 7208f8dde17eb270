// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// md-dtw: its strategies against the definition, its data generator, and the compared rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/gait_data.h"
#include "lab/motif_strategies.h"
#include "support/motif_cases.h"
#include "support/motif_rules.h"

namespace espy::lab {
namespace {

using MotifSettings = std::map<std::string, std::string>;

const Registry& motifRegistry() {
  static const Registry registry = makeRegistry();
  return registry;
}

Bench motifBench(const MotifSettings& some) {
  const std::unique_ptr<Experiment> experiment = makeMotifWarping();
  MotifSettings all;
  for (const LabParameter& parameter : experiment->description().parameters) {
    all[parameter.name] = parameter.value;
  }
  all["threads"] = "2";
  all["samples"] = "1500";
  all["length"] = "40";
  for (const auto& [name, value] : some) all.at(name) = value;
  return experiment->prepare(Values(all), motifRegistry(), {});
}

TEST(LabMotif, EachStrategyIsRightAfterItsOwnRun) {
  const MotifSettings points[] = {{},
                                  {{"lag", "5"}, {"reach", "2"}},
                                  {{"channels", "1"}, {"band", "0"}},
                                  {{"channels", "7"}, {"reach", "3"}, {"decibels", "-20"}},
                                  {{"band", "100"}, {"lag", "3"}},
                                  {{"length", "1500"}},
                                  {{"length", "1"}, {"samples", "30"}}};
  for (const MotifSettings& point : points) {
    const Bench bench = motifBench(point);
    std::vector<std::string> ran;
    for (const Trial& trial : bench.trials) {
      if (!trial.refusal.empty()) continue;
      ran.push_back(trial.strategy + std::to_string(trial.threads));
      if (trial.threads == 0) continue;  // tested in tests/gpu
      EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
      Timeline unheard;
      trial.run({}, unheard);
      EXPECT_TRUE(trial.right()) << trial.strategy << " on " << trial.threads;
      EXPECT_GT(trial.floorRate, 0);
    }
    ran.resize(std::min<std::size_t>(ran.size(), 6));
    EXPECT_EQ(ran, (std::vector<std::string>{"sequential1", "openmp-tables2", "early-abandoning1",
                                             "early-abandoning2", "best1", "best2"}));
  }
}

TEST(LabMotif, CellsOfTablesAreCounted) {
  // 40 rows of at most 5 cells; the first and the last two rows lack 2 and 1 cells.
  const Bench bench = motifBench({{"channels", "3"}, {"reach", "2"}, {"band", "5"}});
  EXPECT_EQ(bench.operations, (40 * 5 - 2 * (2 + 1)) * 7.0 * (1500 - 40 + 1));
  EXPECT_EQ(bench.items, 1500 - 40 + 1);
}

TEST(LabMotif, WhatDoesNotGoTogetherIsRefused) {
  try {
    motifBench({{"length", "2000"}});
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    EXPECT_STREQ(error.what(), "length: a query of 2000 does not fit into 1500 samples");
  }
}

TEST(LabMotif, AStopEndsEachStrategy) {
  const Bench bench = motifBench({});
  for (const Trial& trial : bench.trials) {
    if (!trial.refusal.empty() || trial.threads == 0) continue;
    std::stop_source stop;
    stop.request_stop();
    Control control;
    control.stop = stop.get_token();
    Timeline unheard;
    EXPECT_THROW(trial.run(control, unheard), Error) << trial.strategy;
  }
}

/// Correlation of two rows: 1 if they differ only in offset and scale.
double likeness(std::span<const double> a, std::span<const double> b) {
  double both = 0;
  double first = 0;
  double second = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += a[i] * b[i];
    first += a[i] * a[i];
    second += b[i] * b[i];
  }
  return both / std::sqrt(first * second);
}

TEST(LabMotif, PlantedMotifsAreInTheData) {
  MotifCaseOptions options;
  options.channels = 10;
  options.decibels = 60;
  options.stretch = 1;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const MotifCase drawn = drawMotifCase(options, seed);
    ASSERT_EQ(std::ssize(drawn.planted), 5 + 2 * 6);
    for (const PlantedMotif& planted : drawn.planted) {
      std::int64_t inPlace = 0;
      for (std::int64_t i = 0; i < options.channels; ++i) {
        const auto window = std::span(drawn.data[i]).subspan(planted.start, planted.length);
        inPlace += likeness(drawn.query[i], window) > 0.99 ? 1 : 0;
      }
      std::map<PlantedAs, std::pair<int, int>> wanted{
          {PlantedAs::exact, {10, 10}},     {PlantedAs::missing, {8, 8}},
          {PlantedAs::stretched, {10, 10}}, {PlantedAs::switched, {6, 8}},
          {PlantedAs::part, {0, 0}},        {PlantedAs::reordered, {0, 0}},
          {PlantedAs::single, {1, 1}},      {PlantedAs::exchanged, {0, 0}},
          {PlantedAs::similar, {0, 0}},     {PlantedAs::scattered, {0, 3}},
          {PlantedAs::lagged, {0, 4}}};
      EXPECT_GE(inPlace, wanted.at(planted.kind).first) << nameOf(planted.kind) << " " << seed;
      EXPECT_LE(inPlace, wanted.at(planted.kind).second) << nameOf(planted.kind) << " " << seed;
    }
  }
}

TEST(LabMotif, TheSameSeedDrawsTheSame) {
  EXPECT_EQ(drawMotifCase({}, 5).data, drawMotifCase({}, 5).data);
  EXPECT_NE(drawMotifCase({}, 5).data, drawMotifCase({}, 6).data);
  const GaitOptions options{.gaits = {Gait::walk, Gait::run}};
  EXPECT_EQ(drawGaits(options, 1, 2).channels, drawGaits(options, 1, 2).channels);
  EXPECT_NE(drawGaits(options, 1, 2).channels, drawGaits(options, 3, 2).channels);
}

TEST(LabMotif, GaitsAreRecordedAsOftenAsRequested) {
  const GaitOptions options{
      .sensors = {Sensor::arm, Sensor::leg}, .gaits = {Gait::walk, Gait::limpRight}, .bouts = 5};
  const GaitRecording recording = drawGaits(options, 1, 2);
  ASSERT_EQ(recording.channels.size(), 6U);
  std::map<Gait, int> cycles;
  std::int64_t end = 0;
  for (const GaitCycle& cycle : recording.cycles) {
    ++cycles[cycle.gait];
    EXPECT_GE(cycle.start, end);
    end = cycle.start + cycle.length;
  }
  EXPECT_LE(end, std::ssize(recording.channels[0]));
  for (const Gait gait : options.gaits) {
    EXPECT_GE(cycles[gait], 5 * 3);
    EXPECT_LE(cycles[gait], 5 * 5);
  }
}

TEST(LabMotif, TheRuleThatChargesForMissingChannelsIsEspys) {
  MotifCaseOptions of;
  of.channels = 4;
  of.length = 24;
  of.lag = 3;
  of.negatives = 1;
  const MotifCase drawn = drawMotifCase(of, 3);
  RankRule rule;
  rule.lag = 3;
  rule.missing = 2;
  rule.share = 0.25;
  rule.missingRule = MissingRule::charged;
  rule.exclude = 12;
  const PairCosts costs = pairCosts({drawn.query, drawn.data, 2, 2, {20, 24, 28}}, {});
  MotifTask task{samplesOf(drawn.query), samplesOf(drawn.data), {}};
  task.options.band = 2;
  task.options.lag = 3;
  task.options.missing = 2;
  task.options.missingShare = 0.25;
  task.options.reach = 2;
  task.options.top = 5;
  task.options.exclude = 12;
  task.options.stretch = {20.0 / 24, 28.0 / 24, 4.0 / 24};
  const auto matches = findMotif(motifRegistry(), "sequential", task).matches;
  const auto places = placesByRule(costs, rule, {});
  ASSERT_EQ(places.size(), matches.size());
  ASSERT_EQ(places.size(), 5U);
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(places[i].start, matches[i].start);
    EXPECT_EQ(places[i].length, matches[i].length);
    EXPECT_NEAR(places[i].distance, matches[i].distance, 1e-9);
  }
}

TEST(LabMotif, OfTheHeuristicOnlyTheBestPlacesOfAPairCount) {
  // The second channel's best position is elsewhere, and the heuristic considers one position only.
  const std::vector<double> first{0, 3, 1, 4, 1, 5};
  const std::vector<double> second{2, 7, 1, 8, 2, 8};
  Rows data(2, std::vector<double>(60, 0));
  for (std::size_t i = 0; i < data[0].size(); ++i) {
    data[0][i] = std::sin(static_cast<double>(i * i));
    data[1][i] = std::cos(static_cast<double>(i * i));
  }
  std::copy(first.begin(), first.end(), data[0].begin() + 20);
  std::copy(second.begin(), second.end(), data[1].begin() + 20);
  data[1][22] += 0.5;
  std::copy(second.begin(), second.end(), data[1].begin() + 40);
  const Rows query{first, second};
  const PairCosts costs = pairCosts({query, data, 0, 1, {6}}, {});
  RankRule rule;
  rule.missing = 1;
  rule.share = 1e9;
  rule.top = 1;
  EXPECT_EQ(placesByRule(costs, rule, {})[0].missing, 0);
  EXPECT_EQ(placesByRule(costs, rule, {})[0].start, 20);
  rule.best = 1;
  EXPECT_EQ(placesByRule(costs, rule, {})[0].missing, 1);
  rule.best = 2;
  EXPECT_EQ(placesByRule(costs, rule, {})[0].missing, 0);
  EXPECT_EQ(placesByRule(costs, rule, {})[0].start, 20);
}

}  // namespace
}  // namespace espy::lab
