// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sums of absolute differences of large needles: the same as sample by sample, mostly without
// reading samples where little differs.
#include "score/difference_tree.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <vector>

#include "score/batch.h"
#include "score/tile_strategy.h"
#include "support/made_pictures.h"

namespace espy::score {
namespace {

using test::Random;
using Value = std::function<std::uint32_t(std::int64_t x, std::int64_t y, int channel)>;

/// `value` is a byte, also where samples have 16 bits.
Image picture(Size size, PixelFormat format, const Value& value) {
  const std::uint32_t unit = format.depth == Depth::u16 ? 257 : 1;
  return test::imageOf(size, format, [&](std::int64_t x, std::int64_t y, int c) {
    return (value(x, y, c) & 255U) * unit;
  });
}

/// The share of all windows' samples that a search compares.
double comparedShare(Size scene, Size size, PixelFormat format, const Value& value) {
  const Image ground = picture(scene, format, value);
  const ImageView view = ground.view();
  const Image part = Image::copyOf(view.crop(30, 20, size));
  const ScoredNeedle needle = makeScoredNeedle({part.view(), {}}, 0, format, false, Method::sad);
  const std::vector<const ScoredNeedle*> needles{&needle};
  const Size tile = tileFor(TileStrategy::bySamples, scene, needles, Method::sad);
  const Control control;
  ScoreOptions options{.method = Method::sad, .minScore = 0.9};
  const ScoreBatch batch{view,
                         needle.form,
                         needles,
                         options,
                         TileStrategy::bySamples,
                         picture::TileGrid(scene, size, size, tile),
                         control};
  const std::unique_ptr<TileWorker> worker = makeDistanceWorker(batch);
  for (std::int64_t task = 0; task < batch.tasks(); ++task) worker->run(task);
  EXPECT_NE(worker->peaks.begin(), worker->peaks.end());
  return static_cast<double>(worker->compared) /
         static_cast<double>(batch.placesOf(needle).pixels() * needle.sums.samples);
}

TEST(DifferenceTree, ComparesFewSamplesOfFlatPictures) {
  const Size scene{600, 560};
  const Size needle{300, 290};
  for (const PixelFormat format : {PixelFormat{1, Depth::u8}, PixelFormat{3, Depth::u8},
                                   PixelFormat{1, Depth::u16}, PixelFormat{3, Depth::u16}}) {
    const auto share = [&](const Value& value) {
      return comparedShare(scene, needle, format, value);
    };
    EXPECT_EQ(share([](auto, auto, int c) { return 100 + 20 * c; }), 0);
    // A flat area with a frame, and bands.
    EXPECT_LT(share([](auto x, auto y, int) { return x < 400 && y < 380 ? 100 : 101; }), 0.01);
    EXPECT_LT(share([](auto, auto y, int) { return y / 150 % 2 == 0 ? 100 : 103; }), 0.1);
    EXPECT_LT(share([](auto x, auto, int) { return x / 200 * 20 + 30; }), 0.2);
  }
}

/// A needle and a scene of one kind, and what is ignored of the needle.
struct TreeCase {
  Image scene;
  Image needle;
  Image mask;

  TreeCase(std::uint64_t seed, Size size, Size needleSize, PixelFormat format) {
    Random random(seed);
    const std::uint64_t kind = seed % 6;
    const auto first = static_cast<std::uint32_t>(random.below(200));
    const std::int64_t band = 1 + random.below(90);
    const bool across = random.oneIn(2);
    const Value value = [&](std::int64_t x, std::int64_t y, int c) -> std::uint32_t {
      switch (kind) {
        case 0:
          return first;
        case 1:
          return first + static_cast<std::uint32_t>((across ? x : y) / band % 3) * 9;
        case 2:
          return random.oneIn(2) ? first : 255;
        case 3:
          return random.oneIn(300) ? 255 : first + static_cast<std::uint32_t>(c);
        case 4:
          return (x < size.width / 2) == across ? static_cast<std::uint32_t>(random.below(256))
                                                : first;
        default:
          return static_cast<std::uint32_t>(random.below(256));
      }
    };
    scene = picture(size, format, value);
    needle = random.oneIn(2) ? picture(needleSize, format, value)
                             : Image::copyOf(scene.view().crop(3, 5, needleSize));
    const bool holed = random.oneIn(3);
    mask = test::maskOf(needleSize, [&](auto x, auto y) {
      return !(holed && x > 60 && (y < 40 || random.oneIn(9)));
    });
  }
};

/// Sample by sample.
template <class Sample>
std::vector<std::uint64_t> distancesAt(const picture::TilePlanes<Sample>& tile,
                                       const ScoredNeedle& needle, std::int64_t x, std::int64_t y,
                                       std::int64_t count) {
  std::vector<std::uint64_t> distances(static_cast<std::size_t>(count), 0);
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t row = 0; row < needle.size.height; ++row) {
      for (std::int64_t column = 0; column < needle.size.width; ++column) {
        if (needle.weight(column, row) == 0) continue;
        const Sample* const at = tile.row(c, y + row) + x + column;
        for (std::int64_t i = 0; i < count; ++i) {
          distances[static_cast<std::size_t>(i)] +=
              static_cast<std::uint64_t>(std::abs(at[i] - needle.row(c, row)[column]));
        }
      }
    }
  }
  return distances;
}

template <class Sample>
void checkDistances(const TreeCase& one, const ScoredNeedle& needle, std::uint64_t most) {
  const ImageView scene = one.scene.view();
  picture::TilePlanes<Sample> tile;
  tile.load(scene, needle.form, 7, 4, {scene.width() - 7, scene.height() - 4});
  const SceneRanges ranges(scene, needle.form, {});
  const DifferenceTree tree(needle);
  const std::int64_t across = tile.size().width - needle.size.width + 1;
  const std::int64_t down = tile.size().height - needle.size.height + 1;
  DifferenceTree::Distances found;
  for (std::int64_t y = 0; y < down; y += 5 * DifferenceTree::kRows) {
    const std::int64_t rows = std::min(DifferenceTree::kRows, down - y);
    for (std::int64_t x = 0; x < across; x += kStretch) {
      const std::int64_t count = std::min(kStretch, across - x);
      const bool within = tree.at(tile, ranges, {x + 7, y + 4, x, y, count, rows}, most, {}, found);
      bool any = false;
      // Every third of them: the definition takes long.
      for (std::int64_t row = rows > 1 ? 1 : 0; row < rows; row += 3) {
        const std::vector<std::uint64_t> wanted = distancesAt(tile, needle, x, y + row, count);
        any = any || *std::min_element(wanted.begin(), wanted.end()) <= most;
        for (std::size_t i = 0; within && i < wanted.size(); ++i) {
          const std::uint64_t sum = found.sums[static_cast<std::size_t>(row * kStretch) + i];
          if (wanted[i] <= most) {
            ASSERT_EQ(sum, wanted[i]) << x + static_cast<std::int64_t>(i) << ", " << y + row;
          } else {
            ASSERT_GT(sum, most);
          }
        }
      }
      EXPECT_TRUE(within || !any);
    }
  }
}

TEST(DifferenceTree, EqualsTheSumsOfSamples) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    const PixelFormat format{seed / 6 % 2 == 0 ? 1 : 3,
                             seed / 12 % 2 == 0 ? Depth::u8 : Depth::u16};
    const TreeCase one(seed, {280, 200}, {190 + static_cast<std::int64_t>(seed % 5), 149}, format);
    const ScoredNeedle needle =
        makeScoredNeedle({one.needle.view(), one.mask.view()}, 0, format, false, Method::sad);
    ASSERT_TRUE(DifferenceTree::can(one.scene.size(), needle, Method::sad));
    const std::uint64_t some = static_cast<std::uint64_t>(needle.sums.samples) * 20;
    for (const std::uint64_t most : {std::numeric_limits<std::uint64_t>::max(), some}) {
      if (format.depth == Depth::u16) {
        checkDistances<std::uint16_t>(one, needle, most);
      } else {
        checkDistances<std::uint8_t>(one, needle, most);
      }
    }
  }
}

/// The least and the greatest samples, where blocks are as large as their sums allow.
TEST(DifferenceTree, SumsOfTheLargestBlocksFit) {
  const PixelFormat format{1, Depth::u16};
  const Image white = picture({390, 300}, format, [](auto, auto, int) { return 255; });
  const Image black = picture({300, 260}, format, [](auto, auto, int) { return 0; });
  const ScoredNeedle needle = makeScoredNeedle({black.view(), {}}, 0, format, false, Method::sad);
  picture::TilePlanes<std::uint16_t> tile;
  tile.load(white.view(), needle.form, 0, 0, white.size());
  const SceneRanges ranges(white.view(), needle.form, {});
  DifferenceTree::Distances found;
  EXPECT_TRUE(DifferenceTree(needle).at(tile, ranges, {20, 30, 20, 30, kStretch, 1},
                                        std::numeric_limits<std::uint64_t>::max(), {}, found));
  for (std::size_t i = 0; i < kStretch; ++i) {
    EXPECT_EQ(found.sums[i], std::uint64_t{300 * 260} * 65535);
  }
  EXPECT_EQ(found.compared, 0);
}

}  // namespace
}  // namespace espy::score
