// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Outlines of drawn figures: where they are found, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "contour/complete.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "support/figures.h"

namespace espy::test {
namespace {

constexpr std::uint8_t kGround[3] = {200, 200, 190};

Image emptyScene(Size size) {
  Image scene(size, {3, Depth::u8});
  const MutableImageView pixels = scene.pixels();
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::copy_n(kGround, 3, pixels.pixel(x, y));
    }
  }
  return scene;
}

FindOptions asked() {
  FindOptions options;
  options.method = Method::outline;
  options.minScore = kOutlineScore;
  options.select.overlap = kScoredOverlap;
  return options;
}

TEST(Outlines, OfADiscIsARoundClosedLine) {
  Image disc({60, 60}, {4, Depth::u8});
  const Figure dot{{{-1, 0, 0, 0.001, 1, 1}}};
  drawFigure(disc.pixels(), PlacedFigure(dot, 30, 30, 40, 0), {9, 9, 9});
  const auto outlines = outlinesOf({disc});
  ASSERT_EQ(outlines.size(), 1U);
  EXPECT_EQ(outlines[0].front().x, outlines[0].back().x);
  for (const SubPixel& point : outlines[0]) {
    EXPECT_NEAR(std::hypot(point.x - 30, point.y - 30), 20, 0.1);
  }
}

TEST(Outlines, EdgesLieBetweenPixels) {
  Image scene = emptyScene({80, 80});
  const Figure dot{{{-1, 0, 0, 0.001, 1, 1}}};
  drawFigure(scene.pixels(), PlacedFigure(dot, 40.3, 39.6, 44, 0), {20, 30, 160});
  const auto outlines = outlinesOf({scene});
  ASSERT_FALSE(outlines.empty());
  EXPECT_EQ(outlines[0].front().x, outlines[0].back().x) << "closed";
  for (const SubPixel& point : outlines[0]) {
    EXPECT_NEAR(std::hypot(point.x - 40.3, point.y - 39.6), 22, 0.35);
  }
}

TEST(Outlines, AFigureIsFoundTurnedScaledAndInAnotherColour) {
  const Figure figure = Figure::ofClass(3);
  const Image needle = figureNeedle(figure, 120);
  Image scene = emptyScene({400, 300});
  const double turn = 0.6;
  drawFigure(scene.pixels(), PlacedFigure(figure, 220, 160, 120 * 1.2, turn), {180, 30, 40});
  const Needle needles[] = {{needle}};
  const Finding found = find(scene, needles, asked());
  ASSERT_EQ(found.matches.size(), 1U);
  const Match& match = found.matches[0];
  EXPECT_GT(match.score, 0.9);
  EXPECT_NEAR(match.scale, 1.2, 0.05);
  EXPECT_NEAR(match.angle, -turn * 180 / std::numbers::pi, 3);
  EXPECT_NEAR(outlineOf(match).centre.x, 220, 4);
  EXPECT_NEAR(outlineOf(match).centre.y, 160, 4);
  ASSERT_EQ(found.outlines.size(), 1U);
  const PlacedFigure placed(figure, 220, 160, 144, turn);
  for (const SubPixel& point : found.outlines[0]) {
    EXPECT_LT(std::abs(placed.distance(point.x, point.y)), 2.5);
  }
  EXPECT_EQ(found.bends[0].size(), 8U);
  EXPECT_GT(found.seen[0], 0.9);
}

TEST(Outlines, AllEnginesFindTheSame) {
  Random random(5);
  const Figure figure = Figure::ofClass(8);
  const Image needle = figureNeedle(figure, 70);
  Image scene = emptyScene({170, 150});
  drawFigure(scene.pixels(), PlacedFigure(figure.bent(random, 0.3, 0.1, 0.1), 80, 75, 90, 1),
             {90, 30, 40});
  const Needle needles[] = {{needle}};
  FindOptions options = asked();
  options.minScore = 0.2;
  options.engine = "reference";
  const Finding expected = find(allEngines(), scene, needles, options);
  ASSERT_FALSE(expected.matches.empty());
  for (const char* engine : {"sequential", "threads", "openmp"}) {
    options.engine = engine;
    const Finding found = find(allEngines(), scene, needles, options);
    EXPECT_EQ(found.matches, expected.matches) << engine;
    EXPECT_EQ(found.report.engine, engine);
    EXPECT_EQ(found.bends, expected.bends);
    EXPECT_EQ(found.seen, expected.seen);
  }
}

/// A comb of three teeth over a straight side, 16 segments each side.
std::vector<SubPixel> comb() {
  std::vector<SubPixel> points;
  for (int k = 0; k < 16; ++k) points.push_back({0, 8.0 * k});
  for (int k = 0; k < 16; ++k) points.push_back({8.0 * k, 128});
  for (int k = 0; k < 16; ++k) points.push_back({128.0 + (k / 3 % 2) * 8, 128 - 8.0 * k});
  for (int k = 0; k < 16; ++k) points.push_back({128 - 8.0 * k, 0});
  return points;
}

/// The score of the comb where it is, but for 12 hidden points from `first` on.
double scoreWithout(std::size_t first) {
  const contour::ShapeTree tree(comb(), true, 0.3);
  contour::FoundOutline found{comb(), std::vector<bool>(64, true)};
  std::fill_n(found.seen.begin() + static_cast<std::ptrdiff_t>(first), 12, false);
  return contour::scoreOf(tree, found);
}

TEST(Outlines, AHiddenStraightSideCostsLessThanHiddenDetail) {
  EXPECT_GT(scoreWithout(2), scoreWithout(34) + 0.03);
}

TEST(Outlines, ALimbOfAnotherScaleCosts) {
  const contour::ShapeTree tree(comb(), true, 0.3);
  contour::FoundOutline found{comb(), std::vector<bool>(64, true)};
  const double same = contour::scoreOf(tree, found);
  EXPECT_GT(same, 0.99);
  for (std::size_t k = 32; k < 48; ++k) found.points[k].x += 0.6 * (found.points[k].x - 128);
  EXPECT_LT(contour::scoreOf(tree, found), same - 0.03);
}

TEST(Outlines, ANeedleWithoutDetailHasAScore) {
  std::vector<SubPixel> line;
  for (int k = 0; k <= 64; ++k) line.push_back({3.0 * k, 5});
  const contour::ShapeTree tree(line, false, 0.3);
  EXPECT_GT(contour::scoreOf(tree, {line, std::vector<bool>(65, true)}), 0.99);
  EXPECT_EQ(contour::scoreOf(tree, {line, std::vector<bool>(65, false)}), 0);
}

TEST(Outlines, TheDistanceOfAShapeToItselfIsSmallAndToOthersLarge) {
  const auto outline = [](const Figure& figure, double size) {
    return outlinesOf({figureNeedle(figure, size)}).front();
  };
  Random random(2);
  const Figure figure = Figure::ofClass(1);
  const auto own = outline(figure, 150);
  EXPECT_LT(outlineDistance(own, own), 0.03);
  EXPECT_LT(outlineDistance(own, outline(figure, 90)), 0.1);
  const double bent = outlineDistance(own, outline(figure.bent(random, 0.4, 0.1, 0.1), 150));
  for (std::uint64_t other = 20; other < 25; ++other) {
    EXPECT_GT(outlineDistance(own, outline(Figure::ofClass(other), 150)), bent);
  }
}

TEST(Outlines, TheUnitOfPointsDoesNotMatter) {
  const auto own = outlinesOf({figureNeedle(Figure::ofClass(1), 150)}).front();
  const auto other = outlinesOf({figureNeedle(Figure::ofClass(20), 150)}).front();
  const double distance = outlineDistance(own, other);
  // Around 0: size and scale exceed the range of numbers at the first and the last exponent.
  for (const int exponent : {1017, 100, -100, -1025}) {
    auto scaled = own;
    for (SubPixel& point : scaled) {
      point = {std::ldexp(point.x - 75, exponent), std::ldexp(point.y - 75, exponent)};
      ASSERT_TRUE(std::isfinite(point.x) && std::isfinite(point.y));
    }
    EXPECT_NEAR(outlineDistance(scaled, other), distance, 1e-9) << exponent;
  }
}

TEST(Outlines, SharedNeighboursFindAClassThatIsAChain) {
  // Points on a line: a chain, and three others, of which the first is nearer to the chain's end
  // than most of the chain.
  const std::vector<float> places{0, 1, 2, 3, 4, 5, 6, 8.2F, 9, 10};
  std::vector<float> table;
  for (const float a : places) {
    for (const float b : places) table.push_back(std::abs(a - b) / 10);
  }
  const std::vector<float> shared = distancesByNeighbours(table, places.size(), 2);
  const auto at = [&](std::size_t i, std::size_t j) { return shared[i * places.size() + j]; };
  EXPECT_EQ(at(3, 3), 0);
  EXPECT_LT(table[6 * 10 + 7], table[6 * 10 + 3]);
  EXPECT_LT(at(6, 4), at(6, 7));
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      EXPECT_EQ(at(i, j), at(j, i));
      EXPECT_GE(at(i, j), 0);
      EXPECT_LE(at(i, j), 1);
    }
  }
  EXPECT_THROW(distancesByNeighbours(table, places.size(), 1), Error);
  EXPECT_THROW(distancesByNeighbours(table, places.size(), 10), Error);
  EXPECT_THROW(distancesByNeighbours(table, 9, 2), Error);
}

TEST(Outlines, WhatMakesNoSenseIsRefused) {
  const Image flat({40, 40}, {3, Depth::u8});
  const Needle needles[] = {{flat}};
  EXPECT_THROW(find(flat, needles, asked()), Error);
  const Image needle = figureNeedle(Figure::ofClass(3), 60);
  const Needle good[] = {{needle}};
  FindOptions options = asked();
  options.bend = 0;
  EXPECT_THROW(find(flat, good, options), Error);
  options = asked();
  options.pose.visible = 0.5;
  EXPECT_THROW(find(flat, good, options), Error);
  options = asked();
  options.pose.scale = {0.001, 1};
  EXPECT_THROW(find(flat, good, options), Error);
  options.pose.scale = {2, 1};
  EXPECT_THROW(find(flat, good, options), Error);
  EXPECT_TRUE(find(flat, good, asked()).matches.empty());
  const SubPixel line[] = {{0, 0}, {1, 1}};
  EXPECT_THROW(outlineDistance(line, line), Error);
}

}  // namespace
}  // namespace espy::test
