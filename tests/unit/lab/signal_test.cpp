// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// signal-sad: all strategies against the sequential one, bit by bit, and that one against the
// definition.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

#include "espy/error.h"
#include "espy/timeline.h"
#include "lab/signal_strategies.h"
#include "support/signals.h"

namespace espy::lab {
namespace {

using namespace test;

template <class Value>
struct Strategy {
  const char* name;
  SignalMatches<Value> (*search)(const SignalTask<Value>&, const Control&, Timeline&);
  bool minimumApart;
};

/// In chunks of `size`; 0: equal parts.
template <class Value, int size>
SignalMatches<Value> privately(const SignalTask<Value>& task, const Control& control,
                               Timeline& timeline) {
  return searchPrivately(task, Chunks{size > 0, size}, control, timeline);
}
template <class Value, int size>
SignalMatches<Value> withLock(const SignalTask<Value>& task, const Control& control,
                              Timeline& timeline) {
  return searchWithLock(task, Chunks{size > 0, size}, control, timeline);
}

template <class Value>
constexpr Strategy<Value> kStrategies[] = {{"sequential", searchSequentially<Value>, true},
                                           {"query", searchByQuery<Value>, false},
                                           {"query, running", searchByQueryRunning<Value>, false},
                                           {"privatisation", privately<Value, 1>, true},
                                           {"privatisation, chunks", privately<Value, 37>, true},
                                           {"privatisation, static", privately<Value, 0>, true},
                                           {"lock", withLock<Value, 1>, false},
                                           {"lock, chunks", withLock<Value, 37>, false},
                                           {"lock, static", withLock<Value, 0>, false}};

template <class Value>
class LabSignal : public testing::Test {
 protected:
  Timeline unheard_;
};
using SampleTypes = testing::Types<std::int32_t, float>;
TYPED_TEST_SUITE(LabSignal, SampleTypes);

TYPED_TEST(LabSignal, SequentialIsTheDefinition) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t size = 1 + random.below(40);
    const std::int64_t length = 1 + random.below(size);
    const auto task =
        drawTask<TypeParam>(random, kSignals[round % 5], size, 1 + random.below(4), length);
    SignalMatches<TypeParam> wanted;
    for (std::size_t q = 0; q < task.queries.size(); q += static_cast<std::size_t>(length)) {
      SignalMatch<TypeParam> best;
      for (std::int64_t at = 0; at + length <= size; ++at) {
        TypeParam sum = 0;
        for (std::int64_t j = 0; j < length; ++j) {
          const TypeParam a = task.data[at + j];
          const TypeParam b = task.queries[q + j];
          sum += a > b ? a - b : b - a;
        }
        if (best.start < 0 || sum < best.distance) best = {at, sum};
      }
      wanted.push_back(best);
    }
    ASSERT_EQ(searchSequentially(task.view(), onThreads(1), this->unheard_), wanted) << round;
  }
}

TYPED_TEST(LabSignal, AllFindTheSame) {
  Random random(2);
  constexpr std::int64_t kMostSamples[] = {3, 40, 300, 3000};
  constexpr std::int64_t kMostLength[] = {2, 20, 150, 700};
  for (int round = 0; round < 60; ++round) {
    const std::int64_t size = 1 + random.below(kMostSamples[round % 4]);
    const std::int64_t most = std::min(size, kMostLength[random.below(4)]);
    const std::int64_t length = random.oneIn(8) ? size : 1 + random.below(most);
    const Signal signal = kSignals[random.below(5)];
    const auto task = drawTask<TypeParam>(random, signal, size, 1 + random.below(14), length);
    const SignalMatches<TypeParam> wanted =
        searchSequentially(task.view(), onThreads(1), this->unheard_);
    for (const auto& strategy : kStrategies<TypeParam>) {
      for (const int threads : {1 + round % 2, 3 + 2 * (round / 2 % 2)}) {
        ASSERT_EQ(strategy.search(task.view(), onThreads(threads), this->unheard_), wanted)
            << fmt::format("{}, {} threads, round {}: {} samples of kind {}, {} queries of {}",
                           strategy.name, threads, round, size, static_cast<int>(signal),
                           task.view().count(), length);
      }
    }
  }
}

TYPED_TEST(LabSignal, OfEqualPlacesTheFirstIsFound) {
  const auto task = tiedTask<TypeParam>();
  const auto wanted = tiedMatches<TypeParam>();
  for (const auto& strategy : kStrategies<TypeParam>) {
    for (const int threads : {1, 2, 3, 5}) {
      for (int again = 0; again < 4; ++again) {
        ASSERT_EQ(strategy.search(task.view(), onThreads(threads), this->unheard_), wanted)
            << strategy.name;
      }
    }
  }
}

TEST(LabSignalChunks, AreTheScheduleOfTheNextLoops) {
  const auto scheduleOf = [](const Chunks& chunks) {
    chunks.set();
    omp_sched_t kind = omp_sched_auto;
    int size = 0;
    omp_get_schedule(&kind, &size);
    return std::pair(kind, size);
  };
  EXPECT_EQ(scheduleOf({true, 1}), std::pair(omp_sched_dynamic, 1));
  EXPECT_EQ(scheduleOf({true, 64}), std::pair(omp_sched_dynamic, 64));
  EXPECT_EQ(scheduleOf({}).first, omp_sched_static);
}

TYPED_TEST(LabSignal, StagesAreReported) {
  Random random(3);
  const auto task = drawTask<TypeParam>(random, Signal::noise, 6000, 3, 70);
  for (const auto& strategy : kStrategies<TypeParam>) {
    Timeline timeline;
    strategy.search(task.view(), onThreads(2), timeline);
    std::vector<std::string> names;
    for (const Timeline::Stage& stage : timeline.stages()) {
      names.push_back(stage.name);
      EXPECT_GE(stage.milliseconds, 0);
    }
    const auto has = [&](const char* name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    EXPECT_TRUE(has("sums")) << strategy.name;
    EXPECT_TRUE(has("minimum") || !strategy.minimumApart) << strategy.name;
  }
}

TYPED_TEST(LabSignal, AStopIsHeeded) {
  Random random(4);
  // Takes minutes.
  const auto task = drawTask<TypeParam>(random, Signal::noise, 3'000'000, 40, 20'000);
  for (const auto& strategy : kStrategies<TypeParam>) {
    expectStops(
        [&](const Control& control) { strategy.search(task.view(), control, this->unheard_); },
        strategy.name);
  }
}

}  // namespace
}  // namespace espy::lab
