// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Profiles: engine choice, progress, cancelling.
#include <gtest/gtest.h>

#include <cmath>

#include "espy/engine/motif.h"
#include "espy/error.h"
#include "signal/choose.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

Registry profileRegistry() {
  Registry registry;
  addBuiltInEngines(registry);
  addMotif(registry);
  return registry;
}

std::vector<double> profileNoise(std::int64_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> row;
  for (std::int64_t i = 0; i < size; ++i) row.push_back(static_cast<double>(random.below(1000)));
  return row;
}

MotifTask profileTask(const std::vector<double>& query, Samples data) {
  return {{std::span(query)}, {std::move(data)}, {}};
}
MotifTask profileTask(const std::vector<double>& query, const std::vector<double>& data) {
  return profileTask(query, Samples(std::span(data)));
}

Control onThreads(int count) {
  Control control;
  control.threads = count;
  return control;
}

TEST(MotifProfile, ProcessorsAreChosenByTheWork) {
  const std::vector<double> query = profileNoise(100, 1);
  const std::vector<double> few = profileNoise(120, 2);
  const std::vector<double> many = profileNoise(100'000, 3);
  const MotifTask little = resolved(profileTask(query, few));
  const MotifTask much = resolved(profileTask(query, many));
  MotifTask open = profileTask(query, many);
  open.options.open = true;
  EXPECT_EQ(signal::chooseProfileEngine(little, onThreads(4)).engine, "sequential");
  EXPECT_EQ(signal::chooseProfileEngine(much, onThreads(4)).engine, "threads");
  EXPECT_EQ(signal::chooseProfileEngine(much, onThreads(1)).engine, "sequential");
  EXPECT_EQ(signal::chooseProfileEngine(resolved(open), onThreads(4)).engine, "threads");
}

TEST(MotifProfile, AutoReportsTheEngineAndWhy) {
  const std::vector<double> query = profileNoise(60, 1);
  const std::vector<double> data = profileNoise(20'000, 2);
  const MotifFinding profile =
      motifProfile(profileRegistry(), "auto", profileTask(query, data), onThreads(2));
  EXPECT_EQ(profile.report.engine, "threads");
  EXPECT_EQ(profile.report.threads, 2);
  EXPECT_FALSE(profile.report.choice.empty());
  EXPECT_FALSE(profile.report.strategy.empty());
  EXPECT_EQ(profile.distances.size(), 20'000 - 60 + 1U);
}

TEST(MotifProfile, BatchesAndLagsAcrossThemGiveOneProfile) {
  // More pairs than fit into one batch of positions.
  constexpr std::int64_t kChannels = 34;
  std::vector<std::vector<double>> rows;
  for (std::int64_t c = 0; c < kChannels; ++c) rows.push_back(profileNoise(5000, 7 + c));
  MotifTask task;
  for (const std::vector<double>& row : rows) {
    task.query.emplace_back(std::span(row).subspan(4093, 2));
    task.data.emplace_back(row);
  }
  task.options.method = MotifMethod::sad;
  task.options.reach = kChannels;
  task.options.lag = 1;
  const Registry registry = profileRegistry();
  const auto all = motifProfile(registry, "openmp", task, onThreads(3)).distances;
  ASSERT_EQ(all.size(), 4999U);
  EXPECT_EQ(all[4093], 0);
  // Results do not depend on where a part begins.
  constexpr std::int64_t kFrom = 4000;
  for (Samples& data : task.data) data = data.part(kFrom, 200);
  const auto part = motifProfile(registry, "sequential", task).distances;
  for (std::int64_t p = 1; p < 198; ++p) EXPECT_EQ(part[p], all[kFrom + p]) << p;
}

TEST(MotifProfile, ReportsProgressAndStops) {
  const std::vector<double> query = profileNoise(50, 1);
  const std::vector<double> data = profileNoise(30'000, 2);
  const Registry registry = profileRegistry();
  for (const bool open : {false, true}) {
    MotifTask task = profileTask(query, data);
    task.options.open = open;
    task.options.stretch = {open ? 1.0 : 0.9, open ? 1.0 : 1.1, 0.1};
    Control control = onThreads(2);
    double last = 0;
    control.progress = [&](double done) {
      EXPECT_GE(done, last - 1e-12);
      EXPECT_LE(done, 1);
      last = done;
    };
    motifProfile(registry, "openmp", task, control);
    EXPECT_GT(last, 0);
    std::stop_source source;
    control.stop = source.get_token();
    control.progress = [&](double) { source.request_stop(); };
    for (const char* engine : {"sequential", "threads", "openmp"}) {
      try {
        motifProfile(registry, engine, task, control);
        ADD_FAILURE() << engine << " went on";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled) << engine;
      }
    }
  }
}

TEST(MotifProfile, TooLargeProfilesAreRefused) {
  static const double zero = 0;
  Samples::Layout layout;
  layout.stride = 0;
  const std::vector<double> query{1, 2, 3};
  const MotifTask task = profileTask(query, Samples(&zero, std::int64_t{1} << 56, layout));
  try {
    motifProfile(profileRegistry(), "openmp", task);
    ADD_FAILURE() << "taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::tooLarge);
    EXPECT_NE(std::string(error.what()).find("memory"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace espy::test
