// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pose find: every engine against the reference, which tries every pose at every place.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "pose/reference.h"
#include "support/pose_case.h"
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
  for (int round = 0; round < 80; ++round) {
    const PixelFormat format{static_cast<int>(1 + random.below(4)),
                             random.oneIn(3) ? Depth::u16 : Depth::u8};
    PaddedPicture picture({1 + random.below(150), 1 + random.below(90)}, format,
                          random.below(3) * 2, random.oneIn(3));
    draw(picture.pixels(), Kind::noise, random, false);
    const Needle needle{picture.view(), {}};
    GridPose pose;
    pose.angle = random.oneIn(3) ? random.below(4) * 90'000'000 : random.below(360'000'000);
    pose.scale = random.oneIn(2) ? 1'000'000 : 300'000 + random.below(1'500'000);
    pose.mirrored = random.oneIn(2);
    expectAlike(pose::warpByReference(needle, pose, false),
                pose::NeedleWarper(needle, false).warp(pose), std::to_string(round));
  }
}

RC_GTEST_PROP(PoseDifferential, CompleteIsEveryPoseAtEveryPlace, ()) {
  static const Registry registry = makeRegistry();
  const PoseCase one(*rc::gen::arbitrary<std::uint64_t>());
  Control control;
  control.threads = *rc::gen::inRange(1, 4);
  const auto found = [&](const std::string& engine) {
    try {
      return findPosed(registry, engine, one.scene, {&one.needle, 1}, one.score, one.pose,
                       one.select, control);
    } catch (const Error& error) {
      RC_PRE(error.code() == ErrorCode::badUse);  // a needle of one colour
      RC_DISCARD("refused");
    }
  };
  const Finding wanted = found("reference");
  RC_CLASSIFY(!wanted.matches.empty(), "found");
  for (const std::string& engine : comparedEngines(registry)) {
    const std::string difference = differenceOf(wanted, found(engine));
    if (!difference.empty()) RC_FAIL(engine + ", " + one.name + ": " + difference);
  }
}

}  // namespace
}  // namespace espy::test
