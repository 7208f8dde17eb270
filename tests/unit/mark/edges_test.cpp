// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Keeping the pixels whose gradient is long.
#include "unit/mark/art.h"

namespace espy::art {
namespace {

class MarkEdges : public PerEngine {
 protected:
  /// '#' kept, '.' not.
  Art edges(const ImageView& scene, int least) const {
    const Image flags = screened(registry_, GetParam(), scene, {.edges = least});
    return artOf(scene.size(), [&](auto x, auto y) {
      return sampleAt(flags, x, y, 0) == kFlagInside ? '#' : '.';
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, MarkEdges, allEngines(), engineName);

/// A picture of 0 with a rectangle of `value` from (x, y) to the lower right.
Image corner(PixelFormat format, std::int64_t x0, std::int64_t y0, std::uint32_t value,
             int channel = 0) {
  return test::imageOf({7, 5}, format, [&](auto x, auto y, int c) {
    return x >= x0 && y >= y0 && c == channel ? value : 0;
  });
}

TEST_P(MarkEdges, AStepOfNHasGradient4N) {
  const Art wanted(5, "..##...");
  EXPECT_EQ(edges(corner({1, Depth::u8}, 3, 0, 10), 40), wanted);
  EXPECT_EQ(edges(corner({1, Depth::u8}, 3, 0, 10), 41), Art(5, "......."));
  EXPECT_EQ(edges(corner({1, Depth::u16}, 3, 0, 65535), 4 * 65535), wanted);
  EXPECT_EQ(edges(corner({1, Depth::u16}, 3, 0, 65535), 4 * 65535 + 1), Art(5, "......."));
  EXPECT_EQ(edges(corner({1, Depth::u8}, 0, 2, 10), 40),
            (Art{".......", "#######", "#######", ".......", "......."}));
}

TEST_P(MarkEdges, BothDirectionsCountAsALength) {
  // At the corner gx and gy are 3 N inside, and N outside.
  const Image scene = corner({1, Depth::u8}, 3, 2, 100);
  EXPECT_EQ(edges(scene, 424), (Art{".......", ".......", "...#...", ".......", "......."}));
  EXPECT_EQ(edges(scene, 425), Art(5, "......."));  // sqrt(2) * 300 = 424.3
  EXPECT_EQ(edges(scene, 141)[1], "..#####");       // sqrt(2) * 100 = 141.4
  EXPECT_EQ(edges(scene, 142)[1], "...####");
}

TEST_P(MarkEdges, AnyColourCountsAndAlphaDoesNot) {
  const Art wanted(5, "..##...");
  for (int channel = 0; channel < 3; ++channel) {
    EXPECT_EQ(edges(corner({3, Depth::u8}, 3, 0, 9, channel), 36), wanted);
    EXPECT_EQ(edges(corner({4, Depth::u16}, 3, 0, 900, channel), 3600), wanted);
  }
  EXPECT_EQ(edges(corner({4, Depth::u8}, 3, 0, 255, 3), 1), Art(5, "......."));
  EXPECT_EQ(edges(corner({2, Depth::u8}, 3, 0, 255, 1), 1), Art(5, "......."));
}

TEST_P(MarkEdges, TheBorderIsNoEdge) {
  EXPECT_EQ(edges(filledWith({7, 5}, {3, Depth::u8}, {250, 200, 9}), 1), Art(5, "......."));
  EXPECT_EQ(edges(filledWith({1, 1}, {1, Depth::u16}, {65535}), 1), Art{"."});
  EXPECT_EQ(edges(Image({0, 0}, {1, Depth::u8}), 1), Art());
  // With one column the neighbours are the column itself.
  Image column({1, 3}, {1, Depth::u8});
  setSample(column.pixels(), 0, 2, 0, 5);
  EXPECT_EQ(edges(column, 20), (Art{".", "#", "#"}));
}

TEST_P(MarkEdges, RefusesLengthsOutOfRange) {
  const Image scene({2, 2}, {1, Depth::u8});
  for (const int wrong : {0, -1, kMostEdge + 1}) EXPECT_THROW(edges(scene, wrong), Error) << wrong;
  EXPECT_EQ(edges(scene, kMostEdge), Art(2, ".."));
}

}  // namespace
}  // namespace espy::art
