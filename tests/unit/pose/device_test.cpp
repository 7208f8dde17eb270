// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A search with a device's sums finds what the CPU finds on its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/all.h"
#include "pose/device_scores.h"
#include "pose/fast.h"
#include "pose/grid.h"
#include "support/pose_scenes.h"
#include "support/poses_reference.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// Counts what a device is asked for.
class Counting : public pose::DevicePoses {
 public:
  explicit Counting(const ImageView& scene) : device_(posesReference(Scene(scene))) {}

  std::size_t mostBlocks() const { return mostBlocks_; }
  std::optional<std::vector<Peak>> peaks(int shift, std::span<const Needle> needles,
                                         double minScore, const Control& control) override {
    return device_->peaks(shift, needles, minScore, control);
  }
  bool beginSums(int shift, const Needle& needle, int enlarged, const Control& control) override {
    return device_->beginSums(shift, needle, enlarged, control);
  }
  std::vector<BlockSums> sumsOf(const PoseGrid& grid, std::span<const Block> blocks,
                                const Control& control) override {
    mostBlocks_ = std::max(mostBlocks_, blocks.size());
    return device_->sumsOf(grid, blocks, control);
  }
  void beginGrid(const pose::GridIndex& index) override { device_->beginGrid(index); }
  std::optional<std::vector<pose::Climbed>> climb(const pose::ClimbRule& rule,
                                                  std::span<const pose::Start> starts,
                                                  const Control& control) override {
    return device_->climb(rule, starts, control);
  }

 private:
  std::unique_ptr<pose::DevicePoses> device_;
  std::size_t mostBlocks_ = 0;
};

/// Searches with and without a device, on one thread and on several. Returns the most blocks that
/// the device was asked for at once.
std::size_t expectSame(const ImageView& scene, const Needle& needle, const PoseOptions& poses,
                       const ScoreOptions& options, std::size_t least) {
  const Registry registry = makeRegistry();
  const FindScored::Function& find = registry.get<FindScored>("sequential");
  const std::vector<PoseGrid> grids{pose::gridFor(needle, poses, false)};
  RunReport report;
  const PosedPlaces wanted = pose::poseFast(scene, {&needle, 1}, grids, options, 2, {}, report);
  EXPECT_GE(wanted.peaks.size(), least);
  std::size_t most = 0;
  for (const int threads : {1, 4}) {
    Counting device(scene);
    const pose::DeviceSearch own{&device, find, Scene(scene)};
    Control control;
    control.threads = threads;
    const PosedPlaces got =
        pose::poseFast(scene, {&needle, 1}, grids, options, threads, control, report, &own);
    EXPECT_EQ(got.peaks, wanted.peaks) << threads << " threads";
    EXPECT_EQ(got.best, wanted.best) << threads << " threads";
    most = std::max(most, device.mostBlocks());
  }
  return most;
}

TEST(PosesOnDevice, CopiesAtAnyAngle) {
  PoseOptions poses;
  poses.angle = {-180, 180, 0};
  ScoreOptions options;
  options.minScore = 0.7;
  options.wantBest = false;
  std::size_t most = 0;
  for (const unsigned seed : {1U, 2U}) {
    const PoseScene scene = poseSceneInCells({{360, 240}, {64, 44}, 3, 2, true}, seed);
    most = std::max(most, expectSame(scene.scene.view(), {scene.needle.view(), {}}, poses, options,
                                     scene.poses.size()));
  }
  EXPECT_GT(most, 1000U) << "too few candidates to be shared by threads";
}

TEST(PosesOnDevice, CopiesOfAnySize) {
  PoseOptions poses;
  poses.angle = {-180, 180, 0};
  poses.scale = {0.9, 1.1, 0};
  ScoreOptions options;
  options.minScore = 0.8;
  options.wantBest = false;
  const PoseScene scene = poseSceneInCells({{360, 240}, {64, 44}, 3, 2, true}, 2);
  const std::size_t most =
      expectSame(scene.scene.view(), {scene.needle.view(), {}}, poses, options, 6);
  EXPECT_GT(most, 100U);
}

TEST(PosesOnDevice, TheNearestWhereNothingIsFound) {
  PoseOptions poses;
  poses.angle = {0, 90, 0};
  ScoreOptions options;
  options.minScore = 0.99;
  const PoseScene scene = poseSceneInCells({{200, 160}, {48, 40}, 2, 2, true}, 3);
  const PoseScene other = poseSceneInCells({{100, 90}, {48, 40}, 1, 1, true}, 4);
  EXPECT_GT(expectSame(scene.scene.view(), {other.needle.view(), {}}, poses, options, 0), 0U);
}

TEST(ScoreTable, KnowsWhatWasSet) {
  pose::ScoreTable table;
  EXPECT_EQ(table.find(0, 0, 0), nullptr);
  Random random(5);
  std::map<std::array<std::int64_t, 3>, double> wanted;
  for (int k = 0; k < 20000; ++k) {
    const auto pose = static_cast<std::uint32_t>(random.below(40));
    // Blocks may begin outside the scene.
    const std::int64_t x = random.below(60) - 2;
    const std::int64_t y = random.below(60) - 2;
    const double score = k % 5 == 0 ? pose::ScoreTable::kNone : k / 1e5;
    table.set(pose, x, y, score);
    wanted[{pose, x, y}] = score;
  }
  for (std::uint32_t pose = 0; pose < 41; ++pose) {
    for (std::int64_t y = -3; y < 60; ++y) {
      for (std::int64_t x = -3; x < 60; ++x) {
        const double* const found = table.find(pose, x, y);
        const auto known = wanted.find({pose, x, y});
        ASSERT_EQ(found != nullptr, known != wanted.end()) << pose << " " << x << " " << y;
        if (found != nullptr) {
          ASSERT_EQ(*found, known->second);
        }
      }
    }
  }
}

}  // namespace
}  // namespace espy::test
