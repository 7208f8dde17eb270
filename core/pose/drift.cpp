// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/drift.h"

#include <cmath>
#include <numbers>

#include "find/needle.h"
#include "picture/turn.h"

namespace espy::pose {
namespace {

/// Sums over the pixels that have neighbours to each side: products of how they change along x and
/// y, and of these with the change by turning and by growing.
struct Products {
  double xx = 0;
  double xy = 0;
  double yy = 0;
  double turnedX = 0;
  double turnedY = 0;
  double grownX = 0;
  double grownY = 0;
};

Products productsOf(const finders::PreparedNeedle& needle) {
  const Size size = needle.size;
  Products sums;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t y = 1; y + 1 < size.height; ++y) {
      const std::uint16_t* above = needle.row(c, y - 1);
      const std::uint16_t* row = needle.row(c, y);
      const std::uint16_t* below = needle.row(c, y + 1);
      const double down = static_cast<double>(y) + 0.5 - static_cast<double>(size.height) / 2;
      for (std::int64_t x = 1; x + 1 < size.width; ++x) {
        const bool counts =
            needle.solid || (needle.weight(x, y) != 0 && needle.weight(x - 1, y) != 0 &&
                             needle.weight(x + 1, y) != 0 && needle.weight(x, y - 1) != 0 &&
                             needle.weight(x, y + 1) != 0);
        if (!counts) continue;
        const double right = static_cast<double>(x) + 0.5 - static_cast<double>(size.width) / 2;
        const double alongX = (row[x + 1] - row[x - 1]) / 2.0;
        const double alongY = (below[x] - above[x]) / 2.0;
        const double turned = alongX * down - alongY * right;
        const double grown = alongX * right + alongY * down;
        sums.xx += alongX * alongX;
        sums.xy += alongX * alongY;
        sums.yy += alongY * alongY;
        sums.turnedX += alongX * turned;
        sums.turnedY += alongY * turned;
        sums.grownX += alongX * grown;
        sums.grownY += alongY * grown;
      }
    }
  }
  return sums;
}

}  // namespace

Drift driftOf(const Needle& needle) {
  Products sums =
      productsOf(finders::prepareNeedle(needle, 0, needle.picture.format(), /*weighted=*/false));
  // Along an edge nothing says where it lies.
  constexpr double kLeast = 1e-3;
  const double both = sums.xx + sums.yy;
  if (both <= 0) return {};
  sums.xx += kLeast * both;
  sums.yy += kLeast * both;
  const double determinant = sums.xx * sums.yy - sums.xy * sums.xy;
  const auto shiftOf = [&](double x, double y) {
    return Drift::Shift{(sums.xy * y - sums.yy * x) / determinant,
                        (sums.xy * x - sums.xx * y) / determinant};
  };
  return {shiftOf(sums.turnedX, sums.turnedY), shiftOf(sums.grownX, sums.grownY)};
}

Drift::Shift Drift::from(const GridPose& pose, double radians, double growth, int level) const {
  Shift own{turned.x * radians + grown.x * growth, turned.y * radians + grown.y * growth};
  if (pose.mirrored) {
    // Left is right, and turning goes the other way round.
    own = {turned.x * radians - grown.x * growth, grown.y * growth - turned.y * radians};
  }
  constexpr double kOne = picture::Turn::kOne;
  const double angle = static_cast<double>(pose.angle) / kOne * std::numbers::pi / 180;
  const double scale = static_cast<double>(pose.scale) / kOne / std::exp2(level);
  return {scale * (std::cos(angle) * own.x + std::sin(angle) * own.y),
          scale * (std::cos(angle) * own.y - std::sin(angle) * own.x)};
}

}  // namespace espy::pose
