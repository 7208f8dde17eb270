// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Behaviour of the lab's signal-sad on the GPU: refusals, cancelling, reports.
#include <chrono>
#include <stop_token>
#include <thread>
#include <vector>

#include "cuda/lab/engines.h"
#include "gpu/lab_signal_cases.h"
#include "gpu/on_gpu.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

template <class Value>
class LabSignalUse : public OnGpu {};

using Values = ::testing::Types<std::int32_t, float>;
TYPED_TEST_SUITE(LabSignalUse, Values);

TYPED_TEST(LabSignalUse, WhatMakesNoSenseIsRefused) {
  const std::vector<TypeParam> values(100, TypeParam{1});
  const std::span<const TypeParam> all = values;
  const auto codeOf = [](const GpuRequest<TypeParam>& request) {
    return test::codeOf([&] { searchOnGpu(request); });
  };
  for (const int block : {0, 1, 33, 1056, -32}) {
    EXPECT_EQ(codeOf({{all, all.first(10), 10},
                      false,
                      1,
                      GpuStrategy::naive,
                      GpuMinimum::onePerQuery,
                      block}),
              ErrorCode::badUse)
        << block;
  }
  EXPECT_EQ(codeOf({{all, all.first(10), 0}}), ErrorCode::badUse);
  EXPECT_EQ(codeOf({{all, all.first(10), 11}}), ErrorCode::badUse);
  EXPECT_EQ(codeOf({{all, all.first(10), 3}}), ErrorCode::badUse);
  EXPECT_EQ(codeOf({{all.first(9), all.first(10), 10}}), ErrorCode::badUse);
}

TYPED_TEST(LabSignalUse, SearchesStopOnRequest) {
  Random random(53);
  const Signal<TypeParam> signal =
      makeSignal<TypeParam>(300, 20, 2, SignalKind::paper, random, false);
  for (const GpuStrategy strategy : kStrategies) {
    const GpuRequest<TypeParam> request{signal.task(), false, 1, strategy};
    EXPECT_EQ(codeOf([&] { searchOnGpu(request, stoppedControl()); }), ErrorCode::cancelled);
  }
}

TYPED_TEST(LabSignalUse, FaultsAreErrorsAndTheNextSearchIsSound) {
  Random random(59);
  const Signal<TypeParam> signal =
      makeSignal<TypeParam>(3000, 50, 3, SignalKind::paper, random, true);
  for (const GpuStrategy strategy : kStrategies) {
    const GpuRequest<TypeParam> request{signal.task(), false, 1, strategy};
    cuda::planFault(cuda::Call::launch, 1, cudaErrorLaunchOutOfResources);
    EXPECT_THROW(searchOnGpu(request), Error);
    cuda::planFault(cuda::Call::launch, 0, cudaSuccess);
    EXPECT_EQ(wrongPlaces(signal.task(), searchOnGpu(request)), "");
  }
}

class LabSignalStages : public OnGpu {};

TEST_F(LabSignalStages, AreThoseOfTheStrategy) {
  Random random(61);
  const Signal<float> signal = makeSignal<float>(3000, 50, 3, SignalKind::paper, random, true);
  const auto stagesOf = [&](GpuStrategy strategy, bool generate) {
    Timeline timeline;
    cuda::searchOnGpu(GpuRequest<float>{signal.task(), generate, 1, strategy}, {}, timeline);
    std::string names;
    for (const Timeline::Stage& stage : timeline.stages()) {
      if (stage.name != "context") names += stage.name + " ";
    }
    return names;
  };
  EXPECT_EQ(stagesOf(GpuStrategy::naive, false), "upload sums minimum download ");
  EXPECT_EQ(stagesOf(GpuStrategy::constant, true), "generate upload sums minimum download ");
  EXPECT_EQ(stagesOf(GpuStrategy::best, false), "upload prepare sums download ");
}

TEST_F(LabSignalStages, LongSignalsArriveWhole) {
  Random random(71);
  for (const std::int64_t samples : {1'048'575, 1'048'576, 1'234'567}) {
    Signal<std::int32_t> signal =
        makeSignal<std::int32_t>(samples, 30, 3, SignalKind::paper, random, false);
    // The last samples, and some at a seam between two pieces.
    std::copy_n(signal.data.end() - 30, 30, signal.queries.begin());
    std::copy_n(signal.data.begin() + 65'530, 30, signal.queries.begin() + 30);
    std::copy_n(signal.data.begin(), 30, signal.queries.begin() + 60);
    const GpuRequest<std::int32_t> request{signal.task(), false, 1, GpuStrategy::best};
    EXPECT_EQ(searchOnGpu(request),
              (SignalMatches<std::int32_t>{{samples - 30, 0}, {65'530, 0}, {0, 0}}));
  }
}

TEST_F(LabSignalStages, SumsThatDoNotFitAreRefused) {
  const std::vector<std::int32_t> values(8'421'505, 255);
  EXPECT_EQ(codeOf([&] {
              searchOnGpu(GpuRequest<std::int32_t>{{values, values, 8'421'505}});
            }),
            ErrorCode::unsupported);
}

TEST_F(LabSignalStages, ALongSearchStopsSoon) {
  Random random(67);
  const Signal<std::int32_t> signal =
      makeSignal<std::int32_t>(2'000'000, 6400, 10, SignalKind::paper, random, false);
  for (const GpuStrategy strategy : {GpuStrategy::naive, GpuStrategy::best}) {
    std::stop_source stop;
    const std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      stop.request_stop();
    });
    const GpuRequest<std::int32_t> request{signal.task(), true, 1, strategy};
    try {
      searchOnGpu(request, {0, stop.get_token(), {}});
      EXPECT_EQ(strategy, GpuStrategy::best) << "went on";  // `best` may have finished
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

TEST_F(LabSignalStages, RatesAreMeasured) {
  const lab::GpuRates rates = cuda::measureGpuRates({});
  EXPECT_GT(rates.floats, 1e10);
  EXPECT_GT(rates.bytes, rates.floats);
}

}  // namespace
}  // namespace espy::test
