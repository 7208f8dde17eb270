// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "espy/engine/all.h"
#include "lab/pattern_scenes.h"
#include "lab/pattern_task.h"
#include "support/find_with.h"

namespace espy::lab::pattern {
namespace {

constexpr std::array kMilestones{Milestone::greyBox,        Milestone::colourBox,
                                 Milestone::boxEdge,        Milestone::greyPattern,
                                 Milestone::patternOutline, Milestone::crowd};

TEST(PatternScenes, SizesAreThoseThatAreKnownAndElseFourToThree) {
  EXPECT_EQ(sizeOf(1049), (Size{1024, 1024}));
  EXPECT_EQ(sizeOf(7078), (Size{3072, 2304}));
  EXPECT_EQ(sizeOf(41472), (Size{7680, 5400}));
  EXPECT_EQ(sizeOf(12), (Size{126, 95}));
  EXPECT_EQ(sizeOf(1200), (Size{1265, 949}));
  for (const std::int64_t kilopixels : {16, 66, 262, 4194, 16777, 100'000}) {
    const Size size = sizeOf(kilopixels);
    EXPECT_NEAR(static_cast<double>(size.pixels()), static_cast<double>(kilopixels) * 1000,
                static_cast<double>(size.width));
  }
}

TEST(PatternScenes, TheNeedleLiesAtTheStatedPositionAndNowhereElse) {
  const Registry registry = makeRegistry();
  for (const Milestone milestone : kMilestones) {
    for (const std::uint64_t seed : {1, 2, 77}) {
      for (const std::int64_t kilopixels : {16, 37}) {
        SCOPED_TRACE(testing::Message() << "milestone " << static_cast<int>(milestone) << ", seed "
                                        << seed << ", " << kilopixels << " kilopixels");
        const PatternScene drawing = drawScene(milestone, sizeOf(kilopixels), 9, seed, {});
        EXPECT_EQ(drawing.places.size(), hidesMany(milestone) ? 9U : 1U);
        const Finding finding =
            findExact(registry, "reference", drawing.scene, {{{drawing.needle.view(), {}}}});
        std::vector<espy::Place> found;
        for (const Match& match : finding.matches) found.emplace_back(match.x, match.y);
        EXPECT_EQ(found, drawing.places);
      }
    }
  }
}

TEST(PatternScenes, AreTheSameOnEveryMachine) {
  std::vector<std::uint64_t> hashes;
  for (const Milestone milestone : kMilestones) {
    const PatternScene drawing = drawScene(milestone, {200, 150}, 7, 1, {});
    hashes.push_back(hashOf(drawing.scene) ^ hashOf(drawing.needle));
    Control oneThread;
    oneThread.threads = 1;
    const PatternScene again = drawScene(milestone, {200, 150}, 7, 1, oneThread);
    EXPECT_TRUE(samePixels(drawing.scene, again.scene));
    EXPECT_TRUE(samePixels(drawing.needle, again.needle));
    EXPECT_EQ(drawing.places, again.places);
    const bool seeded = !screeningOf(milestone);
    EXPECT_NE(samePixels(drawing.scene, drawScene(milestone, {200, 150}, 7, 2, {}).scene), seeded);
  }
  EXPECT_EQ(hashes, (std::vector<std::uint64_t>{15162828507743175074U, 10667521784243546185U,
                                                15162828507743175074U, 18142802930968807520U,
                                                18142802930968807520U, 15642606045303557619U}));
}

TEST(PatternScenes, FormatsAndMarksAreThoseOfTheMilestones) {
  for (const Milestone milestone : kMilestones) {
    const PatternScene drawing = drawScene(milestone, {200, 150}, 3, 1, {});
    const bool grey =
        milestone == Milestone::greyBox || milestone == Milestone::boxEdge || hidesMany(milestone);
    EXPECT_EQ(drawing.scene.format(), (PixelFormat{grey ? 1 : 3, Depth::u8}));
    EXPECT_EQ(drawing.needle.format(), drawing.scene.format());
  }
  EXPECT_TRUE(screeningOf(Milestone::greyBox));
  EXPECT_TRUE(screeningOf(Milestone::colourBox));
  EXPECT_TRUE(screeningOf(Milestone::boxEdge));
  EXPECT_FALSE(screeningOf(Milestone::greyPattern));
  EXPECT_FALSE(screeningOf(Milestone::crowd));
  EXPECT_FALSE(isOutlined(Milestone::colourBox));
  EXPECT_TRUE(isOutlined(Milestone::boxEdge));
  EXPECT_FALSE(isOutlined(Milestone::greyPattern));
  EXPECT_TRUE(isOutlined(Milestone::patternOutline));
  EXPECT_TRUE(isOutlined(Milestone::crowd));
}

int differingPixels(const ImageView& scene, const ImageView& needle, std::int64_t x,
                    std::int64_t y) {
  int count = 0;
  for (std::int64_t v = 0; v < needle.height(); ++v) {
    for (std::int64_t u = 0; u < needle.width(); ++u) {
      const std::uint8_t* pixel = scene.pixel(x + u, y + v);
      count += !std::equal(pixel, pixel + 3, needle.pixel(u, v));
    }
  }
  return count;
}

TEST(PatternScenes, TheCrowdHasLookAlikes) {
  const PatternScene crowd = drawScene(Milestone::crowd, {240, 160}, 1, 5, {});
  std::multiset<int> near;
  for (std::int64_t y = 0; y + 16 <= 160; ++y) {
    for (std::int64_t x = 0; x + 16 <= 240; ++x) {
      const int count = differingPixels(crowd.scene, crowd.needle, x, y);
      if (count <= 4) near.insert(count);
    }
  }
  EXPECT_EQ(near.count(0), 1U);
  EXPECT_EQ(near.size(), 13U);
}

TEST(PatternScenes, MoreThanFitAreRefused) {
  EXPECT_EQ(drawScene(Milestone::greyPattern, {240, 120}, 50, 1, {}).places.size(), 50U);
  try {
    drawScene(Milestone::greyPattern, {240, 120}, 51, 1, {});
    FAIL() << "51 patterns in 50 cells";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    EXPECT_NE(std::string(error.what()).find("50 patterns"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("matches=51"), std::string::npos) << error.what();
  }
}

TEST(PatternScenes, HashesDistinguishPictures) {
  Image picture({9, 3}, {1, Depth::u8});
  const std::uint64_t before = hashOf(picture);
  *picture.pixels().pixel(8, 2) = 1;
  EXPECT_NE(hashOf(picture), before);
  EXPECT_NE(hashOf(Image({3, 9}, {1, Depth::u8})), before);
  // Row padding is not hashed.
  Image wide({16, 3}, {1, Depth::u8});
  *wide.pixels().pixel(12, 1) = 7;
  EXPECT_EQ(hashOf(wide.view().crop(0, 0, {9, 3})), before);
}

}  // namespace
}  // namespace espy::lab::pattern
