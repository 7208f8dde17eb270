// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pose search: every engine against the reference.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>

#include "espy/error.h"
#include "picture/host_picture.h"
#include "picture/turn.h"
#include "pose/border.h"
#include "pose/complete.h"
#include "pose/fast.h"
#include "pose/find_posed.h"
#include "pose/reference.h"
#include "score/fast.h"
#include "support/find_with.h"
#include "support/pose_case.h"
#include "support/poses_reference.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

std::vector<std::string> comparedEngines(const Registry& registry) {
  std::vector<std::string> names;
  for (const Engine& engine : registry.engines()) {
    if (engine.name != "reference" && engine.available && registry.has<FindScored>(engine.name)) {
      names.push_back(engine.name);
    }
  }
  return names;
}

void expectAlike(const pose::WarpedNeedle& wanted, const pose::WarpedNeedle& got,
                 const std::string& name) {
  ASSERT_EQ(wanted.picture.size(), got.picture.size()) << name;
  EXPECT_EQ(wanted.counted, got.counted) << name;
  EXPECT_TRUE(samePixels(wanted.picture, got.picture)) << name;
  EXPECT_TRUE(samePixels(wanted.mask, got.mask)) << name;
}

TEST(PoseDifferential, NeedlesAreTurnedIntoTheSameBytes) {
  Random random(7);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const PoseCase one(seed);
    GridPose pose;
    pose.angle = random.oneIn(3) ? random.below(4) * 90'000'000 : random.below(360'000'000);
    pose.scale =
        random.oneIn(3) ? (1 + random.below(6)) * 500'000 : 60'000 + random.below(4'000'000);
    pose.mirrored = random.oneIn(2);
    pose.inverted = random.oneIn(4);
    for (const bool weighted : {false, true}) {
      expectAlike(pose::warpByReference(one.needle, pose, weighted),
                  pose::NeedleWarper(one.needle, weighted).warp(pose), one.name);
    }
  }
}

TEST(PoseDifferential, LargeNeedlesAreTurnedIntoTheSameBytes) {
  Random random(8);
  for (int round = 0; round < 240; ++round) {
    const PixelFormat format{static_cast<int>(1 + random.below(4)),
                             random.oneIn(3) ? Depth::u16 : Depth::u8};
    PaddedPicture picture({1 + random.below(150), 1 + random.below(90)}, format,
                          random.below(3) * 2, random.oneIn(3));
    draw(picture.pixels(), Kind::noise, random, false);
    const Needle needle{picture.view(), {}};
    GridPose pose;
    pose.angle = random.oneIn(3) ? random.below(4) * 90'000'000 : random.below(360'000'000);
    pose.scale = random.oneIn(3) ? 1'000'000 : 120'000 + random.below(1'500'000);
    pose.mirrored = random.oneIn(2);
    expectAlike(pose::warpByReference(needle, pose, false),
                pose::NeedleWarper(needle, false).warp(pose), std::to_string(round));
  }
}

/// An engine's result; nothing if the case is refused, as a needle of one colour is.
std::optional<Finding> foundBy(const Registry& registry, const std::string& engine,
                               const PoseCase& one, int threads) {
  Control control;
  control.threads = threads;
  try {
    return findPosed(registry, engine, one.scene, {&one.needle, 1}, one.score, one.pose, one.select,
                     control);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse) << one.name;
    return {};
  }
}

/// The definition's result. In some cases the minimum becomes the score of the last match, which a
/// bound that is slightly too strict loses.
std::optional<Finding> wantedOf(const Registry& registry, PoseCase& one, bool tight) {
  std::optional<Finding> wanted = foundBy(registry, "reference", one, 1);
  if (!tight || !wanted || wanted->matches.empty()) return wanted;
  one.score.minScore = wanted->matches.back().score;
  return foundBy(registry, "reference", one, 1);
}

/// ESPY_POSE_CASES sets the number of cases; the definition is slow.
TEST(PoseDifferential, CompleteIsEveryPoseAtEveryPlace) {
  const Registry registry = makeRegistry();
  const char* setting = std::getenv("ESPY_POSE_CASES");
  const std::uint64_t cases = setting != nullptr ? std::stoull(setting) : 60;
  std::size_t withMatches = 0;
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    PoseCase one(seed);
    const std::optional<Finding> wanted = wantedOf(registry, one, seed % 4 == 0);
    if (!wanted) continue;
    withMatches += wanted->matches.empty() ? 0 : 1;
    for (const std::string& engine : comparedEngines(registry)) {
      const std::optional<Finding> got =
          foundBy(registry, engine, one, 1 + static_cast<int>(seed % 3));
      ASSERT_TRUE(got) << engine << ", " << one.name;
      EXPECT_EQ(differenceOf(*wanted, *got), "") << engine << ", " << one.name;
    }
  }
  EXPECT_GT(withMatches, cases / 4);
}

/// A device simulated on the CPU, so that its code path is tested without a GPU.
Registry withDevice() {
  Registry registry = makeRegistry();
  registry.addEngine({"by hand", true, {}, {}, {}});
  registry.add<FindScored>(
      "by hand", [](const Scene& scene, std::span<const Needle> needles,
                    const ScoreOptions& options, const Control& control, RunReport& report) {
        return score::scoreFast(*scene.view(), needles, options, 1, control, report);
      });
  registry.add<FindPosed>(
      "by hand", [find = registry.get<FindScored>("by hand")](
                     const Scene& scene, std::span<const Needle> needles,
                     std::span<const PoseGrid> grids, const ScoreOptions& options,
                     PoseSearch search, const Control& control, RunReport& report) {
        if (search == PoseSearch::complete) {
          return pose::poseByScores(find, scene, needles, grids, options, search, control, report);
        }
        report.engine = "by hand";
        const auto sums = posesReference(scene);
        const pose::DeviceSearch device{sums.get(), find, scene};
        return pose::withBorder(
            pose::poseFast(*scene.view(), needles, grids, options, 2, control, report, &device),
            *scene.view(), needles, grids, options, search, 2, control, report);
      });
  return registry;
}

/// ESPY_FAST_POSE_CASES sets the number of cases.
TEST(PoseDifferential, FastIsTheSameOnEveryEngine) {
  const Registry registry = withDevice();
  const char* setting = std::getenv("ESPY_FAST_POSE_CASES");
  const std::uint64_t cases = setting != nullptr ? std::stoull(setting) : 16;
  std::size_t withMatches = 0;
  std::size_t onDevice = 0;
  constexpr std::uint64_t kFirst = 8;  // the first few take as long as all others
  for (std::uint64_t seed = kFirst; seed < kFirst + cases; ++seed) {
    const FastPoseCase one(seed);
    SceneKeeper keeper(one.scene);
    const auto found = [&](const std::string& engine, int threads) {
      Control control;
      control.threads = threads;
      return findPosed(registry, engine, keeper, {&one.needle, 1}, one.score, one.pose, one.select,
                       control);
    };
    const Finding wanted = found("sequential", 1);
    withMatches += wanted.matches.empty() ? 0 : 1;
    for (const std::string& engine : comparedEngines(registry)) {
      const Finding got = found(engine, 1 + static_cast<int>(seed % 3));
      EXPECT_EQ(differenceOf(wanted, got), "") << engine << ", " << one.name;
      onDevice += got.report.strategy.text().find("on the GPU") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(withMatches, cases / 4);
  EXPECT_GT(onDevice, cases / 4);
}

/// Planted faults of the exhaustive search.
enum class PoseFault : std::uint8_t { none, strictBound, mirroredAngle, unmaskedCorners, noBorder };

/// Adds an engine "faulty": the sequential exhaustive search with one planted fault.
void addFaultyPoses(Registry& registry, PoseFault fault) {
  registry.addEngine({"faulty", true, "1 thread", "the sequential engine with a planted fault"});
  registry.add<FindPosed>(
      "faulty", [fault](const Scene& scene, std::span<const Needle> needles,
                        std::span<const PoseGrid> grids, const ScoreOptions& options,
                        PoseSearch /*complete*/, const Control& control, RunReport& report) {
        std::vector<PoseGrid> tried(grids.begin(), grids.end());
        for (PoseGrid& grid : tried) {
          if (fault == PoseFault::noBorder) grid.visible = 1'000'000;
          for (GridPose& pose : grid.poses) {
            if (fault != PoseFault::mirroredAngle || pose.angle == 0) continue;
            pose.angle = picture::Turn::kCircle - pose.angle;
          }
        }
        const FindScored::Function find = [&](const Scene& given, std::span<const Needle> some,
                                              const ScoreOptions& scoreOptions, const Control& own,
                                              RunReport& runReport) {
          std::vector<Needle> turned(some.begin(), some.end());
          ScoreOptions bound = scoreOptions;
          if (fault == PoseFault::strictBound) bound.minScore += 1e-3;
          for (Needle& needle : turned) {
            if (fault == PoseFault::unmaskedCorners) needle.mask.reset();
          }
          return score::scoreFast(hostView(given), turned, bound, 1, own, runReport);
        };
        return pose::withBorder(pose::poseCompletely(find, scene, hostView(scene), needles, tried,
                                                     options, 1, control, report, true),
                                hostView(scene), needles, tried, options, PoseSearch::complete, 1,
                                control, report);
      });
}

/// The comparison detects each of these faults more than once.
TEST(PoseDifferential, NoticesPlantedFaults) {
  const Registry right = makeRegistry();
  constexpr PoseFault kFaults[] = {PoseFault::none, PoseFault::strictBound,
                                   PoseFault::mirroredAngle, PoseFault::unmaskedCorners,
                                   PoseFault::noBorder};
  std::array<int, std::size(kFaults)> noticed{};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    PoseCase one(seed);
    const std::optional<Finding> wanted = wantedOf(right, one, seed % 2 == 0);
    if (!wanted) continue;
    for (std::size_t k = 0; k < std::size(kFaults); ++k) {
      Registry registry = makeRegistry();
      addFaultyPoses(registry, kFaults[k]);
      const std::optional<Finding> got = foundBy(registry, "faulty", one, 1);
      noticed.at(k) += !got || !differenceOf(*wanted, *got).empty() ? 1 : 0;
    }
  }
  EXPECT_EQ(noticed[0], 0);
  for (std::size_t k = 1; k < std::size(kFaults); ++k) EXPECT_GT(noticed.at(k), 2) << k;
}

}  // namespace
}  // namespace espy::test
