// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/turned.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace espy {

MatchOutline outlineOf(const Match& match) {
  return finders::OutlineShape(match).at(finders::centreOf(match));
}

namespace finders {
namespace {

constexpr std::int64_t kParts = 256;

std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// A rectangle that is clipped at most four times.
class Polygon {
 public:
  Polygon() = default;
  explicit Polygon(const std::array<SubPixel, 4>& corners) : size_(corners.size()) {
    std::copy(corners.begin(), corners.end(), points_.begin());
  }

  std::size_t size() const { return size_; }
  const SubPixel& operator[](std::size_t k) const { return points_[k]; }
  const SubPixel& after(std::size_t k) const { return points_[k + 1 < size_ ? k + 1 : 0]; }
  void add(SubPixel point) { points_[size_++] = point; }

 private:
  /// A cut adds a point for each that it removes, and one more only if two stay for each: 4, 6, 9,
  /// 13, 19 even if rounding has made the polygon concave.
  static constexpr std::size_t kMost = 20;
  std::array<SubPixel, kMost> points_;
  std::size_t size_ = 0;
};

double areaOf(const Polygon& polygon) {
  double twice = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const SubPixel& a = polygon[k];
    const SubPixel& b = polygon.after(k);
    twice += a.x * b.y - a.y * b.x;
  }
  return std::abs(twice) / 2;
}

/// Clips a polygon to the half-plane left or right (`sign`) of the line from `a` to `b`.
Polygon cut(const Polygon& polygon, SubPixel a, SubPixel b, double sign) {
  Polygon left;
  const auto side = [&](SubPixel p) {
    return sign * ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
  };
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const SubPixel from = polygon[k];
    const SubPixel to = polygon.after(k);
    const double atFrom = side(from);
    const double atTo = side(to);
    if (atFrom >= 0) left.add(from);
    if ((atFrom > 0 && atTo < 0) || (atFrom < 0 && atTo > 0)) {
      const double part = atFrom / (atFrom - atTo);
      left.add({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
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

OutlineShape::OutlineShape(const Match& match) {
  const double width = match.isPosed() ? match.needleWidth : match.width;
  const double height = match.isPosed() ? match.needleHeight : match.height;
  // Exact for quarter turns.
  const double quarters = match.angle / 90.0;
  cosine = std::cos(match.angle * std::numbers::pi / 180);
  sine = std::sin(match.angle * std::numbers::pi / 180);
  if (quarters == std::floor(quarters)) {
    cosine = std::round(cosine);
    sine = std::round(sine);
  }
  right = (match.mirrored ? -width : width) / 2 * match.scale;
  down = height / 2 * match.scale;
}

MatchOutline OutlineShape::at(SubPixel centre) const {
  MatchOutline outline;
  outline.centre = centre;
  constexpr std::array<std::array<double, 2>, 4> kCorners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  for (std::size_t k = 0; k < 4; ++k) {
    const double x = kCorners[k][0] * right;
    const double y = kCorners[k][1] * down;
    outline.corners[k] = {centre.x + x * cosine + y * sine, centre.y - x * sine + y * cosine};
  }
  return outline;
}

SubPixel centreOf(const Match& match) {
  return {match.x + match.width / 2.0 + match.centreX,
          match.y + match.height / 2.0 + match.centreY};
}

double overlapOf(const MatchOutline& a, const MatchOutline& b) {
  Polygon common(a.corners);
  const double own = areaOf(common);
  const double sign = turnOf(b.corners);
  for (std::size_t k = 0; k < 4 && common.size() > 0; ++k) {
    common = cut(common, b.corners[k], b.corners[(k + 1) % 4], sign);
  }
  const double both = common.size() < 3 ? 0 : areaOf(common);
  const double other = areaOf(Polygon(b.corners));
  return both / (own + other - both);
}

}  // namespace finders
}  // namespace espy
