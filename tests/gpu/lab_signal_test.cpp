// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's signal-sad on the card: every strategy against a plain search on the host.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <stop_token>
#include <thread>
#include <vector>

#include "cuda/lab/engines.h"
#include "cuda/lab/signal_sums.h"
#include "gpu/card.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

using lab::CardMinimum;
using lab::CardRequest;
using lab::CardStrategy;
using lab::Place;
using lab::Places;
using lab::SignalTask;

constexpr CardStrategy kStrategies[] = {CardStrategy::naive, CardStrategy::privateSum,
                                        CardStrategy::tiling, CardStrategy::constant,
                                        CardStrategy::best};
constexpr int kBlocks[] = {32, 128, 256, 1024};

/// What a signal is like; each is hard for some way of searching.
enum class Kind { paper, extreme, twoValues, even, large };

void fill(std::vector<std::int32_t>& values, Kind kind, Random& random) {
  for (std::int32_t& value : values) {
    switch (kind) {
      case Kind::paper:
        value = static_cast<std::int32_t>(random.below(100));
        break;
      case Kind::extreme:
        value = random.oneIn(2) ? 255 : 0;
        break;
      case Kind::twoValues:
        value = random.oneIn(20) ? 1 : 0;
        break;
      case Kind::even:
        value = 7;
        break;
      case Kind::large:
        value = static_cast<std::int32_t>(random.below(30'000)) - 15'000;
        break;
    }
  }
}

void fill(std::vector<float>& values, Kind kind, Random& random) {
  std::vector<std::int32_t> wholes(values.size());
  fill(wholes, kind, random);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = kind == Kind::paper ? static_cast<float>(random.below(1 << 24)) * 0x1p-24F
                                    : static_cast<float>(wholes[i]) / 256;
  }
}

template <class Value>
struct Signal {
  std::vector<Value> data;
  std::vector<Value> queries;
  std::int64_t length;

  SignalTask<Value> task() const { return {data, queries, length}; }
};

template <class Value>
Signal<Value> makeSignal(std::int64_t samples, std::int64_t length, std::int64_t count, Kind kind,
                         Random& random, bool planted) {
  Signal<Value> signal{std::vector<Value>(static_cast<std::size_t>(samples)),
                       std::vector<Value>(static_cast<std::size_t>(count * length)), length};
  fill(signal.data, kind, random);
  fill(signal.queries, kind, random);
  if (planted) {
    for (std::int64_t q = 0; q < count; ++q) {
      std::copy_n(signal.data.begin() + random.below(samples - length + 1), length,
                  signal.queries.begin() + q * length);
    }
  }
  return signal;
}

template <class Value>
double sumAt(const SignalTask<Value>& task, std::int64_t query, std::int64_t place) {
  double sum = 0;
  for (std::int64_t i = 0; i < task.length; ++i) {
    sum += std::abs(static_cast<double>(task.data[static_cast<std::size_t>(place + i)]) -
                    static_cast<double>(task.query(query)[static_cast<std::size_t>(i)]));
  }
  return sum;
}

/// What is wrong with an answer, or nothing. Whole numbers must be right; floats may be so far off
/// as the order of additions makes them.
template <class Value>
std::string wrong(const SignalTask<Value>& task, const Places<Value>& found) {
  if (static_cast<std::int64_t>(found.size()) != task.count()) return "not one for each query";
  for (std::int64_t q = 0; q < task.count(); ++q) {
    const Place<Value>& place = found[static_cast<std::size_t>(q)];
    if (place.at < 0 || place.at >= task.places()) {
      return fmt::format("query {} at {}, of {} places", q, place.at, task.places());
    }
    double least = sumAt(task, q, 0);
    std::int64_t at = 0;
    for (std::int64_t p = 1; p < task.places(); ++p) {
      const double sum = sumAt(task, q, p);
      if (sum < least) {
        least = sum;
        at = p;
      }
    }
    const double here = sumAt(task, q, place.at);
    const double slack =
        std::is_same_v<Value, float> ? static_cast<double>(task.length) * 0x1p-23 * here : 0;
    const bool right = slack > 0 ? here - least <= slack : place.at == at;
    if (!right || std::abs(here - static_cast<double>(place.sad)) > slack) {
      return fmt::format("query {} at {} with {} (in truth {}), but {} at {} is the least", q,
                         place.at, place.sad, here, least, at);
    }
  }
  return "";
}

template <class Value>
class LabSignal : public OnCard {
 protected:
  /// All strategies, with both minima.
  void searchAllWays(const Signal<Value>& signal, int block) {
    for (const CardStrategy strategy : kStrategies) {
      if (strategy == CardStrategy::constant && signal.queries.size() * 4 > 65536) continue;
      for (const CardMinimum minimum : {CardMinimum::onePerQuery, CardMinimum::reduction}) {
        const CardRequest<Value> request{signal.task(), false, 1, strategy, minimum, block};
        ASSERT_EQ(wrong(signal.task(), cuda::searchOnCard(request, {})), "")
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
      const auto kind = static_cast<Kind>(random.below(4));
      this->searchAllWays(makeSignal<TypeParam>(places + length - 1, length, 1 + random.below(12),
                                                kind, random, random.oneIn(2)),
                          kBlocks[random.below(4)]);
    }
  }
}

TYPED_TEST(LabSignal, RandomSizesAreRight) {
  Random random(17);
  for (int i = 0; i < 60; ++i) {
    const std::int64_t length = 1 + random.below(i % 3 == 0 ? 900 : 70);
    const std::int64_t places = 1 + random.below(i % 3 == 1 ? 5000 : 1500);
    const auto kind = static_cast<Kind>(random.below(5));
    this->searchAllWays(makeSignal<TypeParam>(places + length - 1, length, 1 + random.below(7),
                                              kind, random, random.oneIn(3)),
                        kBlocks[i % 4]);
  }
}

TYPED_TEST(LabSignal, AnyNumberOfQueriesIsRight) {
  Random random(23);
  for (std::int64_t count = 1; count <= 33; ++count) {
    this->searchAllWays(
        makeSignal<TypeParam>(1100 + random.below(40), 50, count, Kind::paper, random, true), 128);
  }
}

TYPED_TEST(LabSignal, OfEqualPlacesTheFirstIsFound) {
  Random random(3);
  for (const Kind kind : {Kind::even, Kind::twoValues}) {
    Signal<TypeParam> signal = makeSignal<TypeParam>(5000, 12, 6, kind, random, false);
    this->searchAllWays(signal, 256);
    // The same stretch several times, in other blocks and tiles.
    for (const std::int64_t at : {700, 1500, 3100, 4988}) {
      std::copy_n(signal.queries.begin(), 12, signal.data.begin() + at);
    }
    this->searchAllWays(signal, 32);
    for (const CardStrategy strategy : kStrategies) {
      const CardRequest<TypeParam> request{signal.task(),          false, 1, strategy,
                                           CardMinimum::reduction, 128};
      const Place<TypeParam> found = cuda::searchOnCard(request, {}).at(0);
      EXPECT_LE(found.at, 700);
      EXPECT_EQ(found.sad, TypeParam{0});
    }
  }
}

TYPED_TEST(LabSignal, LongQueriesAreRight) {
  Random random(31);
  for (const std::int64_t length : {511, 512, 513, 514, 515, 1027, 6400}) {
    this->searchAllWays(
        makeSignal<TypeParam>(length + 120, length, 2, Kind::extreme, random, false), 128);
  }
}

TYPED_TEST(LabSignal, GeneratedDataAreSearched) {
  Random random(41);
  const std::vector<TypeParam> data = cuda::generateOnCard<TypeParam>(100'001, 99, {});
  EXPECT_GE(*std::min_element(data.begin(), data.end()), TypeParam{0});
  EXPECT_LT(*std::max_element(data.begin(), data.end()),
            (std::is_same_v<TypeParam, float> ? TypeParam{1} : TypeParam{100}));
  const double mean = std::accumulate(data.begin(), data.end(), 0.0) / 100'001;
  EXPECT_NEAR(mean, (std::is_same_v<TypeParam, float> ? 0.5 : 49.5), 0.5);
  EXPECT_EQ(cuda::generateOnCard<TypeParam>(100'001, 99, {}), data);
  EXPECT_NE(cuda::generateOnCard<TypeParam>(100'001, 98, {}), data);
  const std::vector<TypeParam> fewer = cuda::generateOnCard<TypeParam>(4'321, 99, {});
  EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), data.begin()));

  std::vector<TypeParam> queries(3 * 200);
  fill(queries, Kind::paper, random);
  std::copy_n(data.begin() + 54'321, 200, queries.begin() + 200);
  for (const CardStrategy strategy : kStrategies) {
    CardRequest<TypeParam> request{{data, queries, 200}, false, 99, strategy};
    if (strategy == CardStrategy::tiling && std::is_same_v<TypeParam, float>) {
      request.task.queries = request.task.queries.subspan(200, 200);  // sums differ from run to run
    }
    const Places<TypeParam> wanted = cuda::searchOnCard(request, {});
    EXPECT_EQ(wanted.at(wanted.size() > 1 ? 1 : 0), (Place<TypeParam>{54'321, 0}));
    const std::vector<TypeParam> other(data.size(), TypeParam{0});
    request.task.data = other;  // of which only the size counts
    request.generate = true;
    EXPECT_EQ(cuda::searchOnCard(request, {}), wanted) << static_cast<int>(strategy);
  }
}

TYPED_TEST(LabSignal, ConstantMemoryHolds64KilobytesAndNoMore) {
  Random random(43);
  const Signal<TypeParam> fits = makeSignal<TypeParam>(4300, 4096, 4, Kind::paper, random, true);
  this->searchAllWays(fits, 128);
  const Signal<TypeParam> over = makeSignal<TypeParam>(4300, 3277, 5, Kind::paper, random, true);
  CardRequest<TypeParam> request{over.task(), false, 1, CardStrategy::constant};
  try {
    cuda::searchOnCard(request, {});
    FAIL() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_STREQ(error.what(),
                 "the queries take 65540 bytes, and a graphics card's constant memory has 65536");
  }
}

TYPED_TEST(LabSignal, WhatMakesNoSenseIsRefused) {
  const std::vector<TypeParam> values(100, TypeParam{1});
  const std::span<const TypeParam> all = values;
  const auto codeOf = [](const CardRequest<TypeParam>& request) {
    try {
      cuda::searchOnCard(request, {});
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::system;
  };
  for (const int block : {0, 1, 33, 1056, -32}) {
    EXPECT_EQ(codeOf({{all, all.first(10), 10},
                      false,
                      1,
                      CardStrategy::naive,
                      CardMinimum::onePerQuery,
                      block}),
              ErrorCode::badUse)
        << block;
  }
  EXPECT_EQ(codeOf({{all, all.first(10), 0}}), ErrorCode::badUse);
  EXPECT_EQ(codeOf({{all, all.first(10), 11}}), ErrorCode::badUse);
  EXPECT_EQ(codeOf({{all, all.first(10), 3}}), ErrorCode::badUse);
  EXPECT_EQ(codeOf({{all.first(9), all.first(10), 10}}), ErrorCode::badUse);
}

TYPED_TEST(LabSignal, LargerTasksAreSearchedAlikeAllWays) {
  // More than one launch and, of `best`, tiles and groups; the host would take too long.
  Random random(47);
  const Signal<TypeParam> signal =
      makeSignal<TypeParam>(1'500'003, 2050, 23, Kind::paper, random, false);
  CardRequest<TypeParam> request{signal.task(),          false, 1, CardStrategy::privateSum,
                                 CardMinimum::reduction, 128};
  const Places<TypeParam> wanted = cuda::searchOnCard(request, {});
  for (const CardStrategy strategy :
       {CardStrategy::naive, CardStrategy::tiling, CardStrategy::best}) {
    request.strategy = strategy;
    request.minimum = CardMinimum::onePerQuery;
    const Places<TypeParam> found = cuda::searchOnCard(request, {});
    if constexpr (std::is_same_v<TypeParam, float>) {
      for (std::size_t q = 0; q < wanted.size(); ++q) {
        const double slack = 2050 * 0x1p-23 * static_cast<double>(wanted[q].sad);
        EXPECT_NEAR(found[q].sad, wanted[q].sad, slack) << q;
        EXPECT_NEAR(sumAt(signal.task(), static_cast<std::int64_t>(q), found[q].at), wanted[q].sad,
                    slack)
            << q;
      }
    } else {
      EXPECT_EQ(found, wanted) << static_cast<int>(strategy);
    }
  }
}

TYPED_TEST(LabSignal, SearchesStopWhenAsked) {
  Random random(53);
  const Signal<TypeParam> signal = makeSignal<TypeParam>(300, 20, 2, Kind::paper, random, false);
  std::stop_source stop;
  stop.request_stop();
  for (const CardStrategy strategy : kStrategies) {
    const CardRequest<TypeParam> request{signal.task(), false, 1, strategy};
    try {
      cuda::searchOnCard(request, {0, stop.get_token(), {}});
      FAIL() << "went on";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

TYPED_TEST(LabSignal, FaultsAreErrorsAndTheNextSearchIsSound) {
  Random random(59);
  const Signal<TypeParam> signal = makeSignal<TypeParam>(3000, 50, 3, Kind::paper, random, true);
  for (const CardStrategy strategy : kStrategies) {
    const CardRequest<TypeParam> request{signal.task(), false, 1, strategy};
    cuda::planFault(cuda::Call::launch, 1, cudaErrorLaunchOutOfResources);
    EXPECT_THROW(cuda::searchOnCard(request, {}), Error);
    cuda::planFault(cuda::Call::launch, 0, cudaSuccess);
    EXPECT_EQ(wrong(signal.task(), cuda::searchOnCard(request, {})), "");
  }
}

class LabSignalStages : public OnCard {};

TEST_F(LabSignalStages, AreThoseOfTheStrategy) {
  Random random(61);
  const Signal<float> signal = makeSignal<float>(3000, 50, 3, Kind::paper, random, true);
  const auto stagesOf = [&](CardStrategy strategy, bool generate) {
    Timeline timeline;
    Control control;
    control.timeline = &timeline;
    cuda::searchOnCard(CardRequest<float>{signal.task(), generate, 1, strategy}, control);
    std::string names;
    for (const Timeline::Stage& stage : timeline.stages()) {
      if (stage.name != "context") names += stage.name + " ";
    }
    return names;
  };
  EXPECT_EQ(stagesOf(CardStrategy::naive, false), "upload sums minimum download ");
  EXPECT_EQ(stagesOf(CardStrategy::constant, true), "generate upload sums minimum download ");
  EXPECT_EQ(stagesOf(CardStrategy::best, false), "upload prepare sums download ");
}

TEST_F(LabSignalStages, ALongSearchStopsSoon) {
  Random random(67);
  const Signal<std::int32_t> signal =
      makeSignal<std::int32_t>(2'000'000, 6400, 10, Kind::paper, random, false);
  for (const CardStrategy strategy : {CardStrategy::naive, CardStrategy::best}) {
    std::stop_source stop;
    const std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      stop.request_stop();
    });
    const CardRequest<std::int32_t> request{signal.task(), true, 1, strategy};
    try {
      cuda::searchOnCard(request, {0, stop.get_token(), {}});
      EXPECT_EQ(strategy, CardStrategy::best) << "went on";  // which may be done by then
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

TEST_F(LabSignalStages, RatesAreMeasured) {
  const lab::CardRates rates = cuda::measureCardRates({});
  EXPECT_GT(rates.floats, 1e10);
  EXPECT_GT(rates.bytes, rates.floats);
}

}  // namespace
}  // namespace espy::test
