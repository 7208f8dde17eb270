// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "ground.h"

#include <algorithm>

#include "palette.h"

namespace samples {
namespace {

/// Noise per pixel, -amount..amount.
int grain(int x, int y, int amount) {
  return static_cast<int>(hashAt(x, y, 1) % static_cast<unsigned>(2 * amount + 1)) - amount;
}

Rgb seaAt(int x, int y, const Strip& strip) {
  const int depth = (y - strip.top) * 256 / std::max(1, strip.bottom - strip.top);
  Rgb colour = mixed({40, 116, 174}, {108, 200, 206}, depth);
  colour = shifted(colour, (hills(x, 2 * y, 48, 2) - 128) / 10);
  // Crests: short light arcs, one in most cells of a grid.
  const int cellY = y / 9;
  const int shiftX = static_cast<int>(hashAt(0, cellY, 3) % 26);
  const int cellX = (x + shiftX) / 26;
  const std::uint64_t h = hashAt(cellX, cellY, 4);
  const int along = (x + shiftX) % 26 - static_cast<int>(h % 8);
  const int length = 8 + static_cast<int>(h / 8 % 8);
  if (along >= 0 && along < length) {
    const int middle = 2 * along - length;
    const int arc = 2 + middle * middle * 3 / (length * length) + static_cast<int>(h / 64 % 3);
    if (y % 9 == arc) return mixed(colour, {236, 250, 250}, 140);
    if (y % 9 == arc + 1) return scaled(colour, 90);
  }
  return colour;
}

/// Rows that the water covers of the beach in this column.
int shoreAt(int x) {
  return 4 + hills(x, 0, 90, 5) / 16 + hills(x, 0, 23, 6) / 64;
}

Rgb beachAt(int x, int y, const Strip& strip) {
  const int dry = y - strip.top - shoreAt(x);
  if (dry < -3) return shifted({120, 206, 208}, grain(x, y, 3));
  if (dry < 0) return dry == -2 || hashAt(x, y, 7) % 3 == 0 ? Rgb{214, 240, 238} : kWhite;
  Rgb colour = shifted(kSand, (hills(x, y, 70, 8) - 128) / 9 + (hills(x, y, 19, 9) - 128) / 20);
  if (dry < 26) colour = mixed({198, 168, 118}, colour, dry * 256 / 26);
  colour = shifted(colour, grain(x, y, 5));
  const std::uint64_t h = hashAt(x, y, 10) % 400;
  if (h < 3) return scaled(colour, 82);
  if (h == 4) return shifted(colour, 20);
  return colour;
}

Rgb boardwalkAt(int x, int y, const Strip& strip) {
  const int fromTop = y - strip.top;
  const int fromBottom = strip.bottom - 1 - y;
  if (fromTop < 2 || fromBottom < 4) {
    return shifted(fromBottom < 2 ? Rgb{96, 66, 48} : Rgb{206, 164, 116}, grain(x, y, 4));
  }
  const int plank = x / 7;
  const int joint = static_cast<int>(hashAt(plank, 0, 11) % 40);
  Rgb colour =
      shifted({184, 138, 92}, static_cast<int>(hashAt(plank, (y + joint) / 40, 12) % 30) - 15);
  colour = shifted(colour, static_cast<int>(hashAt(x, (y + joint) / 9, 13) % 9) - 4);
  if (x % 7 == 6 || (y + joint) % 40 == 0) return scaled(colour, 74);
  if (x % 7 == 2 && ((y + joint) % 40 == 3 || (y + joint) % 40 == 37)) return scaled(colour, 60);
  return colour;
}

Rgb squareAt(int x, int y) {
  const int row = y / 7;
  const int shift = static_cast<int>(hashAt(0, row, 14) % 9) + row % 2 * 5;
  const int stone = (x + shift) / 10;
  const int u = (x + shift) % 10;
  const int v = y % 7;
  Rgb base = mixed({204, 190, 172}, {186, 176, 170}, hills(x, y, 130, 15));
  // A lattice of red bricks.
  const int diagonal = (x + y) % 192;
  const int counter = (x - y + (1 << 24)) % 192;
  if (diagonal < 14 || counter < 14) base = {200, 158, 134};
  base = shifted(base, static_cast<int>(hashAt(stone, row, 16) % 22) - 11);
  if (u == 9 || v == 6) return scaled(base, 82);
  if (u == 0 || v == 0) return shifted(base, 8);
  return shifted(base, grain(x, y, 3));
}

Rgb lawnAt(int x, int y, const Strip& strip) {
  if (y - strip.top < 5 || strip.bottom - y <= 5) {
    return shifted(x / 9 % 2 == 0 ? Rgb{214, 206, 194} : Rgb{196, 188, 178}, grain(x, y, 4));
  }
  Rgb colour = mixed({126, 178, 84}, {98, 156, 76}, hills(x, y, 60, 17));
  if (x / 48 % 2 == 0) colour = shifted(colour, 6);  // mown stripes
  colour = shifted(colour, grain(x, y, 5));
  const std::uint64_t tuft = hashAt(x / 3, y / 4, 18) % 23;
  if (tuft == 0 && (x % 3 == 1 || y % 4 == 0)) return scaled(colour, 84);
  const std::uint64_t flower = hashAt(x / 2, y / 2, 19) % 700;
  if (flower < 3 && hills(x, y, 40, 20) > 120) {
    return flower == 0 ? kWhite : flower == 1 ? Rgb{248, 214, 90} : Rgb{240, 150, 170};
  }
  return colour;
}

Rgb groundAt(int x, int y, const Strip& strip) {
  switch (strip.ground) {
    case Ground::sea:
      return seaAt(x, y, strip);
    case Ground::beach:
      return beachAt(x, y, strip);
    case Ground::boardwalk:
      return boardwalkAt(x, y, strip);
    case Ground::square:
      return squareAt(x, y);
    case Ground::lawn:
      break;
  }
  return lawnAt(x, y, strip);
}

}  // namespace

std::vector<Strip> stripsFor(int height) {
  std::vector<Strip> strips;
  int top = 0;
  const auto add = [&](Ground ground, int rows) {
    if (top >= height) return;
    strips.push_back({ground, top, std::min(top + rows, height)});
    top = strips.back().bottom;
  };
  add(Ground::sea, std::min(height * 14 / 100, 420));
  add(Ground::beach, std::min(height * 36 / 100, 900));
  add(Ground::boardwalk, 66);
  bool square = true;
  while (top < height) {
    const int left = height - top;
    const int rows = square ? std::min(560, left * 2 / 3) : 380;
    // Avoids a last strip of a few rows.
    add(square ? Ground::square : Ground::lawn, left - rows < 120 ? left : rows);
    square = !square;
  }
  return strips;
}

const Strip& stripAt(const std::vector<Strip>& strips, int y) {
  for (const Strip& strip : strips) {
    if (y < strip.bottom) return strip;
  }
  return strips.back();
}

void drawGround(Canvas& canvas, const std::vector<Strip>& strips, const std::stop_token& stop) {
  for (const Strip& strip : strips) {
    for (int y = strip.top; y < strip.bottom && !stop.stop_requested(); ++y) {
      for (int x = 0; x < canvas.width(); ++x) canvas.at(x, y) = groundAt(x, y, strip);
    }
  }
}

}  // namespace samples
