// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/homography.h"

#include <algorithm>
#include <cmath>

namespace espy::identify {
namespace {

constexpr double kMostEnlarged = 5;

double determinant(const Homography& m) {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
         m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/// Whether a, b, c turn clockwise as seen, like a picture's corners.
bool turnsClockwise(Place a, Place b, Place c) {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
}

bool keepsCorners(const Homography& homography, Size picture) {
  const auto width = static_cast<double>(picture.width);
  const auto height = static_cast<double>(picture.height);
  const std::array<Place, 4> from{Place{0, 0}, {width, 0}, {width, height}, {0, height}};
  std::array<Place, 4> to;
  for (std::size_t i = 0; i < 4; ++i) {
    const Moved corner = moved(homography, from[i]);
    if (!(corner.ahead > 0)) return false;
    to[i] = corner.place;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (!turnsClockwise(to[i], to[(i + 1) % 4], to[(i + 2) % 4])) return false;
  }
  return true;
}

}  // namespace

Moved moved(const Homography& m, Place p) {
  const double ahead = m[6] * p.x + m[7] * p.y + m[8];
  return {{(m[0] * p.x + m[1] * p.y + m[2]) / ahead, (m[3] * p.x + m[4] * p.y + m[5]) / ahead},
          ahead};
}

double enlargement(const Homography& homography, Place place) {
  const double ahead = moved(homography, place).ahead;
  return determinant(homography) / (ahead * ahead * ahead);
}

bool makesSense(const Homography& homography, const TwoPictures& pictures, Place centre) {
  if (!std::ranges::all_of(homography, [](double number) { return std::isfinite(number); })) {
    return false;
  }
  if (!keepsCorners(homography, pictures.reference)) return false;
  const double inPixels = enlargement(homography, centre);
  const double asShare = inPixels * static_cast<double>(pictures.reference.pixels()) /
                         static_cast<double>(pictures.query.pixels());
  const auto fits = [](double times) {
    return times >= 1 / kMostEnlarged && times <= kMostEnlarged;
  };
  return fits(inPixels) || fits(asShare);
}

}  // namespace espy::identify
