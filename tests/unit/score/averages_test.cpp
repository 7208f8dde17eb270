// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Block averages may let a position pass that does not reach the minimum, but never prune one that
// does.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "find/window_distance.h"
#include "picture/scene_averages.h"
#include "score/average_bound.h"
#include "score/average_filter.h"
#include "score/average_tile.h"
#include "score/direct_rows.h"
#include "score/exact_distances.h"
#include "score/reference.h"
#include "score/window_rows.h"
#include "support/made_pictures.h"

namespace espy {
namespace {

using score::AverageBound;
using test::Random;

struct Tally {
  int reaching = 0;  ///< positions that reach the minimum
  int wrong = 0;     ///< of these, pruned
  int ruledOut = 0;  ///< of the others, pruned
  int mapped = 0;    ///< tested by a map of averages
};

/// A scene, a needle from it, and the scores of the first positions of each row.
struct Case {
  Image scene;
  Needle needle;
  ScoreOptions options;
  score::ScoredNeedle scored;
  std::vector<std::vector<double>> scores;

  void score() {
    scored = score::makeScoredNeedle(needle, 0, scene.format(), false);
    scores.clear();
    for (const Peak& place : score::allByReference(scene, needle, options)) {
      if (place.x == 0) scores.emplace_back();
      scores.back().push_back(place.score);
    }
  }

  /// Tests every bound at every position: window by window, and phase by phase.
  template <class Sample>
  void check(Tally& tally) const {
    picture::TilePlanes<Sample> tile;
    tile.load(scene, scored.form, 0, 0, scene.size());
    for (const int side : {2, 4}) {
      const AverageBound bound(scored, options.method, options.minScore, side);
      if (!bound.isUsable()) continue;
      const score::WindowRows windows(bound.blocks());
      const finders::WindowDistance<std::uint8_t> differences(bound.blocks(), Method::sad);
      score::AverageTile means;
      means.load(tile, side, bound.unit());
      for (std::size_t y = 0; y < scores.size(); ++y) {
        for (std::size_t x = 0; x < scores[y].size(); ++x) {
          const auto column = static_cast<std::int64_t>(x);
          const auto row = static_cast<std::int64_t>(y);
          const auto phase = means.phase(column % side, row % side);
          const bool passes =
              options.method == Method::sad
                  ? differences.at(phase, column / side, row / side) <= bound.mostDifferences()
                  : bound.mayReach(windows.sums(phase, column / side, row / side));
          const bool reaches = scores[y][x] >= options.minScore;
          tally.reaching += reaches ? 1 : 0;
          tally.wrong += reaches && !passes ? 1 : 0;
          tally.ruledOut += !reaches && !passes ? 1 : 0;
        }
      }
      if (options.method != Method::sad) checkByPhases(bound, means, tally);
      if constexpr (sizeof(Sample) == 1) checkByMap(bound, tally);
    }
  }

  /// The same by a map of all averages, and by windows read until they exceed the limit.
  void checkByMap(const AverageBound& bound, Tally& tally) const {
    if (!score::AverageFilter::can(bound, options.method)) return;
    const ImageView view = scene;
    const Control control;
    picture::SceneAverages means(view, scored.form, 2, control);
    const picture::BlockAverages& map = means.of(bound.side());
    const score::AverageFilter test(bound, options.method);
    const score::WindowDistances windows(bound.blocks(), options.method);
    const std::int64_t words = (map.positions() + 63) / 64;
    const std::vector<std::uint64_t> valid(static_cast<std::size_t>(words), ~std::uint64_t{0});
    std::vector<std::uint64_t> bits(static_cast<std::size_t>(words));
    score::AverageFilter::Scratch scratch;
    for (std::size_t y = 0; y < scores.size(); ++y) {
      picture::SamplePlanes rows = map.planes();
      rows.begin = map.row(static_cast<std::int64_t>(y));
      std::uint32_t count = 0;
      test.ask(rows, map.positions(), 1, valid.data(), {bits.data(), words, &count, 1}, scratch);
      for (std::size_t x = 0; x < scores[y].size(); ++x) {
        const std::uint8_t* first =
            map.at(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y));
        const std::int64_t position = first - rows.begin;
        const bool passes = (bits[static_cast<std::size_t>(position / 64)] >> (position % 64) & 1U);
        const std::uint64_t most = bound.mostDistance();
        EXPECT_EQ(passes, windows.at(first, map.planes(), most) <= most) << x << ", " << y;
        const bool reaches = scores[y][x] >= options.minScore;
        tally.wrong += reaches && !passes ? 1 : 0;
        ++tally.mapped;
      }
    }
  }

  /// Many positions at once, for needles without a mask: nothing that reaches the minimum is
  /// pruned.
  void checkByPhases(const AverageBound& bound, score::AverageTile& means, Tally& tally) const {
    const int side = bound.side();
    if (!bound.blocks().solid) return;
    const score::DirectRows rows(bound.blocks());
    const Size places{static_cast<std::int64_t>(scores[0].size()),
                      static_cast<std::int64_t>(scores.size())};
    for (int py = 0; py < side; ++py) {
      for (int px = 0; px < side; ++px) {
        const auto phase = means.phase(px, py);
        const Size count{(places.width - px + side - 1) / side,
                         (places.height - py + side - 1) / side};
        score::GridSums sums;
        sums.load(phase, bound.blocks().size, count);
        const std::int64_t pitch = score::DirectRows::pitchFor(count.width);
        std::vector<std::int32_t> products(static_cast<std::size_t>(pitch * count.height));
        rows.correlate(phase, count, products.data());
        std::vector<std::uint8_t> flags(static_cast<std::size_t>(count.width));
        for (std::int64_t y = 0; y < count.height; ++y) {
          bound.mark(rows.centre(), products.data() + y * pitch, sums.sums(y), sums.squares(y),
                     count.width, flags.data());
          for (std::int64_t x = 0; x < count.width; ++x) {
            const double score = scores[static_cast<std::size_t>(py + y * side)]
                                       [static_cast<std::size_t>(px + x * side)];
            tally.wrong += score >= options.minScore && flags[static_cast<std::size_t>(x)] == 0;
          }
        }
      }
    }
  }
};

/// Pastes a brighter copy of the needle's window that just reaches the minimum; its differences are
/// fully visible in block averages.
void pasteBrighter(Case& one) {
  const MutableImageView pixels = one.scene.pixels();
  const auto most = static_cast<double>(one.scene.format().maxValue());
  const double off = 1 - one.options.minScore;
  const auto brighter =
      static_cast<std::uint32_t>(most * (one.options.method == Method::ssd ? std::sqrt(off) : off));
  for (std::int64_t y = 0; y < one.scored.size.height; ++y) {
    for (std::int64_t x = 0; x < one.scored.size.width; ++x) {
      for (int c = 0; c < one.scene.format().channels; ++c) {
        setSample(pixels, 2 + x, 25 + y, c, sampleAt(pixels, 20 + x, 9 + y, c) + brighter);
      }
    }
  }
}

TEST(BlockMeans, NeverRuleOutWhatReachesTheMinimum) {
  Random random(6);
  const Image mask = test::maskOf({16, 12}, [](auto x, auto y) { return x + y > 6; });
  for (const Method method : {Method::sad, Method::ssd}) {
    Tally tally;
    for (int kind = 0; kind < test::kKinds; ++kind) {
      for (const PixelFormat format :
           {PixelFormat{1, Depth::u8}, {3, Depth::u8}, {1, Depth::u16}}) {
        for (const double minScore : {0.8, 0.9, 0.97, 1.0}) {
          Case one;
          const Image full = test::drawn({60, 40}, format, static_cast<test::Kind>(kind), random);
          // Leaves headroom for brighter samples.
          one.scene = test::imageOf(
              {60, 40}, format, [&](auto x, auto y, int c) { return sampleAt(full, x, y, c) / 2; });
          one.options.method = method;
          one.options.minScore = minScore;
          one.needle = {one.scene.view().crop(20, 9, {16, 12}), {}};
          if (random.oneIn(3)) one.needle.mask = mask.view();
          one.score();
          if (one.scored.sums.variance() == 0) continue;
          pasteBrighter(one);
          one.score();
          if (format.depth == Depth::u8) {
            one.check<std::uint8_t>(tally);
          } else {
            one.check<std::uint16_t>(tally);
          }
        }
      }
    }
    EXPECT_EQ(tally.wrong, 0) << static_cast<int>(method);
    EXPECT_GT(tally.reaching, 100) << static_cast<int>(method);
    EXPECT_GT(tally.ruledOut, 1000) << static_cast<int>(method);
  }
}

/// Grids of blocks of any width, with one and three channels.
TEST(BlockMeans, MapsOfAllMeansAgreeWithWindows) {
  Random random(7);
  for (const Method method : {Method::sad, Method::ssd}) {
    Tally tally;
    for (const std::int64_t width : {8, 9, 10, 13, 15, 22, 39}) {
      for (const int channels : {1, 3}) {
        Case one;
        one.scene = test::drawn({83, 47}, {channels, Depth::u8}, test::Kind::gradient, random);
        one.options.method = method;
        one.options.minScore = 0.97;
        one.needle = {one.scene.view().crop(20, 9, {width, 11 + width / 3}), {}};
        one.score();
        for (const int side : {2, 4}) {
          one.checkByMap(AverageBound(one.scored, method, one.options.minScore, side), tally);
        }
      }
    }
    EXPECT_EQ(tally.wrong, 0) << static_cast<int>(method);
    EXPECT_GT(tally.mapped, 10000) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace espy
