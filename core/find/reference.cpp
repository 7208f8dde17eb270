// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of the flag plane.
#include "find/reference.h"

#include <cmath>
#include <cstdint>

#include "espy/engine/find.h"

namespace espy::finders {
namespace {

/// Does a match cover a pixel of its window? For a turned match: is the pixel's centre inside its
/// corners, rounded to 1/256 of a pixel?
bool covers(const Match& match, std::int64_t x, std::int64_t y) {
  const double quarters = match.angle / 90.0;
  if (!match.isPosed() || (match.scale == 1 && quarters == std::floor(quarters))) return true;
  const MatchOutline outline = outlineOf(match);
  int left = 0;
  int right = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const SubPixel& from = outline.corners[k];
    const SubPixel& to = outline.corners[(k + 1) % 4];
    const std::int64_t fromX = std::llround(256 * from.x);
    const std::int64_t fromY = std::llround(256 * from.y);
    const std::int64_t toX = std::llround(256 * to.x);
    const std::int64_t toY = std::llround(256 * to.y);
    const std::int64_t side =
        (toX - fromX) * (256 * y + 128 - fromY) - (toY - fromY) * (256 * x + 128 - fromX);
    left += side > 0 ? 1 : 0;
    right += side < 0 ? 1 : 0;
  }
  return left == 0 || right == 0;
}

}  // namespace

Image flagByReference(Size scene, std::span<const Match> matches, int lastPass,
                      const Control& control, Timeline& /*one step: no stages*/) {
  Image plane(scene, PixelFormat{1, Depth::u8});
  const MutableImageView flags = plane.pixels();
  for (const Match& match : matches) *flags.pixel(match.x, match.y) = kFlagBase;
  if (lastPass < 2) return plane;
  for (const Match& match : matches) {
    control.check();
    for (std::uint32_t dy = 0; dy < match.height; ++dy) {
      for (std::uint32_t dx = 0; dx < match.width; ++dx) {
        std::uint8_t& flag = *flags.pixel(match.x + dx, match.y + dy);
        if (flag == kFlagNothing && covers(match, match.x + dx, match.y + dy)) flag = kFlagInside;
      }
    }
  }
  return plane;
}

}  // namespace espy::finders
