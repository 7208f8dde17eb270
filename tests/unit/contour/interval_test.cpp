// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Interval dynamic programming against brute force, and its limits.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

const Registry& engines() {
  return allEngines();
}

/// Every division tried, without a table.
double leastOf(const IntervalTask<double>& task, std::size_t i, std::size_t j) {
  if (j == i + 1) return task.first[i];
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = i + 1; k < j; ++k) {
    double cost = leastOf(task, i, k) + leastOf(task, k, j);
    if (!task.factors.empty()) cost += task.factors[i] * task.factors[k] * task.factors[j];
    least = std::min(least, cost);
  }
  return task.pairs.empty() ? least : least + task.pairs[i * (task.first.size() + 1) + j];
}

TEST(Intervals, EqualBruteForceUpToTen) {
  Random random(1);
  for (std::size_t n = 1; n <= 10; ++n) {
    IntervalTask<double> task;
    for (std::size_t i = 0; i < n; ++i) task.first.push_back(static_cast<double>(random.below(50)));
    for (std::size_t i = 0; i < (n + 1) * (n + 1); ++i) {
      task.pairs.push_back(static_cast<double>(random.below(50)));
    }
    for (std::size_t i = 0; i <= n; ++i) {
      task.factors.push_back(static_cast<double>(random.below(5)));
    }
    for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
      const auto table = intervalCosts(engines(), engine, task);
      EXPECT_EQ(table.at(0, static_cast<std::int64_t>(n)), leastOf(task, 0, n)) << engine;
    }
  }
}

TEST(Intervals, AWellKnownProductOfMatrices) {
  // Cormen et al., Introduction to Algorithms: six matrices.
  const std::int64_t sizes[] = {30, 35, 15, 5, 10, 20, 25};
  std::int64_t multiplications = 0;
  EXPECT_EQ(bestParentheses(engines(), "threads", sizes, multiplications), "((0 (1 2)) ((3 4) 5))");
  EXPECT_EQ(multiplications, 15125);
}

TEST(Intervals, ATriangulationTakesTheShortDiagonals) {
  // A flat hexagon: diagonals across are short, those along are long.
  const SubPixel polygon[] = {{0, 0}, {4, 0}, {8, 0}, {8, 1}, {4, 1}, {0, 1}};
  const auto triangles = leastTriangulation(engines(), "threads", polygon);
  ASSERT_EQ(triangles.size(), 4U);
  double all = 0;
  for (const auto& [i, k, j] : triangles) {
    const auto side = [&](std::int64_t a, std::int64_t b) {
      const SubPixel p = polygon[static_cast<std::size_t>(a)];
      const SubPixel q = polygon[static_cast<std::size_t>(b)];
      return std::hypot(p.x - q.x, p.y - q.y);
    };
    all += side(i, k) + side(k, j) + side(i, j);
  }
  // The outer sides once, the three diagonals twice: 1 and twice the root of 17.
  EXPECT_NEAR(all, 18 + 2 * (1 + 2 * std::sqrt(17.0)), 1e-9);
}

TEST(Intervals, WhatMakesNoSenseIsRefused) {
  const auto refused = [](const IntervalTask<float>& task, ErrorCode code) {
    try {
      intervalCosts(engines(), "threads", task);
    } catch (const Error& error) {
      return error.code() == code;
    }
    return false;
  };
  EXPECT_TRUE(refused({}, ErrorCode::badUse));
  EXPECT_TRUE(refused({.first = {1, 2}, .factors = {1, 2}}, ErrorCode::badUse));
  EXPECT_TRUE(refused({.first = {1, 2}, .pairs = {1, 2}}, ErrorCode::badUse));
  EXPECT_FALSE(refused({.first = {1, 2}}, ErrorCode::badUse));
  EXPECT_THROW(intervalCosts(engines(), "threads", IntervalTask<std::int32_t>{{1 << 27, 1 << 27}}),
               Error);
  EXPECT_THROW(intervalCosts(engines(), "threads",
                             IntervalTask<std::uint16_t>{.first = {1}, .factors = {1, 1}}),
               Error);
}

TEST(Intervals, ATableThatDoesNotFitIsRefusedWithTheLargestThatDoes) {
  IntervalTask<float> task;
  task.first.assign(4096, 1);
  task.mostBytes = 1 << 20;
  try {
    intervalCosts(engines(), "threads", task);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::tooLarge);
    const std::string text = error.what();
    const std::size_t at = text.find("at most ");
    ASSERT_NE(at, std::string::npos) << text;
    const std::int64_t fits = std::stoll(text.substr(at + 8));
    EXPECT_LE(IntervalTable<float>::bytesOf(fits), task.mostBytes);
    EXPECT_GT(IntervalTable<float>::bytesOf(fits + 1), task.mostBytes);
  }
}

TEST(Intervals, SixteenBitsAreRefusedWhereTheyAreTooFew) {
  IntervalTask<std::uint16_t> task;
  task.first.assign(60, 60000);
  EXPECT_THROW(intervalCosts(engines(), "threads", task), Error);
  // Sums may be larger than 16 bits, where neighbours differ by less.
  task.first.assign(3000, 600);
  EXPECT_EQ(intervalCosts(engines(), "threads", task).at(0, 3000), 600 * 3000);
}

TEST(Intervals, AreCancelledSoon) {
  using Clock = std::chrono::steady_clock;
  IntervalTask<float> task;
  task.first.assign(6000, 1);
  std::stop_source source;
  Control control;
  control.stop = source.get_token();
  std::atomic<Clock::rep> asked = 0;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    asked = Clock::now().time_since_epoch().count();
    source.request_stop();
  });
  try {
    intervalCosts(engines(), "sequential", task, control);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
    const Clock::duration late = Clock::now().time_since_epoch() - Clock::duration(asked.load());
    EXPECT_LT(std::chrono::duration<double>(late).count(), 0.2);
  }
}

}  // namespace
}  // namespace espy::test
