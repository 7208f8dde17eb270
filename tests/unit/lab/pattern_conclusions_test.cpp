// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/conclusions.h"

#include <gtest/gtest.h>

namespace espy::lab::pattern {
namespace {

LabRow row(const std::string& strategy, int threads, double milliseconds) {
  LabRow made;
  made.strategy = strategy;
  made.threads = threads;
  const std::vector<double> times(3, milliseconds);
  made.whole = {milliseconds, 0, milliseconds, 0, milliseconds, milliseconds, times.size()};
  return made;
}

LabRow refused(const std::string& strategy, const std::string& reason) {
  LabRow made;
  made.strategy = strategy;
  made.threads = 0;
  made.refusal = reason;
  return made;
}

struct Times {
  std::string kilopixels;
  double processor;
  double gpu;
};

/// A sweep of sizes in which the paper's strategies take twice as long.
LabReport sizes(const std::vector<Times>& points) {
  LabReport report;
  report.swept = "kilopixels";
  for (const Times& times : points) {
    report.points.push_back(
        {times.kilopixels,
         0,
         {row("sequential", 1, 8 * times.processor), row("openmp", 4, 2 * times.processor),
          row("cuda-passes", 0, 2 * times.gpu), row("best-sequential", 1, 3 * times.processor),
          row("best-openmp", 4, times.processor), row("best-cuda", 0, times.gpu)}});
  }
  return report;
}

std::string sentence(const LabReport& report, std::size_t index = 0) {
  const std::vector<Message> all = conclusionsOf(report);
  EXPECT_EQ(all.size(), 2U);
  return all.size() > index ? all[index].text() : "";
}

TEST(PatternConclusions, WhereTheLinesCross) {
  // The ratio rises from 1/4 to 4 between 100,000 and 10,000,000 pixels: on logarithmic axes the
  // lines cross half way, at a million.
  const LabReport report = sizes({{"100", 1, 4}, {"10000", 16, 4}});
  EXPECT_EQ(sentence(report),
            "Espy's engines: a GPU pays off from about 1 megapixel, transfers included.");
  EXPECT_EQ(sentence(report, 1),
            "The paper's passes: a GPU pays off from about 1 megapixel, transfers included.");
  // A quarter of the way.
  EXPECT_EQ(sentence(sizes({{"100", 1, 2}, {"1000000", 8, 1}})),
            "Espy's engines: a GPU pays off from about 1 megapixel, transfers included.");
  EXPECT_EQ(sentence(sizes({{"100", 1, 8}, {"1000", 2, 8}, {"41000", 64, 8}, {"82000", 99, 8}})),
            "Espy's engines: a GPU pays off from about 4.4 megapixels, transfers included.");
}

TEST(PatternConclusions, TheOrderOfTheSweepDoesNotMatter) {
  EXPECT_EQ(conclusionsOf(sizes({{"10000", 16, 4}, {"100", 1, 4}})),
            conclusionsOf(sizes({{"100", 1, 4}, {"10000", 16, 4}})));
}

TEST(PatternConclusions, TheFasterOfTheProcessorsEnginesCounts) {
  LabReport report = sizes({{"16", 1, 4}});
  report.points[0].rows.push_back(row("best-sequential", 1, 5));
  EXPECT_NE(sentence(report).find("pays off at no size"), std::string::npos);
  report.points[0].rows.erase(report.points[0].rows.begin() + 3, report.points[0].rows.begin() + 5);
  EXPECT_NE(sentence(report).find("pays off at every size"), std::string::npos);
}

TEST(PatternConclusions, FromTheSmallestOnAndNever) {
  EXPECT_EQ(sentence(sizes({{"16", 3, 2}, {"41472", 9, 2}})),
            "Espy's engines: a GPU pays off at every size from 0.016 megapixels to 41 megapixels, "
            "transfers "
            "included.");
  EXPECT_EQ(
      sentence(sizes({{"16", 1, 2}, {"41472", 2, 2}})),
      "Espy's engines: a GPU pays off at no size from 0.016 megapixels to 41 megapixels, transfers "
      "included.");
}

TEST(PatternConclusions, LinesThatCrossDownwardsOrMoreThanOnce) {
  EXPECT_EQ(sentence(sizes({{"100", 4, 2}, {"400", 1, 2}})),
            "Espy's engines: a GPU pays off up to about 0.2 megapixels, transfers included.");
  EXPECT_EQ(sentence(sizes({{"100", 1, 2}, {"400", 4, 2}, {"4000", 4, 2}, {"16000", 1, 2}})),
            "Espy's engines: a GPU pays off from about 0.2 megapixels to about 8 megapixels, but "
            "not outside that range, transfers included.");
  EXPECT_EQ(
      sentence(sizes({{"16", 3, 2}, {"100", 1, 2}, {"400", 4, 2}})),
      "Espy's engines: whether a GPU pays off changes 2 times between 0.016 megapixels and 0.4 "
      "megapixels; from about 0.2 megapixels it does, transfers included.");
  EXPECT_EQ(
      sentence(sizes({{"16", 1, 2}, {"100", 4, 2}, {"400", 1, 2}, {"900", 4, 2}})),
      "Espy's engines: whether a GPU pays off changes 3 times between 0.016 megapixels and 0.9 "
      "megapixels; from about 0.6 megapixels it does, transfers included.");
}

TEST(PatternConclusions, NoGpu) {
  LabReport report = sizes({{"16", 3, 2}, {"100", 1, 2}});
  for (LabPoint& point : report.points) {
    point.rows[2] = refused("cuda-passes", "no NVIDIA driver was found");
    point.rows[5] = refused("best-cuda", "no NVIDIA driver was found");
  }
  EXPECT_EQ(sentence(report),
            "Espy's engines: whether a GPU pays off cannot be measured here (no NVIDIA driver was "
            "found).");
  EXPECT_EQ(sentence(report, 1),
            "The paper's passes: whether a GPU pays off cannot be measured here (no NVIDIA driver "
            "was found).");
}

TEST(PatternConclusions, WrongAnswersDoNotCount) {
  LabReport report = sizes({{"16", 3, 2}});
  report.points[0].rows[5].same = false;
  EXPECT_EQ(sentence(report), "Espy's engines: whether a GPU pays off cannot be measured here.");
}

TEST(PatternConclusions, MilestonesSayARange) {
  LabReport report;
  report.swept = "milestone";
  report.points = {
      {"1", 0, {row("sequential", 1, 30), row("openmp", 2, 16), row("best-openmp", 2, 10)}},
      {"2", 0, {row("sequential", 1, 80), row("openmp", 2, 44), row("best-openmp", 2, 0.2)}}};
  EXPECT_EQ(conclusionsOf(report),
            (std::vector<Message>{
                "On the processor best-openmp on 2 threads is the fastest: the plain loop takes 3 "
                "to 400 times as long, depending on the milestone, comparing whole runs."}));
  report.points[0].rows.push_back(row("best-sequential", 1, 6));
  report.points[0].rows.push_back(row("best-cuda", 0, 1));
  EXPECT_EQ(
      conclusionsOf(report),
      (std::vector<Message>{
          "On the processor best-sequential or best-openmp on 2 threads is the fastest: the plain "
          "loop takes 5 to 400 times as long, depending on the milestone, comparing whole runs."}));
}

TEST(PatternConclusions, NothingWhereNothingFollows) {
  LabReport report = sizes({{"16", 3, 2}, {"100", 1, 2}});
  report.swept = "threads";
  EXPECT_TRUE(conclusionsOf(report).empty());
  report.swept = "kilopixels";
  report.points.clear();
  EXPECT_TRUE(conclusionsOf(report).empty());
  report.swept = "milestone";
  EXPECT_TRUE(conclusionsOf(report).empty());
}

}  // namespace
}  // namespace espy::lab::pattern
