// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "lab/pattern_task.h"

/// Milestones 1 to 3 as the paper does them: each pixel by itself, or with its eight neighbours.
namespace espy::lab::pattern {

inline bool hasColour(const std::uint8_t* pixel, int channels, Colour colour) {
  if (channels == 1) return pixel[0] == colour.red;
  return pixel[0] == colour.red && pixel[1] == colour.green && pixel[2] == colour.blue;
}

/// Whether one of the eight neighbours of (x, y) has the colour.
inline bool touchesColour(ImageView scene, std::int64_t x, std::int64_t y, Colour colour) {
  const int channels = scene.format().channels;
  for (std::int64_t v = std::max<std::int64_t>(y - 1, 0); v <= std::min(y + 1, scene.height() - 1);
       ++v) {
    for (std::int64_t u = std::max<std::int64_t>(x - 1, 0); u <= std::min(x + 1, scene.width() - 1);
         ++u) {
      if (hasColour(scene.pixel(u, v), channels, colour)) return true;
    }
  }
  return false;
}

/// Copies row y; paints other colours than the shape's white (white-out), or the pixels of the
/// ground that touch the shape (outline).
inline void screenRow(PatternTask task, std::int64_t y, MutableImageView marked) {
  const ScreenColours colours = *task.screening;
  const bool outlined = task.marks.style == MarkStyle::outline;
  const int channels = task.scene.format().channels;
  const auto pixelBytes = static_cast<std::size_t>(channels);
  for (std::int64_t x = 0; x < task.scene.width(); ++x) {
    const std::uint8_t* from = task.scene.pixel(x, y);
    const bool white = outlined ? hasColour(from, channels, colours.ground) &&
                                      touchesColour(task.scene, x, y, colours.shape)
                                : !hasColour(from, channels, colours.shape);
    if (white) {
      std::memset(marked.pixel(x, y), 255, pixelBytes);
    } else {
      std::memcpy(marked.pixel(x, y), from, pixelBytes);
    }
  }
}

}  // namespace espy::lab::pattern
