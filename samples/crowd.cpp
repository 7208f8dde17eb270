// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Everything is first placed on a plan and then drawn back to front.
#include "crowd.h"

#include <algorithm>
#include <vector>

#include "ground.h"
#include "palette.h"
#include "people.h"
#include "plan.h"
#include "things.h"
#include "traveller.h"

namespace samples {
namespace {

/// Calls `place(x, y, dice)` for a random position in each cell of a grid over a strip.
template <class Place>
void scatter(const Plan& plan, const Strip& strip, int cellWidth, int cellHeight,
             std::uint64_t purpose, const Place& place) {
  for (int top = strip.top; top < strip.bottom; top += cellHeight) {
    for (int left = 0; left < plan.width(); left += cellWidth) {
      Dice dice(hashAt(left, top, purpose));
      const int x = left + dice.below(cellWidth);
      const int y = top + dice.below(cellHeight);
      if (y < strip.bottom) place(x, y, dice);
    }
  }
}

void placeOnSea(Plan& plan, const Strip& strip) {
  scatter(plan, strip, 120, 58, 30, [&](int x, int y, Dice& dice) {
    if (y > 46 && dice.chance(55)) plan.add(Kind::boat, x, y, dice.next());
  });
  const int rows = strip.bottom - strip.top;
  scatter(plan, strip, 28, 16, 31, [&](int x, int y, Dice& dice) {
    if (y < 30) return;
    const int near = (y - strip.top) * 100 / rows;  // more people near the shore
    if (dice.chance(12 + near * 40 / 100)) plan.add(Kind::swimmer, x, y, dice.next());
  });
}

void placeOnBeach(Plan& plan, const Strip& whole) {
  Strip strip = whole;
  strip.top = std::min(whole.top + 46, whole.bottom);
  scatter(plan, strip, 62, 60, 32, [&](int x, int y, Dice& dice) {
    if (!dice.chance(82)) return;
    const int towels = dice.between(1, 2);
    for (int i = 0; i < towels; ++i) {
      const int tx = x + i * 24;
      if (!plan.add(Kind::towel, tx, y, dice.next())) continue;
      if (dice.chance(80)) plan.add(Kind::sunbather, tx, y - 3, dice.next());
    }
    const int aside = dice.between(-20, 20);
    if (dice.chance(70)) plan.add(Kind::parasol, x + aside, y - 20, dice.next());
  });
  scatter(plan, strip, 50, 46, 33, [&](int x, int y, Dice& dice) {
    const int what = dice.below(100);
    if (what < 22) plan.add(Kind::deckchair, x, y, dice.next());
    if (what >= 22 && what < 34) plan.add(Kind::surfboard, x, y, dice.next());
    if (what >= 34 && what < 70) plan.add(Kind::toy, x, y, dice.next());
    if (what >= 70 && what < 88) plan.add(Kind::animal, x, y, dice.next());
  });
  scatter(plan, strip, 21, 19, 34, [&](int x, int y, Dice& dice) {
    const int lively = hills(x, y, 110, 35);
    if (dice.chance(24 + lively / 5)) plan.add(Kind::bather, x, y, dice.next());
  });
}

void placeOnBoardwalk(Plan& plan, const Strip& strip) {
  for (int x = 40; x < plan.width(); x += 118) {
    plan.add(Kind::palm, x, strip.top + 7, hashAt(x, strip.top, 36));
    plan.add(Kind::lamp, x + 58, strip.top + 6, 0);
    plan.add(Kind::bench, x + 30, strip.top + 12, hashAt(x, strip.top, 37));
  }
  scatter(plan, strip, 84, 30, 38, [&](int x, int y, Dice& dice) {
    if (dice.chance(22)) plan.add(Kind::cart, x, y, dice.next());
    if (dice.chance(30)) plan.add(Kind::animal, x, y, dice.next());
    if (dice.chance(8)) plan.add(Kind::balloons, x, y, dice.next());
  });
  scatter(plan, strip, 19, 15, 39, [&](int x, int y, Dice& dice) {
    if (dice.chance(60)) plan.add(Kind::passer, x, y, dice.next());
  });
}

void placeOnSquare(Plan& plan, const Strip& strip) {
  for (int y = strip.top + 84, row = 0; y < strip.bottom; y += 118, ++row) {
    // Rows of stalls, with gaps and a fountain.
    for (int x = 46 + row % 2 * 40; x < plan.width() + 20; x += 82) {
      Dice dice(hashAt(x, y, 40));
      const int what = dice.below(100);
      const int back = dice.between(-5, 5);
      if (what < 66) plan.add(Kind::stall, x, y + back, dice.next());
      if (what >= 66 && what < 78) plan.add(Kind::fountain, x, y + 8, dice.next());
      if (what >= 78 && what < 88) plan.add(Kind::tree, x, y, dice.next());
      if (what >= 88) plan.add(Kind::cart, x, y, dice.next());
    }
    for (int x = 20; x < plan.width(); x += 150) {
      if (plan.add(Kind::lamp, x, y + 42, 0)) {
        plan.add(Kind::bunting, x + 75, y + 43, hashAt(x, y, 41));
      }
    }
  }
  scatter(plan, strip, 60, 50, 42, [&](int x, int y, Dice& dice) {
    const int what = dice.below(100);
    if (what < 30) plan.add(Kind::animal, x, y, dice.next());
    if (what >= 30 && what < 44) plan.add(Kind::flowerPot, x, y, dice.next());
    if (what >= 44 && what < 49) plan.add(Kind::balloons, x, y, dice.next());
    if (what >= 49 && what < 56) plan.add(Kind::bench, x, y, dice.next());
  });
  scatter(plan, strip, 18, 15, 43, [&](int x, int y, Dice& dice) {
    const int lively = hills(x, y, 150, 44);
    if (dice.chance(34 + lively / 6)) plan.add(Kind::passer, x, y, dice.next());
  });
}

void placeOnLawn(Plan& plan, const Strip& strip) {
  scatter(plan, strip, 78, 66, 45, [&](int x, int y, Dice& dice) {
    const int what = dice.below(100);
    if (what < 42) plan.add(Kind::tree, x, y, dice.next());
    if (what >= 42 && what < 52) plan.add(Kind::bench, x, y, dice.next());
  });
  scatter(plan, strip, 54, 46, 46, [&](int x, int y, Dice& dice) {
    const int what = dice.below(100);
    if (what < 40) plan.add(Kind::picnic, x, y, dice.next());
    if (what >= 40 && what < 62) plan.add(Kind::animal, x, y, dice.next());
    if (what >= 62 && what < 68) plan.add(Kind::flowerPot, x, y, dice.next());
  });
  scatter(plan, strip, 24, 20, 47, [&](int x, int y, Dice& dice) {
    if (dice.chance(46)) plan.add(Kind::passer, x, y, dice.next());
  });
}

void drawBunting(Canvas& canvas, int x, int y, Dice dice) {
  const auto first = static_cast<std::size_t>(dice.below(12));
  for (int u = -73; u <= 73; ++u) {
    const int sag = 10 - u * u * 10 / (75 * 75);
    const int v = y - 39 + sag;
    canvas.set(x + u, v, kInk);
    const int along = (u + 73) % 12;
    const Rgb colour = kCloth[(static_cast<std::size_t>(u + 73) / 12 * 5 + first) % 12];
    for (int drop = 1; drop <= 6 && along < 8; ++drop) {
      if (along >= drop / 2 && along < 8 - drop / 2) canvas.set(x + u, v + drop, colour);
    }
  }
}

void draw(Canvas& canvas, const Item& item) {
  const int x = item.x;
  const int y = item.y;
  const Dice dice(item.seed);
  switch (item.kind) {
    case Kind::towel:
      return drawTowel(canvas, x, y, dice);
    case Kind::sunbather:
      return drawSunbather(canvas, x, y, dice);
    case Kind::swimmer:
      return drawSwimmer(canvas, x, y, dice);
    case Kind::boat:
      return drawSailingBoat(canvas, x, y, dice);
    case Kind::parasol:
      return drawParasol(canvas, x, y, dice);
    case Kind::deckchair:
      return drawDeckchair(canvas, x, y, dice);
    case Kind::surfboard:
      return drawSurfboard(canvas, x, y, dice);
    case Kind::toy:
      return drawToy(canvas, x, y, dice);
    case Kind::animal:
      return drawAnimal(canvas, x, y, dice);
    case Kind::flowerPot:
      return drawFlowerPot(canvas, x, y, dice);
    case Kind::lamp:
      return drawLamp(canvas, x, y);
    case Kind::bunting:
      return drawBunting(canvas, x, y, dice);
    case Kind::stall:
      return drawStall(canvas, x, y, dice);
    case Kind::cart:
      return drawCart(canvas, x, y, dice);
    case Kind::fountain:
      return drawFountain(canvas, x, y);
    case Kind::palm:
      return drawPalm(canvas, x, y, dice);
    case Kind::tree:
      return drawTree(canvas, x, y, dice);
    case Kind::bench:
      return drawBench(canvas, x, y, dice);
    case Kind::picnic:
      return drawPicnic(canvas, x, y, dice);
    case Kind::balloons:
      drawPerson(canvas, x, y, Scene::street, dice);
      return drawBalloons(canvas, x, y, dice);
    case Kind::bather:
      return drawPerson(canvas, x, y, Scene::beach, dice, item.emptyHanded);
    case Kind::passer:
      return drawPerson(canvas, x, y, Scene::street, dice, item.emptyHanded);
    case Kind::traveller:
      return drawTraveller(canvas, x - kNeedleSize / 2, y - kTravellerHeight + 1,
                           static_cast<int>(item.seed));
  }
}

/// A random square; scenes of every size have one.
Strip anySquare(const std::vector<Strip>& strips, Dice& dice) {
  std::vector<Strip> squares;
  for (const Strip& strip : strips) {
    if (strip.ground == Ground::square) squares.push_back(strip);
  }
  return squares[static_cast<std::size_t>(dice.below(static_cast<int>(squares.size())))];
}

}  // namespace

Crowd drawCrowd(int width, int height, const LookAlikes& alike, const std::stop_token& stop) {
  const std::vector<Strip> strips = stripsFor(height);
  Plan plan(width, height);
  Dice dice(hashAt(width, height, 50));

  // The order gives the traveller a free spot: first he, then look-alikes, then all others.
  const int land = strips.front().bottom + 60;
  const Strip market = anySquare(strips, dice);
  const int x = dice.between(width / 6, width * 5 / 6);
  const int y = dice.between(market.top + 30, market.bottom - 4);
  plan.add(Kind::traveller, x, y, 0);
  plan.keepInView(x, y);
  const int usual = std::max(kLookAlikes, static_cast<int>(std::int64_t{width} * height / 100000));
  const int lookAlikes = alike.count > 0 ? alike.count : usual;
  for (int i = 0; i < lookAlikes; ++i) {
    const int kind = alike.kind > 0 ? alike.kind : i % kLookAlikes + 1;
    for (int attempt = 0; attempt < 50; ++attempt) {
      const int u = dice.between(12, width - 12);
      const int v = dice.between(land, height - 4);
      if (u > x - 60 && u < x + 60 && v > y - 60 && v < y + 60) continue;
      if (!plan.add(Kind::traveller, u, v, static_cast<std::uint64_t>(kind))) continue;
      plan.keepInView(u, v);
      break;
    }
  }

  for (const Strip& strip : strips) {
    switch (strip.ground) {
      case Ground::sea:
        placeOnSea(plan, strip);
        break;
      case Ground::beach:
        placeOnBeach(plan, strip);
        break;
      case Ground::boardwalk:
        placeOnBoardwalk(plan, strip);
        break;
      case Ground::square:
        placeOnSquare(plan, strip);
        break;
      case Ground::lawn:
        placeOnLawn(plan, strip);
        break;
    }
  }

  Crowd crowd{Canvas(width, height), x - kNeedleSize / 2, y - kTravellerHeight + 1};
  drawGround(crowd.canvas, strips, stop);
  for (const Item& item : plan.sorted()) {
    if (stop.stop_requested()) break;
    draw(crowd.canvas, item);
  }
  return crowd;
}

}  // namespace samples
