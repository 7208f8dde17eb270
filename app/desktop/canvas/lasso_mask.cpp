// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/lasso_mask.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace espy::desktop {

// Not by QPainter, which knows neither far coordinates nor whole pixels at 1/64 of a pixel.
LassoCut cutOf(const QPolygon& corners) {
  if (corners.size() < 3) return {};
  const auto [left, right] = std::minmax_element(corners.begin(), corners.end(),
                                                 [](QPoint a, QPoint b) { return a.x() < b.x(); });
  const auto [top, bottom] = std::minmax_element(corners.begin(), corners.end(),
                                                 [](QPoint a, QPoint b) { return a.y() < b.y(); });
  const QRect frame(left->x(), top->y(), right->x() - left->x(), bottom->y() - top->y());
  if (frame.isEmpty()) return {};

  auto mask =
      std::make_shared<Image>(Size{frame.width(), frame.height()}, PixelFormat{1, Depth::u8});
  const MutableImageView pixels = mask->pixels();
  std::vector<double> crossings;
  for (int y = 0; y < frame.height(); ++y) {
    // Where the sides cross the line through the middles of this row; in between by turns is
    // inside.
    crossings.clear();
    const double middle = frame.y() + y + 0.5;
    for (qsizetype i = 0; i < corners.size(); ++i) {
      const QPoint a = corners[i];
      const QPoint b = corners[(i + 1) % corners.size()];
      if ((a.y() < middle) == (b.y() < middle)) continue;
      crossings.push_back(a.x() + (middle - a.y()) * (b.x() - a.x()) / (b.y() - a.y()));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      // The first and the last pixel whose middles lie in between.
      const int from = static_cast<int>(std::ceil(crossings[i] - 0.5)) - frame.x();
      const int to = static_cast<int>(std::ceil(crossings[i + 1] - 0.5)) - frame.x();
      if (from < to) std::memset(pixels.pixel(from, y), 255, static_cast<std::size_t>(to - from));
    }
  }
  return {frame, mask};
}

}  // namespace espy::desktop
