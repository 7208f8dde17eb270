// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The options of motif search, by cases that are easy to follow.
#include <gtest/gtest.h>

#include <cmath>

#include "espy/error.h"
#include "signal/motif_plan.h"
#include "support/motifs.h"
#include "unit/signal/found_motifs.h"

namespace espy {
namespace {

using test::found;
using test::kGap;
using test::kNone;
using test::OwnedMotifTask;
using Row = std::vector<double>;
using Rows = std::vector<Row>;

Row wave(std::int64_t size, double period, double height) {
  Row row;
  for (std::int64_t i = 0; i < size; ++i) {
    row.push_back(height * std::sin(static_cast<double>(i) / period));
  }
  return row;
}

/// Two constant channels except for what is inserted.
Rows still(std::size_t channels) {
  return Rows(channels, Row(120, 0));
}

void put(Row& data, const Row& motif, std::int64_t at) {
  std::copy(motif.begin(), motif.end(), data.begin() + at);
}

TEST(Motif, ZIgnoresGainAndOffset) {
  Rows data = still(1);
  const Row motif = wave(20, 2, 1);
  Row higher = wave(20, 2, 2);
  for (double& one : higher) one += 5;
  put(data[0], higher, 50);
  const auto matches = found(OwnedMotifTask{{motif}, {data[0]}, {}});
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(matches[0].start, 50);
  EXPECT_NEAR(matches[0].distance, 0, 1e-6);
  EXPECT_EQ(matches[0].length, 20);
  EXPECT_EQ(matches[0].stretch, 1);
}

TEST(Motif, ALaterChannelIsFoundWithItsLag) {
  Rows data = still(2);
  const Row first = wave(20, 2, 1);
  const Row second = wave(20, 3, 1);
  put(data[0], first, 50);
  put(data[1], second, 54);
  OwnedMotifTask task{{first, second}, {data[0], data[1]}, {}};
  task.options.method = MotifMethod::euclid;
  EXPECT_GT(found(task)[0].distance, 1);
  task.options.lag = 4;
  task.options.lagPenalty = 1e-6;
  const MotifMatch match = found(task)[0];
  EXPECT_NEAR(match.distance, std::sqrt(4e-6), 1e-6);
  ASSERT_EQ(match.channels.size(), 2U);
  EXPECT_EQ(match.start + match.channels[0].lag, 50);
  EXPECT_EQ(match.start + match.channels[1].lag, 54);
}

TEST(Motif, SwitchedChannelsAreFoundAndCostMore) {
  Rows data = still(3);
  const Rows motif{wave(20, 2, 1), wave(20, 3, 1), wave(20, 5, 1)};
  put(data[0], motif[1], 30);
  put(data[1], motif[0], 30);
  put(data[2], motif[2], 30);
  for (std::size_t i = 0; i < 3; ++i) put(data[i], motif[i], 80);
  data[0][85] += 0.01;  // makes the swapped copy at 30 the better one
  OwnedMotifTask task{{motif[0], motif[1], motif[2]}, {data[0], data[1], data[2]}, {}};
  task.options.reach = 2;
  task.options.top = 2;
  const auto matches = found(task);
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[0].start, 30);
  EXPECT_EQ(matches[0].channels[0].data, 1);
  EXPECT_EQ(matches[0].channels[1].data, 0);
  EXPECT_EQ(matches[0].channels[2].data, 2);
  EXPECT_EQ(matches[1].start, 80);
  EXPECT_EQ(matches[1].channels[0].data, 0);
}

TEST(Motif, AMissingChannelCostsAsMuchAsOneAtTheLimit) {
  Rows data = still(2);
  const Rows motif{wave(20, 2, 1), wave(20, 3, 1)};
  put(data[0], motif[0], 30);
  put(data[0], motif[0], 80);
  put(data[1], motif[1], 80);
  data[0][85] += 0.3;
  data[1][90] -= 0.3;
  OwnedMotifTask task{{motif[0], motif[1]}, {data[0], data[1]}, {}};
  task.options.missing = 1;
  task.options.missingShare = 0.3;
  task.options.top = 2;
  const auto matches = found(task);
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[0].start, 80);
  EXPECT_EQ(matches[0].channels.size(), 2U);
  EXPECT_EQ(matches[1].start, 30);
  ASSERT_EQ(matches[1].channels.size(), 1U);
  EXPECT_EQ(matches[1].channels[0].query, 0);
  EXPECT_NEAR(matches[1].channels[0].distance, 0, 1e-9);
  EXPECT_NEAR(matches[1].distance, std::sqrt(0.3 * 20), 1e-9);
}

TEST(Motif, TiesGoToTheLeastLags) {
  Rows data = still(2);
  const Rows motif{wave(20, 2, 1), wave(20, 3, 1)};
  for (std::size_t i = 0; i < 2; ++i) put(data[i], motif[i], 50);
  OwnedMotifTask task{{motif[0], motif[1]}, {data[0], data[1]}, {}};
  task.options.lag = 6;
  const MotifMatch match = found(task)[0];
  EXPECT_EQ(match.start, 50);
  EXPECT_EQ(match.channels[0].lag, 0);
  EXPECT_EQ(match.channels[1].lag, 0);
}

TEST(Motif, AWindowWithAGapIsNoMatch) {
  Rows data = still(1);
  const Row motif = wave(20, 2, 1);
  put(data[0], motif, 50);
  data[0][60] = kGap;
  OwnedMotifTask task{{motif}, {data[0]}, {}};
  task.options.top = 200;
  task.options.exclude = 0;
  const auto matches = found(task);
  EXPECT_EQ(std::ssize(matches), 101 - 20);
  for (const MotifMatch& match : matches) {
    EXPECT_TRUE(match.start > 60 || match.start + 20 <= 60) << match;
  }
}

TEST(Motif, AConstantWindowIsAsFarAsTheQuerysMean) {
  const Row motif = wave(20, 2, 1);
  OwnedMotifTask task{{motif}, {Row(40, 7)}, {}};
  task.options.method = MotifMethod::euclid;
  EXPECT_NEAR(found(task)[0].distance, std::sqrt(20.0), 1e-9);
  task.query = {Row(20, 3)};
  EXPECT_EQ(found(task)[0].distance, 0);
}

TEST(Motif, ASlowerCopyIsFoundWithAStretch) {
  Rows data = still(1);
  const Row motif = wave(20, 2, 1);
  put(data[0], signal::stretched(motif, 30), 50);
  OwnedMotifTask task{{motif}, {data[0]}, {}};
  task.options.stretch = {0.5, 2, 0};
  const MotifMatch match = found(task)[0];
  EXPECT_EQ(match.start, 50);
  EXPECT_EQ(match.length, 30);
  EXPECT_EQ(match.stretch, 1.5);
  EXPECT_NEAR(match.distance, 0, 1e-9);
}

TEST(Motif, InvalidTasksAreRefusedWithASentence) {
  const Row motif = wave(20, 2, 1);
  const Row data = wave(90, 3, 1);
  const auto refusal = [&](const auto& change) -> std::string {
    OwnedMotifTask task{{motif}, {data}, {}};
    change(task);
    try {
      found(task);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse);
      return error.what();
    }
    return "not refused";
  };
  const Row gap{1, kGap, 2};
  EXPECT_EQ(refusal([](OwnedMotifTask& task) { task.query.clear(); }), "the query has no samples");
  EXPECT_EQ(refusal([&](OwnedMotifTask& task) { task.query.push_back(data); }),
            "the query has channels of 20 and of 90 samples");
  EXPECT_EQ(refusal([&](OwnedMotifTask& task) { task.query = {gap}; }),
            "sample 1 of the query's channel 0 is a gap, and a query must have none");
  EXPECT_EQ(refusal([&](OwnedMotifTask& task) { task.query.push_back(motif); }),
            "the query has 2 channels and the data 1");
  EXPECT_EQ(refusal([](OwnedMotifTask& task) { task.options.missing = 1; }),
            "of 1 channels at most 0 can be missing");
  EXPECT_EQ(refusal([](OwnedMotifTask& task) { task.options.lag = -1; }),
            "the lag must be at least 0");
  EXPECT_EQ(refusal([](OwnedMotifTask& task) { task.options.lag = std::int64_t{1} << 50; }),
            "the lag must be at most 281474976710656");
  EXPECT_EQ(refusal([](OwnedMotifTask& task) {
              task.options.stretch = {0.5, 2, kNone};
            }),
            "the step of a stretch must be a number, at least 0");
  EXPECT_EQ(refusal([](OwnedMotifTask& task) {
              task.options.open = true;
              task.options.band = 3;
            }),
            "with open ends there is no band");
}

}  // namespace
}  // namespace espy
