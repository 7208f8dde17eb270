// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/contour_scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace espy::bench {

using test::Figure;
using test::PlacedFigure;
using test::plusMinus;
using test::Random;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

void randomColour(Random& random, std::uint8_t (&colour)[3]) {
  for (std::uint8_t& sample : colour) sample = static_cast<std::uint8_t>(random.below(256));
}

/// Colours whose largest difference is at least 60.
bool differ(const std::uint8_t (&a)[3], const std::uint8_t (&b)[3]) {
  int most = 0;
  for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(int{a[c]} - int{b[c]}));
  return most >= 60;
}

/// Hides up to `share` of the figure's boundary by a bar across it, on one side.
CoveringBar hide(const MutableImageView& pixels, const PlacedFigure& figure, double share,
                 Random& random) {
  const double angle = std::numbers::pi * plusMinus(random);
  CoveringBar bar{figure.centre(), std::cos(angle), std::sin(angle), 1e9, figure.reach()};
  // The boundary's points along the bar's normal: the bar covers the outermost `share` of them.
  std::vector<double> along;
  const SubPixel centre = bar.centre;
  for (double y = centre.y - bar.reach; y < centre.y + bar.reach; ++y) {
    for (double x = centre.x - bar.reach; x < centre.x + bar.reach; ++x) {
      if (std::abs(figure.distance(x, y)) < 0.5) {
        along.push_back((x - centre.x) * bar.cosine + (y - centre.y) * bar.sine);
      }
    }
  }
  if (along.empty()) return bar;
  const auto at = static_cast<std::size_t>((1 - share) * static_cast<double>(along.size() - 1));
  std::nth_element(along.begin(), along.begin() + static_cast<std::ptrdiff_t>(at), along.end());
  bar.begin = along[at];
  std::uint8_t colour[3];
  randomColour(random, colour);
  for (std::int64_t y = 0; y < pixels.height(); ++y) {
    for (std::int64_t x = 0; x < pixels.width(); ++x) {
      if (bar.covers(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5)) {
        std::copy_n(colour, 3, pixels.pixel(x, y));
      }
    }
  }
  return bar;
}

void addNoise(const MutableImageView& pixels, Random& random) {
  for (std::int64_t y = 0; y < pixels.height(); ++y) {
    std::uint8_t* row = pixels.row(y);
    for (std::int64_t i = 0; i < 3 * pixels.width(); ++i) {
      const double noise = 4 * (plusMinus(random) + plusMinus(random) + plusMinus(random));
      row[i] = static_cast<std::uint8_t>(std::clamp(row[i] + noise, 0.0, 255.0));
    }
  }
}

}  // namespace

bool CoveringBar::covers(double x, double y) const {
  const double dx = x - centre.x;
  const double dy = y - centre.y;
  const double normal = dx * cosine + dy * sine;
  return begin <= normal && normal <= reach && std::abs(dy * cosine - dx * sine) <= 1.2 * reach;
}

Figure sceneFigure(std::uint64_t number) {
  return Figure::ofClass(number % 70);
}

Scene sceneOf(std::uint64_t number, bool figures, const SceneSettings& settings) {
  constexpr Size kSize{480, 360};
  Random random(settings.seed * 7919 + number * 31 + 5);
  Image picture(kSize, {3, Depth::u8});
  const MutableImageView pixels = picture.pixels();
  std::uint8_t ground[3];
  randomColour(random, ground);
  for (std::int64_t y = 0; y < kSize.height; ++y) {
    for (std::int64_t x = 0; x < kSize.width; ++x) std::copy_n(ground, 3, pixels.pixel(x, y));
  }
  const auto anywhere = [&](double border, std::int64_t side) {
    return border + (static_cast<double>(side) - 2 * border) * (plusMinus(random) + 1) / 2;
  };
  std::uint8_t colour[3];
  for (int k = 0; k < (figures ? 12 : 40); ++k) {
    const double radius = 0.2 + 0.15 * plusMinus(random);
    const double end = 0.2 + 0.15 * plusMinus(random);
    const Figure other =
        figures ? Figure::ofClass(5000 + static_cast<std::uint64_t>(random.below(1000000)))
                : Figure{{{-1, 0, 0, 0.8 + 0.75 * plusMinus(random), radius, end}}};
    randomColour(random, colour);
    const double x = anywhere(0, kSize.width);
    const double y = anywhere(0, kSize.height);
    const double size = (figures ? 90 : 70) + 60 * plusMinus(random);
    test::drawFigure(pixels, PlacedFigure(other, x, y, size, std::numbers::pi * plusMinus(random)),
                     colour);
  }
  const double size = settings.needle * (1.05 + 0.35 * plusMinus(random));
  const double x = anywhere(size * 0.6, kSize.width);
  const double y = anywhere(size * 0.6, kSize.height);
  const double rotation = std::numbers::pi * plusMinus(random);
  const Figure bent =
      sceneFigure(number).bent(random, settings.bend * kDegree, settings.bend * kDegree / 4, 0.05);
  const PlacedFigure placed(bent, x, y, size, rotation);
  do randomColour(random, colour);
  while (!differ(colour, ground));
  test::drawFigure(pixels, placed, colour);
  const CoveringBar bar = hide(pixels, placed, 0.3 * (plusMinus(random) + 1) / 2, random);
  addNoise(pixels, random);
  return {std::move(picture), placed, size, bar};
}

bool isRight(const Match& match, const Scene& scene, const SceneSettings& settings) {
  const SubPixel centre{match.x + match.width / 2.0, match.y + match.height / 2.0};
  return std::hypot(centre.x - scene.figure.centre().x, centre.y - scene.figure.centre().y) <
             0.25 * scene.size &&
         match.scale > 0.7 * scene.size / settings.needle &&
         match.scale < 1.4 * scene.size / settings.needle;
}

}  // namespace espy::bench
