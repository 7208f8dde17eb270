// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find, with numbers computed by hand.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/scored_cases.h"

namespace espy {
namespace {

using namespace test;

class Scored : public ScoredTest, public testing::WithParamInterface<std::string> {
 protected:
  Finding find(const ImageView& scene, const std::vector<Needle>& needles,
               const ScoreOptions& options, const SelectOptions& select = {}) const {
    return findScored(registry_, GetParam(), scene, needles, options, select);
  }
  ScoreMap map(const ImageView& scene, const Needle& needle, const ScoreOptions& options) const {
    return mapScores(registry_, GetParam(), scene, needle, options);
  }
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, Scored,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(Scored, ScoresAreOneLessTheShareOfTheGreatestDistance) {
  const Image scene = grey({{10, 20, 61, 20}});
  const Image needle = grey({{10, 20}});
  // At 0 no difference. At 1: 10 + 41 = 51 of 2 x 255, a tenth. At 2: 51 + 0, the same.
  const Finding sad = find(scene, {{needle, {}}}, {Method::sad, 0.9});
  ASSERT_EQ(sad.matches.size(), 2U);  // 1 is beaten by 0, and 2 is only equalled by 1
  EXPECT_EQ(sad.matches[0], match(0, 0, 2, 1, 1, 0));
  EXPECT_EQ(sad.matches[1], match(2, 0, 2, 1, 0.9, 51));
  // At 1: 100 + 1681 of 2 x 255 x 255. At 2: 51 x 51 of the same, which is a fiftieth.
  const Finding ssd = find(scene, {{needle, {}}}, {Method::ssd, 0.98});
  ASSERT_EQ(ssd.matches.size(), 1U);  // 2 is beaten by 1 now
  EXPECT_EQ(ssd.matches[0], match(0, 0, 2, 1, 1, 0));
  const ScoreMap all = map(scene, {needle, {}}, {Method::ssd});
  ASSERT_EQ(all.size, (Size{3, 1}));
  EXPECT_NEAR(all.scores[1], 1 - 1781 / 130050.0, all.error);
  EXPECT_NEAR(all.scores[2], 0.98, all.error);
}

TEST_P(Scored, CorrelationByHand) {
  // The needle 0 1 2: n = 3, sum 3, squares 5, c = 3 x 5 - 3 x 3 = 6.
  // 10 30 50: a = 3 x 130 - 90 x 3 = 120, b = 3 x 3500 - 90 x 90 = 2400: 120 / sqrt(14400) = 1.
  // 30 50 40: a = 3 x 130 - 120 x 3 = 30, b = 3 x 5000 - 120 x 120 = 600: 30 / sqrt(3600) = 0.5.
  // 50 40 30: a = 3 x 100 - 120 x 3 = -60, b = 600: -60 / 60 = -1.
  const ScoreMap all = map(grey({{10, 30, 50, 40, 30}}), {grey({{0, 1, 2}}), {}}, {});
  ASSERT_EQ(all.size, (Size{3, 1}));
  EXPECT_NEAR(all.scores[0], 1, all.error);
  EXPECT_NEAR(all.scores[1], 0.5, all.error);
  EXPECT_NEAR(all.scores[2], -1, all.error);
  const Image scene = grey({{10, 30, 50, 40, 30}});
  const Image needle = grey({{0, 1, 2}});
  const Finding finding = find(scene, {{needle, {}}}, {Method::zncc, -1});
  ASSERT_EQ(finding.matches.size(), 1U);
  EXPECT_EQ(finding.matches[0].x, 0U);
  EXPECT_DOUBLE_EQ(finding.matches[0].score, 1);
  EXPECT_EQ(finding.matches[0].distance, 0U);
}

TEST_P(Scored, EqualNeighboursDoNotBeatEachOther) {
  const Image needle = grey({{10}});
  EXPECT_EQ(placesOf(find(grey({{7, 7, 7}, {7, 7, 7}}), {{needle, {}}}, {Method::sad})),
            (Places{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}));
  // 1 and 3 are neighbours of the best position; 0 is only equalled by 1.
  EXPECT_EQ(placesOf(find(grey({{9, 9, 10, 9}}), {{needle, {}}}, {Method::sad})),
            (Places{{2, 0}, {0, 0}}));
  EXPECT_EQ(placesOf(find(grey({{9, 0}, {0, 10}}), {{needle, {}}}, {Method::sad})),
            (Places{{1, 1}}));  // a diagonal neighbour counts, too
}

TEST_P(Scored, OrdersByScoreThenYThenXThenNeedle) {
  const Image scene = grey({{8, 0, 9, 0, 9}, {0, 0, 0, 0, 0}, {9, 0, 8, 0, 10}});
  const Image needle = grey({{10}});
  EXPECT_EQ(placesOf(find(scene, {{needle, {}}}, {Method::sad, 0.99})),
            (Places{{4, 2}, {2, 0}, {4, 0}, {0, 2}, {0, 0}, {2, 2}}));
  const Finding two = find(scene, {{needle, {}}, {needle, {}}}, {Method::sad, 1});
  ASSERT_EQ(two.matches.size(), 2U);
  EXPECT_EQ(two.matches[0].needle, 0U);
  EXPECT_EQ(two.matches[1].needle, 1U);
}

TEST_P(Scored, SelectsByOverlapAndTop) {
  // The two peaks share one of five pixels.
  const Image scene = grey({{9, 0, 9, 0, 9}});
  const Image needle = grey({{9, 0, 9}});
  const auto selected = [&](const SelectOptions& select) {
    return placesOf(find(scene, {{needle, {}}}, {Method::zncc}, select));
  };
  EXPECT_EQ(selected({1, false, {}}), (Places{{0, 0}, {2, 0}}));
  EXPECT_EQ(selected({0.2, false, {}}), (Places{{0, 0}, {2, 0}}));
  EXPECT_EQ(selected({0.19, false, {}}), (Places{{0, 0}}));
  EXPECT_EQ(selected({1, false, 1}), (Places{{0, 0}}));
}

TEST_P(Scored, BestIsTheNearestPlaceWhereNothingReachesTheMinimum) {
  const Image scene = grey({{0, 9, 0, 9}});
  const Image ten = grey({{10}});
  const Image eleven = grey({{11}});
  const Finding none = find(scene, {{eleven, {}}, {ten, {}}, {ten, {}}}, {Method::sad, 1});
  EXPECT_TRUE(none.matches.empty());
  ASSERT_TRUE(none.best);
  Match best = match(1, 0, 1, 1, 1 - 1 / 255.0, 1);
  best.needle = 1;
  EXPECT_EQ(*none.best, best);

  ScoreOptions unasked{Method::sad, 1};
  unasked.wantBest = false;
  EXPECT_FALSE(find(scene, {{ten, {}}}, unasked).best);
  EXPECT_FALSE(find(scene, {{ten, {}}}, {Method::sad, 0.9}).best);  // something reaches it
  const Finding larger = find(scene, {{grey({{1}, {2}}), {}}}, {Method::sad, 0});
  EXPECT_TRUE(larger.matches.empty());
  EXPECT_FALSE(larger.best);
}

TEST_P(Scored, GreyMeetsColourInAllChannels) {
  Image scene({1, 1}, {3, Depth::u8});
  fill(scene, {10, 20, 61});
  const Image needle = grey({{10}});
  // 0 + 10 + 51 of 3 x 255.
  const Finding found = find(scene, {{needle, {}}}, {Method::sad, 0});
  ASSERT_EQ(found.matches.size(), 1U);
  EXPECT_EQ(found.matches[0], match(0, 0, 1, 1, 1 - 61 / 765.0, 61));
  const Finding turned = find(needle, {{scene, {}}}, {Method::sad, 0});
  ASSERT_EQ(turned.matches.size(), 1U);
  EXPECT_EQ(turned.matches[0], found.matches[0]);
}

TEST_P(Scored, EightBitsStandFor257TimesThemselves) {
  Image scene({2, 1}, {1, Depth::u16});
  setSample(scene.pixels(), 0, 0, 0, 2 * 257 + 3);
  setSample(scene.pixels(), 1, 0, 0, 2 * 257);
  const Image needle = grey({{2}});
  const Finding sad = find(scene, {{needle, {}}}, {Method::sad, 0});
  ASSERT_EQ(sad.matches.size(), 1U);
  EXPECT_EQ(sad.matches[0], match(1, 0, 1, 1, 1, 0));
  const ScoreMap all = map(scene, {needle, {}}, {Method::ssd});
  EXPECT_NEAR(all.scores[0], 1 - 9 / (65535.0 * 65535.0), all.error);
  // The greatest possible distance.
  setSample(scene.pixels(), 0, 0, 0, 65535);
  const Image black = grey({{0}});
  const Finding far = find(scene.view().crop(0, 0, {1, 1}), {{black, {}}}, {Method::ssd, 0});
  ASSERT_EQ(far.matches.size(), 1U);
  EXPECT_EQ(far.matches[0], match(0, 0, 1, 1, 0, 4294836225U));
}

TEST_P(Scored, WeightsCountPixelsMoreOrLess) {
  const Image scene = grey({{10, 71}});
  const Image needle = grey({{10, 20}});
  const Image mask = grey({{255, 51}});
  ScoreOptions options{Method::sad, 0};
  EXPECT_EQ(find(scene, {{needle, mask.view()}}, options).matches.at(0),
            match(0, 0, 2, 1, 0.9, 51));
  // 51 times a difference of 51, of 255 x (255 + 51).
  options.weighted = true;
  EXPECT_EQ(find(scene, {{needle, mask.view()}}, options).matches.at(0),
            match(0, 0, 2, 1, 1 - 2601 / 78030.0, 2601));
  // Alpha and mask multiply: 51 x 51 / 255 = 10.2, rounded to 10; 10 x 10 / 255 rounds to 0.
  Image clear({1, 1}, {2, Depth::u8});
  fill(clear, {20, 51});
  EXPECT_EQ(find(scene, {{clear, grey({{51}}).view()}}, options).matches.at(0).distance, 100U);
  fill(clear, {20, 10});
  const Image faint = grey({{10}});
  expectRefused("weight", [&] { find(scene, {{clear, faint.view()}}, options); });
}

TEST_P(Scored, CorrelationOfChannelsThatHaveMeansOfTheirOwn) {
  // Two pixels with red, green and blue each. n = 2 per channel.
  // The needle: red 0 2, green 5 5, blue 9 8: sums 2, 10, 17, squares 4 + 50 + 145 = 199,
  // c = 2 x 199 - (4 + 100 + 289) = 5.
  Image needle({2, 1}, {3, Depth::u8});
  fill(needle, {0, 5, 9, 2, 5, 8});
  // At 0 another brightness, twice the contrast: red 50 54, green 7 7, blue 30 28: exactly 1.
  // At 1: red 54 50, green 7 9, blue 28 28: products 100 + 80 + 476 = 656, sums 104, 16, 56,
  // a = 2 x 656 - (208 + 160 + 952) = -8; squares 5416 + 130 + 1568 = 7114,
  // b = 2 x 7114 - (10816 + 256 + 3136) = 20: -8 / sqrt(100) = -0.8.
  Image scene({3, 1}, {3, Depth::u8});
  fill(scene, {50, 7, 30, 54, 7, 28, 50, 9, 28});
  ScoreOptions options{.minScore = -1, .channelMeans = ChannelMeans::each};
  const ScoreMap all = map(scene, {needle, {}}, options);
  ASSERT_EQ(all.scores.size(), 2U);
  EXPECT_NEAR(all.scores[0], 1, all.error);
  EXPECT_NEAR(all.scores[1], -0.8, all.error);
  const Finding finding = find(scene, {{needle, {}}}, options);
  ASSERT_EQ(finding.matches.size(), 1U);
  EXPECT_EQ(finding.matches[0], match(0, 0, 2, 1, 1, 0));
  EXPECT_LT(find(scene, {{needle, {}}}, {Method::zncc, -1}).matches[0].score, 1);
  // A constant colour has a variance over all channels together, but none per channel.
  Image flat({2, 1}, {3, Depth::u8});
  fill(flat, {1, 5, 9, 1, 5, 9});
  EXPECT_FALSE(find(scene, {{flat, {}}}, {Method::zncc, -1}).matches.empty());
  expectRefused("zncc", [&] { find(scene, {{flat, {}}}, options); });
  options.method = Method::ssd;
  expectRefused("for zncc", [&] { find(scene, {{needle, {}}}, options); });
}

TEST_P(Scored, RefusesWhatMakesNoSense) {
  const Image scene = grey({{1, 2, 3}});
  const Image needle = grey({{1, 2}});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expectRefused("minimum score", [&] { find(scene, {{needle, {}}}, {Method::sad, nan}); });
  expectRefused("weights", [&] { find(scene, {{needle, {}}}, {Method::zncc, 0.9, true}); });
  expectRefused("empty", [&] { find(scene, {{ImageView(), {}}}, {Method::sad}); });
  expectRefused("mask", [&] { find(scene, {{needle, grey({{1}}).view()}}, {Method::sad}); });
  expectRefused("larger", [&] { map(needle, {scene, {}}, {Method::sad}); });
  expectRefused("no engine", [&] { findScored(registry_, "abacus", scene, {{{needle, {}}}}); });
}

TEST_P(Scored, ANeedleWithoutVarianceIsRefusedByCorrelationOnly) {
  const Image scene = grey({{1, 2, 3}});
  const Image flat = grey({{2, 2}});
  expectRefused("zncc", [&] { find(scene, {{flat, {}}}, {}); });
  expectRefused("zncc", [&] { map(scene, {flat, {}}, {}); });
  EXPECT_EQ(find(scene, {{flat, {}}}, {Method::sad, 0}).matches.size(), 2U);
  // Its variance is masked out.
  const Image varied = grey({{2, 9}});
  const Image mask = grey({{1, 0}});
  expectRefused("zncc", [&] { find(scene, {{varied, mask.view()}}, {}); });
  EXPECT_EQ(find(scene, {{varied, {}}}, {Method::zncc, 0.9}).matches.size(), 2U);
}

TEST_P(Scored, ReportsThatItRanAndWhere) {
  const Image scene = grey({{1, 2, 3}});
  const Finding finding = find(scene, {{grey({{2}}), {}}}, {Method::sad});
  EXPECT_EQ(finding.report.engine, GetParam());
  ASSERT_FALSE(finding.report.timeline.stages().empty());
}

TEST_P(Scored, StopsOnRequest) {
  const Image scene = noise({512, 512}, {1, Depth::u8}, 1);
  const Needle needles[] = {{scene.view().crop(0, 0, {40, 40}), {}}};
  expectError(ErrorCode::cancelled,
              [&] { findScored(registry_, GetParam(), scene, needles, {}, {}, stoppedControl()); });
}

/// A search for the best few may visit less, but returns the first of all.
TEST_P(Scored, TheBestFewAreTheFirstOfAll) {
  Image scene = noise({150, 120}, {1, Depth::u8}, 5);
  const Image needle = noise({12, 10}, {1, Depth::u8}, 6);
  Random random(7);
  for (int copy = 0; copy < 8; ++copy) {  // more and more noise, some overlapping
    Image noisy(needle.size(), needle.format());
    paste(noisy.pixels(), needle, 0, 0);
    for (int flaw = 0; flaw < 9 * copy; ++flaw) {
      setSample(noisy.pixels(), random.below(12), random.below(10), 0,
                static_cast<std::uint32_t>(random.below(256)));
    }
    paste(scene.pixels(), noisy, 5 + 15 * copy, 10 + copy);
    paste(scene.pixels(), noisy, 9 + 15 * copy, 60 + 5 * copy);
  }
  for (const Method method : {Method::zncc, Method::ssd, Method::sad}) {
    for (const double overlap : {0.0, 0.2, 1.0}) {
      SelectOptions select{.overlap = overlap};
      const std::vector<Match> all = find(scene, {{needle, {}}}, {method, 0.3}, select).matches;
      ASSERT_GT(all.size(), 9U);
      for (const std::uint64_t top : {0, 1, 2, 5, 9, 100000}) {
        select.top = top;
        const Finding few = find(scene, {{needle, {}}}, {method, 0.3}, select);
        const auto count = std::min<std::size_t>(top, all.size());
        EXPECT_EQ(few.matches, std::vector<Match>(all.begin(), all.begin() + count)) << top;
        EXPECT_FALSE(few.best) << top;  // some positions reach the minimum
      }
    }
  }
}

/// With `top` 0 the nearest position is still returned if nothing reaches the minimum.
TEST_P(Scored, TheBestNoneStillHaveANearestPlace) {
  const Image scene = noise({150, 120}, {1, Depth::u8}, 5);
  const Image needle = noise({12, 10}, {1, Depth::u8}, 6);
  for (const double overlap : {0.2, 1.0}) {
    for (const double least : {0.0, 0.79, 0.9}) {  // nearly all positions exceed 0
      SelectOptions select{.overlap = overlap, .top = 0};
      const Finding none = find(scene, {{needle, {}}}, {Method::zncc, least}, select);
      EXPECT_TRUE(none.matches.empty());
      EXPECT_EQ(none.best.has_value(), least > 0) << least;
    }
  }
}

/// A single tile: cancelling must work within it.
TEST_P(Scored, StopsInTheMiddleOfOneLargeTile) {
  const Image scene = noise({1500, 1500}, {1, Depth::u8}, 1);
  const Needle needle{scene.view().crop(0, 0, {1100, 1100}), {}};
  for (const Method method : {Method::zncc, Method::sad}) {
    std::stop_source source;
    Control control;
    control.stop = source.get_token();
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(15));
      source.request_stop();
    });
    expectError(ErrorCode::cancelled,
                [&] { mapScores(registry_, GetParam(), scene, needle, {method}, control); });
  }
}

}  // namespace
}  // namespace espy
