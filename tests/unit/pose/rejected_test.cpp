// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The exhaustive search leaves out poses that reach the minimum nowhere, and repeats none.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "espy/engine/all.h"
#include "pose/complete.h"
#include "pose/grid.h"
#include "pose/warp_needle.h"
#include "score/fast.h"
#include "support/made_pictures.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

struct Rejected : testing::Test {
  /// The number of needles that are searched is added to `searched`.
  PosedPlaces found(const Image& scene, const Needle& needle, const PoseGrid& grid,
                    const ScoreOptions& options, bool rejects) {
    searched = 0;
    const FindScored::Function find = [&](const Scene& given, std::span<const Needle> some,
                                          const ScoreOptions& asked, const Control& own,
                                          RunReport& report) {
      searched += some.size();
      return score::scoreFast(*given.view(), some, asked, 2, own, report);
    };
    RunReport report;
    const ImageView view = scene.view();
    return pose::poseCompletely(find, Scene(view), view, {&needle, 1}, {&grid, 1}, options, 2, {},
                                report, rejects);
  }

  std::size_t searched = 0;
};

PoseGrid gridOf(const Needle& needle, PoseRange angle, Polarity polarity) {
  PoseOptions options;
  options.angle = angle;
  options.polarity = polarity;
  return pose::gridFor(needle, options, false);
}

/// Also peaks whose scores barely reach the minimum are found.
TEST_F(Rejected, PosesHaveNoPeaks) {
  test::Random random(3);
  for (const PixelFormat format :
       {PixelFormat{1, Depth::u8}, PixelFormat{3, Depth::u8}, PixelFormat{1, Depth::u16}}) {
    const bool wide = format.depth == Depth::u16;
    const auto noise = [&](std::int64_t, std::int64_t, int) {
      return random.below(wide ? 65536 : 256);
    };
    // So fine that averages of blocks say nothing.
    const Image picture = test::imageOf({70, 54}, format, [&](std::int64_t x, std::int64_t y, int) {
      const std::int64_t deviation = 40 + random.below(80);
      return ((x / 2 + y / 2) % 2 == 0 ? 128 + deviation : 128 - deviation) * (wide ? 256 : 1);
    });
    const Needle needle{picture.view(), {}};
    const PoseGrid grid = gridOf(needle, {-12, 12, 0}, Polarity::any);
    ASSERT_GT(grid.poses.size(), 100U);
    Image scene = test::imageOf({220, 190}, format, noise);
    // One turned needle, and one in noise.
    const pose::NeedleWarper warper(needle, false);
    for (const auto& [p, x, y, every] : {std::tuple{grid.poses.size() / 3, 20, 30, 0},
                                         std::tuple{grid.poses.size() / 2, 110, 90, 6}}) {
      const pose::WarpedNeedle turned = warper.warp(grid.poses[p]);
      for (std::int64_t row = 0; row < turned.picture.size().height; ++row) {
        for (std::int64_t column = 0; column < turned.picture.size().width; ++column) {
          if (turned.mask.view().row(row)[column] == 0) continue;
          if (every > 0 && random.oneIn(every)) continue;
          for (int c = 0; c < format.channels; ++c) {
            setSample(scene.pixels(), x + column, y + row, c,
                      sampleAt(turned.picture.view(), column, row, c));
          }
        }
      }
    }
    ScoreOptions options{Method::zncc, 0.7};
    options.wantBest = false;
    const std::vector<PosedPeak> all = found(scene, needle, grid, options, false).peaks;
    ASSERT_GT(all.size(), 1U);
    EXPECT_GE(searched, grid.poses.size());
    std::vector<double> minima{0.8, 0.9, 1};
    for (const std::size_t n : {std::size_t{0}, all.size() / 2, all.size() - 1}) {
      minima.push_back(all[n].peak.score);
    }
    for (const double least : minima) {
      options.minScore = least;
      std::vector<PosedPeak> wanted = all;
      std::erase_if(wanted, [&](const PosedPeak& peak) { return peak.peak.score < least; });
      EXPECT_EQ(found(scene, needle, grid, options, true).peaks, wanted) << least;
      if (least == 0.9) {
        EXPECT_LT(searched, grid.poses.size() / 4) << least;
      }
    }
    options.minScore = 0.9;
    options.most = 1;
    EXPECT_EQ(found(scene, needle, grid, options, true).peaks.front(), all.front());
    EXPECT_LT(searched, grid.poses.size());
  }
}

/// Poses with very many peaks are next to poses without any.
TEST_F(Rejected, PosesAreSearchedOnce) {
  const auto board = [](std::int64_t x, std::int64_t y) { return (x / 2 + y / 2) % 2 * 255; };
  const Image scene = test::greyOf({900, 900}, board);
  const Image picture = test::greyOf({24, 16}, board);
  const Needle needle{picture.view(), {}};
  const PoseGrid grid = gridOf(needle, {-100, 100, 1}, Polarity::same);
  ScoreOptions options{Method::zncc, 0.7};
  options.wantBest = false;
  EXPECT_GT(found(scene, needle, grid, options, false).peaks.size(), 100'000U);
  EXPECT_LT(searched, grid.poses.size() * 3 / 2);
}

}  // namespace
}  // namespace espy
