// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "people.h"

#include <algorithm>
#include <iterator>

#include "palette.h"
#include "people_parts.h"
#include "sprite.h"

namespace samples {
namespace {

using parts::Part;

// Positions of an adult's parts in the sprite; children have shorter torsos and legs.
constexpr int kMiddle = 24;
constexpr int kFeet = 58;  // the row of the shoes
constexpr int kGrownUp = 7;
constexpr int kChild = 5;

enum class Cloth { plain, hoops, pinstripes, dots, blotches, sash };

Art artOf(const Part& part) {
  return {part.rows, static_cast<std::size_t>(part.count)};
}

template <std::size_t n>
const Part& anyPart(const Part (&parts)[n], Dice& dice) {
  return parts[dice.below(static_cast<int>(n))];
}

class Figure {
 public:
  Figure(Scene scene, Dice dice, bool emptyHanded = false)
      : scene_(scene), dice_(dice), emptyHanded_(emptyHanded) {
    child_ = dice_.chance(18);
    leg_ = child_ ? kChild : kGrownUp;
    torso_ = child_ ? kChild : kGrownUp;
    chooseColours();
  }

  /// Draws all parts; without `legs` only those above the hips.
  void build(bool legs) {
    swimming_ = scene_ == Scene::beach && dice_.chance(60);
    facingAway_ = dice_.chance(9);
    const int kind = dice_.below(10);
    if (legs) drawLegs(kind);
    drawTorso(kind, legs);
    drawArms();
    drawHead();
    sprite_.outline();
  }

  void buildLying() {
    swimming_ = true;
    child_ = false;
    drawLegs(0);
    drawTorso(9, true);
    for (const bool right : {false, true}) {
      drawArm(dice_.chance(50) ? parts::kArmUp : Art(parts::kArmDown), -6, 1, right);
    }
    drawHead();
    sprite_.outline();
  }

  const Sprite& sprite() const { return sprite_; }
  bool mirrored() { return dice_.chance(50); }
  int hips() const { return kFeet - leg_ + 1; }
  int shoulders() const { return hips() - torso_; }

 private:
  void chooseColours() {
    const Rgb skin = dice_.pick(kSkin);
    palette_.setShaded('k', skin);
    palette_.set('c', mixed(skin, {232, 96, 84}, 90));
    palette_.set('m', mixed(skin, {150, 30, 40}, 170));
    palette_.setShaded('h', dice_.pick(kHair));
    top_ = dice_.pick(kCloth);
    second_ = dice_.chance(40) ? kWhite : dice_.pick(kCloth);
    palette_.setShaded('p', dice_.chance(30) ? Rgb{70, 92, 140} : dice_.pick(kCloth));
    palette_.setShaded('a', dice_.pick(kCloth));
    palette_.setShaded('s', dice_.chance(50) ? kWhite : dice_.pick(kCloth));
    palette_.setShaded('b', dice_.chance(50) ? Rgb{70, 48, 38} : dice_.pick(kCloth));
    cloth_ = static_cast<Cloth>(dice_.chance(45) ? 0 : dice_.below(6));
    shortSleeves_ = dice_.chance(60);
  }

  /// The colour of the top at this letter, column and row.
  Rgb topColour(char letter, int column, int row) const {
    if (letter == 'q') {
      if (shortSleeves_ || swimming_) return palette_['k'];
      letter = 't';
    }
    if (letter != 't' && letter != 'T') return palette_[letter];
    bool second = false;
    switch (cloth_) {
      case Cloth::plain:
        break;
      case Cloth::hoops:
        second = row % 4 >= 2;
        break;
      case Cloth::pinstripes:
        second = column % 2 == 1;
        break;
      case Cloth::dots:
        second = (column + 2 * (row / 2 % 2)) % 4 == 1 && row % 2 == 1;
        break;
      case Cloth::blotches:
        second = hashAt(column, row, 77) % 3 == 0;
        break;
      case Cloth::sash:
        second = column - row == 1 || column - row == 0;
        break;
    }
    const Rgb colour = second ? second_ : top_;
    return letter == 'T' ? scaled(colour, 80) : colour;
  }

  /// Draws a part in `rows` rows; extra rows are left out in the middle.
  void putShortened(Art art, int x, int y, int rows, bool keepsLast) {
    const int count = static_cast<int>(art.size());
    for (int row = 0; row < std::min(rows, count); ++row) {
      const int from = keepsLast && row >= rows / 2 ? row + count - std::min(rows, count) : row;
      sprite_.put(art.subspan(static_cast<std::size_t>(from), 1), x, y + row,
                  [&](char c, int u, int) { return topColour(c, u, from); });
    }
  }

  void drawLegs(int kind) {
    Art legs = parts::kTrousers;
    const int walk = dice_.below(10);
    if (swimming_) {
      legs = parts::kBareLegs;
    } else if (kind <= 1) {
      legs = parts::kSkirt;
    } else if (kind <= 4 || scene_ == Scene::beach) {
      legs = parts::kShorts;
    } else if (walk <= 2) {
      legs = parts::kStriding;
    } else if (walk == 3) {
      legs = parts::kOneLegBack;
    }
    putShortened(legs, kMiddle - 4, hips(), leg_, true);
  }

  void drawTorso(int kind, bool legs) {
    const int x = kMiddle - 4;
    const int y = shoulders();
    if (swimming_) {
      const Art swim[] = {parts::kBareChest, parts::kSwimsuit, parts::kBikini, parts::kBareChest};
      putShortened(swim[dice_.below(4)], x, y, torso_, true);
      return;
    }
    if (legs && kind == 0) return putShortened(parts::kDress, x - 1, y, torso_ + 3, true);
    if (legs && kind == 5) return putShortened(parts::kCoat, x, y, torso_ + 3, true);
    if (kind == 6) return putShortened(parts::kDungarees, x, y, torso_, true);
    if (kind == 7) return putShortened(parts::kJacket, x, y, torso_, true);
    putShortened(parts::kTorso, x, y, torso_, true);
  }

  /// Draws an arm with its corner at (dx, dy) from the middle of the shoulders.
  void drawArm(Art art, int dx, int dy, bool right) {
    for (std::size_t row = 0; row < art.size(); ++row) {
      const int wide = static_cast<int>(art[row].size());
      for (int column = 0; column < wide; ++column) {
        const char letter = art[row][static_cast<std::size_t>(column)];
        if (letter == '.') continue;
        const Rgb colour = topColour(letter, 1, static_cast<int>(row) + 1);
        const int x = right ? kMiddle - dx - column - 1 : kMiddle + dx + column;
        sprite_.set(x, shoulders() + dy + static_cast<int>(row), scaled(colour, right ? 78 : 94));
      }
    }
  }

  void drawArms() {
    for (const bool right : {false, true}) {
      const int pose = dice_.below(12);
      const int side = right ? 1 : -1;
      if (pose <= 6) {
        drawArm(parts::kArmDown, -6, 1, right);
        if (pose <= 2) hold(side, kMiddle + side * 5 - 2, shoulders() + 6, false);
      } else if (pose <= 8) {
        drawArm(parts::kArmUp, -8, -5, right);
        if (pose == 7) hold(side, kMiddle + side * 7, shoulders() - 6, true);
      } else if (pose == 9) {
        drawArm(parts::kArmOut, -8, 1, right);
      } else {
        drawArm(parts::kArmOnHip, -7, 1, right);
      }
    }
    if (!facingAway_ && dice_.chance(9)) holdInFront();
  }

  void hold(int side, int x, int y, bool high) {
    if (emptyHanded_) return;
    if (high) {
      switch (dice_.below(5)) {
        case 0:
          return sprite_.put(parts::kBalloon, x - 3, y - 12, palette_);
        case 1:
          return sprite_.put(parts::kFlag, x, y - 7, palette_);
        case 2:
          return sprite_.put(parts::kSunshade, x - 7, y - 8, palette_);
        default:
          palette_.set('o', {214, 160, 88});
          return sprite_.put(parts::kIceCream, x - 2, y - 4, palette_);
      }
    }
    palette_.set('o', {206, 150, 84});
    switch (dice_.below(scene_ == Scene::beach ? 3 : 5)) {
      case 0:
        return sprite_.put(parts::kBucket, x, y, palette_);
      case 1:
        return sprite_.put(parts::kBag, x, y, palette_);
      case 2:
        return sprite_.put(parts::kBook, x, y - 1, palette_);
      case 3:
        return sprite_.put(parts::kBread, x, y - 4, palette_);
      default:
        return sprite_.put(parts::kSuitcase, x + side - 2, y, palette_);
    }
  }

  void holdInFront() {
    palette_.set('s', {150, 200, 220});
    if (dice_.chance(50)) {
      sprite_.put(parts::kNewspaper, kMiddle - 5, shoulders(), palette_);
    } else {
      sprite_.put(parts::kCamera, kMiddle - 3, shoulders() + 2, palette_);
    }
  }

  void put(const Part& part, int x, int y) {
    sprite_.put(artOf(part), x + part.dx, y + part.dy, palette_);
  }

  void drawHead() {
    const int x = kMiddle - 4;
    const int y = shoulders() - 6;
    const int hair = dice_.below(13);
    if (facingAway_) {
      sprite_.put(parts::kHeadFromBehind, x, y, palette_);
    } else {
      sprite_.put(parts::kHead, x, y, palette_);
    }
    if (hair < static_cast<int>(std::size(parts::kHairs))) put(parts::kHairs[hair], x, y);
    if (!facingAway_ && !child_ && dice_.chance(30)) put(anyPart(parts::kFaces, dice_), x, y);
    if (dice_.chance(38)) {
      put(scene_ == Scene::beach ? parts::kHats[dice_.below(2) == 0 ? 1 : 10]
                                 : anyPart(parts::kHats, dice_),
          x, y);
    }
  }

  Scene scene_;
  Dice dice_;
  bool emptyHanded_;
  Sprite sprite_;
  Palette palette_{{'w', kWhite}, {'i', kInk}, {'e', {36, 30, 40}}};
  Rgb top_;
  Rgb second_;
  Cloth cloth_ = Cloth::plain;
  bool child_ = false;
  bool shortSleeves_ = false;
  bool swimming_ = false;
  bool facingAway_ = false;
  int leg_ = kGrownUp;
  int torso_ = kGrownUp;
};

}  // namespace

void drawPerson(Canvas& canvas, int x, int y, Scene scene, Dice dice, bool emptyHanded) {
  Figure figure(scene, dice, emptyHanded);
  figure.build(true);
  canvas.shadow(x + 2, y, 8, 2);
  figure.sprite().stamp(canvas, x, y, kMiddle, kFeet, figure.mirrored());
}

void drawHalfPerson(Canvas& canvas, int x, int y, Dice dice) {
  Figure figure(Scene::street, dice);
  figure.build(false);
  figure.sprite().stamp(canvas, x, y, kMiddle, figure.hips(), figure.mirrored());
}

void drawSwimmer(Canvas& canvas, int x, int y, Dice dice) {
  Figure figure(Scene::beach, dice);
  figure.build(false);
  // The water reaches the chest.
  const int water = figure.shoulders() + dice.between(2, 4);
  const bool mirrored = figure.mirrored();
  for (int v = 0; v < Sprite::kHeight && v < water; ++v) {
    for (int u = 0; u < Sprite::kWidth; ++u) {
      if (!figure.sprite().opaque(u, v)) continue;
      canvas.set(x + (mirrored ? kMiddle - u : u - kMiddle), y + v - water,
                 figure.sprite().colour(u, v));
    }
  }
  const bool ring = dice.chance(30);
  const Rgb colour = dice.pick(kCloth);
  for (int u = -8; u <= 8; ++u) {
    const int drop = u * u > 40 ? 0 : 1;
    if (ring) {
      const Rgb shade = (u + 8) / 3 % 2 == 0 ? kWhite : colour;
      canvas.set(x + u, y - 2 + drop, shade);
      canvas.set(x + u, y - 1 + drop, shade);
      canvas.set(x + u, y + drop, scaled(shade, 80));
    }
    if (u * u < 64) canvas.set(x + u, y + 1 + drop, {216, 242, 244});
  }
}

void drawSunbather(Canvas& canvas, int x, int y, Dice dice) {
  Figure figure(Scene::beach, dice);
  figure.buildLying();
  figure.sprite().stamp(canvas, x, y, kMiddle, kFeet, figure.mirrored());
}

}  // namespace samples
