// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/conclusions.h"

#include <gtest/gtest.h>

namespace espy::lab {
namespace {

LabRow searched(const std::string& strategy, double milliseconds,
                std::optional<std::int64_t> differing = std::nullopt) {
  LabRow made;
  made.strategy = strategy;
  made.differing = differing;
  made.work = {milliseconds, 0, milliseconds, 0, milliseconds, milliseconds, 3};
  return made;
}

std::vector<std::string> concludedOf(std::vector<LabPoint> points) {
  LabReport report;
  report.swept = "references";
  report.points = std::move(points);
  std::vector<std::string> sentences;
  for (const Message& sentence : textureConclusions(report)) sentences.push_back(sentence.text());
  return sentences;
}

TEST(TextureConclusions, TheGainIsOverWhatComesNearest) {
  EXPECT_EQ(concludedOf({{"16",
                          1e6,
                          {searched("sequential", 50), searched("openmp-product", 20),
                           searched("opencv", 90), searched("best", 2)}}}),
            std::vector<std::string>{"openmp-product took at least 10 times as long as best."});
  // Over all points, and separately for the GPU.
  EXPECT_EQ(concludedOf({{"16", 1e6, {searched("opencv", 90), searched("best", 2)}},
                         {"16",
                          1e6,
                          {searched("opencv", 10), searched("best", 2),
                           searched("cuda-fp16-batch", 3), searched("cuda-best", 0.5),
                           searched("cuda-fp16-pinned", 8), searched("cuda-best-host", 4)}}}),
            (std::vector<std::string>{"opencv took at least 5 times as long as best.",
                                      "cuda-fp16-batch took at least 6 times as long as cuda-best.",
                                      "cuda-fp16-pinned took at least 2 times as long as "
                                      "cuda-best-host."}));
}

TEST(TextureConclusions, RoundingErrorsAreReportedWhereverTheyWereCounted) {
  std::vector<LabPoint> points{
      {"16", 1e6, {searched("cuda-fp16", 3, 2), searched("cuda-mixed", 3, 0)}, 16},
      {"64", 4e6, {searched("cuda-fp16", 9, 1), searched("cuda-mixed", 9, 0)}, 64}};
  EXPECT_EQ(concludedOf(points),
            std::vector<std::string>{"Counts that differ from those of integers: cuda-fp16 3 of "
                                     "80, cuda-mixed 0 of 80."});
}

TEST(TextureConclusions, TimesGrowBesideTheWork) {
  EXPECT_EQ(concludedOf({{"16", 1e6, {searched("best", 2)}}, {"64", 4e6, {searched("best", 6)}}}),
            std::vector<std::string>{
                "While the work grew by a factor of 4, the times grew: best 3 times."});
}

TEST(TextureConclusions, WhatWasNotMeasuredIsNotConcluded) {
  EXPECT_TRUE(concludedOf({}).empty());
  LabRow refused = searched("cuda-fp16", 3, 2);
  refused.work.count = 0;
  refused.refusal = "no card";
  EXPECT_TRUE(concludedOf({{"16", 1e6, {searched("best", 2), refused}}}).empty());
}

}  // namespace
}  // namespace espy::lab
