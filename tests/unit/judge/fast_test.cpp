// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every inference strategy, on every SIMD level, against the reference.
#include "judge/fast.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "judge/loops.h"
#include "judge/reference.h"
#include "support/limited_simd.h"
#include "support/networks.h"

namespace espy::judge {
namespace {

using namespace test;

/// Where fast results differ from the reference, and by which strategy.
std::string differenceOf(const NetworkTask& task, NetworkResult result, const FastOptions& options,
                         int threads, std::set<std::string>& strategies) {
  const std::int64_t each =
      result == NetworkResult::evidence ? 1 : std::ssize(task.network.readout);
  std::vector<float> right(static_cast<std::size_t>(task.count() * each));
  std::vector<float> fast = right;
  RunReport report;
  (result == NetworkResult::evidence ? rateByReference : runByReference)(task, right, {}, report);
  Control control;
  control.threads = threads;
  runFast(task, result, fast, options, control, report);
  const std::string how = report.strategy.text();
  strategies.insert(how.substr(how.find(',') + 2));
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (fast[i] != right[i]) {
      return fmt::format("{}: number {} of {} is {}, not {}", how, i, right.size(), fast[i],
                         right[i]);
    }
  }
  return {};
}

TEST(NetworkFast, AllStrategiesGiveTheSame) {
  Random random(1);
  std::set<std::string> strategies;
  for (int round = 0; round < 120; ++round) {
    const NetworkShape shape =
        drawShape(random, random.oneIn(6) ? 23 : 9, random.oneIn(5) ? 24 : 6, 200);
    const Network network = drawNetwork(random, shape);
    const std::int64_t count = 1 + random.below(random.oneIn(2) ? 3 : 40);
    const std::vector<float> samples = drawNumbers(random, count * shape.inputs, 2);
    for (const SimdLevel level : simdLevels()) {
      const LimitedSimd limited(level);
      // Small enough that tiles are small, or large enough for a single one.
      const FastOptions options{random.oneIn(2) ? 128 : 1 << 20};
      for (const NetworkResult result : {NetworkResult::outputs, NetworkResult::evidence}) {
        ASSERT_EQ(differenceOf({network, samples}, result, options, 1 + round % 3, strategies), "")
            << fmt::format(
                   "round {}, level {}: {} inputs in {} columns, {} neighbours, {} layers, "
                   "padded {}, {} samples",
                   round, nameOf(level), shape.inputs, shape.columns, shape.neighbours,
                   shape.layers, shape.padded, count);
      }
    }
  }
  const std::set<std::string> all{"all layers at once", "row by row",
                                  "tiles of rows through several layers"};
  EXPECT_EQ(strategies, all);
}

TEST(NetworkFast, EveryLevelTrainsTheSame) {
  Random random(2);
  for (int round = 0; round < 20; ++round) {
    const NetworkShape shape = drawShape(random, 9, 4, 120);
    const Network network = drawNetwork(random, shape);
    // Steps with more samples than fit into lanes.
    const std::int64_t count = round == 0 ? 150 : 1 + random.below(20);
    const std::vector<float> samples = drawNumbers(random, count * shape.inputs, 2);
    std::vector<float> kinds;
    for (std::int64_t s = 0; s < count; ++s) kinds.push_back(static_cast<float>(random.below(2)));
    TrainOptions options;
    options.method = random.oneIn(2) ? TrainOptions::Method::adam : TrainOptions::Method::momentum;
    options.decay = 0.01F;
    options.rate = 0.003F;
    options.rounds = 3;
    options.batch = round == 0 ? 100 : 7;
    const TrainingTask task{network, samples, kinds, {}, options};
    const TrainedNetwork right = trainByReference(task, {});
    for (const SimdLevel level : simdLevels()) {
      const LimitedSimd limited(level);
      const TrainedNetwork fast = trainFast(task, {});
      EXPECT_EQ(fast.network, right.network) << round;
      EXPECT_EQ(fast.losses, right.losses) << round;
    }
  }
}

TEST(NetworkFast, SamplesAreTransposedAndBack) {
  for (const int width : {1, 8, 16, 32}) {
    for (int count = 1; count <= width; ++count) {
      for (std::int64_t numbers = 1; numbers < 10; ++numbers) {
        const std::int64_t pitch = numbers + 3;
        std::vector<float> samples(static_cast<std::size_t>(count * pitch));
        for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<float>(i + 1);
        std::vector<float> lanes(static_cast<std::size_t>(numbers * width), -1);
        toLanes(samples.data(), pitch, count, numbers, width, lanes.data());
        for (std::int64_t i = 0; i < numbers; ++i) {
          for (int s = 0; s < width; ++s) {
            const float wanted = s < count ? static_cast<float>(s * pitch + i + 1) : 0;
            ASSERT_EQ(lanes[static_cast<std::size_t>(i * width + s)], wanted);
          }
        }
        std::vector<float> again(samples.size(), 0);
        fromLanes(lanes.data(), width, numbers, again.data(), pitch, count);
        for (int s = 0; s < count; ++s) {
          for (std::int64_t i = 0; i < pitch; ++i) {
            const auto at = static_cast<std::size_t>(s * pitch + i);
            ASSERT_EQ(again[at], i < numbers ? samples[at] : 0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace espy::judge
