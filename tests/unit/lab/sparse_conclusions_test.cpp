// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/conclusions.h"

#include <gtest/gtest.h>

namespace espy::lab {
namespace {

LabRow layersIn(const std::string& strategy, int threads, double milliseconds) {
  LabRow made;
  made.strategy = strategy;
  made.threads = threads;
  made.work = {milliseconds, 0, milliseconds, 0, milliseconds, milliseconds, 3};
  return made;
}

std::vector<std::string> concluded(const std::string& swept, const std::string& scaling,
                                   std::vector<LabPoint> points) {
  LabReport report;
  report.swept = swept;
  report.settings = {{"inputs", "100"}, {"scaling", scaling}};
  report.points = std::move(points);
  std::vector<std::string> sentences;
  for (const Message& sentence : sparseConclusions(report)) sentences.push_back(sentence.text());
  return sentences;
}

/// A point with one thread and with `threads`.
LabPoint onSoMany(int threads, double sequential, double shared, double ours) {
  return {std::to_string(threads),
          1e6,
          {layersIn("sequential", 1, sequential), layersIn("openmp-static", 1, sequential),
           layersIn("openmp-static", threads, shared), layersIn("best", 1, sequential / 3),
           layersIn("best", threads, ours)}};
}

TEST(SparseConclusions, StrongAndWeakScalingAreDistinguished) {
  const std::vector<LabPoint> points{onSoMany(1, 12, 12, 4), onSoMany(8, 12, 3, 1)};
  EXPECT_EQ(concluded("threads", "strong", points).at(0),
            "From 1 to 8 threads, with the same total work, the times grew: openmp-static 0.25 "
            "times, best 0.25 times.");
  EXPECT_EQ(concluded("threads", "weak", points).at(0),
            "From 1 to 8 threads, with the same work for each thread, the times grew (ideal: 1): "
            "openmp-static 0.25 times, best 0.25 times.");
}

TEST(SparseConclusions, TimesGrowBesideTheWork) {
  std::vector<LabPoint> points{onSoMany(2, 12, 8, 2), onSoMany(2, 60, 40, 5)};
  points[1].operations = 5e6;
  EXPECT_EQ(concluded("inputs", "strong", points),
            (std::vector<std::string>{
                "While the work grew by a factor of 5, the times grew: sequential 5 "
                "times, openmp-static 5 times, best 2.5 times.",
                "The fastest plain loop took 4 to 8 times as long as Espy's own strategy."}));
}

TEST(SparseConclusions, TheGainIsOverTheFastestLoop) {
  // The sequential loop with one thread, OpenMP's with more.
  EXPECT_EQ(concluded("", "strong", {onSoMany(4, 12, 6, 2)}),
            std::vector<std::string>{
                "The fastest plain loop took 3 times as long as Espy's own strategy."});
  EXPECT_EQ(concluded("", "strong", {onSoMany(4, 5, 6, 2)}),
            std::vector<std::string>{
                "The fastest plain loop took 2.5 times as long as Espy's own strategy."});
}

TEST(SparseConclusions, FewerThreadsDoNotStandForMore) {
  LabPoint point = onSoMany(2, 12, 6, 3);
  EXPECT_EQ(rowOf(point, "openmp-static")->threads, 2);
  point.rows[2].work.count = 0;  // on 2 threads
  EXPECT_EQ(rowOf(point, "openmp-static"), nullptr);
  EXPECT_EQ(rowOf(point, "none"), nullptr);
}

TEST(SparseConclusions, WhatWasNotMeasuredIsNotConcluded) {
  EXPECT_TRUE(concluded("", "strong", {}).empty());
  LabPoint point = onSoMany(2, 12, 6, 3);
  for (LabRow& row : point.rows) {
    if (row.strategy == "best") row.work.count = 0;
  }
  EXPECT_TRUE(concluded("threads", "strong", {point}).empty());
}

}  // namespace
}  // namespace espy::lab
