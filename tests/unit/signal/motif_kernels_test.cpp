// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Kernels of the fast search: DTW in lanes and alone, open ends, float bounds.
#include <gtest/gtest.h>

#include <cmath>

#include "espy/engine/simd.h"
#include "espy/error.h"
#include "signal/open_rows.h"
#include "signal/settle.h"
#include "signal/tile_bounds.h"
#include "support/open_table.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

template <class Number>
std::vector<Number> drawnNumbers(Random& random, std::int64_t count) {
  std::vector<Number> numbers;
  for (std::int64_t i = 0; i < count; ++i) {
    numbers.push_back(static_cast<Number>(random.below(2001)) / 100 - 10);
  }
  return numbers;
}

/// The whole table, in double.
double tableSum(const std::vector<double>& query, const std::vector<double>& window,
                std::int64_t band) {
  const std::int64_t length = std::ssize(query);
  const double far = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> table(query.size() + 1,
                                         std::vector<double>(query.size() + 1, far));
  table[0][0] = 0;
  for (std::int64_t i = 1; i <= length; ++i) {
    for (std::int64_t j = 1; j <= length; ++j) {
      if (std::abs(i - j) > band) continue;
      const double apart = query[i - 1] - window[j - 1];
      table[i][j] =
          apart * apart + std::min({table[i - 1][j], table[i][j - 1], table[i - 1][j - 1]});
    }
  }
  return table[length][length];
}

constexpr std::int64_t kBands[] = {0, 1, 2, 3, 4, 5, 7, 12, 39, 100};

template <class Number>
class MotifLanes : public testing::Test {};
using LaneTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(MotifLanes, LaneTypes);

TYPED_TEST(MotifLanes, GoThroughTheWholeTable) {
  using Lanes = signal::WarpLanes<TypeParam>;
  Random random(3);
  for (std::int64_t length = 1; length < 45; ++length) {
    for (const std::int64_t band : kBands) {
      const std::int64_t pitch = length + 3;
      const auto query = drawnNumbers<TypeParam>(random, length);
      const auto rows = drawnNumbers<TypeParam>(random, pitch * Lanes::kLanes);
      ScratchVector<TypeParam> windows(static_cast<std::size_t>(length * Lanes::kLanes));
      ScratchVector<TypeParam> work(static_cast<std::size_t>((length + 2) * Lanes::kLanes));
      signal::transposeToLanes(rows.data(), pitch, length, windows.data());
      alignas(64) TypeParam limits[Lanes::kLanes];
      alignas(64) TypeParam sums[Lanes::kLanes];
      std::fill(limits, limits + Lanes::kLanes, std::numeric_limits<TypeParam>::max());
      const Lanes lanes{query.data(), length, band, windows.data(), limits, work.data()};
      for (const SimdLevel level : simdLevels()) {
        limitSimd(level);
        lanes.run(sums);
        limitSimd({});
        for (std::int64_t l = 0; l < Lanes::kLanes; ++l) {
          const std::vector<double> window(rows.begin() + l * pitch,
                                           rows.begin() + l * pitch + length);
          const double wanted = tableSum({query.begin(), query.end()}, window, band);
          if constexpr (std::is_same_v<TypeParam, double>) {
            ASSERT_EQ(sums[l], wanted) << length << " " << band << " " << l;
          } else {
            ASSERT_NEAR(sums[l], wanted, 1e-5 * wanted) << length << " " << band << " " << l;
          }
        }
      }
    }
  }
}

TYPED_TEST(MotifLanes, AreAbandonedOnlyBeyondEveryLimit) {
  using Lanes = signal::WarpLanes<TypeParam>;
  Random random(4);
  const std::int64_t length = 37;
  const auto query = drawnNumbers<TypeParam>(random, length);
  const auto rows = drawnNumbers<TypeParam>(random, length * Lanes::kLanes);
  ScratchVector<TypeParam> windows(rows.size());
  ScratchVector<TypeParam> work(static_cast<std::size_t>((length + 2) * Lanes::kLanes));
  signal::transposeToLanes(rows.data(), length, length, windows.data());
  alignas(64) TypeParam limits[Lanes::kLanes];
  alignas(64) TypeParam whole[Lanes::kLanes];
  alignas(64) TypeParam sums[Lanes::kLanes];
  std::fill(limits, limits + Lanes::kLanes, std::numeric_limits<TypeParam>::max());
  Lanes{query.data(), length, 5, windows.data(), limits, work.data()}.run(whole);
  for (std::int64_t kept = 0; kept < Lanes::kLanes; ++kept) {
    std::fill(limits, limits + Lanes::kLanes, TypeParam{-1});
    limits[kept] = whole[kept];
    Lanes{query.data(), length, 5, windows.data(), limits, work.data()}.run(sums);
    EXPECT_EQ(sums[kept], whole[kept]);
  }
  std::fill(limits, limits + Lanes::kLanes, TypeParam{-1});
  Lanes{query.data(), length, 5, windows.data(), limits, work.data()}.run(sums);
  EXPECT_EQ(sums[0], std::numeric_limits<TypeParam>::infinity());
}

TEST(MotifAlone, GoesThroughTheWholeTable) {
  Random random(5);
  signal::WarpOne alone;
  for (std::int64_t length = 1; length < 60; ++length) {
    for (const std::int64_t band : kBands) {
      const auto query = drawnNumbers<double>(random, length);
      const auto window = drawnNumbers<double>(random, length);
      const double wanted = tableSum(query, window, band);
      for (const SimdLevel level : simdLevels()) {
        limitSimd(level);
        const double found = alone.run(query, window, band, wanted, {});
        const double limit = 0.9 * wanted - 1;
        const double beyond = alone.run(query, window, band, limit, {});
        limitSimd({});
        ASSERT_EQ(found, wanted) << length << " " << band;
        ASSERT_GT(beyond, limit);
      }
    }
  }
}

TEST(MotifOpenRows, AreTheSameAtEveryLevel) {
  Random random(6);
  for (const std::int64_t rows : {1, 2, 7, 8, 9, 15, 16, 17, 40, 100}) {
    for (const std::int64_t size : {1, 3, 8, 9, 40, 200}) {
      const auto first = drawnNumbers<double>(random, rows);
      const auto second = drawnNumbers<double>(random, rows);
      std::vector<signal::OpenRows> lanes(simdLevels().size(), {{first, second}, true});
      PlainOpenRows plain({first, second});
      signal::OpenRow above;
      signal::OpenRow found;
      signal::OpenRow wanted;
      for (int block = 0; block < 3; ++block) {
        signal::OpenColumns columns;
        columns.resize(2, size);
        columns.first = block * size;
        for (std::int64_t j = 0; j < size; ++j) {
          columns.set(0, j, static_cast<double>(random.below(4)));
          columns.set(1, j, random.oneIn(20) ? std::numeric_limits<double>::infinity() : 1.0);
        }
        plain.go(columns, wanted);
        for (std::size_t l = 0; l < lanes.size(); ++l) {
          limitSimd(simdLevels()[l]);
          lanes[l].go(columns, above, found, {});
          limitSimd({});
          for (std::int64_t j = -1; j < size; ++j) {
            ASSERT_EQ(*found.sumAt(j), *wanted.sumAt(j)) << rows << " " << size << " " << j;
            if (std::isinf(*wanted.sumAt(j))) continue;
            ASSERT_EQ(*found.startAt(j), *wanted.startAt(j)) << rows << " " << size << " " << j;
          }
        }
      }
    }
  }
}

TEST(MotifRanges, AreMinimumAndMaximumOfTheNeighbourhood) {
  Random random(7);
  for (const std::int64_t size : {1, 2, 5, 30}) {
    for (const std::int64_t reach : {0, 1, 2, 3, 7, 40}) {
      const auto samples = drawnNumbers<float>(random, size);
      std::vector<float> lower;
      std::vector<float> upper;
      signal::rangeAround(samples, reach, lower, upper);
      for (std::int64_t i = 0; i < size; ++i) {
        const auto begin = samples.begin() + std::max<std::int64_t>(0, i - reach);
        const auto end = samples.begin() + std::min(size, i + reach + 1);
        ASSERT_EQ(lower[i], *std::min_element(begin, end)) << size << " " << reach << " " << i;
        ASSERT_EQ(upper[i], *std::max_element(begin, end));
      }
    }
  }
}

/// One channel with steps far larger than its small changes.
std::vector<double> steppedChannel(Random& random, std::int64_t size) {
  std::vector<double> samples;
  double level = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    if (random.oneIn(60)) level = static_cast<double>(random.below(9)) * 300;
    samples.push_back(level + static_cast<double>(random.below(1000)) / 400);
  }
  return samples;
}

TEST(MotifTile, FloatBoundsHoldForExactSums) {
  Random random(8);
  std::int64_t plain = 0;
  for (int round = 0; round < 60; ++round) {
    const std::int64_t length = 2 + static_cast<std::int64_t>(random.below(60));
    const std::vector<double> data = steppedChannel(random, 400);
    const std::vector<double> query = steppedChannel(random, length);
    MotifTask task{{Samples(query)}, {Samples(data)}, {}};
    task.options.method = static_cast<MotifMethod>(random.below(3));
    task.options.normalise = static_cast<MotifNormalise>(random.below(4));
    task.options.band = static_cast<std::int64_t>(random.below(8));
    task = settled(task);
    const auto levels = signal::channelLevels(task, {});
    const signal::QueryRows queries(task, length, levels);
    const signal::FloatQuery row(task, queries.row(0, 0));
    const signal::Envelope envelope(row, task.options.method, signal::bandOf(task));
    signal::Tile tile;
    const std::int64_t count = signal::dataLength(task) - length + 1;
    tile.prepare(task, 0, levels[0], row, 0, count, length);
    const auto padded = static_cast<std::size_t>(count + signal::Tile::kPad);
    std::vector<float> limits(padded);
    std::vector<float> sums(padded);
    tile.fillPlaceLimits(row, 1e9, limits.data());
    signal::boundPlaces(tile, envelope, limits.data(), {}, sums.data());
    signal::WindowEnvelope around;
    around.prepare(tile, signal::bandOf(task));
    const Control control;
    signal::Settler settler(task, levels, control);
    for (std::int64_t place = 0; place < count; ++place) {
      double exact = 0;
      settler.settle(queries.row(0, 0), 0, {&place, 1}, 1e300, {&exact, 1});
      if (tile.state(place) == signal::WindowState::flat) {
        ASSERT_EQ(exact, row.flat);
      }
      if (tile.state(place) != signal::WindowState::plain) continue;
      ++plain;
      const signal::FloatGuard guard = tile.guard(place, row);
      ASSERT_LE(guard.leastSum(sums[place]), exact);
      if (envelope.isExact()) {
        ASSERT_GE(guard.mostSum(sums[place]), exact);
      } else {
        const float back = around.bound(tile, row, place, 3e38F);
        ASSERT_LE(guard.leastSum(back), exact);
      }
      const double root = task.options.method == MotifMethod::sad ? exact : std::sqrt(exact);
      ASSERT_LE(sums[place], guard.limit(root));
    }
  }
  EXPECT_GT(plain, 5000);
}

/// All built-in engines return equal, non-empty matches.
void expectAlike(const MotifTask& task) {
  Registry registry;
  addBuiltInEngines(registry);
  addMotif(registry);
  const auto wanted = findMotif(registry, "reference", task).matches;
  EXPECT_FALSE(wanted.empty());
  EXPECT_EQ(findMotif(registry, "sequential", task).matches, wanted);
  EXPECT_EQ(findMotif(registry, "openmp", task).matches, wanted);
}

TEST(MotifSearch, FindsCopiesFarFromZero) {
  // The definition rounds the mean there.
  Random random(9);
  for (const double level : {1e6, 1e9, 1e12}) {
    std::vector<double> data;
    for (int i = 0; i < 3000; ++i) {
      data.push_back(level * 1.2345 + static_cast<double>(random.below(1000)) / 300);
    }
    const std::vector<double> query(data.begin() + 700, data.begin() + 1200);
    std::copy(query.begin(), query.end(), data.begin() + 2000);
    for (const MotifMethod method : {MotifMethod::sad, MotifMethod::euclid, MotifMethod::dtw}) {
      for (const MotifNormalise normalise : {MotifNormalise::mean, MotifNormalise::z}) {
        MotifTask task{{Samples(query)}, {Samples(data)}, {}};
        task.options.method = method;
        task.options.normalise = normalise;
        task.options.band = 1;
        task.options.maxDistance = 1e-9;
        if (method == MotifMethod::dtw) task.data = {Samples(data).part(690, 530)};
        expectAlike(task);
      }
    }
  }
}

TEST(MotifSearch, TakesTheBestLagWithHugeSamples) {
  Random random(10);
  std::vector<double> query;
  std::vector<double> data;
  for (int i = 0; i < 6; ++i) query.push_back(1 + static_cast<double>(random.below(9)) * 1e-9);
  for (int i = 0; i < 80; ++i) {
    data.push_back(static_cast<double>(random.below(9)) * (i % 7 == 0 ? 1e28 : 1e9));
  }
  MotifTask task{{Samples(query)}, {Samples(data)}, {}};
  task.options.method = MotifMethod::euclid;
  task.options.normalise = MotifNormalise::none;
  task.options.lag = 9;
  task.options.top = 5;
  expectAlike(task);
}

TEST(MotifSearch, KnowsMissingChannelsWhenFloatsUnderflow) {
  Random random(12);
  std::vector<std::vector<double>> data(2);
  for (auto& channel : data) {
    for (int i = 0; i < 200; ++i) {
      channel.push_back((static_cast<double>(random.below(1000)) - 500) * 1e-102);
    }
  }
  MotifTask task{{Samples(data[0]).part(70, 16), Samples(data[1]).part(70, 16)},
                 {Samples(data[0]), Samples(data[1])},
                 {}};
  task.options.method = MotifMethod::sad;
  task.options.lag = 33;
  task.options.lagPenalty = 0.01;
  task.options.missing = 1;
  task.options.top = 6;
  expectAlike(task);
}

TEST(MotifBounds, StopOnRequest) {
  const std::vector<double> data(5000, 1);
  MotifTask task{{Samples(data).part(0, 900)}, {Samples(data)}, {}};
  task.options.method = MotifMethod::euclid;
  task = settled(task);
  const auto levels = signal::channelLevels(task, {});
  const signal::QueryRows queries(task, 900, levels);
  const signal::FloatQuery row(task, queries.row(0, 0));
  const signal::Envelope envelope(row, task.options.method, 0);
  signal::Tile tile;
  tile.prepare(task, 0, levels[0], row, 0, 4000, 900);
  std::vector<float> limits(4000 + signal::Tile::kPad);
  std::vector<float> sums(limits.size());
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  EXPECT_THROW(signal::boundPlaces(tile, envelope, limits.data(), control, sums.data()), Error);
}

TEST(MotifSearch, DetectsConstantWindows) {
  Random random(11);
  std::vector<double> data;
  for (int i = 0; i < 400; ++i) {
    data.push_back(1e6 + static_cast<double>(random.below(9)) * (i % 100 < 60 ? 1e-9 : 0.1));
  }
  const std::vector<double> query(data.begin() + 170, data.begin() + 190);
  MotifTask task{{Samples(query)}, {Samples(data)}, {}};
  task.options.top = 30;
  task.options.exclude = 0;
  expectAlike(task);
}

}  // namespace
}  // namespace espy::test
