// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "espy/flags.h"
#include "espy/image.h"
#include "lab/pattern_task.h"

/// What the plain passes do at one pixel; the loops around it are what the strategies are.
namespace espy::lab::pattern {

/// Pass 1: is the window at (x, y) the needle? Leaves at the first difference.
inline bool liesAt(const Task& task, std::int64_t x, std::int64_t y) {
  const std::int64_t bytes = task.needle.rowBytes();
  for (std::int64_t v = 0; v < task.needle.height(); ++v) {
    const std::uint8_t* scene = task.scene.pixel(x, y + v);
    const std::uint8_t* needle = task.needle.row(v);
    for (std::int64_t i = 0; i < bytes; ++i) {
      if (scene[i] != needle[i]) return false;
    }
  }
  return true;
}

/// Is there a flagged pixel in the square of so many pixels around (x, y)?
inline bool isFlaggedNear(const ImageView& flags, std::int64_t x, std::int64_t y, int thickness) {
  const std::int64_t left = std::max<std::int64_t>(x - thickness, 0);
  const std::int64_t right = std::min(x + thickness, flags.width() - 1);
  const std::int64_t top = std::max<std::int64_t>(y - thickness, 0);
  const std::int64_t bottom = std::min(y + thickness, flags.height() - 1);
  for (std::int64_t v = top; v <= bottom; ++v) {
    const std::uint8_t* row = flags.row(v);
    for (std::int64_t u = left; u <= right; ++u) {
      if (row[u] != kFlagNothing) return true;
    }
  }
  return false;
}

/// Pass 3: the pixel as it is, or painted.
inline void markPixel(const Task& task, const ImageView& flags, std::int64_t x, std::int64_t y,
                      const MutableImageView& marked) {
  const bool belongs = *flags.pixel(x, y) != kFlagNothing;
  const bool outlined = task.marks.style == MarkStyle::outline;
  const bool painted = !belongs && (!outlined || isFlaggedNear(flags, x, y, task.marks.thickness));
  const Colour colour = outlined ? task.marks.colour : Colour{255, 255, 255};
  const std::uint8_t paint[] = {colour.red, colour.green, colour.blue};
  const std::uint8_t* from = task.scene.pixel(x, y);
  std::uint8_t* to = marked.pixel(x, y);
  for (int c = 0; c < task.scene.format().channels; ++c) to[c] = painted ? paint[c] : from[c];
}

}  // namespace espy::lab::pattern
