// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "palette.h"
#include "sprite.h"
#include "things.h"

namespace samples {
namespace {

using Row = std::string_view;

constexpr Row kDeckchair[] = {".i..........i.",  //
                              ".iaassaassaai.",  //
                              ".iaassaassaai.",  //
                              ".iaassaassaai.",  //
                              ".iaassaassaai.",  //
                              ".iaassaassaai.",  //
                              ".iaassaassaai.",  //
                              ".iaassaassaai.",  //
                              ".iAASSAASSAAi.",  //
                              "iiAASSAASSAAii",  //
                              "i.AASSAASSAA.i",  //
                              "i.iiiiiiiiii.i",  //
                              "i.i........i.i"};

/// Half width of a half ellipse, `up` rows above its base.
int halfWidth(int up, int reachX, int reachY) {
  int wide = 0;
  while (wide < reachX && (wide + 1) * (wide + 1) * reachY * reachY + up * up * reachX * reachX <=
                              reachX * reachX * reachY * reachY) {
    ++wide;
  }
  return wide;
}

}  // namespace

void drawTowel(Canvas& canvas, int x, int y, Dice dice) {
  const Rgb first = dice.pick(kCloth);
  const Rgb second = dice.chance(60) ? kWhite : dice.pick(kCloth);
  const int pattern = dice.below(4);
  canvas.fill(x - 9, y - 31, 19, 33, scaled(kSand, 70));
  for (int v = 0; v < 32; ++v) {
    for (int u = 0; u < 18; ++u) {
      bool other = v / 4 % 2 == 0;
      if (pattern == 1) other = u / 3 % 2 == 0;
      if (pattern == 2) other = u < 2 || u > 15 || v < 2 || v > 29;
      if (pattern == 3) other = (u / 3 + v / 3) % 2 == 0;
      Rgb colour = other ? second : first;
      if (u == 17 || v == 31) colour = scaled(colour, 84);
      canvas.set(x - 9 + u, y - 31 + v, colour);
    }
  }
}

void drawParasol(Canvas& canvas, int x, int y, Dice dice) {
  const Rgb first = dice.pick(kCloth);
  const Rgb second = dice.chance(65) ? kWhite : dice.pick(kCloth);
  const int reach = dice.between(17, 21);
  const int rise = dice.between(11, 14);
  const int rim = y - 20;  // the row of its lower edge
  canvas.shadow(x + 8, y, reach - 4, 5);
  canvas.fill(x - 1, rim, 2, 20, {232, 226, 214});
  canvas.fill(x + 1, rim, 1, 20, {120, 104, 96});
  for (int up = rise; up >= 0; --up) {
    const int wide = halfWidth(up, reach, rise);
    for (int u = -wide; u <= wide; ++u) {
      const int segment = (u + wide) * 7 / (2 * wide + 1);
      Rgb colour = segment % 2 == 0 ? first : second;
      colour = scaled(colour, 110 - (u + wide) * 34 / (2 * wide + 1) - (up == 0 ? 14 : 0));
      const bool edge = u == -wide || u == wide || up == rise;
      canvas.set(x + u, rim - up, edge ? mixed(colour, kInk, 150) : colour);
    }
  }
  // The scalloped edge hangs below the rim.
  for (int u = -reach; u <= reach; ++u) {
    const int segment = (u + reach) * 7 / (2 * reach + 1);
    const int from = segment * (2 * reach + 1) / 7;
    const int to = (segment + 1) * (2 * reach + 1) / 7;
    const int along = u + reach - from;
    const int drop = std::min({along, to - from - 1 - along, 2});
    const Rgb colour = scaled(segment % 2 == 0 ? first : second, 84);
    for (int v = 1; v <= drop; ++v) canvas.set(x + u, rim + v, colour);
    canvas.set(x + u, rim + drop + 1, mixed(colour, kInk, 150));
  }
  canvas.fill(x - 1, rim - rise - 3, 2, 3, {232, 226, 214});
}

void drawDeckchair(Canvas& canvas, int x, int y, Dice dice) {
  Palette palette{{'i', kWood}};
  palette.setShaded('a', dice.pick(kCloth));
  palette.setShaded('s', kWhite);
  canvas.shadow(x + 3, y, 8, 2);
  putArt(canvas, kDeckchair, x - 7, y - 12, palette);
}

void drawSurfboard(Canvas& canvas, int x, int y, Dice dice) {
  const Rgb board = dice.pick(kCloth);
  const Rgb stripe = dice.chance(50) ? kWhite : dice.pick(kCloth);
  canvas.shadow(x + 3, y, 6, 2);
  for (int v = 0; v < 34; ++v) {
    const int wide = std::min({4, v / 2, (36 - v) / 2});
    for (int u = -wide; u <= wide; ++u) {
      Rgb colour = u == 0 || v / 3 % 6 == 2 ? stripe : board;
      if (u == wide) colour = scaled(colour, 80);
      canvas.set(x + u, y - 33 + v, u == -wide || u == wide ? mixed(colour, kInk, 120) : colour);
    }
  }
}

void drawSailingBoat(Canvas& canvas, int x, int y, Dice dice) {
  const Rgb hull = dice.pick(kCloth);
  const Rgb sail = dice.chance(60) ? kWhite : dice.pick(kCloth);
  const Rgb jib = dice.pick(kCloth);
  for (int u = -19; u <= 19; ++u) canvas.set(x + u, y + 1, {220, 244, 246});
  for (int v = 0; v < 7; ++v) {
    const int left = 18 - v;
    const int right = 17 - 2 * v;
    for (int u = -left; u <= right; ++u) {
      const Rgb colour = v < 2 ? kWhite : scaled(hull, v == 6 ? 70 : 100 - 3 * v);
      canvas.set(x + u, y - 6 + v, u == -left || u == right ? mixed(colour, kInk, 140) : colour);
    }
  }
  canvas.fill(x - 1, y - 42, 1, 36, {110, 76, 52});
  for (int v = 0; v < 32; ++v) {
    for (int u = 0; u <= v * 17 / 32; ++u) {
      const Rgb colour = v / 6 % 3 == 1 ? jib : sail;
      canvas.set(x + 1 + u, y - 41 + v,
                 u == v * 17 / 32 ? scaled(colour, 70) : scaled(colour, 100 - u));
    }
    for (int u = 0; u <= v * 12 / 32; ++u) {
      canvas.set(x - 3 - u, y - 38 + v * 28 / 32, scaled(jib, 92 - u));
    }
  }
}

}  // namespace samples
