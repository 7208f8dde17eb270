// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The estimates by which `auto` chooses an engine, in relation to each other.
#include "pose/estimate.h"

#include <gtest/gtest.h>

#include "espy/engine/pose.h"
#include "pose/grid.h"
#include "support/blob_field.h"
#include "support/random_pictures.h"

namespace espy::pose {
namespace {

Image noise(Size size) {
  test::Random random(3);
  Image image(size, {1, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      *image.pixels().pixel(x, y) = static_cast<std::uint8_t>(random.below(256));
    }
  }
  return image;
}

struct PoseEstimate : testing::Test {
  double of(Size scene, const Image& picture, Method method, PoseSearch search) {
    PoseOptions poses;
    poses.angle = {-180, 180, 0};
    poses.scale = {0.8, 1.25, 0};
    const Needle needle{picture.view(), {}};
    const PoseGrid grid = gridFor(needle, poses, false);
    count = static_cast<double>(grid.poses.size());
    ScoreOptions options;
    options.method = method;
    options.minScore = 0.9;
    return searchNanoseconds(scene, {1, Depth::u8}, needle, grid, options, search);
  }

  double count = 0;  ///< of the poses
};

/// Fine detail has no coarser level: every pose is searched at every position, whether asked or
/// not.
TEST_F(PoseEstimate, CountsEveryPoseOfFineDetail) {
  const Image needle = noise({20, 24});
  const Size scene{140, 140};
  const double fast = of(scene, needle, Method::zncc, PoseSearch::fast);
  EXPECT_EQ(fast, of(scene, needle, Method::zncc, PoseSearch::complete));
  // Measured on one core: 110 microseconds a pose.
  EXPECT_GT(fast / count, 110e3 / 5);
  EXPECT_LT(fast / count, 110e3 * 5);
  // And 1.8 ms, since turned needles have masks.
  const double differences = of(scene, needle, Method::sad, PoseSearch::fast);
  EXPECT_GT(differences / count, 1.8e6 / 5);
  EXPECT_LT(differences / count, 1.8e6 * 5);
}

TEST_F(PoseEstimate, GrowsWithPositionsAndPoses) {
  const Image needle = noise({20, 24});
  const double small = of({140, 140}, needle, Method::zncc, PoseSearch::complete);
  const double large = of({520, 520}, needle, Method::zncc, PoseSearch::complete);
  // 19 times as many positions.
  EXPECT_GT(large / small, 10);
  EXPECT_LT(large / small, 30);
}

TEST_F(PoseEstimate, IsThatOfTheCoarsestLevel) {
  const Image needle = test::BlobField({60, 60}, 5).drawn();
  const Size scene{600, 500};
  const double complete = of(scene, needle, Method::zncc, PoseSearch::complete);
  EXPECT_LT(of(scene, needle, Method::zncc, PoseSearch::fast), complete / 20);
}

}  // namespace
}  // namespace espy::pose
