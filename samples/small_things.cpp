// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "palette.h"
#include "sprite.h"
#include "things.h"

namespace samples {
namespace {

using Row = std::string_view;

constexpr Row kDog[] = {".......aa...",  //
                        ".......aaiaa",  //
                        "a......aAaai",  //
                        ".a..aaaaAaa.",  //
                        ".aaaaasaaa..",  //
                        "..aaasssa...",  //
                        "..aAsaAaA...",  //
                        "..a.A.a.A...",  //
                        "..a.A.a.A..."};
constexpr Row kSittingDog[] = {"...aa.aa.",  //
                               "...aaaaa.",  //
                               "...aiaia.",  //
                               "...aassi.",  //
                               "..aaaAs..",  //
                               ".aaassa..",  //
                               ".aaAssa..",  //
                               "aaaAa.a..",  //
                               ".aaAaAaA."};
constexpr Row kCat[] = {"a.......a.a",  //
                        "a.......aaa",  //
                        "a.......aia",  //
                        ".aaaaaaaaas",  //
                        "..aAaAaaa..",  //
                        "..aaaaaaa..",  //
                        "..a.A.a.A.."};
constexpr Row kPigeon[] = {"....ii.",  //
                           "....gwo",  //
                           "wwaaai.",  //
                           "iaaaa..",  //
                           "..aaa..",  //
                           "...o..."};
constexpr Row kGull[] = {"....ww.",  //
                         "....wio",  //
                         "iaawww.",  //
                         ".iaaww.",  //
                         "..www..",  //
                         "...o..."};
constexpr Row kBall[] = {"..wwaa..",  //
                         ".wwaaas.",  //
                         "wwwaasss",  //
                         "wwwassss",  //
                         "aaawwsss",  //
                         "aaasswww",  //
                         ".aasswW.",  //
                         "..sswW.."};
constexpr Row kCastle[] = {".....as.......",  //
                           ".....a........",  //
                           "..y.yy.y.y.y..",  //
                           "..yyyyyy.yyyY.",  //
                           "..yiyyiY.yiyY.",  //
                           "..yyyyyYYyyyY.",  //
                           ".yyyyYyyyyyyYY",  //
                           ".yyyiiiyyiiyyY",  //
                           "yyyyiiiyyiiyYY",  //
                           "yyyyiiiyyyyYYY"};
constexpr Row kStarfish[] = {"...a...",  //
                             "...a...",  //
                             "aaasaaa",  //
                             ".asasA.",  //
                             "..aaA..",  //
                             ".aA.aA.",  //
                             ".A...A."};
constexpr Row kCrab[] = {"aa......aa",  //
                         "a.a.ii.a.a",  //
                         ".aaaaaaaa.",  //
                         "..aasaaA..",  //
                         ".aaaaaaAA.",  //
                         "a.a.aA.A.A"};
constexpr Row kFlowerPot[] = {"..s.aa.s..",  //
                              ".ssgaagss.",  //
                              ".gsggggsg.",  //
                              "aaggsaggaa",  //
                              ".gaggggag.",  //
                              "..gggggg..",  //
                              ".pppppppP.",  //
                              "..pppppP..",  //
                              "..ppppPP..",  //
                              "...pppP..."};
constexpr Row kLamp[] = {"...i...",  //
                         "..iii..",  //
                         ".illli.",  //
                         ".illli.",  //
                         ".illli.",  //
                         "..iii..",  //
                         "...i..."};

/// Draws `art` with an outline, the middle of its last row at (x, y).
void putOutlined(Canvas& canvas, Art art, int x, int y, const Palette& palette, bool mirrored) {
  Sprite sprite;
  const int width = static_cast<int>(art.front().size());
  const int height = static_cast<int>(art.size());
  sprite.put(art, 2, 2, palette);
  sprite.outline();
  sprite.stamp(canvas, x, y, 2 + width / 2, height + 1, mirrored);
}

}  // namespace

void drawAnimal(Canvas& canvas, int x, int y, Dice dice) {
  static constexpr std::array<Rgb, 6> kFur = {{{150, 100, 60},
                                               {222, 182, 128},
                                               {70, 58, 56},
                                               {236, 228, 214},
                                               {196, 120, 60},
                                               {140, 136, 140}}};
  Palette palette{{'i', kInk}, {'w', kWhite}, {'o', {236, 150, 60}}, {'g', {96, 150, 130}}};
  palette.setShaded('a', dice.pick(kFur));
  palette.set('s', dice.pick(kFur));
  const bool mirrored = dice.chance(50);
  const int kind = dice.below(10);
  canvas.shadow(x + 1, y, kind < 6 ? 5 : 3, 1);
  if (kind < 3) return putOutlined(canvas, kDog, x, y, palette, mirrored);
  if (kind < 5) return putOutlined(canvas, kSittingDog, x, y, palette, mirrored);
  if (kind < 6) return putOutlined(canvas, kCat, x, y, palette, mirrored);
  palette.setShaded('a', {150, 158, 172});
  putOutlined(canvas, kind < 8 ? Art(kPigeon) : Art(kGull), x, y, palette, mirrored);
}

void drawToy(Canvas& canvas, int x, int y, Dice dice) {
  Palette palette{{'i', {120, 92, 60}},
                  {'s', dice.pick(kCloth)},
                  {'y', {226, 192, 130}},
                  {'Y', {196, 160, 104}}};
  palette.setShaded('w', kWhite);
  palette.setShaded('a', dice.pick(kCloth));
  const Art arts[] = {kBall, kBall, kCastle, kCastle, kStarfish, kCrab};
  const int kind = dice.below(6);
  if (kind >= 4) {
    palette.setShaded('a', {226, 104, 72});
    palette.set('i', kInk);
  }
  canvas.shadow(x + 2, y, 5, 1);
  putOutlined(canvas, arts[kind], x, y, palette, dice.chance(50));
}

void drawFlowerPot(Canvas& canvas, int x, int y, Dice dice) {
  Palette palette{{'g', kLeaf}, {'s', dice.pick(kCloth)}, {'a', dice.pick(kCloth)}};
  palette.setShaded('p', {190, 104, 70});
  canvas.shadow(x + 2, y, 5, 1);
  putOutlined(canvas, kFlowerPot, x, y, palette, false);
}

void drawLamp(Canvas& canvas, int x, int y) {
  const Palette palette{{'i', {48, 62, 66}}, {'l', {255, 240, 180}}};
  canvas.shadow(x + 2, y, 4, 1);
  canvas.fill(x - 1, y - 34, 3, 34, {48, 62, 66});
  canvas.fill(x, y - 34, 1, 34, {96, 112, 112});
  canvas.fill(x - 3, y - 2, 7, 3, {48, 62, 66});
  putArt(canvas, kLamp, x - 3, y - 40, palette);
}

}  // namespace samples
