// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Windows in lanes: reading, and DTW of several channels.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "espy/engine/simd.h"
#include "signal/exact_sums.h"
#include "signal/motif_fast.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

std::vector<double> unevenNumbers(Random& random, std::int64_t size) {
  std::vector<double> numbers;
  while (std::ssize(numbers) < size) {
    const double level = static_cast<double>(random.below(3)) * 1e5;
    const bool flat = random.oneIn(3);
    for (std::int64_t k = 0; k < 60; ++k) {
      numbers.push_back(level + (flat ? 0 : static_cast<double>(random.below(1000)) * 0.0137));
    }
    if (random.oneIn(4)) numbers.back() = random.oneIn(2) ? std::nan("") : -2e100;
  }
  numbers.resize(static_cast<std::size_t>(size));
  return numbers;
}

std::vector<std::int64_t> drawStarts(Random& random, std::int64_t places) {
  std::vector<std::int64_t> starts;
  const std::int64_t count = 1 + random.below(signal::WindowLanes::kLanes);
  for (std::int64_t l = 0; l < count; ++l) {
    const bool beside = !starts.empty() && starts.back() + 1 < places && !random.oneIn(3);
    starts.push_back(beside ? starts.back() + 1 : random.below(places));
  }
  return starts;
}

TEST(WindowLanes, EqualTheDefinitionsWindows) {
  constexpr std::int64_t kLanes = signal::WindowLanes::kLanes;
  Random random(21);
  signal::WindowLanes reader;
  const std::vector<double> numbers = unevenNumbers(random, 3000);
  const Samples data(numbers);
  for (int round = 0; round < 400; ++round) {
    const std::int64_t length = 1 + random.below(round % 4 == 0 ? 200 : 30);
    const auto how = static_cast<MotifNormalise>(random.below(4));
    const signal::RowLevel channel{1e5, random.oneIn(5) ? 0.0 : 3.7};
    const auto starts = drawStarts(random, data.size() - length + 1);
    ScratchVector<double> windows(static_cast<std::size_t>(length * kLanes));
    double limits[kLanes];
    std::fill(limits, limits + kLanes, 7);
    reader.read(data, starts, length, how, channel, windows.data(), limits);
    for (std::int64_t l = 0; l < kLanes; ++l) {
      std::vector<double> wanted;
      if (l < std::ssize(starts)) {
        signal::readWindow(data, starts[l], length, how, channel, wanted);
      }
      ASSERT_EQ(limits[l], wanted.empty() ? -1 : 7) << l;
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        ASSERT_EQ(windows[k * kLanes + static_cast<std::size_t>(l)], wanted[k]) << l << " " << k;
      }
    }
  }
}

/// The whole table of one window and several channels; squares are added over channels first.
double sumOfChannels(const std::vector<double>& query, const std::vector<double>& windows,
                     std::int64_t length, std::int64_t lane, std::int64_t band) {
  constexpr std::int64_t kLanes = signal::WarpLanes<double>::kLanes;
  const double far = std::numeric_limits<double>::infinity();
  std::vector<double> above(static_cast<std::size_t>(length) + 1, far);
  above[0] = 0;
  for (std::int64_t i = 0; i < length; ++i) {
    std::vector<double> row(above.size(), far);
    for (std::int64_t j = std::max<std::int64_t>(0, i - band); j < length && j <= i + band; ++j) {
      double cost = 0;
      for (std::int64_t from = 0; from < std::ssize(query); from += length) {
        const double apart = query[from + i] - windows[(from + j) * kLanes + lane];
        cost += apart * apart;
      }
      row[j + 1] = cost + std::min({above[j], above[j + 1], row[j]});
    }
    above = row;
  }
  return above.back();
}

TEST(WarpLanes, SeveralChannelsShareAPath) {
  using Lanes = signal::WarpLanes<double>;
  Random random(22);
  for (const std::int64_t length : {1, 2, 3, 4, 5, 17, 40}) {
    for (const std::int64_t band : {0, 1, 3, 8, 50}) {
      const std::int64_t channels = 1 + random.below(4);
      std::vector<double> query(static_cast<std::size_t>(channels * length));
      std::vector<double> drawn(query.size() * Lanes::kLanes);
      for (double& sample : query) sample = static_cast<double>(random.below(999)) * 0.1;
      for (double& sample : drawn) sample = static_cast<double>(random.below(999)) * 0.1;
      const ScratchVector<double> windows(drawn.begin(), drawn.end());
      ScratchVector<double> work(static_cast<std::size_t>((length + 2) * Lanes::kLanes));
      alignas(64) double limits[Lanes::kLanes];
      alignas(64) double sums[Lanes::kLanes];
      std::fill(limits, limits + Lanes::kLanes, std::numeric_limits<double>::infinity());
      const Lanes lanes{query.data(), length,  band,    windows.data(), limits,
                        work.data(),  nullptr, nullptr, channels};
      for (const SimdLevel level : simdLevels()) {
        limitSimd(level);
        lanes.run(sums);
        limitSimd({});
        for (std::int64_t l = 0; l < Lanes::kLanes; ++l) {
          const double wanted = sumOfChannels(query, drawn, length, l, band);
          ASSERT_EQ(sums[l], wanted) << length << " " << band << " " << nameOf(level);
        }
      }
    }
  }
}

TEST(BestSoFar, KnowsWhenNoLaterPositionMatters) {
  const std::vector<double> samples(100, 1);
  MotifTask task{{{samples}}, {{samples}}, {}};
  task.options.exclude = 5;
  task.options.top = 1;
  signal::BestSoFar one(task);
  one.add({0.5, 0, 3, 10});
  EXPECT_FALSE(one.isPast(90));
  one.add({0, 2, 20, 10});  // a smaller lag may still follow
  EXPECT_FALSE(one.isPast(90));
  one.add({0, 0, 40, 10});
  EXPECT_TRUE(one.isPast(41));
  EXPECT_FALSE(one.isPast(40));
  one.add({0, 0, 30, 10});
  EXPECT_TRUE(one.isPast(31));
  task.options.top = 2;
  signal::BestSoFar two(task);
  two.add({0, 0, 10, 10});
  two.add({0, 0, 16, 10});
  EXPECT_FALSE(two.isPast(90)) << "a better one between them could rule out both";
  two.add({0, 0, 40, 10});
  EXPECT_TRUE(two.isPast(41));
}

}  // namespace
}  // namespace espy::test
