// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "espy/engine/contour.h"

namespace espy {
namespace {

/// Sets the pixels whose centres are inside a closed polyline (even-odd rule).
void fillInside(const MutableImageView& flags, const std::vector<SubPixel>& outline) {
  std::vector<double> crossings;
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    const double middle = static_cast<double>(y) + 0.5;
    crossings.clear();
    for (std::size_t i = 1; i < outline.size(); ++i) {
      const SubPixel a = outline[i - 1];
      const SubPixel b = outline[i];
      if ((a.y <= middle) == (b.y <= middle)) continue;
      crossings.push_back(a.x + (middle - a.y) / (b.y - a.y) * (b.x - a.x));
    }
    std::ranges::sort(crossings);
    for (std::size_t i = 1; i < crossings.size(); i += 2) {
      const auto column = [&](double x) {
        return static_cast<std::int64_t>(
            std::clamp(std::ceil(x - 0.5), 0.0, static_cast<double>(flags.width())));
      };
      for (std::int64_t x = column(crossings[i - 1]); x < column(crossings[i]); ++x) {
        *flags.pixel(x, y) = kFlagInside;
      }
    }
  }
}

void set(const MutableImageView& flags, SubPixel at, std::uint8_t flag) {
  const double x = std::floor(at.x);
  const double y = std::floor(at.y);
  if (x < 0 || y < 0 || x >= static_cast<double>(flags.width()) ||
      y >= static_cast<double>(flags.height())) {
    return;
  }
  *flags.pixel(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)) = flag;
}

/// Sets the pixels that a polyline passes.
void drawLine(const MutableImageView& flags, const std::vector<SubPixel>& outline) {
  for (std::size_t i = 1; i < outline.size(); ++i) {
    const SubPixel a = outline[i - 1];
    const SubPixel b = outline[i];
    const int steps =
        static_cast<int>(std::ceil(2 * std::max(std::abs(b.x - a.x), std::abs(b.y - a.y)))) + 1;
    for (int k = 0; k <= steps; ++k) {
      const double share = static_cast<double>(k) / steps;
      set(flags, {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}, kFlagInside);
    }
  }
}

}  // namespace

Image outlineFlags(Size scene, std::span<const std::vector<SubPixel>> outlines, int lastPass,
                   const Control& control) {
  Image plane(scene, PixelFormat{1, Depth::u8});
  const MutableImageView flags = plane.pixels();
  for (const std::vector<SubPixel>& outline : outlines) {
    control.check();
    if (lastPass < 2 || outline.empty()) continue;
    const SubPixel first = outline.front();
    const SubPixel last = outline.back();
    if (first.x == last.x && first.y == last.y) fillInside(flags, outline);
    drawLine(flags, outline);
  }
  for (const std::vector<SubPixel>& outline : outlines) {
    if (!outline.empty()) set(flags, outline.front(), kFlagBase);
  }
  return plane;
}

}  // namespace espy
