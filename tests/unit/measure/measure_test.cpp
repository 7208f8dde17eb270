// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/measure.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "espy/engine/machine.h"
#include "espy/error.h"

namespace espy {
namespace {

TEST(StatisticsOf, OddAndEvenCounts) {
  const Statistics odd = statisticsOf(std::vector<double>{9, 1, 3, 2, 100});
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.mad, 2);  // of 6, 2, 0, 1, 97
  EXPECT_EQ(odd.mean, 23);
  EXPECT_EQ(odd.least, 1);
  EXPECT_EQ(odd.most, 100);
  EXPECT_EQ(odd.count, 5U);
  EXPECT_DOUBLE_EQ(odd.deviation, std::sqrt((196. + 484 + 400 + 441 + 5929) / 4));

  const Statistics even = statisticsOf(std::vector<double>{4, 1, 2, 10});
  EXPECT_EQ(even.median, 3);
  EXPECT_EQ(even.mad, 1.5);  // of 1, 2, 1, 7
}

TEST(StatisticsOf, FewNumbers) {
  const Statistics none = statisticsOf({});
  EXPECT_EQ(none.count, 0U);
  EXPECT_EQ(none.median, 0);
  const Statistics one = statisticsOf(std::vector<double>{7});
  EXPECT_EQ(one.median, 7);
  EXPECT_EQ(one.mad, 0);
  EXPECT_EQ(one.deviation, 0);
  EXPECT_EQ(one.least, 7);
}

/// Engines with planned results, and the order of their runs.
struct Fakes {
  Fakes() {
    for (const char* name : {"one", "two", "three"}) registry.addEngine({name, true, "", ""});
    registry.addEngine({"card", false, "no driver", ""});
    work.runs = 3;
    work.run = [this](const std::string& engine, const Control& control, RunReport& report) {
      ran.push_back(engine);
      if (const auto error = errors.find(engine); error != errors.end()) throw Error(error->second);
      report.engine = engine;
      if (control.threads > 0) report.threads = control.threads;
      for (const auto& [stage, ms] : stages[engine]) report.timeline.add(stage, ms);
      const auto own = answers.find(engine);
      return own == answers.end() ? std::string("same") : own->second;
    };
    work.onProgress = [this](const MeasuredEngine& soFar) { reports.push_back(soFar); };
  }

  Registry registry;
  MeasuredWork work;
  std::vector<std::string> ran;
  std::vector<MeasuredEngine> reports;
  std::map<std::string, Error> errors;
  std::map<std::string, std::string> answers;
  std::map<std::string, std::vector<std::pair<std::string, double>>> stages;
};

TEST(Measure, EnginesTakeTurns) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}, {"two", 5}};
  const auto measured = measure(fakes.registry, fakes.work);
  const std::vector<std::string> turns{"one", "two", "one", "two", "one", "two", "one", "two"};
  EXPECT_EQ(fakes.ran, turns);
  ASSERT_EQ(measured.size(), 2U);
  for (const MeasuredEngine& engine : measured) {
    EXPECT_EQ(engine.milliseconds.size(), 3U);
    EXPECT_EQ(engine.total.count, 3U);
    EXPECT_TRUE(engine.identical);
    EXPECT_TRUE(engine.refusal.empty());
  }
  EXPECT_EQ(measured[0].threads, 1);
  EXPECT_EQ(measured[1].threads, 5);
  ASSERT_EQ(fakes.reports.size(), 8U);
  EXPECT_EQ(fakes.reports[0].milliseconds.size(), 0U);
  EXPECT_EQ(fakes.reports[3].milliseconds.size(), 1U);
}

TEST(Measure, TheFirstRunIsApart) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}};
  fakes.work.run = [first = true](const std::string&, const Control&, RunReport&) mutable {
    if (first) std::this_thread::sleep_for(std::chrono::milliseconds(30));
    first = false;
    return std::string();
  };
  const MeasuredEngine one = measure(fakes.registry, fakes.work).front();
  EXPECT_GE(one.firstMilliseconds, 30);
  EXPECT_LT(one.total.median, one.firstMilliseconds);
  ASSERT_EQ(one.stages.size(), 1U);
  EXPECT_EQ(one.stages[0].name, "other");
  EXPECT_EQ(one.stages[0].milliseconds.median, one.total.median);
}

TEST(Measure, StagesHaveMediansAndTheRestIsOther) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}};
  fakes.work.run = [run = 0](const std::string&, const Control&, RunReport& report) mutable {
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(5)) {
    }
    report.timeline.add("pass 1", run);  // 0, 1, 2, 3, without the first
    if (run == 2) report.timeline.add("pass 2", 1);
    ++run;
    return std::string();
  };
  const MeasuredEngine one = measure(fakes.registry, fakes.work).front();
  ASSERT_EQ(one.stages.size(), 3U);
  EXPECT_EQ(one.stages[0].name, "pass 1");
  EXPECT_EQ(one.stages[0].milliseconds.median, 2);
  EXPECT_EQ(one.stages[0].milliseconds.count, 3U);
  EXPECT_EQ(one.stages[1].name, "pass 2");
  EXPECT_EQ(one.stages[1].milliseconds.median, 0);
  EXPECT_EQ(one.stages[1].milliseconds.most, 1);
  EXPECT_EQ(one.stages[1].milliseconds.count, 3U);
  EXPECT_EQ(one.stages[2].name, "other");
  EXPECT_GT(one.stages[2].milliseconds.median, 1);
}

TEST(Measure, StagesThatCountMoreThanTheClockLeaveNoRest) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}};
  fakes.stages["one"] = {{"pass 1", 1e6}};
  const MeasuredEngine one = measure(fakes.registry, fakes.work).front();
  EXPECT_EQ(one.stages.back().milliseconds.most, 0);
}

TEST(Measure, ReportsWhichEngineAnswersDifferently) {
  Fakes fakes;
  fakes.work.engines = {{"card", 0}, {"one", 0}, {"two", 0}, {"three", 0}};
  fakes.answers["two"] = "other matches";
  const auto measured = measure(fakes.registry, fakes.work);
  EXPECT_TRUE(measured[1].identical);
  EXPECT_FALSE(measured[2].identical);
  EXPECT_TRUE(measured[3].identical);
}

TEST(Measure, AnEngineThatOnceAnswersDifferentlyIsNotIdentical) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}};
  fakes.work.run = [run = 0](const std::string&, const Control&, RunReport&) mutable {
    return std::string(++run == 2 ? "b" : "a");
  };
  EXPECT_FALSE(measure(fakes.registry, fakes.work).front().identical);
}

TEST(Measure, EnginesThatCannotRunAreReportedWithTheReason) {
  Fakes fakes;
  fakes.work.engines = {{"card", 0}, {"one", 0}, {"two", 7}, {"three", 0}};
  fakes.errors.emplace("one", Error(ErrorCode::unsupported, "engine one has no exact find"));
  fakes.errors.emplace("two", Error(ErrorCode::device, "out of memory"));
  const auto measured = measure(fakes.registry, fakes.work);
  ASSERT_EQ(measured.size(), 4U);
  EXPECT_EQ(measured[0].refusal, "no driver");
  EXPECT_EQ(measured[1].refusal, "engine one has no exact find");
  EXPECT_EQ(measured[2].refusal, "out of memory");
  EXPECT_EQ(measured[2].threads, 7);
  EXPECT_TRUE(measured[2].milliseconds.empty());
  EXPECT_TRUE(measured[3].refusal.empty());
  EXPECT_EQ(measured[3].total.count, 3U);
  const std::vector<std::string> turns{"one", "two", "three", "three", "three", "three"};
  EXPECT_EQ(fakes.ran, turns);
  EXPECT_EQ(fakes.reports.front().refusal, "no driver");
}

TEST(Measure, AnEngineThatFailsLaterIsRefusedAsAWhole) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}};
  fakes.work.run = [run = 0](const std::string&, const Control&, RunReport&) mutable {
    if (++run == 3) throw Error(ErrorCode::device, "the card fell off the bus");
    return std::string();
  };
  const MeasuredEngine one = measure(fakes.registry, fakes.work).front();
  EXPECT_EQ(one.refusal, "the card fell off the bus");
  EXPECT_TRUE(one.milliseconds.empty());
  EXPECT_TRUE(one.stages.empty());
  EXPECT_EQ(one.firstMilliseconds, 0);
}

TEST(Measure, NoEngineRunsInTheNameOfAnother) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}};
  fakes.work.run = [](const std::string&, const Control&, RunReport& report) {
    report.engine = "two";
    return std::string();
  };
  EXPECT_EQ(measure(fakes.registry, fakes.work).front().refusal, "two ran instead");
}

TEST(Measure, StopsBetweenRunsAndWithinThem) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}, {"two", 0}};
  std::stop_source source;
  Control control;
  control.stop = source.get_token();
  fakes.work.onProgress = [&](const MeasuredEngine& soFar) {
    if (soFar.engine == "two" && soFar.total.count == 1) source.request_stop();
  };
  try {
    measure(fakes.registry, fakes.work, control);
    ADD_FAILURE() << "it went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
  EXPECT_EQ(fakes.ran.size(), 4U);

  Fakes within;
  within.work.engines = {{"one", 0}};
  within.work.run = [](const std::string&, const Control& own, RunReport&) {
    own.check();
    throw Error(ErrorCode::cancelled, "cancelled");
    return std::string();
  };
  EXPECT_THROW(measure(within.registry, within.work), Error);
}

TEST(Measure, ReportsProgressUpToTheEnd) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}, {"two", 0}};
  std::vector<double> parts;
  Control control;
  control.progress = [&](double part) { parts.push_back(part); };
  measure(fakes.registry, fakes.work, control);
  EXPECT_EQ(parts.size(), 8U);
  EXPECT_EQ(parts.front(), 1.0 / 8);
  EXPECT_EQ(parts.back(), 1);
}

TEST(Measure, OtherErrorsAndUnknownEnginesAreThrown) {
  Fakes fakes;
  fakes.work.engines = {{"one", 0}, {"four", 0}};
  EXPECT_THROW(measure(fakes.registry, fakes.work), Error);
  EXPECT_TRUE(fakes.ran.empty());
  fakes.work.engines = {{"one", 0}};
  fakes.errors.emplace("one", Error(ErrorCode::badUse, "the needle is empty"));
  EXPECT_THROW(measure(fakes.registry, fakes.work), Error);
}

}  // namespace
}  // namespace espy
