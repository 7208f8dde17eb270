// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// SAD search on every engine: reports, cancelling, refusals.
#include <gtest/gtest.h>

#include <limits>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "support/signals.h"

namespace espy {
namespace {

using namespace test;

const Registry& engines() {
  static const Registry registry = makeRegistry();
  return registry;
}
constexpr const char* kEngines[] = {"reference", "sequential", "threads", "openmp"};
constexpr const char* kFastEngines[] = {"sequential", "threads", "openmp"};

template <class Sample>
class FindsSignals : public testing::Test {};
using SignalSamples = testing::Types<std::int32_t, float>;
TYPED_TEST_SUITE(FindsSignals, SignalSamples);

TYPED_TEST(FindsSignals, TiesGoToTheFirst) {
  const auto task = tiedTask<TypeParam>();
  const auto wanted = tiedMatches<TypeParam>();
  for (const char* engine : kEngines) {
    for (const int threads : {1, 2, 3, 5}) {
      for (int again = 0; again < 4; ++again) {
        const auto found = findSignal(engines(), engine, task.view(), onThreads(threads));
        ASSERT_EQ(found.matches, wanted) << engine;
      }
    }
  }
}

TYPED_TEST(FindsSignals, TheReportNamesEngineAndStrategy) {
  Random random(3);
  const auto task = drawTask<TypeParam>(random, Signal::noise, 6000, 3, 70);
  for (const char* engine : kEngines) {
    const RunReport report = findSignal(engines(), engine, task.view(), onThreads(2)).report;
    EXPECT_EQ(report.engine, engine);
    EXPECT_EQ(report.threads, report.engine == "threads" || report.engine == "openmp" ? 2 : 1);
    EXPECT_FALSE(report.strategy.empty());
    std::vector<std::string> names;
    for (const Timeline::Stage& stage : report.timeline.stages()) names.push_back(stage.name);
    EXPECT_EQ(names.front(), "prepare") << engine;
    EXPECT_EQ(std::count(names.begin(), names.end(), "sums"), 1) << engine;
  }
}

TYPED_TEST(FindsSignals, StopsOnRequest) {
  Random random(4);
  // Takes seconds with the fast engines and minutes with the reference.
  const auto task = drawTask<TypeParam>(random, Signal::noise, 3'000'000, 40, 20'000);
  for (const char* engine : kEngines) {
    expectStops(
        [&](const Control& control) { findSignal(engines(), engine, task.view(), control); },
        engine);
  }
}

/// The error message.
template <class Sample>
std::string refusalOf(const SignalTask<Sample>& task) {
  for (const char* engine : kEngines) {
    try {
      findSignal(engines(), engine, task);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse);
      if (engine == kEngines[2]) return error.what();
      continue;
    }
    ADD_FAILURE() << engine << " did not refuse";
  }
  return {};
}

TYPED_TEST(FindsSignals, InvalidTasksAreRefused) {
  const std::vector<TypeParam> samples(100, TypeParam{1});
  const std::span<const TypeParam> all = samples;
  const std::string whole = "the samples of the queries must form one or more whole queries";
  EXPECT_EQ(refusalOf<TypeParam>({all, all.first(10), 0}), whole);
  EXPECT_EQ(refusalOf<TypeParam>({all, all.first(10), -1}), whole);
  EXPECT_EQ(refusalOf<TypeParam>({all, all.first(10), 3}), whole);
  EXPECT_EQ(refusalOf<TypeParam>({all, all.first(10), 11}), whole);
  EXPECT_EQ(refusalOf<TypeParam>({all, {}, 1}), whole);
  EXPECT_EQ(refusalOf<TypeParam>({all.first(9), all.first(10), 10}),
            "the queries are longer than the data");
}

TEST(SignalLimits, NonFiniteSamplesAreRefused) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float odd : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
    for (const std::size_t at : {0, 1, 15, 16, 40'000, 50'010, 50'011}) {
      std::vector<float> data(50'012, 0.5F);
      const std::vector<float> query(10, 0.25F);
      data[at] = odd;
      EXPECT_EQ(refusalOf<float>({data, query, 10}), "a sample is not a finite number") << at;
      EXPECT_EQ(refusalOf<float>({query, std::span<const float>(data).subspan(at, 1), 1}),
                "a sample is not a finite number");
    }
  }
}

TEST(SignalLimits, DistancesThatMayOverflowAreRefused) {
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::vector<std::int32_t> fits{kLeast, -1, kLeast};
  for (const char* engine : kEngines) {
    const SignalTask<std::int32_t> task{fits, std::span(fits).subspan(1, 1), 1};
    EXPECT_EQ(findSignal(engines(), engine, task).matches[0], (SignalMatch<std::int32_t>{1, 0}));
    const std::vector<std::int32_t> least{kLeast};
    const SignalTask<std::int32_t> far{std::span(fits).subspan(1, 1), least, 1};
    EXPECT_EQ(findSignal(engines(), engine, far).matches[0], (SignalMatch<std::int32_t>{0, kMost}));
  }
  const std::vector<std::int32_t> apart{kLeast, 0, 7};
  EXPECT_EQ(refusalOf<std::int32_t>({apart, std::span(apart).first(1), 1}),
            "samples are up to 2147483655 apart, and the sum of 1 such differences does not fit "
            "into 32 bits");
  const std::vector<std::int32_t> many{0, 1 << 30, 0, 0};
  EXPECT_NE(refusalOf<std::int32_t>({many, std::span(many).first(2), 2}), "");
  const std::vector<float> huge{-2e38F, 2e38F, 1};
  EXPECT_NE(refusalOf<float>({huge, std::span(huge).first(1), 1}), "");
}

TEST(SignalLimits, UnknownEnginesAreNotReplaced) {
  const std::vector<float> samples(10, 1);
  const SignalTask<float> task{samples, samples, 10};
  EXPECT_THROW(findSignal(engines(), "abacus", task), Error);
  EXPECT_THROW(findSignal(engines(), "cuda-passes", task), Error);
}

TEST(SignalStrategies, AreChosenByCost) {
  Random random(5);
  const auto wholes = drawTask<std::int32_t>(random, Signal::noise, 6000, 3, 70);
  OwnedTask<std::int32_t> wide = wholes;
  wide.data[17] = 100'000;
  const auto floats = drawTask<float>(random, Signal::noise, 20'000, 4, 500);
  const OwnedTask<float> flat{std::vector<float>(9000, 0.25F), std::vector<float>(20, 0.25F), 10};
  for (const char* engine : kFastEngines) {
    const auto strategyOf = [&](const auto& task) {
      return findSignal(engines(), engine, task.view()).report.strategy.text();
    };
    EXPECT_TRUE(strategyOf(wholes).starts_with("samples as bytes"));
    EXPECT_TRUE(strategyOf(wide).starts_with("unchanged samples"));
    EXPECT_TRUE(strategyOf(floats).starts_with("bounds from bytes"));
    EXPECT_TRUE(strategyOf(flat).starts_with("unchanged samples"));
  }
}

}  // namespace
}  // namespace espy
