// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// White-out, dimming, and style none.
#include "unit/mark/art.h"

namespace espy::art {
namespace {

/// A format, a pixel, and what becomes of it.
struct PaintCase {
  PixelFormat format;
  Pixel before;
  Pixel painted;
};

class MarkPaint : public PerEngine {
 protected:
  void check(MarkStyle style, const std::vector<PaintCase>& cases) const;
};
INSTANTIATE_TEST_SUITE_P(Engines, MarkPaint, allEngines(), engineName);

const Art kFlags = {"......",  //
                    ".B#...",  //
                    ".##%..",  //
                    ".....B"};
const Art kKept = {"oooooo",  //
                   "o##ooo",  //
                   "o###oo",  //
                   "ooooo#"};

void MarkPaint::check(MarkStyle style, const std::vector<PaintCase>& cases) const {
  const Image flags = flagsFrom(kFlags);
  for (const PaintCase& c : cases) {
    Image picture = filledWith(flags.size(), c.format, c.before);
    paint(picture, flags, {style});
    EXPECT_EQ(lettersOf(picture, flags, c.before, c.painted), kKept)
        << c.format.channels << " channels of " << c.format.bytesPerSample() << " bytes";
  }
}

TEST_P(MarkPaint, WhitesOutWhatIsNotFlagged) {
  check(MarkStyle::whiteout,
        {
            {{1, Depth::u8}, {7}, {255}},
            {{2, Depth::u8}, {7, 8}, {255, 255}},
            {{3, Depth::u8}, {7, 8, 9}, {255, 255, 255}},
            {{4, Depth::u8}, {7, 8, 9, 0}, {255, 255, 255, 255}},
            {{1, Depth::u16}, {700}, {65535}},
            {{2, Depth::u16}, {700, 0}, {65535, 65535}},
            {{3, Depth::u16}, {700, 800, 900}, {65535, 65535, 65535}},
            {{4, Depth::u16}, {700, 800, 900, 65535}, {65535, 65535, 65535, 65535}},
        });
}

TEST_P(MarkPaint, DimsToAThirdAndLeavesAlphaAlone) {
  check(MarkStyle::dim, {
                            {{1, Depth::u8}, {8}, {2}},
                            {{2, Depth::u8}, {8, 8}, {2, 8}},
                            {{3, Depth::u8}, {255, 254, 100}, {85, 84, 33}},
                            {{4, Depth::u8}, {255, 254, 100, 99}, {85, 84, 33, 99}},
                            {{1, Depth::u16}, {65534}, {21844}},
                            {{2, Depth::u16}, {65534, 65534}, {21844, 65534}},
                            {{3, Depth::u16}, {65535, 300, 2}, {21845, 100, 0}},
                            {{4, Depth::u16}, {65535, 300, 2, 65535}, {21845, 100, 0, 65535}},
                        });
}

/// Every value once.
Image rampOf(PixelFormat format) {
  return test::imageOf({format.maxValue() + 1, 1}, format, [](auto x, auto, int) { return x; });
}

TEST_P(MarkPaint, DimsEverySampleExactly) {
  // Long enough for vectorised loops, and with every value once.
  for (const Depth depth : {Depth::u8, Depth::u16}) {
    const PixelFormat format{1, depth};
    Image ramp = rampOf(format);
    paint(ramp, Image(ramp.size(), {1, Depth::u8}), {MarkStyle::dim});
    for (std::int64_t x = 0; x < ramp.size().width; ++x) {
      ASSERT_EQ(sampleAt(ramp, x, 0, 0), static_cast<std::uint32_t>(x / 3));
    }
  }
}

TEST_P(MarkPaint, LightensEverySampleAsDimmingDarkensItsNegative) {
  for (const PixelFormat format : {PixelFormat{1, Depth::u8}, PixelFormat{2, Depth::u8},
                                   PixelFormat{3, Depth::u16}, PixelFormat{4, Depth::u16}}) {
    const auto most = static_cast<std::uint32_t>(format.maxValue());
    Image ramp = rampOf(format);
    Image flags(ramp.size(), {1, Depth::u8});
    setSample(flags.pixels(), 70, 0, 0, kFlagInside);
    paint(ramp, flags, {MarkStyle::lighten});
    for (std::int64_t x = 0; x < ramp.size().width; ++x) {
      const auto value = static_cast<std::uint32_t>(x);
      Pixel wanted(static_cast<std::size_t>(format.channels), most - (most - value) / 3);
      if (format.hasAlpha()) wanted.back() = value;
      if (x == 70) wanted.assign(wanted.size(), value);
      ASSERT_EQ(pixelAt(ramp, x, 0), wanted) << x;
    }
  }
}

TEST_P(MarkPaint, NoneChangesNothing) {
  const Image flags = flagsFrom(kFlags);
  Image picture = filledWith(flags.size(), {3, Depth::u8}, {7, 8, 9});
  paint(picture, flags, {MarkStyle::none});
  EXPECT_TRUE(samePixels(picture, filledWith(flags.size(), {3, Depth::u8}, {7, 8, 9})));
}

TEST_P(MarkPaint, WorksBottomUpAndLeavesPaddingAlone) {
  // A negative pitch: three rows of four pixels, bottom-up, ten bytes each.
  std::vector<std::uint8_t> bytes(30, 50);
  std::vector<std::uint8_t> flagBytes(30, 0);
  const MutableImageView picture(bytes.data() + 20, {4, 3}, {1, Depth::u8}, -10);
  const MutableImageView flags(flagBytes.data() + 20, {4, 3}, {1, Depth::u8}, -10);
  setSample(flags, 3, 0, 0, kFlagInside);  // the last pixel of the first row
  Timeline unheard;
  registry_.get<PaintMarks>(GetParam())(picture, flags, {MarkStyle::outline, 1, {9, 9, 9}}, {},
                                        unheard);
  EXPECT_EQ(bytes, (std::vector<std::uint8_t>{50, 50, 50, 50, 50, 50, 50, 50, 50, 50,  //
                                              50, 50, 9,  9,  50, 50, 50, 50, 50, 50,  //
                                              50, 50, 9,  50, 50, 50, 50, 50, 50, 50}));
}

TEST_P(MarkPaint, AcceptsPicturesWithoutPixels) {
  for (const Size size : {Size{0, 0}, Size{0, 5}, Size{5, 0}}) {
    Image picture(size, {3, Depth::u8});
    const Image flags(size, {1, Depth::u8});
    for (const MarkStyle style : {MarkStyle::outline, MarkStyle::whiteout, MarkStyle::dim,
                                  MarkStyle::none, MarkStyle::lighten}) {
      EXPECT_NO_THROW(paint(picture, flags, {style}));
    }
    EXPECT_EQ(screen(picture, {}, 0).size(), size);
  }
}

}  // namespace
}  // namespace espy::art
