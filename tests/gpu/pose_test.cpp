// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Rotated needles on the GPU: sums, peaks and sizes compared with the CPU's.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cuda/base/transfer.h"
#include "cuda/pose/engines.h"
#include "cuda/pose/kernels.h"
#include "espy/error.h"
#include "gpu/on_gpu.h"
#include "pose/pyramid.h"
#include "pose/slope.h"
#include "pose/warp_needle.h"
#include "score/fast.h"
#include "support/blob_field.h"
#include "support/poses_reference.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

constexpr PixelFormat kGreyBytes{1, Depth::u8};

class Poses : public OnGpu {
 protected:
  static Image drawn(Size size, Random& random, Kind kind) {
    Image picture(size, kGreyBytes);
    draw(picture.pixels(), kind, random, false);
    return picture;
  }
  static Image drawn(Size size, Random& random) {
    return drawn(size, random, static_cast<Kind>(random.below(kKinds)));
  }
  static cuda::DeviceImage sent(const cuda::Gpu& gpu, const ImageView& picture) {
    cuda::DeviceImage image(picture.size(), kGreyBytes);
    cuda::upload(picture, 0, 1, image.plane(), gpu.stream(), {});
    return image;
  }
  static GridPose anyPose(Random& random) {
    GridPose pose;
    pose.angle = random.oneIn(4) ? random.below(4) * 90'000'000 : random.below(360'000'000);
    pose.scale = random.oneIn(3) ? 1'000'000 : 300'000 + random.below(1'700'000);
    pose.mirrored = random.oneIn(2);
    pose.inverted = random.oneIn(4);
    return pose;
  }
  /// Sorted, for comparison.
  static std::vector<Peak> ordered(std::vector<Peak> peaks) {
    std::ranges::sort(peaks, {}, [](const Peak& p) { return std::tuple(p.needle, p.y, p.x); });
    return peaks;
  }
  /// Rotated needles that fit into a scene and have a score there.
  static std::vector<pose::WarpedNeedle> turned(const Needle& needle, int count, Size scene,
                                                Random& random) {
    const pose::NeedleWarper warper(needle, false);
    std::vector<pose::WarpedNeedle> all;
    for (int k = 0; k < count; ++k) {
      auto one = warper.scorable(anyPose(random), Method::zncc, kGreyBytes);
      if (!one) continue;
      const Size size = one->picture.size();
      if (size.width <= scene.width && size.height <= scene.height) all.push_back(std::move(*one));
    }
    return all;
  }
  static std::optional<std::vector<Peak>> peaksOf(const ImageView& scene,
                                                  std::span<const Needle> needles,
                                                  double minScore) {
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    const cuda::DeviceImage image = sent(*gpu, scene);
    std::vector<cuda::ScoredNeedle> prepared;
    for (const Needle& needle : needles) {
      prepared.push_back(cuda::scoredNeedle(needle, 0, kGreyBytes, false));
    }
    return cuda::turnedPeaks(*gpu, image.plane(), prepared, minScore, {});
  }
  static std::vector<Peak> wantedPeaks(const ImageView& scene, std::span<const Needle> needles,
                                       double minScore) {
    ScoreOptions options;
    options.minScore = minScore;
    options.wantBest = false;
    RunReport unheard;
    return score::scoreFast(scene, needles, options, 2, {}, unheard).peaks;
  }
};

TEST_F(Poses, SmallerSizesAreTheProcessors) {
  Random random(1);
  for (int round = 0; round < 30; ++round) {
    const Image scene = drawn({1 + random.below(700), 1 + random.below(500)}, random);
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    const cuda::DeviceImage image = sent(*gpu, scene);
    std::vector<cuda::DeviceImage> levels;
    ImageView last = scene.view();
    std::vector<Image> kept;
    for (int shift = 1; shift <= 4; ++shift) {
      kept.push_back(pose::halved(last, pose::kRim, 1, {}));
      const Size size = kept.back().size();
      Image got(size, kGreyBytes);
      const cuda::DeviceImage& level = cuda::levelOf(*gpu, image, levels, shift);
      ASSERT_EQ(level.size(), size);
      cuda::download(level.plane(), got.pixels(), gpu->stream(), {});
      EXPECT_TRUE(samePixels(got, kept.back())) << scene.size().width << ", shift " << shift;
      last = kept.back().view().crop(pose::kRim, pose::kRim,
                                     {size.width - 2 * pose::kRim, size.height - 2 * pose::kRim});
    }
  }
}

TEST_F(Poses, PeaksAreTheProcessors) {
  Random random(2);
  std::size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const Image scene = drawn({20 + random.below(200), 20 + random.below(120)}, random);
    const Image picture = drawn({4 + random.below(40), 4 + random.below(30)}, random, Kind::noise);
    const std::vector<pose::WarpedNeedle> all =
        turned({picture.view(), {}}, 1 + static_cast<int>(random.below(30)), scene.size(), random);
    if (all.empty()) continue;
    Image holding = Image::copyOf(scene.view());
    if (random.oneIn(2)) paste(holding.pixels(), all[0].picture, 0, 0);
    std::vector<Needle> needles;
    needles.reserve(all.size());
    for (const pose::WarpedNeedle& one : all) needles.push_back(one.needle());
    const double minScore = random.oneIn(3) ? -1 : static_cast<double>(random.below(90)) / 100;
    const auto got = peaksOf(holding, needles, minScore);
    ASSERT_TRUE(got);
    const std::vector<Peak> wanted = wantedPeaks(holding, needles, minScore);
    EXPECT_EQ(ordered(*got), ordered(wanted)) << round;
    found += wanted.size();
  }
  EXPECT_GT(found, 1000U);
}

TEST_F(Poses, SumsAreThoseOfTheTurnedNeedle) {
  Random random(3);
  for (int round = 0; round < 40; ++round) {
    const Image scene =
        drawn({100 + random.below(300), 80 + random.below(200)}, random, Kind::noise);
    const Image picture = drawn({2 + random.below(120), 2 + random.below(90)}, random, Kind::noise);
    const Needle needle{picture.view(), {}};
    const int enlarged = static_cast<int>(random.below(4)) - 1;
    PoseGrid grid;
    std::vector<pose::DevicePoses::Block> blocks;
    for (std::uint32_t k = 0; k < 1 + random.below(40); ++k) {
      grid.poses.push_back(anyPose(random));
      blocks.push_back({k, random.below(scene.size().width) - 20, random.below(100) - 20});
    }
    Timeline unheard;
    std::vector<pose::DevicePoses::BlockSums> got;
    {
      const cuda::GpuLease gpu(unheard);
      const cuda::DeviceImage image = sent(*gpu, scene);
      const cuda::DeviceImage own = sent(*gpu, picture);
      got = cuda::sumBlocks(*gpu, image.plane(), cuda::NeedleCorners(*gpu, own.plane(), enlarged),
                            grid, blocks, {});
    }
    const auto byHand = posesReference(scene);
    ASSERT_TRUE(byHand->beginSums(0, needle, enlarged, {}));
    const auto wanted = byHand->sumsOf(grid, blocks, {});
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i].needle.samples, wanted[i].needle.samples);
      EXPECT_EQ(got[i].needle.sum, wanted[i].needle.sum);
      EXPECT_EQ(got[i].needle.squares, wanted[i].needle.squares);
      const Size window =
          pose::NeedleWarper(needle, false, enlarged).windowOf(grid.poses[blocks[i].pose]);
      for (std::int64_t k = 0; k < 9; ++k) {
        const std::int64_t x = blocks[i].x + k % 3;
        const std::int64_t y = blocks[i].y + k / 3;
        const bool inside = x >= 0 && y >= 0 && x + window.width <= scene.size().width &&
                            y + window.height <= scene.size().height;
        if (!inside) continue;
        const score::WindowSums& a = got[i].windows[static_cast<std::size_t>(k)];
        const score::WindowSums& b = wanted[i].windows[static_cast<std::size_t>(k)];
        EXPECT_EQ(std::tuple(a.sum, a.squares, a.products),
                  std::tuple(b.sum, b.squares, b.products))
            << round << ", block " << i << ", place " << k;
      }
    }
  }
}

/// A level of a needle, with strides and drifts that a search might have.
pose::Level anyLevel(pose::NeedlePyramid& pyramid, Random& random) {
  pose::Level level;
  level.shift = 1 + static_cast<int>(random.below(2));
  level.enlarged = static_cast<int>(random.below(2));
  level.needle = pyramid.at(level.shift - level.enlarged);
  level.angleStride = static_cast<std::uint32_t>(1 + random.below(5));
  level.scaleStride = static_cast<std::uint32_t>(1 + random.below(2));
  level.drift = pyramid.drift();
  level.drift.turned.x += static_cast<double>(random.below(40)) - 20;
  return level;
}

PoseOptions anyPoses(Random& random) {
  PoseOptions poses;
  poses.angle = random.oneIn(2) ? PoseRange{-180, 180, 0} : PoseRange{-30, 30, 2};
  if (random.oneIn(2)) poses.scale = {0.8, 1.2, 0};
  if (random.oneIn(3)) poses.polarity = Polarity::any;
  poses.flip = random.oneIn(3);
  return poses;
}

TEST_F(Poses, ClimbsAreTheProcessors) {
  Random random(7);
  std::size_t found = 0;
  std::size_t peaks = 0;
  for (int round = 0; round < 60; ++round) {
    const BlobField field({120 + random.below(300), 100 + random.below(200)}, 100U + round);
    const Image scene = random.oneIn(4) ? drawn(field.drawn().size(), random) : field.drawn();
    const Size size{20 + random.below(60), 16 + random.below(50)};
    const Image picture =
        random.oneIn(2) ? Image::copyOf(scene.view().crop(9, 7, size)) : drawn(size, random);
    const Needle needle{picture.view(), {}};
    const PoseGrid grid = pose::gridFor(needle, anyPoses(random), false);
    const pose::GridIndex index(grid);
    pose::NeedlePyramid pyramid(needle, false);
    const pose::Level level = anyLevel(pyramid, random);
    const Needle shown = level.asNeedle(needle);
    RunReport report;
    const auto device = cuda::posesOnDevice(scene, {}, report);
    device->beginGrid(index);
    if (!device->beginSums(level.shift, shown, level.enlarged, {})) continue;  // it has a mask
    pose::ScenePyramid scenes(scene.view(), 1, {});
    const ImageView& small = scenes.at(level.shift);
    std::vector<pose::Start> starts;
    for (int k = 0; k < 70; ++k) {
      starts.push_back(
          {static_cast<std::uint32_t>(random.below(static_cast<std::int64_t>(grid.poses.size()))),
           random.below(small.width()) - 2, random.below(small.height()) - 2,
           random.oneIn(3) ? 0.1 : -2.0});
    }
    const ScoreOptions options;
    pose::OwnSlope slope(small, shown, level, grid, index, options, nullptr);
    const pose::PoseNeighbours neighbours(level, index, slope.windows());
    const auto climbs = device->climb(neighbours.rule(), starts, {});
    ASSERT_TRUE(climbs);
    ASSERT_EQ(climbs->size(), starts.size());
    for (std::size_t k = 0; k < starts.size(); ++k) {
      SCOPED_TRACE(fmt::format("round {}, start {}", round, k));
      const pose::Climbed& got = (*climbs)[k];
      const std::optional<pose::Candidate> wanted = slope.climb(starts[k]);
      ASSERT_EQ(got.isFound, wanted.has_value());
      EXPECT_EQ(got.asked, slope.asked());
      if (!wanted) continue;
      const pose::Candidate own = neighbours.candidateOf(got);
      EXPECT_EQ(
          std::tuple(own.at, own.next, own.isPeak, own.middleX, own.middleY),
          std::tuple(wanted->at, wanted->next, wanted->isPeak, wanted->middleX, wanted->middleY));
      ++found;
      peaks += own.isPeak ? 1 : 0;
    }
  }
  EXPECT_GT(found, 1000U);
  EXPECT_GT(peaks, 900U);
}

TEST_F(Poses, LittleMemoryTakesFewerNeedlesAtOnce) {
  Random random(4);
  const Image scene = drawn({400, 300}, random, Kind::noise);
  const Image picture = drawn({20, 14}, random, Kind::noise);
  const std::vector<pose::WarpedNeedle> all =
      turned({picture.view(), {}}, 60, scene.size(), random);
  std::vector<Needle> needles;
  needles.reserve(all.size());
  for (const pose::WarpedNeedle& one : all) needles.push_back(one.needle());
  const std::vector<Peak> wanted = wantedPeaks(scene, needles, 0.3);
  constexpr std::size_t kBytesForFew = 5'000'000;
  cuda::limitDeviceBlocks(kBytesForFew);
  const auto few = peaksOf(scene, needles, 0.3);
  ASSERT_TRUE(few);
  EXPECT_EQ(ordered(*few), ordered(wanted));
  // If not even one needle fits, the CPU searches.
  constexpr std::size_t kBytesForNone = 200'000;
  cuda::limitDeviceBlocks(kBytesForNone);
  EXPECT_FALSE(peaksOf(scene, needles, 0.3));
  constexpr std::size_t kTooFewBytes = 1000;
  cuda::limitDeviceBlocks(kTooFewBytes);
  RunReport report;
  EXPECT_EQ(cuda::posesOnDevice(scene, {}, report), nullptr);
}

TEST_F(Poses, AFailingLaunchFailsTheSearch) {
  Random random(5);
  const Image scene = drawn({100, 80}, random, Kind::noise);
  const Image picture = drawn({20, 14}, random, Kind::noise);
  const std::vector<Needle> needles{{picture.view(), {}}};
  for (const std::int64_t nth : {1, 2}) {
    cuda::planFault(cuda::Call::launch, nth, cudaErrorLaunchOutOfResources);
    EXPECT_THROW(peaksOf(scene, needles, 0.3), Error) << nth;
  }
  cuda::planFault(cuda::Call::launch, 0, cudaSuccess);
  cuda::makeDeviceUsable();
  EXPECT_TRUE(peaksOf(scene, needles, 0.3));
}

TEST_F(Poses, StopsOnRequest) {
  Random random(6);
  const Image scene = drawn({300, 200}, random, Kind::noise);
  const Image picture = drawn({40, 30}, random, Kind::noise);
  RunReport report;
  const auto device = cuda::posesOnDevice(scene, {}, report);
  const Needle needle{picture.view(), {}};
  ASSERT_TRUE(device->beginSums(0, needle, 0, {}));
  PoseGrid grid;
  grid.poses.resize(1);
  const std::vector<pose::DevicePoses::Block> blocks(5);
  EXPECT_THROW(device->sumsOf(grid, blocks, stoppedControl()), Error);
  EXPECT_THROW(device->peaks(1, {&needle, 1}, 0.5, stoppedControl()), Error);
}

}  // namespace
}  // namespace espy::test
