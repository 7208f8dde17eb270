// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/direct_blocks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "espy/engine/simd.h"
#include "support/limited_simd.h"
#include "support/made_pictures.h"

namespace espy::test {
namespace {

using score::BlockBound;
using score::BlockTaps;

struct Task {
  Size pixels;
  Size needle;
  int side;
  int channels;
  double minScore;
  int contrast;  ///< of the scene; 0: flat
};

std::vector<double> blocksAt(const Image& image, std::int64_t x, std::int64_t y, Size grid,
                             int side) {
  std::vector<double> sums;
  for (int c = 0; c < image.format().channels; ++c) {
    for (std::int64_t j = 0; j < grid.height; ++j) {
      for (std::int64_t i = 0; i < grid.width; ++i) {
        double sum = 0;
        for (int dy = 0; dy < side; ++dy) {
          for (int dx = 0; dx < side; ++dx) {
            sum += sampleAt(image, x + i * side + dx, y + j * side + dy, c);
          }
        }
        sums.push_back(sum);
      }
    }
  }
  return sums;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double sa = 0;
  double sb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sa += a[i] / n;
    sb += b[i] / n;
  }
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - sa) * (b[i] - sb);
    aa += (a[i] - sa) * (a[i] - sa);
    bb += (b[i] - sb) * (b[i] - sb);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

/// Squares of one value each, with a little noise.
Image squares(Size size, int channels, int contrast, int cell, Random& random) {
  std::vector<int> coarse(64 * 64);
  for (int& value : coarse) value = static_cast<int>(random.below(contrast + 1));
  return imageOf(size, {channels, Depth::u8}, [&](std::int64_t x, std::int64_t y, int /*c*/) {
    const int value = coarse[static_cast<std::size_t>((y / cell % 64) * 64 + x / cell % 64)];
    return std::min(255, value + static_cast<int>(random.below(contrast / 8 + 1)));
  });
}

class DirectBlocks : public testing::TestWithParam<Task> {};

/// Compared with correlations in double: what reaches the bound is found, what is clearly below is
/// not.
TEST_P(DirectBlocks, FindTheWindowsThatReachTheBound) {
  const Task& task = GetParam();
  Random random(7);
  const Image scene = squares(task.pixels, task.channels, task.contrast, 3 * task.side, random);
  const Image needle = Image::copyOf(scene.view().crop(task.pixels.width / 3, 5, task.needle));
  const score::ScoredNeedle scored =
      score::makeScoredNeedle({needle.view(), {}}, 0, scene.format(), false);
  const auto bound = BlockBound::make(scored, task.minScore, task.side);
  ASSERT_TRUE(bound);
  const auto taps = BlockTaps::make(*bound);
  ASSERT_TRUE(taps);
  const Size grid = bound->blocks.size;
  const Size positions{task.pixels.width - grid.width * task.side + 1,
                       task.pixels.height - grid.height * task.side + 1};
  std::vector<std::uint8_t> planes;
  for (int c = 0; c < task.channels; ++c) {
    for (std::int64_t y = 0; y < task.pixels.height; ++y) {
      for (std::int64_t x = 0; x < task.pixels.width; ++x) {
        planes.push_back(static_cast<std::uint8_t>(sampleAt(scene, x, y, c)));
      }
    }
  }
  const auto rowOf = [&](int c, std::int64_t y) {
    return planes.data() + (c * task.pixels.height + y) * task.pixels.width;
  };
  const std::vector<double> wanted = blocksAt(needle, 0, 0, grid, task.side);
  for (const SimdLevel level : simdLevels()) {
    const LimitedSimd limited(level);
    score::DirectBlocks direct;
    direct.load(rowOf, task.pixels, task.side, task.channels);
    std::vector<score::DirectBlocks::Position> found;
    direct.find(*taps, positions, found);
    std::set<std::pair<std::int64_t, std::int64_t>> all;
    for (const auto& at : found) all.insert({at.y, at.x});
    EXPECT_EQ(all.size(), found.size());
    for (std::int64_t y = 0; y < positions.height; ++y) {
      for (std::int64_t x = 0; x < positions.width; ++x) {
        const double c = correlation(blocksAt(scene, x, y, grid, task.side), wanted);
        const bool isFound = all.contains({y, x});
        if (c >= bound->least) {
          ASSERT_TRUE(isFound) << x << ' ' << y << ' ' << c << ' ' << nameOf(level);
        }
        if (c < bound->least - 0.02) {
          ASSERT_FALSE(isFound) << x << ' ' << y << ' ' << c << ' ' << nameOf(level);
        }
      }
    }
    ASSERT_TRUE(all.contains({5, task.pixels.width / 3}));
  }
}

INSTANTIATE_TEST_SUITE_P(Sides, DirectBlocks,
                         testing::Values(Task{{150, 60}, {16, 16}, 2, 1, 0.8, 255},
                                         Task{{97, 50}, {19, 23}, 2, 3, 0.7, 100},
                                         Task{{160, 90}, {36, 44}, 4, 1, 0.8, 255},
                                         Task{{140, 80}, {33, 40}, 4, 3, 0.9, 20},
                                         Task{{170, 99}, {64, 72}, 8, 1, 0.75, 255},
                                         Task{{300, 170}, {128, 130}, 16, 1, 0.8, 255},
                                         Task{{213, 170}, {128, 130}, 16, 3, 0.8, 60}));

/// Windows of equal blocks correlate with nothing, at any brightness.
TEST(DirectBlocksOnFlatGround, FindNothing) {
  Random random(9);
  const Image needle = squares({32, 32}, 1, 200, 8, random);
  const score::ScoredNeedle scored =
      score::makeScoredNeedle({needle.view(), {}}, 0, needle.format(), false);
  for (const int side : {2, 4}) {
    const auto taps = BlockTaps::make(*BlockBound::make(scored, 0.8, side));
    ASSERT_TRUE(taps);
    for (const int value : {0, 1, 128, 255}) {
      const std::vector<std::uint8_t> row(200, static_cast<std::uint8_t>(value));
      score::DirectBlocks direct;
      direct.load([&](int, std::int64_t) { return row.data(); }, {200, 64}, side, 1);
      std::vector<score::DirectBlocks::Position> found;
      direct.find(*taps, {169, 33}, found);
      EXPECT_TRUE(found.empty()) << side << ' ' << value;
    }
  }
}

/// Masks are left to FFTs.
TEST(DirectBlocksWithMasks, AreNotMade) {
  Random random(9);
  const Image needle = squares({32, 32}, 1, 200, 8, random);
  const Image mask = maskOf({32, 32}, [](auto /*x*/, auto y) { return y < 31; });
  const score::ScoredNeedle scored =
      score::makeScoredNeedle({needle.view(), mask.view()}, 0, needle.format(), false);
  const auto bound = BlockBound::make(scored, 0.8, 4);
  ASSERT_TRUE(bound);
  EXPECT_FALSE(BlockTaps::make(*bound));
}

}  // namespace
}  // namespace espy::test
