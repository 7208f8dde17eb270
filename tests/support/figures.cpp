// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace espy::test {
namespace {

double between(Random& random, double least, double most) {
  return least + (most - least) * (plusMinus(random) + 1) / 2;
}

}  // namespace

Figure Figure::ofClass(std::uint64_t number) {
  Random random(1000 + number);
  Figure figure;
  const double body = between(random, 0.6, 1.4);
  const double thick = between(random, 0.25, 0.55);
  figure.limbs.push_back({-1, 0, 0, body, thick, thick * between(random, 0.5, 1.2)});
  const auto arms = static_cast<int>(2 + random.below(3));
  const double turn = between(random, 0, 2 * std::numbers::pi);
  for (int arm = 0; arm < arms; ++arm) {
    Limb limb;
    limb.parent = 0;
    limb.at = random.oneIn(2) ? between(random, 0, 0.3) : between(random, 0.7, 1);
    limb.angle = turn + 2 * std::numbers::pi * (arm + 0.25 * plusMinus(random)) / arms;
    limb.length = between(random, 0.6, 1.5) + thick;
    limb.startRadius = between(random, 0.13, 0.26);
    limb.endRadius = limb.startRadius * between(random, 0.6, 1.4);
    figure.limbs.push_back(limb);
    if (!random.oneIn(3)) continue;
    Limb second = limb;
    second.parent = static_cast<int>(figure.limbs.size()) - 1;
    second.at = 1;
    second.angle = 0.9 * plusMinus(random);
    second.length = between(random, 0.4, 0.9);
    second.startRadius = limb.endRadius;
    second.endRadius = limb.endRadius * between(random, 0.7, 1.6);
    figure.limbs.push_back(second);
  }
  return figure;
}

Figure Figure::bent(Random& random, double bend, double others, double stretch) const {
  Figure other = *this;
  const auto most =
      static_cast<std::size_t>(1 + random.below(static_cast<std::int64_t>(limbs.size()) - 1));
  for (std::size_t i = 1; i < other.limbs.size(); ++i) {
    other.limbs[i].angle += (i == most ? bend : others) * plusMinus(random);
    other.limbs[i].length *= 1 + stretch * plusMinus(random);
  }
  return other;
}

PlacedFigure::PlacedFigure(const Figure& figure, double x, double y, double size, double rotation,
                           bool mirrored)
    : centre_{x, y} {
  std::vector<double> angles;
  for (const Limb& limb : figure.limbs) {
    SubPixel from{0, 0};
    double angle = limb.angle;
    if (limb.parent >= 0) {
      const Capsule& parent = capsules_[static_cast<std::size_t>(limb.parent)];
      from = {parent.from.x + limb.at * (parent.to.x - parent.from.x),
              parent.from.y + limb.at * (parent.to.y - parent.from.y)};
      angle += angles[static_cast<std::size_t>(limb.parent)];
    }
    angles.push_back(angle);
    capsules_.push_back(
        {from,
         {from.x + limb.length * std::cos(angle), from.y + limb.length * std::sin(angle)},
         limb.startRadius,
         limb.endRadius});
  }
  double left = 1e9;
  double right = -1e9;
  double top = 1e9;
  double bottom = -1e9;
  for (const Capsule& capsule : capsules_) {
    for (const auto& [at, radius] :
         {std::pair{capsule.from, capsule.startRadius}, std::pair{capsule.to, capsule.endRadius}}) {
      left = std::min(left, at.x - radius);
      right = std::max(right, at.x + radius);
      top = std::min(top, at.y - radius);
      bottom = std::max(bottom, at.y + radius);
    }
  }
  const double scale = size / std::max(right - left, bottom - top);
  const SubPixel middle{(left + right) / 2, (top + bottom) / 2};
  const double cosine = std::cos(rotation);
  const double sine = std::sin(rotation);
  for (Capsule& capsule : capsules_) {
    for (SubPixel* point : {&capsule.from, &capsule.to}) {
      const double px = (point->x - middle.x) * scale * (mirrored ? -1 : 1);
      const double py = (point->y - middle.y) * scale;
      *point = {x + px * cosine - py * sine, y + px * sine + py * cosine};
      reach_ = std::max(reach_, std::hypot(point->x - x, point->y - y) +
                                    scale * std::max(capsule.startRadius, capsule.endRadius));
    }
    capsule.startRadius *= scale;
    capsule.endRadius *= scale;
  }
}

double PlacedFigure::distanceTo(const Capsule& capsule, double x, double y) {
  const double dx = capsule.to.x - capsule.from.x;
  const double dy = capsule.to.y - capsule.from.y;
  const double share = std::clamp(
      ((x - capsule.from.x) * dx + (y - capsule.from.y) * dy) / std::max(1e-9, dx * dx + dy * dy),
      0.0, 1.0);
  const double radius = capsule.startRadius + share * (capsule.endRadius - capsule.startRadius);
  return std::hypot(x - capsule.from.x - share * dx, y - capsule.from.y - share * dy) - radius;
}

double PlacedFigure::distance(double x, double y) const {
  double least = 1e9;
  for (const Capsule& capsule : capsules_) least = std::min(least, distanceTo(capsule, x, y));
  return least;
}

SubPixel PlacedFigure::movedTo(const PlacedFigure& other, SubPixel at) const {
  std::size_t limb = 0;
  for (std::size_t i = 1; i < capsules_.size(); ++i) {
    if (distanceTo(capsules_[i], at.x, at.y) < distanceTo(capsules_[limb], at.x, at.y)) limb = i;
  }
  const Capsule& own = capsules_[limb];
  const Capsule& moved = other.capsules_[limb];
  // Along the limb, in its length beyond the ends in radii; across it, in the radius there.
  const auto sides = [](const Capsule& capsule) {
    const double dx = capsule.to.x - capsule.from.x;
    const double dy = capsule.to.y - capsule.from.y;
    return std::array{dx, dy, std::max(1e-9, std::hypot(dx, dy))};
  };
  const auto [dx, dy, length] = sides(own);
  const double along = ((at.x - own.from.x) * dx + (at.y - own.from.y) * dy) / length;
  const double across = ((at.y - own.from.y) * dx - (at.x - own.from.x) * dy) / length;
  const double share = std::clamp(along / length, 0.0, 1.0);
  const auto radiusOf = [&](const Capsule& capsule) {
    return capsule.startRadius + share * (capsule.endRadius - capsule.startRadius);
  };
  const double grown = radiusOf(moved) / radiusOf(own);
  const auto [mx, my, movedLength] = sides(moved);
  const double t = share * movedLength + (along - share * length) * grown;
  const double n = across * grown;
  return {moved.from.x + (t * mx - n * my) / movedLength,
          moved.from.y + (t * my + n * mx) / movedLength};
}

void drawFigure(const MutableImageView& picture, const PlacedFigure& figure,
                const std::uint8_t (&colour)[3]) {
  const auto pixelOf = [](double place, std::int64_t most) {
    return std::clamp<std::int64_t>(std::llround(place), 0, most);
  };
  const SubPixel centre = figure.centre();
  const double reach = figure.reach() + 2;
  const bool alpha = picture.format().channels == 4;
  for (std::int64_t y = pixelOf(centre.y - reach, picture.height());
       y < pixelOf(centre.y + reach, picture.height()); ++y) {
    for (std::int64_t x = pixelOf(centre.x - reach, picture.width());
         x < pixelOf(centre.x + reach, picture.width()); ++x) {
      const double cover = std::clamp(
          0.5 - figure.distance(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5), 0.0,
          1.0);
      if (cover <= 0) continue;
      std::uint8_t* pixel = picture.pixel(x, y);
      for (int c = 0; c < 3; ++c) {
        const double old = alpha ? colour[c] : pixel[c];
        pixel[c] = static_cast<std::uint8_t>(std::lround(old + cover * (colour[c] - old)));
      }
      if (alpha) pixel[3] = static_cast<std::uint8_t>(std::lround(255 * cover));
    }
  }
}

Image figureNeedle(const Figure& figure, double size) {
  const auto side = static_cast<std::int64_t>(std::ceil(size)) + 6;
  Image needle({side, side}, {4, Depth::u8});
  const double middle = static_cast<double>(side) / 2;
  drawFigure(needle.pixels(), PlacedFigure(figure, middle, middle, size, 0), {40, 60, 90});
  return needle;
}

}  // namespace espy::test
