// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Libraries on the GPU: slabs that stay in memory and slabs that are streamed, against the
// reference.
#include <thread>

#include "cuda/identify/engines.h"
#include "cuda/identify/kernels.h"
#include "cuda/identify/shelf_on_gpu.h"
#include "espy/engine/all.h"
#include "gpu/on_gpu.h"
#include "support/feature_cases.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

class IdentifyOnGpu : public OnGpu {
 protected:
  void TearDown() override {
    cuda::limitShelfBytes(-1);
    OnGpu::TearDown();
  }

  /// Slabs of `places` entries each, with up to `rows` features.
  std::vector<Slab> drawSlabs(int slabs, std::int64_t places, std::int64_t rows,
                              FeatureKind kind = FeatureKind::likely) {
    std::vector<Slab> made;
    for (int s = 0; s < slabs; ++s) {
      std::vector<Features> references;
      for (std::int64_t p = 0; p < places; ++p) {
        const std::int64_t count = random_.oneIn(3) ? rows : random_.below(rows + 1);
        references.push_back(drawFeatures(random_, kind, count));
      }
      all_.insert(all_.end(), references.begin(), references.end());
      made.push_back(slabOf(references, rows));
    }
    return made;
  }
  void drawQueries(int count, std::int64_t features, FeatureKind kind = FeatureKind::likely) {
    queries_.clear();
    for (int q = 0; q < count; ++q) queries_.push_back(drawQuery(random_, kind, features, all_));
    views_.assign(queries_.begin(), queries_.end());
  }
  void equalsTheReference(const Shelf& shelf, const RankOptions& options, const char* strategy) {
    const RankTask task{shelf, views_, options};
    RunReport report;
    const auto rankings = cuda::rankOnGpu(task, {}, report);
    ASSERT_EQ(rankings, rankReferences(registry_, "reference", task).rankings);
    EXPECT_EQ(report.engine, "cuda");
    EXPECT_NE(report.strategy.text().find(strategy), std::string::npos) << report.strategy.text();
  }

  static std::vector<Ranking> rank(const RankTask& task, const Control& control = {}) {
    RunReport report;
    return cuda::rankOnGpu(task, control, report);
  }

  Random random_{18};
  Registry registry_ = makeRegistry();
  std::vector<Features> all_;
  std::vector<std::vector<std::uint8_t>> queries_;
  std::vector<std::span<const std::uint8_t>> views_;
};

TEST_F(IdentifyOnGpu, SmallShelvesOfAnyShape) {
  for (const FeatureKind kind : kFeatureKinds) {
    for (const std::int64_t rows : {1, 2, 127, 128, 129, 384, 400}) {
      all_.clear();
      const Shelf shelf(rows, drawSlabs(2, 3, rows, kind));
      for (const std::int64_t features : {0, 1, 63, 255, 256, 300, 768, 769, 1000}) {
        SCOPED_TRACE(testing::Message() << rows << " rows, " << features << " features, kind "
                                        << static_cast<int>(kind));
        drawQueries(2, features, kind);
        for (const Counting counting : {Counting::distinct, Counting::plain}) {
          equalsTheReference(shelf, {.top = 4, .counting = counting}, "stay on the GPU");
        }
      }
    }
  }
}

TEST_F(IdentifyOnGpu, SlabsThatDoNotFitPassThroughInTurns) {
  const Shelf shelf(130, drawSlabs(9, 12, 130));
  drawQueries(5, 200);
  cuda::limitShelfBytes(0);
  equalsTheReference(shelf, {.top = 7}, "0 slabs stay on the GPU, 9 are streamed");
  equalsTheReference(shelf, {.top = 200}, "9 are streamed");
  cuda::limitShelfBytes(cuda::SlabOnGpu::bytesOf(12, 130) * 2);
  const Shelf other(130, shelf.slabs());
  equalsTheReference(other, {.top = 7}, "2 slabs stay on the GPU, 7 are streamed");
  drawQueries(1, 700);
  equalsTheReference(other, {.top = 1}, "2 slabs stay on the GPU, 7 are streamed");
}

TEST_F(IdentifyOnGpu, ManyThreadsShareWhatPasses) {
  const Shelf shelf(130, drawSlabs(21, 10, 130));
  const Shelf other(130, drawSlabs(3, 10, 130));
  drawQueries(24, 150);
  std::vector<std::vector<Ranking>> wanted;
  const auto taskOf = [&](std::size_t q) -> RankTask {
    return {q % 5 == 4 ? other : shelf, std::span(views_).subspan(q, 1), {.top = 5}};
  };
  for (std::size_t q = 0; q < views_.size(); ++q) {
    wanted.push_back(rankReferences(registry_, "openmp", taskOf(q)).rankings);
  }
  for (const std::int64_t bytes : {std::int64_t{0}, cuda::SlabOnGpu::bytesOf(10, 130) * 12}) {
    cuda::limitShelfBytes(bytes);
    shelf.release();
    other.release();
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t round = 0; round < 6; ++round) {
          const std::size_t q = (t * 3 + round) % views_.size();
          Control control;
          std::stop_source stop;
          control.stop = stop.get_token();
          // Some of them are cancelled.
          const bool leaves = t == 7 && round % 2 == 1;
          if (leaves) control.progress = [&](double) { stop.request_stop(); };
          try {
            EXPECT_EQ(rank(taskOf(q), control), wanted[q]);
          } catch (const Error& error) {
            EXPECT_TRUE(leaves) << error.what();
            EXPECT_EQ(error.code(), ErrorCode::cancelled);
          }
        }
      });
    }
  }
}

TEST_F(IdentifyOnGpu, WhatIsOnTheGpuFollowsTheShelf) {
  std::vector<Slab> slabs = drawSlabs(4, 6, 64);
  auto shelf = std::make_unique<Shelf>(64, slabs);
  drawQueries(3, 90);
  equalsTheReference(*shelf, {}, "all slabs stay");
  // Some entries and a slab are removed, another slab is added.
  std::vector<std::int32_t> counts(slabs[1].counts.begin(), slabs[1].counts.end());
  counts[2] = counts[5] = 0;
  slabs[1].counts = counts;
  slabs.erase(slabs.begin());
  slabs.push_back(drawSlabs(1, 8, 64).front());
  drawQueries(3, 90);
  auto next = std::make_unique<Shelf>(64, slabs, std::vector<std::uint32_t>{}, *shelf);
  shelf.reset();
  equalsTheReference(*next, {}, "all slabs stay");
  next->release();
  equalsTheReference(*next, {}, "all slabs stay");
}

TEST_F(IdentifyOnGpu, ManyReferencesAreScreenedAndFewAreCounted) {
  if (!cuda::hasWarpGroups()) GTEST_SKIP() << "this GPU has no fast screen";
  const Shelf shelf(64, drawSlabs(3, 700, 64));
  drawQueries(2, 300);
  const RankTask task{shelf, views_, {.top = 5}};
  RunReport report;
  EXPECT_EQ(cuda::rankOnGpu(task, {}, report), rankReferences(registry_, "openmp", task).rankings);
}

TEST_F(IdentifyOnGpu, FaultsAreReportedAndForgotten) {
  const Shelf shelf(64, drawSlabs(3, 5, 64));
  drawQueries(2, 90);
  const RankTask task{shelf, views_, {}};
  const auto wanted = rankReferences(registry_, "reference", task).rankings;
  expectFaultsAreForgotten(
      12, [&] { shelf.release(); }, [&] { EXPECT_EQ(rank(task), wanted); });
}

TEST_F(IdentifyOnGpu, StopsOnRequest) {
  const Shelf shelf(64, drawSlabs(2, 5, 64));
  drawQueries(1, 90);
  EXPECT_EQ(codeOf([&] {
              (void)rank({shelf, views_, {}}, stoppedControl());
            }),
            ErrorCode::cancelled);
}

}  // namespace
}  // namespace espy::test
