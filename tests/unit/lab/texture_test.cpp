// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// texture-search: its strategies against the definition, and its experiment.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "espy/engine/lab.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/rates.h"
#include "lab/texture_data.h"
#include "lab/texture_gpu.h"
#include "lab/texture_strategies.h"

namespace espy::lab {
namespace {

/// Engines for identification, with or without a fake GPU.
Registry withIdentify(bool available) {
  Registry registry;
  addBuiltInEngines(registry);
  addIdentify(registry);
  registry.addEngine({"cuda", available, available ? "a card" : "no driver was found", ""});
  return registry;
}

class LabTexture : public testing::Test {
 protected:
  /// The definition's counts, by query and reference.
  std::vector<std::int32_t> defined(const TextureData& data) const {
    const TextureTask task = data.task();
    const Shelf shelf(task.rows, data.slabs());
    const auto rankings =
        rankReferences(registry_, "reference",
                       {shelf, task.queries, {task.references(), {}, Counting::plain}})
            .rankings;
    std::vector<std::int32_t> counts;
    for (const Ranking& ranking : rankings) {
      std::vector<std::int32_t> own(static_cast<std::size_t>(task.references()));
      for (const Ranked& one : ranking) own[static_cast<std::size_t>(one.reference)] = one.count;
      counts.insert(counts.end(), own.begin(), own.end());
    }
    return counts;
  }

  std::vector<std::int32_t> counted(const TextureData& data, const TextureCount& count,
                                    int threads) {
    const TextureTask task = data.task();
    std::vector<std::int32_t> counts(
        static_cast<std::size_t>(task.references()) * task.queries.size(), -1);
    Control control;
    control.threads = threads;
    count(task, counts, control, unheard_);
    return counts;
  }

  Registry registry_ = withIdentify(false);
  Timeline unheard_;
};

TEST_F(LabTexture, AllStrategiesAreTheDefinition) {
  const Registry own = ownEngines();
  const bool openCv = own.engine(kOpenCv).available;
  const TextureData::Sizes kSizes[] = {{1, 2, 1, 1},   {7, 3, 5, 2},   {5, 31, 25, 1},
                                       {3, 33, 47, 3}, {9, 64, 48, 1}, {20, 129, 100, 2}};
  std::uint64_t seed = 3;
  for (const TextureData::Sizes& sizes : kSizes) {
    const TextureData data(sizes, ++seed, {});
    const std::vector<std::int32_t> wanted = defined(data);
    for (const int threads : {1, 3}) {
      EXPECT_EQ(counted(data, countByLoop, threads), wanted) << sizes.rows;
      EXPECT_EQ(counted(data, countByProducts, threads), wanted) << sizes.rows;
      if (openCv) {
        EXPECT_EQ(counted(data, own.get<CountByOpenCv>(kOpenCv), threads), wanted) << sizes.rows;
      }
    }
  }
}

/// Extreme bytes, which give the largest products.
TEST_F(LabTexture, ExtremeBytesAreCountedExactly) {
  const std::int64_t rows = 8;
  std::vector<std::uint8_t> library(static_cast<std::size_t>(rows * kFeatureBytes), 255);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t i = 0; i < row; ++i) {
      library[static_cast<std::size_t>(row * kFeatureBytes + i)] = 254;
    }
  }
  std::vector<std::int32_t> norms(static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < library.size(); ++i) {
    norms[i / kFeatureBytes] += library[i] * library[i];
  }
  const std::span<const std::uint8_t> same(library.data(), kFeatureBytes);
  const std::span<const std::uint8_t> all(library);
  const TextureTask task{library, norms, rows, {same, all}, {}};
  // Each row is at distance 1 from its neighbours, and at 0 from itself.
  for (const auto& count : {countByLoop, countByProducts}) {
    std::vector<std::int32_t> counts(2, -1);
    count(task, counts, {}, unheard_);
    EXPECT_EQ(counts, (std::vector<std::int32_t>{1, 8}));
  }
}

TEST_F(LabTexture, TheSameSeedGivesTheSameOnAnyNumberOfThreads) {
  const TextureData::Sizes sizes{1030, 5, 6, 2};
  Control one;
  one.threads = 1;
  const TextureData data(sizes, 7, one);
  const TextureData again(sizes, 7, {});
  const TextureData other(sizes, 8, {});
  const auto bytesOf = [](std::span<const std::uint8_t> bytes) {
    return std::vector(bytes.begin(), bytes.end());
  };
  EXPECT_EQ(bytesOf(data.task().library), bytesOf(again.task().library));
  EXPECT_EQ(bytesOf(data.task().queries[1]), bytesOf(again.task().queries[1]));
  EXPECT_NE(bytesOf(data.task().library), bytesOf(other.task().library));
  EXPECT_NE(bytesOf(data.task().queries[0]), bytesOf(data.task().queries[1]));
}

TEST_F(LabTexture, SlabsAreTheLibraryAsShelvesHaveIt) {
  const TextureData data({1030, 5, 6, 1}, 7, {});
  const std::vector<Slab> slabs = data.slabs();
  ASSERT_EQ(slabs.size(), 2U);
  EXPECT_EQ(slabs[0].places, 1024);
  EXPECT_EQ(slabs[1].places, 6);
  EXPECT_EQ(slabs[0].features, data.task().library.data());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(slabs[0].features) % 4096, 0U);
  EXPECT_EQ(slabs[1].features, data.task().library.data() + 1024 * 5 * kFeatureBytes);
  EXPECT_EQ(Shelf(5, slabs).references(), 1030);
  for (std::int64_t i = 0; i < data.task().references(); ++i) {
    EXPECT_TRUE(std::ranges::is_sorted(data.task().normsOf(i))) << i;
  }
}

TEST_F(LabTexture, QueriesShowSomeReferenceMoreThanOthers) {
  const TextureData data({40, 96, 200, 4}, 9, {});
  const std::vector<std::int32_t> counts = defined(data);
  for (std::size_t q = 0; q < 4; ++q) {
    std::vector<std::int32_t> own(counts.begin() + static_cast<std::ptrdiff_t>(40 * q),
                                  counts.begin() + static_cast<std::ptrdiff_t>(40 * (q + 1)));
    std::ranges::sort(own);
    EXPECT_GT(own[39], 3 * own[38]) << q;
    EXPECT_LT(own[39], 100) << q;  // some of the query's own features are disturbed too much
  }
}

TEST_F(LabTexture, AStopIsHeededBetweenReferences) {
  const TextureData data({3000, 64, 2000, 1}, 11, {});
  std::vector<std::int32_t> counts(3000);
  for (const auto& count : {countByLoop, countByProducts}) {
    std::stop_source stop;
    const std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop.request_stop();
    });
    try {
      count(data.task(), counts, {2, stop.get_token(), {}}, unheard_);
      ADD_FAILURE() << "it did not stop";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

TEST_F(LabTexture, TheProcessorsFloorIsMeasured) {
  EXPECT_GT(peakRate(Rate::products, 1), 1e8);
  EXPECT_EQ(peakRate(Rate::products, 1), peakRate(Rate::products, 1));
}

}  // namespace
}  // namespace espy::lab
