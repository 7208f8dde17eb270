// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/turned.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace espy {

MatchOutline outlineOf(const Match& match) {
  MatchOutline outline;
  outline.centre = {match.x + match.width / 2.0 + match.centreX,
                    match.y + match.height / 2.0 + match.centreY};
  const double width = match.isPosed() ? match.needleWidth : match.width;
  const double height = match.isPosed() ? match.needleHeight : match.height;
  // Exact for quarter turns.
  const double quarters = match.angle / 90.0;
  double cosine = std::cos(match.angle * std::numbers::pi / 180);
  double sine = std::sin(match.angle * std::numbers::pi / 180);
  if (quarters == std::floor(quarters)) {
    cosine = std::round(cosine);
    sine = std::round(sine);
  }
  const double mirror = match.mirrored ? -1 : 1;
  constexpr std::array<std::array<double, 2>, 4> kCorners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  for (std::size_t k = 0; k < 4; ++k) {
    const double x = mirror * kCorners[k][0] * width / 2 * match.scale;
    const double y = kCorners[k][1] * height / 2 * match.scale;
    outline.corners[k] = {outline.centre.x + x * cosine + y * sine,
                          outline.centre.y - x * sine + y * cosine};
  }
  return outline;
}

namespace finders {
namespace {

constexpr std::int64_t kParts = 256;

std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

double areaOf(const std::vector<SubPixel>& polygon) {
  double twice = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const SubPixel& a = polygon[k];
    const SubPixel& b = polygon[(k + 1) % polygon.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return std::abs(twice) / 2;
}

/// Clips a polygon to the half-plane left or right (`sign`) of the line from `a` to `b`.
std::vector<SubPixel> cut(const std::vector<SubPixel>& polygon, SubPixel a, SubPixel b,
                          double sign) {
  std::vector<SubPixel> left;
  const auto side = [&](SubPixel p) {
    return sign * ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
  };
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const SubPixel from = polygon[k];
    const SubPixel to = polygon[(k + 1) % polygon.size()];
    const double atFrom = side(from);
    const double atTo = side(to);
    if (atFrom >= 0) left.push_back(from);
    if ((atFrom > 0 && atTo < 0) || (atFrom < 0 && atTo > 0)) {
      const double part = atFrom / (atFrom - atTo);
      left.push_back({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
    }
  }
  return left;
}

/// Orientation: 1 or -1.
double turnOf(const std::array<SubPixel, 4>& corners) {
  const SubPixel a = corners[0];
  const SubPixel b = corners[1];
  const SubPixel c = corners[2];
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0 ? -1 : 1;
}

}  // namespace

bool coversItsWindow(const Match& match) {
  if (!match.isPosed()) return true;
  const double quarters = match.angle / 90.0;
  return match.scale == 1 && quarters == std::floor(quarters);
}

bool allCoverTheirWindows(std::span<const Match> matches) {
  return std::all_of(matches.begin(), matches.end(), coversItsWindow);
}

TurnedWindow::TurnedWindow(const Match& match)
    : left_(match.x), right_(std::int64_t{match.x} + match.width) {
  const MatchOutline outline = outlineOf(match);
  std::array<std::array<std::int64_t, 2>, 4> corners;
  for (std::size_t k = 0; k < 4; ++k) {
    corners[k] = {std::llround(outline.corners[k].x * kParts),
                  std::llround(outline.corners[k].y * kParts)};
  }
  const std::int64_t turn = turnOf(outline.corners) < 0 ? -1 : 1;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto& from = corners[k];
    const auto& to = corners[(k + 1) % 4];
    const std::int64_t a = -(to[1] - from[1]) * turn;
    const std::int64_t b = (to[0] - from[0]) * turn;
    sides_[k] = {a, b, -(a * from[0] + b * from[1])};
  }
}

TurnedWindow::Span TurnedWindow::row(std::int64_t y) const {
  Span span{left_, right_};
  for (const Side& side : sides_) {
    // At the centre of column x: a (256 x + 128) + rest >= 0.
    const std::int64_t rest = side.b * (kParts * y + kParts / 2) + side.c + side.a * (kParts / 2);
    const std::int64_t step = side.a * kParts;
    if (step > 0) {
      span.begin = std::max(span.begin, -floorOf(rest, step));
    } else if (step < 0) {
      span.end = std::min(span.end, floorOf(rest, -step) + 1);
    } else if (rest < 0) {
      return {};
    }
  }
  if (span.begin >= span.end) return {};
  return span;
}

double overlapOf(const Match& a, const Match& b) {
  const MatchOutline first = outlineOf(a);
  const MatchOutline second = outlineOf(b);
  std::vector<SubPixel> common(first.corners.begin(), first.corners.end());
  const double own = areaOf(common);
  const double sign = turnOf(second.corners);
  for (std::size_t k = 0; k < 4 && !common.empty(); ++k) {
    common = cut(common, second.corners[k], second.corners[(k + 1) % 4], sign);
  }
  const double both = common.size() < 3 ? 0 : areaOf(common);
  const double other = areaOf({second.corners.begin(), second.corners.end()});
  return both / (own + other - both);
}

}  // namespace finders
}  // namespace espy
