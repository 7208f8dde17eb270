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

namespace espy::test {
namespace {

std::vector<std::string> comparedEngines(const Registry& registry, const ScoreOptions& options) {
  std::vector<std::string> names;
  for (const Engine& engine : registry.engines()) {
    // Devices do not support ChannelMeans::each.
    if (engine.facts.device && options.channelMeans == ChannelMeans::each) continue;
    if (engine.name != "reference" && engine.available && registry.has<FindScored>(engine.name)) {
      names.push_back(engine.name);
    }
  }
  return names;
}

RC_GTEST_PROP(ScoreDifferential, AllEnginesEqualTheReference, ()) {
  static const Registry registry = makeRegistry();
  ScoreCase one(*anyCase());
  one.score();
  Control control;
  control.threads = *rc::gen::inRange(1, 5);
  RC_CLASSIFY(!one.wanted.peaks.empty(), "found");
  for (const std::string& engine : comparedEngines(registry, one.options)) {
    RunReport report;
    const ScoredPlaces got = registry.get<FindScored>(engine)(one.scene.scene, one.scene.needles,
                                                              one.options, control, report);
    RC_ASSERT(report.engine == engine);
    const std::string difference = differenceOf(one.wanted, got);
    if (!difference.empty()) RC_FAIL(engine + ", " + one.name() + ": " + difference);
  }
}

/// Larger scenes, with several tiles and threads.
class LargerScores : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(LargerScores, EqualTheReference) {
  const Registry registry = makeRegistry();
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
    for (const std::string& engine : comparedEngines(registry, one.options)) {
      RunReport report;
      const ScoredPlaces got = registry.get<FindScored>(engine)(one.scene.scene, one.scene.needles,
                                                                one.options, {}, report);
      EXPECT_EQ(differenceOf(one.wanted, got), "") << engine << ", " << one.name();
    }
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
  const Registry registry = makeRegistry();
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
    Image scene(large.scene, format);
    draw(scene.pixels(), Kind::noise, random, false);
    const std::vector<Needle> needles{
        {scene.view().crop(3 % (large.scene.width - large.needle.width + 1),
                           2 % (large.scene.height - large.needle.height + 1), large.needle),
         {}}};
    for (const Method method : {Method::zncc, Method::ssd}) {
      ScoreOptions options;
      options.method = method;
      options.minScore = 0;
      if (method == Method::zncc && large.channels > 1) options.channelMeans = ChannelMeans::each;
      RunReport report;
      const ScoredPlaces wanted =
          registry.get<FindScored>("reference")(scene, needles, options, {}, report);
      EXPECT_FALSE(wanted.peaks.empty());
      for (const std::string& engine : comparedEngines(registry, options)) {
        RunReport own;
        const ScoredPlaces got = registry.get<FindScored>(engine)(scene, needles, options, {}, own);
        EXPECT_EQ(differenceOf(wanted, got), "")
            << engine << ", " << large.needle.width << " x " << large.needle.height << ", "
            << own.strategy.text();
      }
    }
  }
}

/// Sums of absolute differences of needles so large that their blocks are summed where possible.
TEST(ScoreDifferential, LargeDifferencesEqualTheReference) {
  const Registry registry = makeRegistry();
  Random random(12);
  int number = 0;
  for (const Kind kind : {Kind::flat, Kind::twoTone, Kind::stripes, Kind::gradient, Kind::flawed}) {
    for (const PixelFormat format :
         {PixelFormat{1, Depth::u8}, PixelFormat{1, Depth::u16}, PixelFormat{3, Depth::u16}}) {
      Image scene({210, 180}, format);
      draw(scene.pixels(), kind, random, false);
      Image needle({140, 120}, format);
      if (++number % 3 == 0) {
        draw(needle.pixels(), kind, random, false);
      } else {
        needle = Image::copyOf(scene.view().crop(20, 30, needle.size()));
      }
      Image mask(needle.size(), {1, Depth::u8});
      for (std::int64_t y = 0; y < mask.size().height; ++y) {
        for (std::int64_t x = 0; x < mask.size().width; ++x) {
          *mask.pixels().pixel(x, y) = x < 50 && y % 7 == 0 ? 0 : 255;
        }
      }
      const bool masked = number % 2 == 0 || format.depth == Depth::u8;
      std::vector<Needle> needles{{needle.view(), {}}};
      if (masked) needles.front().mask = mask.view();
      ScoreOptions options;
      options.method = Method::sad;
      options.minScore = number % 4 == 0 ? 0.9 : 0.3;
      RunReport report;
      const ScoredPlaces wanted =
          registry.get<FindScored>("reference")(scene, needles, options, {}, report);
      for (const std::string& engine : comparedEngines(registry, options)) {
        RunReport own;
        const ScoredPlaces got = registry.get<FindScored>(engine)(scene, needles, options, {}, own);
        EXPECT_EQ(differenceOf(wanted, got), "")
            << engine << ", case " << number << ", " << own.strategy.text();
      }
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
