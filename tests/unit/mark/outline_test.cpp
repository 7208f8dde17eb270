// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Outlines of small flag planes, with the expected pictures as text.
#include "unit/mark/art.h"

namespace espy::art {
namespace {

class MarkOutline : public PerEngine {
 protected:
  /// The outline of these flags, as text.
  Art outlined(const Art& flagArt, int thickness) const {
    const Image flags = flagsFrom(flagArt);
    Image picture = filledWith(flags.size(), {3, Depth::u8}, {100, 110, 120});
    paint(picture, flags, {MarkStyle::outline, thickness, {1, 2, 3}});
    return lettersOf(picture, flags, {100, 110, 120}, {1, 2, 3});
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, MarkOutline, allEngines(), engineName);

TEST_P(MarkOutline, ClosesItsCorners) {
  EXPECT_EQ(outlined({".......",   //
                      ".......",   //
                      "..B#...",   //
                      "..##...",   //
                      ".......",   //
                      "......."},  //
                     1),
            (Art{".......",  //
                 ".oooo..",  //
                 ".o##o..",  //
                 ".o##o..",  //
                 ".oooo..",  //
                 "......."}));
}

TEST_P(MarkOutline, GrowsOutwardByItsThickness) {
  EXPECT_EQ(outlined({".........",   //
                      ".........",   //
                      ".........",   //
                      "....B....",   //
                      ".........",   //
                      ".........",   //
                      "........."},  //
                     2),
            (Art{".........",  //
                 "..ooooo..",  //
                 "..ooooo..",  //
                 "..oo#oo..",  //
                 "..ooooo..",  //
                 "..ooooo..",  //
                 "........."}));
}

TEST_P(MarkOutline, IsCutOffAtTheBorders) {
  EXPECT_EQ(outlined({"#.....",   //
                      "......",   //
                      "......",   //
                      "......",   //
                      ".....#"},  //
                     2),
            (Art{"#oo...",  //
                 "ooo...",  //
                 "oooooo",  //
                 "...ooo",  //
                 "...oo#"}));
  EXPECT_EQ(outlined({".....#",   //
                      "......",   //
                      "......",   //
                      "#....."},  //
                     1),
            (Art{"....o#",  //
                 "....oo",  //
                 "oo....",  //
                 "#o...."}));
}

TEST_P(MarkOutline, NeverPaintsMatchesThatTouchOrOverlap) {
  EXPECT_EQ(outlined({".........",   //
                      ".B#B#....",   //
                      ".####....",   //
                      "...B###..",   //
                      "...####..",   //
                      "........."},  //
                     1),
            (Art{"oooooo...",  //
                 "o####o...",  //
                 "o####ooo.",  //
                 "ooo####o.",  //
                 "..o####o.",  //
                 "..oooooo."}));
  // Touching at a corner, and a base inside another match.
  EXPECT_EQ(outlined({"B#....",   //
                      "#B#...",   //
                      ".##...",   //
                      "...B#.",   //
                      "...##.",   //
                      "......"},  //
                     1),
            (Art{"##oo..",  //
                 "###o..",  //
                 "o##ooo",  //
                 "ooo##o",  //
                 "..o##o",  //
                 "..oooo"}));
}

TEST_P(MarkOutline, FillsNarrowGapsAndHoles) {
  EXPECT_EQ(outlined({"##.##..##",   //
                      "##.##..##"},  //
                     1),
            (Art{"##o##oo##",  //
                 "##o##oo##"}));
  EXPECT_EQ(outlined({"#######",   //
                      "#.....#",   //
                      "#.....#",   //
                      "#.....#",   //
                      "#.....#",   //
                      "#.....#",   //
                      "#######"},  //
                     2),
            (Art{"#######",  //
                 "#ooooo#",  //
                 "#ooooo#",  //
                 "#oo.oo#",  //
                 "#ooooo#",  //
                 "#ooooo#",  //
                 "#######"}));
}

TEST_P(MarkOutline, TakesEveryFlagButNothingForAMatch) {
  EXPECT_EQ(outlined({".....", "..%..", "....."}, 1), (Art{".ooo.", ".o#o.", ".ooo."}));
}

TEST_P(MarkOutline, PaintsNothingWhereNothingOrAllIsFlagged) {
  EXPECT_EQ(outlined({"....", "...."}, 255), (Art{"....", "...."}));
  EXPECT_EQ(outlined({"####", "##B#"}, 255), (Art{"####", "####"}));
  EXPECT_EQ(outlined({"#"}, 1), (Art{"#"}));
  EXPECT_EQ(outlined({}, 1), Art{});
}

TEST_P(MarkOutline, ReachesExactly255PixelsAlongRows) {
  // Columns around the borders of words of 64 flags.
  for (const int at : {0, 1, 62, 63, 64, 65, 127, 128, 255, 256, 300, 511, 640}) {
    for (const int thickness : {1, 2, 63, 64, 65, 127, 128, 129, 254, 255}) {
      std::string flags(641, '.');
      flags[static_cast<std::size_t>(at)] = '#';
      std::string expected = flags;
      for (int x = 0; x <= 640; ++x) {
        if (x != at && std::abs(x - at) <= thickness) expected[static_cast<std::size_t>(x)] = 'o';
      }
      EXPECT_EQ(outlined({flags}, thickness), Art{expected}) << at << ", " << thickness;
    }
  }
}

TEST_P(MarkOutline, ReachesExactly255PixelsAlongColumns) {
  for (const int at : {0, 1, 127, 128, 255, 256, 300, 511, 640}) {
    for (const int thickness : {1, 2, 64, 127, 128, 254, 255}) {
      Art flags(641, ".");
      flags[static_cast<std::size_t>(at)][0] = '#';
      Art expected = flags;
      for (int y = 0; y <= 640; ++y) {
        if (y != at && std::abs(y - at) <= thickness)
          expected[static_cast<std::size_t>(y)][0] = 'o';
      }
      EXPECT_EQ(outlined(flags, thickness), expected) << at << ", " << thickness;
    }
  }
}

TEST_P(MarkOutline, MakesPaintedPixelsOpaqueAndNoOthers) {
  const Image flags = flagsFrom({".....", ".....", "#...."});
  const Art expected = {".....", "oo...", "#o..."};
  Image colour = filledWith(flags.size(), {4, Depth::u8}, {10, 20, 30, 40});
  paint(colour, flags, {MarkStyle::outline, 1, {1, 2, 3}});
  EXPECT_EQ(lettersOf(colour, flags, {10, 20, 30, 40}, {1, 2, 3, 255}), expected);

  Image grey = filledWith(flags.size(), {2, Depth::u8}, {10, 0});
  paint(grey, flags, {MarkStyle::outline, 1, {9, 9, 9}});
  EXPECT_EQ(lettersOf(grey, flags, {10, 0}, {9, 255}), expected);
}

TEST_P(MarkOutline, StretchesItsColourTo16Bits) {
  const Image flags = flagsFrom({"....", "#...", "...."});
  const Art expected = {"oo..", "#o..", "oo.."};
  Image colour = filledWith(flags.size(), {3, Depth::u16}, {1000, 2000, 3000});
  paint(colour, flags, {MarkStyle::outline, 1, {0, 0xc0, 255}});
  EXPECT_EQ(lettersOf(colour, flags, {1000, 2000, 3000}, {0, 0xc0c0, 65535}), expected);

  Image alpha = filledWith(flags.size(), {4, Depth::u16}, {1000, 2000, 3000, 0});
  paint(alpha, flags, {MarkStyle::outline, 1, {1, 2, 3}});
  EXPECT_EQ(lettersOf(alpha, flags, {1000, 2000, 3000, 0}, {257, 514, 771, 65535}), expected);

  Image grey = filledWith(flags.size(), {1, Depth::u16}, {1000});
  paint(grey, flags, {MarkStyle::outline, 1, {2, 2, 2}});
  EXPECT_EQ(lettersOf(grey, flags, {1000}, {514}), expected);
}

}  // namespace
}  // namespace espy::art
