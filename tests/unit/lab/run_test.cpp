// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/report.h"
#include "support/json.h"

namespace espy::lab {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// An experiment with trials from the test.
class Made : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment made;
    made.name = "made";
    made.operation = "steps";
    made.parameters = {{"size", "of the work", "10", {}, 1, 1000, {"1", "2", "4"}},
                       {"kind", "of the work", "a", {"a", "b"}, 0, 0, {}},
                       {"seed", "of it", "1", {}, 0, 9, {}}};
    made.published = {{"openmp", 1, 2, "a figure, of \"somebody\""}};
    return made;
  }
  Bench prepare(const Values& values, const Engines& /*engines*/,
                const Control& /*control*/) const override {
    prepared.push_back(values.text("size") + values.text("kind") + values.text("seed"));
    Bench bench;
    bench.trials = trials;
    bench.operations = static_cast<double>(values.number("size")) * 1e6;
    bench.bytes = 3e6;
    bench.items = items;
    return bench;
  }
  std::vector<Message> conclusions(const LabReport& report) const override {
    return {"points: " + std::to_string(report.points.size())};
  }

  std::vector<Trial> trials;
  double items = 0;
  mutable std::vector<std::string> prepared;
};

/// A trial with only these stages, in milliseconds.
Trial staged(const std::string& strategy, int threads,
             std::vector<std::pair<std::string, double>> stages) {
  Trial trial;
  trial.strategy = strategy;
  trial.threads = threads;
  trial.run = [stages](const Control&, Timeline& timeline) {
    for (const auto& [name, ms] : stages) timeline.add(name, ms);
  };
  trial.right = [] { return true; };
  return trial;
}

class LabRun : public ::testing::Test {
 protected:
  LabReport run(Settings settings, int runs = 3, double patience = 20) {
    LabRequest request{"made", std::move(settings), runs, patience, onProgress_};
    return lab::run(made_, registry_, request, control_);
  }
  /// The error message for these settings.
  std::string refusal(const Settings& settings) {
    try {
      run(settings);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse);
      EXPECT_TRUE(made_.prepared.empty());
      return error.what();
    }
    return "";
  }

  Registry registry_ = makeRegistry();
  Made made_;
  Control control_;
  std::function<void(const LabReport&)> onProgress_;
};

TEST_F(LabRun, OnlyRequestedStrategiesAndTheirBaselinesRun) {
  made_.trials = {staged("sequential", 1, {{"work", 8}}), staged("openmp", 1, {{"work", 4}}),
                  staged("openmp", 2, {{"work", 2}}), staged("naive", 0, {{"work", 1}}),
                  staged("best", 0, {{"work", 1}})};
  made_.trials[4].baseline = "naive";
  made_.trials[4].baselineThreads = 0;
  LabRequest request{"made", {}, 1, 20, {}, {"openmp", "best"}};
  const LabReport report = lab::run(made_, registry_, request, control_);
  std::string ran;
  for (const LabRow& row : report.points.at(0).rows) {
    ran += row.strategy + std::to_string(row.threads) + " ";
  }
  EXPECT_EQ(ran, "openmp1 openmp2 naive0 best0 ");
}

TEST_F(LabRun, FiguresAreThoseOfHandMadeTimes) {
  made_.trials = {staged("sequential", 1, {{"work", 80}}), staged("openmp", 1, {{"work", 100}}),
                  staged("openmp", 4, {{"sums", 15}, {"minimum", 5}}),
                  staged("cuda-naive", 0, {{"upload", 70}, {"sums", 10}, {"download", 1}}),
                  staged("cuda-best", 0, {{"generate", 70}, {"sums", 2}})};
  made_.trials[2].baseline = "openmp";
  made_.trials[4].baseline = "cuda-naive";
  made_.trials[4].baselineThreads = 0;
  made_.trials[2].floorRate = 1e9;
  made_.trials[4].gpuThreads = 100;
  const LabReport report = run({});
  ASSERT_EQ(report.points.size(), 1U);
  EXPECT_EQ(report.points[0].value, "");
  EXPECT_EQ(report.points[0].operations, 10e6);
  const std::vector<LabRow>& rows = report.points[0].rows;
  ASSERT_EQ(rows.size(), 5U);
  for (const LabRow& row : rows) {
    EXPECT_EQ(row.refusal, "");
    EXPECT_TRUE(row.same);
    EXPECT_EQ(row.work.count, 3U);
    EXPECT_EQ(row.work.mad, 0);
  }
  EXPECT_EQ(rows[0].speedUp, 1);
  EXPECT_EQ(rows[0].efficiency, 1);
  EXPECT_EQ(rows[0].relativeSpeedUp, std::nullopt);
  EXPECT_EQ(rows[0].ofFloor, std::nullopt);
  EXPECT_EQ(rows[1].speedUp, 0.8);
  const LabRow& openmp = rows[2];
  EXPECT_EQ(openmp.threads, 4);
  EXPECT_EQ(openmp.work.median, 20);
  EXPECT_EQ(openmp.speedUp, 4);
  EXPECT_EQ(openmp.relativeSpeedUp, 5);
  EXPECT_EQ(openmp.efficiency, 1);
  EXPECT_DOUBLE_EQ(openmp.gigaoperations.value(), 10e6 / 20e-3 / 1e9);
  EXPECT_DOUBLE_EQ(openmp.gigabytes.value(), 3e6 / 20e-3 / 1e9);
  EXPECT_DOUBLE_EQ(openmp.ofFloor.value(), 0.5);
  EXPECT_EQ(rows[3].work.median, 10);  // data transfers count in `whole` only
  EXPECT_EQ(rows[3].efficiency, std::nullopt);
  EXPECT_EQ(rows[4].efficiency, 0.4);  // 40 times as fast, by 100 threads
  EXPECT_EQ(rows[4].threads, 0);
  EXPECT_EQ(rows[4].relativeSpeedUp, 5);
  EXPECT_EQ(rows[4].speedUp, 40);
}

TEST_F(LabRun, ItemsASecondAreThoseOfTheWork) {
  made_.items = 50;
  made_.trials = {staged("sequential", 1, {{"upload", 70}, {"work", 10}})};
  EXPECT_EQ(run({}).points[0].items, 50);
  EXPECT_DOUBLE_EQ(run({}).points[0].rows[0].items.value(), 5000);
  made_.items = 0;
  EXPECT_EQ(run({}).points[0].rows[0].items, std::nullopt);
}

TEST_F(LabRun, TheWorstRunOfAStrategyThatRoundsIsReported) {
  auto runs = std::make_shared<int>(0);
  made_.trials = {staged("sequential", 1, {}), staged("rounding", 1, {})};
  made_.trials[1].right = [] { return false; };
  made_.trials[1].differing = [runs] { return ++*runs == 2 ? 7 : 1; };
  const LabReport report = run({});
  EXPECT_EQ(report.points[0].rows[0].differing, std::nullopt);
  EXPECT_EQ(report.points[0].rows[1].differing, 7);
  EXPECT_FALSE(report.points[0].rows[1].same);
  const std::string csv = csvOf(report);
  EXPECT_NE(csv.find(",same,differing,stages_ms,"), std::string::npos);
  EXPECT_NE(csv.find(",no,7,"), std::string::npos) << csv;
}

TEST_F(LabRun, WholeRunsAreTimedByTheClock) {
  Trial slow = staged("sequential", 1, {{"upload", 1}, {"work", 1}});
  slow.run = [inner = slow.run](const Control& control, Timeline& timeline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    inner(control, timeline);
  };
  made_.trials = {slow, staged("quick", 1, {})};
  const LabReport report = run({});
  const std::vector<LabRow>& rows = report.points.at(0).rows;
  EXPECT_EQ(rows[0].work.median, 1);
  EXPECT_GE(rows[0].whole.median, 20);
  EXPECT_GE(rows[0].firstWhole, 20);
  EXPECT_GT(rows[1].wholeSpeedUp.value(), 1);
  // Without stages the whole run is work.
  EXPECT_EQ(rows[1].work.median, rows[1].whole.median);
}

TEST_F(LabRun, AWrongAnswerOfOneRunShows) {
  auto runs = std::make_shared<int>(0);
  made_.trials = {staged("sequential", 1, {}), staged("wrong", 1, {})};
  made_.trials[1].right = [runs] { return ++*runs != 2; };
  const LabReport report = run({});
  EXPECT_TRUE(report.points.at(0).rows[0].same);
  EXPECT_FALSE(report.points.at(0).rows[1].same);
  EXPECT_EQ(*runs, 4);  // after every run, including the first
}

TEST_F(LabRun, RefusalsAreRows) {
  made_.trials = {staged("sequential", 1, {}), staged("cuda-naive", 0, {}),
                  staged("cuda-constant", 0, {})};
  made_.trials[1].refusal = "no card";
  made_.trials[2].run = [](const Control&, Timeline&) {
    throw Error(ErrorCode::unsupported, "the queries are too long");
  };
  made_.trials[2].right = []() -> bool { throw std::logic_error("there is no answer"); };
  const LabReport report = run({});
  const std::vector<LabRow>& rows = report.points.at(0).rows;
  EXPECT_EQ(rows[1].refusal, "no card");
  EXPECT_EQ(rows[1].threads, 0);
  EXPECT_EQ(rows[2].refusal, "the queries are too long");
  EXPECT_EQ(rows[2].threads, 0);
  EXPECT_EQ(rows[2].work.count, 0U);
  EXPECT_EQ(rows[0].work.count, 3U);
}

TEST_F(LabRun, ASweepHasAPointForEachValue) {
  made_.trials = {staged("sequential", 1, {})};
  const LabReport report = run({{"seed", "007"}, {"size", "sweep"}});
  EXPECT_EQ(made_.prepared, (std::vector<std::string>{"1a7", "2a7", "4a7"}));
  EXPECT_EQ(report.swept, "size");
  ASSERT_EQ(report.points.size(), 3U);
  EXPECT_EQ(report.points[2].value, "4");
  EXPECT_EQ(report.settings, (Settings{{"size", "1, 2, 4"}, {"kind", "a"}, {"seed", "7"}}));
  EXPECT_EQ(report.conclusions, std::vector<Message>{"points: 3"});
  EXPECT_FALSE(report.cancelled);
}

TEST_F(LabRun, SettingsThatMakeNoSenseAreRefusedFirst) {
  made_.trials = {staged("sequential", 1, {})};
  EXPECT_EQ(refusal({{"sise", "1"}}),
            "made has no parameter sise; the parameters are size, kind, seed");
  EXPECT_EQ(refusal({{"size", "0"}}), "size: must be a whole number from 1 to 1000, not 0");
  EXPECT_EQ(refusal({{"size", "1,1001"}}), "size: must be a whole number from 1 to 1000, not 1001");
  EXPECT_EQ(refusal({{"size", "1,"}}), "size: must be a whole number from 1 to 1000, not nothing");
  EXPECT_EQ(refusal({{"size", "3 "}}), "size: must be a whole number from 1 to 1000, not 3 ");
  EXPECT_EQ(refusal({{"kind", "c"}}), "kind: must be one of a, b, not c");
  EXPECT_EQ(refusal({{"seed", "sweep"}}),
            "seed: has no default sweep; give values separated by commas");
  EXPECT_EQ(refusal({{"size", "1,2"}, {"kind", "a,b"}}),
            "size and kind: only one parameter can be swept at a time");
}

TEST_F(LabRun, WhatWouldTakeTooLongIsLeftOut) {
  Trial slow = staged("slow", 2, {});
  slow.run = [](const Control&, Timeline&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  made_.trials = {staged("sequential", 1, {}), slow};
  // At least 10 ms at size 1 extrapolate to at least 1 s at size 100.
  const LabReport report = run({{"size", "1,100"}}, 1, 0.9);
  EXPECT_EQ(report.points.at(0).rows[1].refusal, "");
  const std::string& refusal = report.points.at(1).rows[1].refusal;
  EXPECT_NE(refusal.find("longer than the limit of 0.9 s (patience)"), std::string::npos)
      << refusal;
  EXPECT_EQ(report.points.at(1).rows[0].refusal, "");
}

/// A trial that runs until it is stopped.
Trial endless(const std::string& strategy) {
  Trial trial = staged(strategy, 2, {});
  trial.run = [](const Control& control, Timeline&) {
    for (;;) control.check();
  };
  return trial;
}

TEST_F(LabRun, AFirstPointThatWouldNeverEndIsLeftOut) {
  made_.trials = {staged("sequential", 1, {}), endless("slow"), endless("slower")};
  const LabReport report = run({}, 2, 0.05);
  EXPECT_FALSE(report.cancelled);
  const std::vector<LabRow>& rows = report.points.at(0).rows;
  EXPECT_EQ(rows.at(0).refusal, "");
  EXPECT_EQ(rows.at(0).work.count, 2U);
  for (const int row : {1, 2}) {
    EXPECT_EQ(rows.at(row).refusal, "one run takes longer than the limit of 0.05 s (patience)");
  }
}

TEST_F(LabRun, AStopIsNoLackOfPatience) {
  std::stop_source source;
  control_.stop = source.get_token();
  Trial stopping = endless("stopping");
  stopping.run = [run = stopping.run, &source](const Control& control, Timeline& timeline) {
    source.request_stop();
    run(control, timeline);
  };
  made_.trials = {stopping};
  EXPECT_TRUE(run({}, 1, 1e9).cancelled);
}

TEST(LabPatience, APointThatCannotBePreparedIsRefused) {
  // 2 * 10^14 operations, which take minutes on any CPU.
  LabRequest request;
  request.experiment = "signal-sad";
  request.settings = {{"samples", "20000000"}, {"length", "1000000"}, {"queries", "10"}};
  request.patience = 0.1;
  try {
    runLab(makeRegistry(), request, {});
    FAIL() << "it was measured";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    EXPECT_NE(std::string(error.what()).find("more patience"), std::string::npos) << error.what();
  }
}

TEST_F(LabRun, AStopKeepsThePointsThatAreDone) {
  std::stop_source stop;
  control_.stop = stop.get_token();
  made_.trials = {staged("sequential", 1, {}), staged("other", 1, {})};
  std::size_t calls = 0;
  onProgress_ = [&](const LabReport& soFar) {
    ++calls;
    ASSERT_FALSE(soFar.points.empty());
    if (soFar.points.size() == 2 && soFar.points[1].rows[0].whole.count == 1) stop.request_stop();
  };
  const LabReport report = run({{"size", "1,2,4"}});
  EXPECT_TRUE(report.cancelled);
  ASSERT_EQ(report.points.size(), 1U);
  EXPECT_EQ(report.points[0].rows[1].whole.count, 3U);
  EXPECT_GE(calls, 8U);
}

TEST_F(LabRun, ProgressGoesFromPointToPoint) {
  made_.trials = {staged("sequential", 1, {})};
  std::vector<double> reported;
  control_.progress = [&](double done) { reported.push_back(done); };
  run({{"size", "1,2"}}, 1);
  EXPECT_EQ(reported, (std::vector<double>{0.25, 0.5, 0.75, 1}));
}

TEST_F(LabRun, CsvHasALineForEachStrategyAndPoint) {
  made_.trials = {staged("sequential", 1, {{"work", 2}}), staged("card", 0, {})};
  made_.trials[1].refusal = "no, \"none\"";
  const std::string csv = csvOf(run({{"size", "1,2"}}));
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < csv.size();) {
    const std::size_t end = csv.find("\r\n", begin);
    ASSERT_NE(end, std::string::npos);
    lines.push_back(csv.substr(begin, end - begin));
    begin = end + 2;
  }
  ASSERT_EQ(lines.size(), 5U);
  const auto commas = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  EXPECT_TRUE(lines[1].starts_with("made,size,1,sequential,1,3,2,0,2,0,2,2,")) << lines[1];
  EXPECT_EQ(commas(lines[1]), commas(lines[0]));
  EXPECT_TRUE(lines[4].starts_with("made,size,2,card,0,0,,")) << lines[4];
  EXPECT_TRUE(lines[4].ends_with(",\"no, \"\"none\"\"\"")) << lines[4];
  EXPECT_EQ(commas(lines[4]), commas(lines[0]) + 1);  // the one in the refusal
}

TEST_F(LabRun, JsonReadsBack) {
  made_.trials = {staged("sequential", 1, {{"work", 2.5}}), staged("card", 0, {})};
  made_.trials[1].refusal = "no \"card\"";
  const auto json = test::Json::parse(jsonOf(run({{"size", "1,2"}})));
  EXPECT_EQ(json["experiment"], "made");
  EXPECT_EQ(json["settings"]["size"], "1, 2");
  EXPECT_EQ(json["swept"], "size");
  EXPECT_EQ(json["cancelled"], false);
  EXPECT_EQ(json["machine"]["espy"], version());
  EXPECT_EQ(json["points"].size(), 2U);
  const auto& row = json["points"][1]["rows"][0];
  EXPECT_EQ(json["points"][1]["operations"], 2e6);
  EXPECT_EQ(row["work_ms"]["median"], 2.5);
  EXPECT_EQ(row["stages"][0]["stage"], "work");
  EXPECT_EQ(row["speed_up"], 1.0);
  EXPECT_TRUE(row["relative_speed_up"].isNull());
  EXPECT_EQ(json["points"][0]["rows"][1]["refusal"], "no \"card\"");
  EXPECT_EQ(json["published"][0]["words"], "a figure, of \"somebody\"");
  EXPECT_EQ(json["conclusions"][0], "points: 2");
}

TEST(LabList, NamesAreKnownAndDescriptionsWhole) {
  for (const LabExperiment& experiment : labExperiments()) {
    EXPECT_FALSE(experiment.title.empty());
    EXPECT_FALSE(experiment.about.empty());
    EXPECT_FALSE(experiment.operation.empty());
    for (const LabParameter& parameter : experiment.parameters) {
      EXPECT_FALSE(parameter.about.empty()) << parameter.name;
      EXPECT_TRUE(parameter.choices.empty() == (parameter.most > parameter.least))
          << parameter.name;
    }
  }
  LabRequest unknown;
  unknown.experiment = "alchemy";
  EXPECT_THROW(runLab(makeRegistry(), unknown), Error);
}

TEST(LabParameters, ThreadsAreSweptOverAtLeastTwoCounts) {
  using Counts = std::vector<std::string>;
  EXPECT_EQ(threadCounts(1), (Counts{"1", "2"}));
  EXPECT_EQ(threadCounts(4), (Counts{"1", "2", "4"}));
  EXPECT_EQ(threadCounts(6), (Counts{"1", "2", "4", "6"}));
}

TEST(ThisMachine, NamesAreReadFromTheSystemsFiles) {
  EXPECT_EQ(cpuNameIn("processor\t: 0\nmodel name\t: Some CPU  @ 2.40GHz\nflags : a b\n"),
            "Some CPU @ 2.40GHz");
  EXPECT_EQ(cpuNameIn("nothing here"), "");
  EXPECT_EQ(systemNameIn("NAME=\"X\"\nPRETTY_NAME=\"Some System 12 (one)\"\n"),
            "Some System 12 (one)");
  EXPECT_GE(thisMachine().threads, 1);
  EXPECT_EQ(thisMachine().version, version());
}

}  // namespace
}  // namespace espy::lab
