// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's signal-sad on the GPU: every strategy against a plain search on the host.
#include <algorithm>
#include <numeric>
#include <vector>

#include "cuda/lab/engines.h"
#include "gpu/lab_signal_cases.h"
#include "gpu/on_gpu.h"

namespace espy::test {
namespace {

template <class Value>
class LabSignal : public OnGpu {
 protected:
  /// All strategies, with both reductions.
  void searchByAllStrategies(const Signal<Value>& signal, int block) {
    for (const GpuStrategy strategy : kStrategies) {
      if (usesConstantMemory(strategy) && signal.queries.size() * 4 > 65536) continue;
      for (const GpuMinimum minimum : {GpuMinimum::onePerQuery, GpuMinimum::reduction}) {
        const GpuRequest<Value> request{signal.task(), false, 1, strategy, minimum, block};
        ASSERT_EQ(wrongPlaces(signal.task(), searchOnGpu(request)), "")
            << "strategy " << static_cast<int>(strategy) << ", minimum "
            << static_cast<int>(minimum) << ", block " << block << ", " << signal.data.size()
            << " samples, " << signal.task().count() << " queries of " << signal.length;
      }
    }
  }
};

using Values = ::testing::Types<std::int32_t, float>;
TYPED_TEST_SUITE(LabSignal, Values);

TYPED_TEST(LabSignal, SmallSizesAreRight) {
  Random random(5);
  for (const std::int64_t length : {1, 2, 3, 4, 5, 7, 8, 31, 33, 36, 130}) {
    for (const std::int64_t places : {1, 2, 33, 300}) {
      const auto kind = static_cast<SignalKind>(random.below(4));
      this->searchByAllStrategies(
          makeSignal<TypeParam>(places + length - 1, length, 1 + random.below(12), kind, random,
                                random.oneIn(2)),
          kBlocks[random.below(4)]);
    }
  }
}

TYPED_TEST(LabSignal, RandomSizesAreRight) {
  Random random(17);
  for (int i = 0; i < 60; ++i) {
    const std::int64_t length = 1 + random.below(i % 3 == 0 ? 900 : 70);
    const std::int64_t places = 1 + random.below(i % 3 == 1 ? 5000 : 1500);
    const auto kind = static_cast<SignalKind>(random.below(5));
    this->searchByAllStrategies(
        makeSignal<TypeParam>(places + length - 1, length, 1 + random.below(7), kind, random,
                              random.oneIn(3)),
        kBlocks[i % 4]);
  }
}

TYPED_TEST(LabSignal, AnyNumberOfQueriesIsRight) {
  Random random(23);
  for (std::int64_t count = 1; count <= 33; ++count) {
    this->searchByAllStrategies(
        makeSignal<TypeParam>(1100 + random.below(40), 50, count, SignalKind::paper, random, true),
        128);
  }
}

TYPED_TEST(LabSignal, OfEqualPlacesTheFirstIsFound) {
  Random random(3);
  for (const SignalKind kind : {SignalKind::even, SignalKind::twoValues}) {
    Signal<TypeParam> signal = makeSignal<TypeParam>(5000, 12, 6, kind, random, false);
    this->searchByAllStrategies(signal, 256);
    // The same stretch several times, in different blocks and tiles.
    for (const std::int64_t at : {700, 1500, 3100, 4988}) {
      std::copy_n(signal.queries.begin(), 12, signal.data.begin() + at);
    }
    this->searchByAllStrategies(signal, 32);
    for (const GpuStrategy strategy : kStrategies) {
      const GpuRequest<TypeParam> request{signal.task(),         false, 1, strategy,
                                          GpuMinimum::reduction, 128};
      const SignalMatch<TypeParam> found = searchOnGpu(request).at(0);
      EXPECT_LE(found.start, 700);
      EXPECT_EQ(found.distance, TypeParam{0});
    }
  }
}

TYPED_TEST(LabSignal, LongQueriesAreRight) {
  Random random(31);
  for (const std::int64_t length : {511, 512, 513, 514, 515, 1027, 6400}) {
    this->searchByAllStrategies(
        makeSignal<TypeParam>(length + 120, length, 2, SignalKind::extreme, random, false), 128);
  }
}

TYPED_TEST(LabSignal, GeneratedDataAreSearched) {
  Random random(41);
  const std::vector<TypeParam> data = cuda::generateOnGpu<TypeParam>(100'001, 99, {});
  EXPECT_GE(*std::min_element(data.begin(), data.end()), TypeParam{0});
  EXPECT_LT(*std::max_element(data.begin(), data.end()),
            (std::is_same_v<TypeParam, float> ? TypeParam{1} : TypeParam{100}));
  const double mean = std::accumulate(data.begin(), data.end(), 0.0) / 100'001;
  EXPECT_NEAR(mean, (std::is_same_v<TypeParam, float> ? 0.5 : 49.5), 0.5);
  EXPECT_EQ(cuda::generateOnGpu<TypeParam>(100'001, 99, {}), data);
  EXPECT_NE(cuda::generateOnGpu<TypeParam>(100'001, 98, {}), data);
  const std::vector<TypeParam> fewer = cuda::generateOnGpu<TypeParam>(4'321, 99, {});
  EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), data.begin()));

  std::vector<TypeParam> queries(3 * 200);
  fill(queries, SignalKind::paper, random);
  std::copy_n(data.begin() + 54'321, 200, queries.begin() + 200);
  for (const GpuStrategy strategy : kStrategies) {
    GpuRequest<TypeParam> request{{data, queries, 200}, false, 99, strategy};
    if (addsAtomically(strategy) && std::is_same_v<TypeParam, float>) {
      request.task.queries = request.task.queries.subspan(200, 200);  // sums differ from run to run
    }
    const SignalMatches<TypeParam> wanted = searchOnGpu(request);
    EXPECT_EQ(wanted.at(wanted.size() > 1 ? 1 : 0), (SignalMatch<TypeParam>{54'321, 0}));
    const std::vector<TypeParam> other(data.size(), TypeParam{0});
    request.task.data = other;  // only its size matters
    request.generate = true;
    EXPECT_EQ(searchOnGpu(request), wanted) << static_cast<int>(strategy);
  }
}

TYPED_TEST(LabSignal, ConstantMemoryHolds64KilobytesAndNoMore) {
  Random random(43);
  const Signal<TypeParam> fits =
      makeSignal<TypeParam>(4300, 4096, 4, SignalKind::paper, random, true);
  this->searchByAllStrategies(fits, 128);
  const Signal<TypeParam> over =
      makeSignal<TypeParam>(4300, 3277, 5, SignalKind::paper, random, true);
  for (const GpuStrategy strategy : {GpuStrategy::constant, GpuStrategy::constantGather}) {
    const GpuRequest<TypeParam> request{over.task(), false, 1, strategy};
    try {
      searchOnGpu(request);
      FAIL() << "was not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      EXPECT_STREQ(error.what(),
                   "the queries take 65540 bytes, but the constant memory of a GPU has 65536");
    }
  }
}

TYPED_TEST(LabSignal, SeveralLaunchesWithConstantMemoryAreRight) {
  // More positions than one launch takes; the second begins within the first one's samples.
  Random random(71);
  const Signal<TypeParam> signal =
      makeSignal<TypeParam>(2'000'003, 4096, 4, SignalKind::paper, random, true);
  GpuRequest<TypeParam> request{signal.task(),         false, 1, GpuStrategy::privateSum,
                                GpuMinimum::reduction, 64};
  const SignalMatches<TypeParam> wanted = searchOnGpu(request);
  for (const GpuStrategy strategy : {GpuStrategy::constant, GpuStrategy::constantGather}) {
    request.strategy = strategy;
    const SignalMatches<TypeParam> found = searchOnGpu(request);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t q = 0; q < wanted.size(); ++q) {
      const double slack = std::is_same_v<TypeParam, float>
                               ? 4096 * 0x1p-23 * static_cast<double>(wanted[q].distance)
                               : 0;
      EXPECT_NEAR(found[q].distance, wanted[q].distance, slack) << q;
    }
  }
}

TYPED_TEST(LabSignal, LargerTasksAreSearchedAlikeByAllStrategies) {
  // Several launches and, with `best`, tiles and groups; too slow for the host.
  Random random(47);
  const Signal<TypeParam> signal =
      makeSignal<TypeParam>(1'500'003, 2050, 23, SignalKind::paper, random, false);
  GpuRequest<TypeParam> request{signal.task(),         false, 1, GpuStrategy::privateSum,
                                GpuMinimum::reduction, 128};
  const SignalMatches<TypeParam> wanted = searchOnGpu(request);
  for (const GpuStrategy strategy :
       {GpuStrategy::naive, GpuStrategy::tiling, GpuStrategy::tilingGather, GpuStrategy::best}) {
    request.strategy = strategy;
    request.minimum = GpuMinimum::onePerQuery;
    const SignalMatches<TypeParam> found = searchOnGpu(request);
    if constexpr (std::is_same_v<TypeParam, float>) {
      for (std::size_t q = 0; q < wanted.size(); ++q) {
        const double slack = 2050 * 0x1p-23 * static_cast<double>(wanted[q].distance);
        EXPECT_NEAR(found[q].distance, wanted[q].distance, slack) << q;
        EXPECT_NEAR(sumAt(signal.task(), static_cast<std::int64_t>(q), found[q].start),
                    wanted[q].distance, slack)
            << q;
      }
    } else {
      EXPECT_EQ(found, wanted) << static_cast<int>(strategy);
    }
  }
}

}  // namespace
}  // namespace espy::test
