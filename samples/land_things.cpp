// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "palette.h"
#include "people.h"
#include "sprite.h"
#include "things.h"

namespace samples {
namespace {

using Row = std::string_view;

constexpr Row kPicnic[] = {"asasasasasasasasasasasasas",  //
                           "asasasasasasasasasasasasas",  //
                           "sasasasasasiiiisasasasasaS",  //
                           "sasawwasasiooooisasggasasS",  //
                           "asawrrwsasiooooisagggaasaS",  //
                           "asawrrwsasasasasasaggasasS",  //
                           "sasawwasbbbbasasasasasasaS",  //
                           "sasasasabyybasayyyysasasaS",  //
                           "asasasasbbbbasyyyyyyasasaS",  //
                           "asasasasasasasayyyysasasaS",  //
                           "sasasasasasasasasasasasasS",  //
                           "SSSSSSSSSSSSSSSSSSSSSSSSSS"};
constexpr Row kBench[] = {"iwwwwwwwwwwwwwwwwwwwwi",  //
                          "iWWWWWWWWWWWWWWWWWWWWi",  //
                          "iwwwwwwwwwwwwwwwwwwwwi",  //
                          "iWWWWWWWWWWWWWWWWWWWWi",  //
                          "i....................i",  //
                          "iwwwwwwwwwwwwwwwwwwwwi",  //
                          "iwwwwwwwwwwwwwwwwwwwwi",  //
                          "iWWWWWWWWWWWWWWWWWWWWi",  //
                          "i.i................i.i",  //
                          "i.i................i.i"};
constexpr Row kWheel[] = {"..iii..",  //
                          ".iwiwi.",  //
                          "iw.i.wi",  //
                          "iiiriii",  //
                          "iw.i.wi",  //
                          ".iwiwi.",  //
                          "..iii.."};

/// Crates of goods on a counter from x to x + width.
void drawGoods(Canvas& canvas, int x, int y, int width, Dice& dice) {
  for (int crate = 0; crate + 13 <= width; crate += 14) {
    const Rgb goods = dice.pick(kCloth);
    const int kind = dice.below(3);
    canvas.fill(x + crate, y - 5, 13, 6, scaled(kWood, 80));
    for (int v = 0; v < 4; ++v) {
      for (int u = 0; u < 11; ++u) {
        const bool gap = kind == 0 ? (u + v / 2) % 3 == 2 || v % 2 == 1 : (u + v) % 4 == 3;
        const Rgb colour = kind == 2 && u % 2 == 0 ? kLeaf : goods;
        canvas.set(x + crate + 1 + u, y - 6 + v, gap ? scaled(colour, 66) : colour);
      }
    }
  }
}

void drawAwning(Canvas& canvas, int x, int y, int width, int height, Rgb first, Rgb second) {
  for (int v = 0; v < height; ++v) {
    const int spread = v / 4;
    for (int u = -spread; u < width + spread; ++u) {
      const int stripe = (u + spread) * 9 / (width + 2 * spread);
      Rgb colour = stripe % 2 == 0 ? first : second;
      colour = scaled(colour, v < 2 ? 112 : v > height - 4 ? 84 : 100);
      const bool edge = u == -spread || u == width + spread - 1 || v == 0;
      canvas.set(x + u, y + v, edge ? mixed(colour, kInk, 150) : colour);
    }
  }
  const int spread = (height - 1) / 4;
  const int whole = width + 2 * spread;
  for (int u = 0; u < whole; ++u) {
    const int stripe = u * 9 / whole;
    const int along = u - (stripe * whole + 8) / 9;
    const int drop = along <= 0 || along >= whole / 9 - 1 ? 2 : 4;
    const Rgb colour = scaled(stripe % 2 == 0 ? first : second, 92);
    for (int v = 0; v < drop; ++v) canvas.set(x - spread + u, y + height + v, colour);
    canvas.set(x - spread + u, y + height + drop, mixed(colour, kInk, 150));
  }
}

void drawFrond(Canvas& canvas, int x, int y, int dx, int rise, int fall, Rgb colour) {
  constexpr int kSteps = 20;
  for (int i = 0; i <= kSteps; ++i) {
    const int u = x + dx * i / kSteps;
    const int v = y - rise * i / kSteps + fall * i * i / (kSteps * kSteps);
    const int thick = i < 3 ? 1 : i < 14 ? 3 : 2;
    for (int t = 0; t < thick; ++t) {
      canvas.set(u, v + t, t == 0 ? shifted(colour, 22) : t == 2 ? scaled(colour, 70) : colour);
    }
    if (i % 3 == 1 && i > 4) canvas.fill(u, v + thick, 1, 3, scaled(colour, 78));
  }
}

}  // namespace

void drawStall(Canvas& canvas, int x, int y, Dice dice) {
  const int width = 54;
  const int left = x - width / 2;
  const Rgb first = dice.pick(kCloth);
  const Rgb second = dice.chance(75) ? kWhite : dice.pick(kCloth);
  canvas.shadow(x + 5, y, 32, 5);
  canvas.fill(left, y - 44, width, 32, {104, 78, 66});
  canvas.fill(left + 3, y - 40, width - 6, 26, {132, 104, 86});
  for (int shelf = 0; shelf < 2; ++shelf) {
    for (int u = 4; u < width - 6; u += 4) {
      canvas.fill(left + u, y - 33 + shelf * 8, 3, 4, dice.pick(kCloth));
    }
    canvas.fill(left + 3, y - 29 + shelf * 8, width - 6, 1, {88, 64, 52});
  }
  drawHalfPerson(canvas, left + 16, y - 16, Dice(dice.next()));
  if (dice.chance(60)) drawHalfPerson(canvas, left + 38, y - 16, Dice(dice.next()));
  canvas.fill(left, y - 14, width, 14, kWood);
  const Rgb front = dice.pick(kCloth);
  for (int v = 0; v < 14; ++v) {
    for (int u = 0; u < width; ++u) {
      if (v == 13 || u == 0 || u == width - 1) {
        canvas.set(left + u, y - 13 + v, scaled(kWood, 50));
      } else if (v > 3) {
        canvas.set(left + u, y - 13 + v, scaled(front, u / 6 % 2 == 0 ? 92 : 80));
      }
    }
  }
  drawGoods(canvas, left + 1, y - 12, width - 2, dice);
  canvas.fill(left - 1, y - 48, 2, 49, {96, 68, 50});
  canvas.fill(left + width - 1, y - 48, 2, 49, {96, 68, 50});
  drawAwning(canvas, left - 1, y - 60, width + 2, 17, first, second);
}

void drawCart(Canvas& canvas, int x, int y, Dice dice) {
  const Rgb body = dice.pick(kCloth);
  const Palette palette{{'i', kInk}, {'w', {200, 196, 190}}, {'r', kRed}};
  canvas.shadow(x + 4, y, 20, 3);
  drawHalfPerson(canvas, x + 4, y - 16, Dice(dice.next()));
  canvas.fill(x - 16, y - 18, 33, 15, scaled(body, 60));
  canvas.fill(x - 15, y - 17, 31, 13, kWhite);
  canvas.fill(x - 15, y - 9, 31, 4, body);
  canvas.fill(x - 11, y - 16, 4, 5, {244, 176, 190});
  canvas.fill(x - 10, y - 11, 2, 3, {214, 160, 88});
  canvas.fill(x - 17, y - 20, 35, 3, scaled(body, 85));
  putArt(canvas, kWheel, x - 13, y - 6, palette);
  putArt(canvas, kWheel, x + 7, y - 6, palette);
  canvas.fill(x - 13, y - 46, 2, 27, {120, 104, 96});
  drawAwning(canvas, x - 24, y - 52, 24, 8, body, kWhite);
}

void drawFountain(Canvas& canvas, int x, int y) {
  canvas.shadow(x + 4, y - 8, 31, 13);
  canvas.ellipse(x, y - 12, 30, 13, {120, 112, 112});
  canvas.ellipse(x, y - 14, 30, 13, {206, 200, 194});
  canvas.ellipse(x, y - 14, 26, 10, {130, 124, 124});
  canvas.ellipse(x, y - 13, 26, 9, {92, 178, 204});
  canvas.ellipse(x - 4, y - 12, 14, 4, {120, 200, 220});
  canvas.fill(x - 3, y - 34, 7, 22, {186, 180, 176});
  canvas.fill(x + 2, y - 34, 2, 22, {140, 134, 134});
  canvas.ellipse(x, y - 33, 13, 4, {150, 144, 144});
  canvas.ellipse(x, y - 35, 13, 4, {206, 200, 194});
  canvas.ellipse(x, y - 35, 11, 3, {108, 190, 214});
  for (int side = -1; side <= 1; side += 2) {
    for (int i = 0; i <= 16; ++i) {
      const int v = y - 50 + (i - 5) * (i - 5) * 5 / 12;
      canvas.fill(x + side * i, v, 1, 3, i % 3 == 0 ? kWhite : Rgb{176, 224, 238});
    }
  }
  canvas.fill(x, y - 50, 1, 14, kWhite);
}

void drawPalm(Canvas& canvas, int x, int y, Dice dice) {
  const int lean = dice.between(-8, 8);
  canvas.shadow(x + 6, y, 14, 4);
  int topX = x;
  for (int up = 0; up <= 36; ++up) {
    topX = x + lean * up * up / (36 * 36);
    const Rgb bark = up % 4 == 0 ? Rgb{104, 74, 52} : Rgb{158, 118, 78};
    const int wide = up < 4 ? 3 : 2;
    for (int u = -wide; u <= wide; ++u) {
      canvas.set(topX + u, y - up, u == wide || u == -wide ? scaled(bark, 66) : bark);
    }
  }
  const int topY = y - 37;
  const Rgb leaf = shifted({64, 140, 76}, dice.between(-10, 12));
  drawFrond(canvas, topX, topY, -20, 2, 18, scaled(leaf, 84));
  drawFrond(canvas, topX, topY, 20, 2, 18, scaled(leaf, 78));
  drawFrond(canvas, topX, topY, -24, 10, 12, leaf);
  drawFrond(canvas, topX, topY, 24, 10, 12, scaled(leaf, 92));
  drawFrond(canvas, topX, topY, -17, 20, 10, shifted(leaf, 12));
  drawFrond(canvas, topX, topY, 17, 20, 10, leaf);
  drawFrond(canvas, topX, topY, -5, 16, 24, shifted(leaf, 4));
  drawFrond(canvas, topX, topY, 6, 16, 24, scaled(leaf, 90));
  canvas.ellipse(topX - 2, topY + 2, 2, 2, {112, 74, 44});
  canvas.ellipse(topX + 3, topY + 3, 2, 2, {92, 60, 38});
}

void drawTree(Canvas& canvas, int x, int y, Dice dice) {
  const Rgb season = dice.chance(15) ? Rgb{214, 150, 70} : kLeaf;
  const Rgb leaf = shifted(season, dice.between(-16, 14));
  canvas.shadow(x + 6, y, 20, 6);
  canvas.fill(x - 3, y - 16, 7, 17, {112, 78, 54});
  canvas.fill(x + 2, y - 16, 2, 17, {84, 58, 44});
  // Leaves as ellipses, dark at the back and light to the upper left.
  struct Clump {
    int dx, dy, reach, percent;
  };
  std::array<Clump, 9> clumps = {{{0, -30, 17, 74},
                                  {-13, -24, 10, 78},
                                  {13, -25, 10, 72},
                                  {-9, -38, 11, 92},
                                  {10, -37, 11, 84},
                                  {0, -46, 10, 96},
                                  {2, -28, 11, 86},
                                  {-14, -31, 8, 100},
                                  {-5, -42, 8, 112}}};
  for (Clump& clump : clumps) clump.dx += dice.between(-2, 2);
  for (const Clump& c : clumps) {
    canvas.ellipse(x + c.dx, y + c.dy, c.reach + 1, c.reach + 1, mixed(leaf, kInk, 150));
  }
  for (const Clump& c : clumps) {
    canvas.ellipse(x + c.dx, y + c.dy, c.reach, c.reach, scaled(leaf, c.percent - 14));
    canvas.ellipse(x + c.dx - 1, y + c.dy - 1, c.reach - 2, c.reach - 2, scaled(leaf, c.percent));
    for (int i = 0; i < c.reach; ++i) {
      const int u = dice.between(-c.reach * 2 / 3, c.reach / 2);
      const int v = dice.between(-c.reach * 2 / 3, c.reach / 2);
      canvas.fill(x + c.dx + u, y + c.dy + v, 2, 1,
                  scaled(leaf, c.percent + (u + v < 0 ? 16 : -16)));
    }
  }
}

void drawBench(Canvas& canvas, int x, int y, Dice dice) {
  Palette palette{{'i', {60, 54, 58}}};
  palette.setShaded('w', dice.chance(70) ? Rgb{176, 124, 78} : dice.pick(kCloth));
  canvas.shadow(x + 2, y, 13, 2);
  putArt(canvas, kBench, x - 11, y - 9, palette);
}

void drawPicnic(Canvas& canvas, int x, int y, Dice dice) {
  Palette palette{{'w', kWhite},         {'r', kRed},          {'i', {110, 76, 50}},
                  {'o', {196, 146, 90}}, {'b', {110, 76, 50}}, {'g', {130, 190, 80}}};
  palette.setShaded('a', dice.pick(kCloth));
  palette.setShaded('s', kWhite);
  palette.setShaded('y', {236, 190, 84});
  putArt(canvas, kPicnic, x - 13, y - 11, palette);
}

void drawBalloons(Canvas& canvas, int x, int y, Dice dice) {
  static constexpr std::pair<int, int> kPlaces[] = {{-7, -52}, {6, -54},  {0, -60}, {-12, -44},
                                                    {11, -46}, {-2, -47}, {4, -40}};
  for (const auto& [dx, dy] : kPlaces) canvas.line(x + 7, y - 20, x + dx, y + dy, kInk);
  for (const auto& [dx, dy] : kPlaces) {
    const Rgb colour = dice.pick(kCloth);
    canvas.ellipse(x + dx, y + dy, 5, 6, mixed(colour, kInk, 140));
    canvas.ellipse(x + dx, y + dy, 4, 5, colour);
    canvas.fill(x + dx - 2, y + dy - 3, 2, 2, mixed(colour, kWhite, 180));
  }
}

}  // namespace samples
