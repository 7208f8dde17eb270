// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find: every engine against the reference. Scores must be the same to the last bit.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "differential/case_generator.h"
#include "differential/score_case.h"
#include "score/reference.h"
#include "support/engines_with.h"
#include "support/made_pictures.h"

namespace espy::test {
namespace {

/// How an engine's result differs from the reference's; empty if it does not.
std::string differenceOfAnyEngine(const ScoreCase& one, const Control& control = {}) {
  static const Registry registry = makeRegistry();
  for (const std::string& engine : enginesWith<FindScored>(registry)) {
    // Devices do not support ChannelMeans::each.
    const bool isDevice = registry.engine(engine).facts.device;
    if (isDevice && one.options.channelMeans == ChannelMeans::each) continue;
    RunReport report;
    const ScoredPlaces got = registry.get<FindScored>(engine)(one.scene.scene, one.scene.needles,
                                                              one.options, control, report);
    if (report.engine != engine) return "asked for " + engine + ", but " + report.engine + " ran";
    const std::string difference = differenceOf(one.wanted, got);
    if (difference.empty()) continue;
    return engine + ", " + one.name() + ", " + report.strategy.text() + ": " + difference;
  }
  return {};
}

RC_GTEST_PROP(ScoreDifferential, AllEnginesEqualTheReference, ()) {
  ScoreCase one(*anyCase());
  one.score();
  Control control;
  control.threads = *rc::gen::inRange(1, 5);
  RC_CLASSIFY(!one.wanted.peaks.empty(), "found");
  failOn(differenceOfAnyEngine(one, control));
}

/// Larger scenes, with several tiles and threads.
class LargerScores : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(LargerScores, EqualTheReference) {
  const auto [kind, side] = GetParam();
  for (std::uint64_t detail = 0; detail < 6; ++detail) {
    CaseSeed seed;
    seed.kind = kind;
    seed.width = 171;
    seed.height = 140;
    seed.needleWidth = side;
    seed.needleHeight = detail % 2 == 0 ? side : 1 + side / 3;
    seed.detail = detail * 104729 + 5;
    ScoreCase one(seed);
    one.score();
    EXPECT_EQ(differenceOfAnyEngine(one), "");
  }
}

INSTANTIATE_TEST_SUITE_P(AllKinds, LargerScores,
                         testing::Combine(testing::Range(0, kKinds), testing::Values(3, 12, 33)));

RC_GTEST_PROP(ScoreDifferential, MapsAreAsNearAsTheySay, ()) {
  static const Registry registry = makeRegistry();
  const ScoreCase one(*anyCase());
  for (const Needle& needle : one.scene.needles) {
    const Size size = needle.picture.size();
    const ImageView& scene = one.scene.scene;
    if (size.width > scene.width() || size.height > scene.height()) continue;
    RunReport report;
    const ScoreMap wanted = score::mapByReference(scene, needle, one.options, {}, report);
    for (const Engine& engine : registry.engines()) {
      if (!engine.available || !registry.has<MapScores>(engine.name)) continue;
      if (engine.facts.device && one.options.channelMeans == ChannelMeans::each) continue;
      const ScoreMap got =
          registry.get<MapScores>(engine.name)(scene, needle, one.options, {}, report);
      RC_ASSERT(got.size == wanted.size);
      RC_ASSERT(got.error <= 1.0 / 250);
      for (std::size_t i = 0; i < wanted.scores.size(); ++i) {
        const double off = std::abs(static_cast<double>(got.scores[i]) - wanted.scores[i]);
        if (!(off <= got.error + wanted.error)) {
          RC_FAIL(fmt::format("{}, {}: place {} is off by {}, not {}", engine.name, one.name(), i,
                              off, got.error));
        }
      }
    }
  }
}

/// Needles slightly smaller than an FFT's side, and larger than any.
TEST(LargeNeedles, EqualTheReference) {
  struct Large {
    Size scene;
    Size needle;
    int channels;
  };
  Random random(11);
  for (const Large& large : {Large{{280, 270}, {255, 255}, 1},
                             {{270, 262}, {254, 255}, 3},
                             {{14000, 1}, {8500, 1}, 1},
                             {{1, 14000}, {1, 8500}, 1},
                             {{8400, 12}, {8200, 9}, 1}}) {
    const PixelFormat format{large.channels, Depth::u8};
    const Image scene = drawn(large.scene, format, Kind::noise, random);
    const std::vector<Needle> needles{
        {scene.view().crop(3 % (large.scene.width - large.needle.width + 1),
                           2 % (large.scene.height - large.needle.height + 1), large.needle),
         {}}};
    for (const Method method : {Method::zncc, Method::ssd}) {
      ScoreOptions options{.method = method, .minScore = 0};
      if (method == Method::zncc && large.channels > 1) options.channelMeans = ChannelMeans::each;
      const ScoreCase one({"a large needle", scene.view(), needles, {}, {}}, options);
      EXPECT_FALSE(one.wanted.peaks.empty());
      EXPECT_EQ(differenceOfAnyEngine(one), "") << large.needle.width << 'x' << large.needle.height;
    }
  }
}

/// Sums of absolute differences of needles so large that their blocks are summed where possible.
TEST(ScoreDifferential, LargeDifferencesEqualTheReference) {
  Random random(12);
  int number = 0;
  for (const Kind kind : {Kind::flat, Kind::twoTone, Kind::stripes, Kind::gradient, Kind::flawed}) {
    for (const PixelFormat format :
         {PixelFormat{1, Depth::u8}, PixelFormat{1, Depth::u16}, PixelFormat{3, Depth::u16}}) {
      const Image scene = drawn({210, 180}, format, kind, random);
      const Size size{140, 120};
      const Image needle = ++number % 3 == 0 ? drawn(size, format, kind, random)
                                             : Image::copyOf(scene.view().crop(20, 30, size));
      const Image mask = maskOf(size, [](auto x, auto y) { return x >= 50 || y % 7 != 0; });
      const bool masked = number % 2 == 0 || format.depth == Depth::u8;
      std::vector<Needle> needles{{needle.view(), {}}};
      if (masked) needles.front().mask = mask.view();
      ScoreOptions options{.method = Method::sad, .minScore = number % 4 == 0 ? 0.9 : 0.3};
      const ScoreCase one({"large differences", scene.view(), needles, {}, {}}, options);
      EXPECT_EQ(differenceOfAnyEngine(one), "") << "case " << number;
    }
  }
}

/// The comparison must be able to fail.
TEST(ScoreDifferential, NoticesPlantedFaults) {
  ScoredPlaces wanted;
  wanted.peaks.push_back({0, 3, 4, 0, 0.95, 17});
  EXPECT_EQ(differenceOf(wanted, wanted), "");
  ScoredPlaces off = wanted;
  off.peaks[0].score = std::nextafter(0.95, 1);
  EXPECT_NE(differenceOf(wanted, off), "");
  off = wanted;
  off.peaks[0].x = 4;
  EXPECT_NE(differenceOf(wanted, off), "");
  off = wanted;
  off.peaks.clear();
  EXPECT_NE(differenceOf(wanted, off), "");
  off = wanted;
  off.best = wanted.peaks[0];
  EXPECT_NE(differenceOf(wanted, off), "");
}

}  // namespace
}  // namespace espy::test
