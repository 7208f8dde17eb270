// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Keeping the pixels of one colour.
#include <limits>

#include "unit/mark/art.h"

namespace espy::art {
namespace {

class MarkScreen : public PerEngine {
 protected:
  /// Per pixel: '#' kept, '.' not kept, '!' another flag value.
  std::string kept(PixelFormat format, const std::vector<Pixel>& pixels, Colour keep,
                   int tolerance) const {
    const Image scene = test::imageOf(
        {static_cast<std::int64_t>(pixels.size()), 1}, format, [&](auto x, auto /*y*/, int c) {
          return pixels[static_cast<std::size_t>(x)][static_cast<std::size_t>(c)];
        });
    const Image flags = screen(scene, keep, tolerance);
    EXPECT_EQ(flags.size(), scene.size());
    EXPECT_EQ(flags.format(), (PixelFormat{1, Depth::u8}));
    return artOf(flags.size(), [&](auto x, auto y) {
      const std::uint32_t flag = sampleAt(flags, x, y, 0);
      return flag == kFlagInside ? '#' : flag == kFlagNothing ? '.' : '!';
    })[0];
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, MarkScreen, allEngines(), engineName);

constexpr PixelFormat kGrey{1, Depth::u8};
constexpr PixelFormat kGreyAlpha{2, Depth::u8};
constexpr PixelFormat kColour{3, Depth::u8};
constexpr PixelFormat kColourAlpha{4, Depth::u8};

TEST_P(MarkScreen, KeepsTheColourItself) {
  EXPECT_EQ(kept(kColour, {{10, 20, 30}, {11, 20, 30}, {10, 19, 30}, {10, 20, 31}, {30, 20, 10}},
                 {10, 20, 30}, 0),
            "#....");
}

TEST_P(MarkScreen, AllowsTheToleranceInEveryChannel) {
  EXPECT_EQ(kept(kColour,
                 {{8, 22, 28}, {7, 20, 30}, {12, 18, 32}, {10, 23, 30}, {10, 20, 33}, {10, 20, 27}},
                 {10, 20, 30}, 2),
            "#.#...");
}

TEST_P(MarkScreen, DoesNotWrapAroundAtBlackAndWhite) {
  EXPECT_EQ(
      kept(kColour, {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {3, 3, 3}, {4, 0, 0}}, {1, 1, 1}, 2),
      "#..#.");
  EXPECT_EQ(kept(kColour, {{255, 255, 255}, {0, 255, 255}, {251, 255, 255}, {252, 252, 252}},
                 {254, 254, 254}, 2),
            "#..#");
  EXPECT_EQ(kept(kColour, {{0, 0, 0}, {255, 255, 255}}, {9, 9, 9}, std::numeric_limits<int>::max()),
            "##");
}

TEST_P(MarkScreen, IgnoresAlpha) {
  EXPECT_EQ(kept(kColourAlpha, {{1, 2, 3, 0}, {1, 2, 3, 255}, {1, 2, 4, 3}}, {1, 2, 3}, 0), "##.");
  EXPECT_EQ(kept(kGreyAlpha, {{5, 0}, {5, 255}, {6, 5}}, {5, 5, 5}, 0), "##.");
}

TEST_P(MarkScreen, TakesGreyForRedGreenAndBlue) {
  EXPECT_EQ(kept(kGrey, {{9}, {10}, {11}}, {10, 10, 10}, 0), ".#.");
  // Grey must be within the tolerance of all three samples of the colour.
  EXPECT_EQ(kept(kGrey, {{9}, {10}, {11}, {12}, {13}}, {10, 11, 12}, 1), "..#..");
  EXPECT_EQ(kept(kGrey, {{9}, {10}, {11}, {12}, {13}}, {10, 11, 12}, 2), ".###.");
  EXPECT_EQ(kept(kGrey, {{0}, {10}, {11}, {15}, {20}, {255}}, {10, 15, 20}, 4), "......");
}

TEST_P(MarkScreen, MeasuresIn16BitUnitsWhereThePictureHas16) {
  const PixelFormat colour{3, Depth::u16};
  EXPECT_EQ(
      kept(colour, {{2570, 5140, 65535}, {2571, 5140, 65535}, {10, 20, 255}}, {10, 20, 255}, 0),
      "#..");
  EXPECT_EQ(kept(colour, {{2572, 5138, 65533}, {2573, 5140, 65535}, {2570, 5140, 65532}},
                 {10, 20, 255}, 2),
            "#..");
  EXPECT_EQ(kept({2, Depth::u16}, {{2570, 0}, {2569, 9}, {2568, 1}}, {10, 10, 10}, 1), "##.");
  EXPECT_EQ(kept({1, Depth::u16}, {{0}, {65535}, {65279}, {65278}}, {255, 255, 255}, 256), ".##.");
}

TEST_P(MarkScreen, KeepsFarApartPixelsOfALongRow) {
  std::vector<Pixel> pixels(200, Pixel{1, 2, 3});
  std::string expected(200, '.');
  for (const std::size_t x : {0u, 1u, 63u, 64u, 127u, 128u, 199u}) {
    pixels[x] = {4, 5, 6};
    expected[x] = '#';
  }
  EXPECT_EQ(kept(kColour, pixels, {4, 5, 6}, 0), expected);
}

}  // namespace
}  // namespace espy::art
