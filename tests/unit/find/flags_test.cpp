// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "espy/engine/all.h"

namespace espy {
namespace {

Match window(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) {
  Match match;
  match.x = x;
  match.y = y;
  match.width = width;
  match.height = height;
  return match;
}

std::string drawn(const Image& flags) {
  std::string text;
  for (std::int64_t y = 0; y < flags.size().height; ++y) {
    for (std::int64_t x = 0; x < flags.size().width; ++x) {
      text += ".12"[*flags.view().pixel(x, y)];
    }
    text += '\n';
  }
  return text;
}

class FlagPlane : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(BuiltIn, FlagPlane,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(FlagPlane, ABaseStaysOneInsideAnotherMatch) {
  const Registry registry = makeRegistry();
  const std::vector<Match> matches{window(1, 0, 3, 2), window(2, 1, 3, 2)};
  EXPECT_EQ(drawn(flagPlane(registry, GetParam(), {6, 4}, matches, 1)),
            ".1....\n"
            "..1...\n"
            "......\n"
            "......\n");
  EXPECT_EQ(drawn(flagPlane(registry, GetParam(), {6, 4}, matches)),
            ".122..\n"
            ".2122.\n"
            "..222.\n"
            "......\n");
}

TEST_P(FlagPlane, CoversFromBorderToBorder) {
  const Registry registry = makeRegistry();
  EXPECT_EQ(drawn(flagPlane(registry, GetParam(), {3, 2}, std::vector<Match>{window(0, 0, 3, 2)})),
            "122\n"
            "222\n");
  EXPECT_EQ(drawn(flagPlane(registry, GetParam(), {3, 1}, std::vector<Match>{window(2, 0, 1, 1)})),
            "..1\n");
  EXPECT_EQ(drawn(flagPlane(registry, GetParam(), {3, 1}, std::vector<Match>{})), "...\n");
}

TEST(FlagPlaneStages, AreThoseThatTheEngineWritesOrThePass) {
  Registry registry = makeRegistry();
  const auto stagesOf = [&](const char* engine, int lastPass) {
    Timeline timeline;
    timeline.add("before", 1);
    flagPlane(registry, engine, {3, 1}, std::vector<Match>{}, lastPass, {}, timeline);
    std::string names;
    for (const Timeline::Stage& stage : timeline.stages()) names += stage.name + ';';
    return names;
  };
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(stagesOf(engine, 1), "before;pass 1;");
    EXPECT_EQ(stagesOf(engine, 2), "before;pass 2;");
  }
  registry.add<FlagMatches>(
      "openmp", [](Size scene, std::span<const Match>, int, const Control&, Timeline& timeline) {
        timeline.add("fly", 1);
        timeline.add("before", 1);
        return Image(scene, {1, Depth::u8});
      });
  EXPECT_EQ(stagesOf("openmp", 2), "before;fly;");
}

}  // namespace
}  // namespace espy
