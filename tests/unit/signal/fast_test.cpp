// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The parts of the fast search, with every strategy of this CPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "espy/engine/simd.h"
#include "signal/bytes.h"
#include "signal/fast.h"
#include "signal/reference.h"
#include "support/signals.h"

namespace espy::signal {
namespace {

using namespace test;

template <class Value>
SignalMatches<Value> byReference(const SignalTask<Value>& task) {
  RunReport report;
  return findByReference(task, {}, report);
}

template <class Value>
SignalMatches<Value> byFast(const SignalTask<Value>& task, std::optional<bool> narrow,
                            int threads) {
  RunReport report;
  SignalMatches<Value> matches = searchFast(task, narrow, onThreads(threads), report);
  EXPECT_FALSE(report.strategy.empty());
  return matches;
}

/// Every strategy against the reference.
template <class Value>
void expectAllStrategiesRight(const OwnedTask<Value>& task, const std::string& what) {
  const SignalMatches<Value> wanted = byReference(task.view());
  for (const SimdLevel level : simdLevels()) {
    limitSimd(level);
    for (const std::optional<bool> narrow :
         {std::optional<bool>{}, std::optional<bool>{true}, std::optional<bool>{false}}) {
      for (const int threads : {1, 3}) {
        EXPECT_EQ(byFast(task.view(), narrow, threads), wanted)
            << fmt::format("{}: level {}, narrow {}, {} threads", what, nameOf(level),
                           narrow ? *narrow ? "yes" : "no" : "if it pays", threads);
      }
    }
  }
  limitSimd({});
}

template <class Value>
class SignalParts : public testing::Test {};
using Values = testing::Types<std::int32_t, float>;
TYPED_TEST_SUITE(SignalParts, Values);

TYPED_TEST(SignalParts, AllStrategiesFindTheSame) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Signal signal = kSignals[round % 5];
    const std::int64_t size = 1 + random.below(round % 3 == 0 ? 5000 : 600);
    const std::int64_t length =
        random.oneIn(8) ? size : 1 + random.below(std::min<std::int64_t>(size, 260));
    const auto task = drawTask<TypeParam>(random, signal, size, 1 + random.below(14), length);
    expectAllStrategiesRight(
        task, fmt::format("round {}: {} samples of kind {}, {} queries of {}", round, size,
                          static_cast<int>(signal), task.view().count(), length));
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(SignalParts, LongQueriesOverflowNothing) {
  Random random(2);
  for (const Signal signal : {Signal::extremes, Signal::noise}) {
    OwnedTask<TypeParam> task = drawTask<TypeParam>(random, signal, 21'000, 3, 20'003);
    // A query that differs from most of the data as much as possible, and one position where it
    // does not.
    TypeParam most;
    greatest(most);
    for (std::int64_t j = 0; j < task.length; ++j) {
      task.queries[j] = static_cast<TypeParam>(most - task.data[j + 500]);
    }
    expectAllStrategiesRight(task, "long");
    std::fill(task.data.begin(), task.data.end(), most);
    std::fill(task.queries.begin(), task.queries.end(), TypeParam{0});
    expectAllStrategiesRight(task, "white and black");
  }
}

TYPED_TEST(SignalParts, PlantedQueriesAreFound) {
  Random random(3);
  for (const int noise : {0, 1, 40}) {
    // Enough positions and samples for sampling and partial sums.
    auto task = drawTask<TypeParam>(random, Signal::noise, 30'000, 7, 403);
    for (std::int64_t q = 0; q < 7; ++q) {
      const std::int64_t from = random.below(task.view().places());
      for (std::int64_t j = 0; j < task.length; ++j) {
        TypeParam& sample = task.queries[q * task.length + j];
        if (random.below(100) >= noise) sample = task.data[from + j];
      }
    }
    expectAllStrategiesRight(task, fmt::format("noise {}", noise));
  }
}

TEST(SignalBytes, LaterMatchesOfOtherThreadsDoNotPruneEqualOnes) {
  Random random(8);
  constexpr std::int64_t kLength = 400;
  auto task = drawTask<std::int32_t>(random, Signal::noise, 40'000, 1, kLength);
  // The first copy is where the first thread arrives late, the others where its neighbours begin.
  for (const std::int64_t place : {400, 1029, 1541, 2053}) {
    std::copy(task.queries.begin(), task.queries.end(), task.data.begin() + place);
  }
  const SignalMatches<std::int32_t> wanted{{400, 0}};
  for (int again = 0; again < 30; ++again) {
    for (const int threads : {2, 3, 4}) {
      ASSERT_EQ(byFast(task.view(), {}, threads), wanted) << threads;
    }
  }
}

TEST(SignalBytes, SumsAreThoseOfThePlainLoop) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const auto signal = random.oneIn(2) ? Signal::extremes : Signal::noise;
    const std::int64_t length = 1 + random.below(1200);
    const auto task = drawTask<std::int32_t>(random, signal, length + random.below(700),
                                             1 + random.below(15), length);
    for (const SimdLevel level : simdLevels()) {
      limitSimd(level);
      const std::optional<ByteTask> bytes = narrowed(task.view(), onThreads(1));
      ASSERT_TRUE(bytes);
      std::int64_t next = 0;
      for (std::int64_t group = 0; group < bytes->groups(); ++group) {
        const std::int64_t query = bytes->groupBegin(group);
        ASSERT_EQ(query, next);
        next = bytes->groupBegin(group + 1);
        ASSERT_LE(next - query, ByteTask::kGroup);
        const std::int64_t place = random.below(bytes->tiles()) * ByteTask::kTile;
        const std::int64_t from = random.below(length / 8 + 1) * 8;
        std::uint32_t sums[ByteTask::kGroup * ByteTask::kTile + 1];
        std::fill(std::begin(sums), std::end(sums), 7);
        addByteSums(*bytes, {place, query, static_cast<int>(next - query), from, length},
                    onThreads(1), sums);
        EXPECT_EQ(sums[ByteTask::kGroup * ByteTask::kTile], 7U);
        for (std::int64_t q = query; q < next; ++q) {
          for (std::int64_t i = 0; i < ByteTask::kTile && place + i < bytes->places; ++i) {
            const std::int32_t wanted =
                distanceAt(task.data.data() + place + i + from, task.view().query(q).data() + from,
                           length - from);
            ASSERT_EQ(sums[(q - query) * ByteTask::kTile + i], 7U + static_cast<unsigned>(wanted))
                << "level " << nameOf(level) << ", query " << q << ", place " << i;
          }
        }
      }
      ASSERT_EQ(next, bytes->count);
    }
    limitSimd({});
  }
}

TEST(SignalBytes, ValuesThatDoNotFitAreNotQuantised) {
  OwnedTask<std::int32_t> task{{0, 70'000, -70'000, 300, 299, 5}, {300, 298}, 2};
  EXPECT_FALSE(narrowed(task.view(), onThreads(1)));
  expectAllStrategiesRight(task, "wide");
  const SignalMatches<std::int32_t> wanted{{3, 1}};
  EXPECT_EQ(byFast(task.view(), {}, 1), wanted);

  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  OwnedTask<std::int32_t> shifted{{kLeast + 255, kLeast, kLeast + 9}, {kLeast + 1}, 1};
  EXPECT_TRUE(narrowed(shifted.view(), onThreads(1)));
  expectAllStrategiesRight(shifted, "shifted");

  OwnedTask<std::int32_t> apart{{kLeast, 0, 1}, {std::numeric_limits<std::int32_t>::max()}, 1};
  EXPECT_FALSE(narrowed(apart.view(), onThreads(1)));
}

TEST(SignalFloats, ResiduesBoundTheQuantisationError) {
  Random random(5);
  for (int round = 0; round < 40; ++round) {
    const std::int64_t length = 1 + random.below(300);
    const auto task =
        drawTask<float>(random, kSignals[round % 2 == 0 ? 0 : 4], length + 200, 3, length);
    const auto floats = FloatsInBytes::of(task.view(), onThreads(1));
    ASSERT_TRUE(floats);
    for (std::int64_t q = 0; q < 3; ++q) {
      for (std::int64_t at = 0; at < task.view().places(); ++at) {
        double exact = 0;
        double sum = 0;
        for (std::int64_t j = 0; j < length; ++j) {
          exact += std::abs(static_cast<double>(task.data[at + j]) -
                            static_cast<double>(task.view().query(q)[j]));
          sum += std::abs(floats->bytes.data[at + j] - floats->bytes.query(q)[j]);
        }
        const double off =
            static_cast<double>(floats->residues[at + length] - floats->residues[at]) /
                FloatsInBytes::kUnits +
            floats->ofQuery[q];
        ASSERT_LE(std::abs(exact * floats->scale - sum), off);
        ASSERT_LE(off, 1.01 * static_cast<double>(length) + 2);
      }
    }
  }
}

TEST(SignalFloats, MisleadingBytesDoNotPruneTheBest) {
  // In bytes the query is 100, an exact fit for the first window and a bad one for the second,
  // which is better in floats.
  constexpr std::int64_t kLength = 400;
  const auto sample = [](double scaled) { return static_cast<float>(scaled / 255); };
  OwnedTask<float> task{{0, 1}, std::vector<float>(kLength, sample(100.49)), kLength};
  task.data.insert(task.data.end(), kLength, sample(99.51));
  task.data.insert(task.data.end(), kLength, sample(250));
  for (int j = 0; j < kLength; ++j) task.data.push_back(sample(j % 10 == 0 ? 100.51 : 101.51));
  task.data.insert(task.data.end(), kLength, sample(250));
  EXPECT_EQ(byReference(task.view())[0].start, 2 + 2 * kLength);
  expectAllStrategiesRight(task, "misleading");
}

TEST(SignalFloats, UnsuitableTasksAreNotQuantised) {
  const OwnedTask<float> flat{std::vector<float>(9000, 0.25F), std::vector<float>(20, 0.25F), 10};
  EXPECT_FALSE(FloatsInBytes::of(flat.view(), onThreads(1)));
  expectAllStrategiesRight(flat, "flat");
  const auto length = static_cast<std::size_t>(FloatsInBytes::kLongest) + 1;
  OwnedTask<float> longest{std::vector<float>(length + 3, 0.25F), std::vector<float>(length, 0.5F),
                           static_cast<std::int64_t>(length)};
  longest.data.back() = 0.5F;
  EXPECT_FALSE(FloatsInBytes::of(longest.view(), onThreads(1)));
  expectAllStrategiesRight(longest, "longest");
}

TEST(SignalFloats, ManyCandidatesAreSettledEarly) {
  // Positions that get better and better, so that each becomes a candidate; and positions that
  // differ in the last bit.
  OwnedTask<float> task;
  task.length = 8;
  for (int i = 0; i < 30'000; ++i) task.data.push_back(1 - static_cast<float>(i) / 30'001);
  task.queries.assign(16, 0);
  expectAllStrategiesRight(task, "falling");
  Random random(6);
  for (float& sample : task.data) sample = 0.5F + static_cast<float>(random.below(3)) / (1 << 24);
  task.data[17] = 1;
  task.queries[3] = 0.5F;
  expectAllStrategiesRight(task, "nearly flat");
  Timeline unheard;
  const auto bounded = searchByBounds(task.view(), false, onThreads(1), unheard);
  EXPECT_FALSE(bounded) << "sampling must see that bounds do not help";
}

TEST(SignalFloats, SamplingDecidesWhetherBoundsPay) {
  Random random(7);
  const auto task = drawTask<float>(random, Signal::noise, 20'000, 4, 500);
  Timeline unheard;
  EXPECT_TRUE(searchByBounds(task.view(), false, onThreads(1), unheard));
}

}  // namespace
}  // namespace espy::signal
