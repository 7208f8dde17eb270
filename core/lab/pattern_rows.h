// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "espy/engine/find.h"
#include "espy/image.h"
#include "lab/pattern_task.h"

/// Row kernels of the plain passes; strategies differ in which thread runs which rows. Views are
/// passed by value: through a reference the compiler would have to reload them after each store to
/// a byte (aliasing).
namespace espy::lab::pattern {

/// Pass 1: whether the window at (x, y) equals the needle. Returns at the first difference.
inline bool liesAt(PatternTask task, std::int64_t x, std::int64_t y) {
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

/// Whether any pixel within the square of +-thickness around (x, y) is flagged.
inline bool isFlaggedNear(ImageView flags, std::int64_t x, std::int64_t y, int thickness) {
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

/// Pass 1: flags the pixels of row y where a matching window starts.
inline void flagBasesOfRow(PatternTask task, std::int64_t y, MutableImageView bases) {
  for (std::int64_t x = 0; x + task.needle.width() <= task.scene.width(); ++x) {
    if (liesAt(task, x, y)) *bases.pixel(x, y) = kFlagBase;
  }
}

/// Pass 2, for one match at column x: flags rows first..end-1 of its window; the pixels where
/// matches start keep their flags.
inline void flagWindow(std::int64_t x, std::int64_t width, std::int64_t first, std::int64_t end,
                       MutableImageView flags) {
  for (std::int64_t y = first; y < end; ++y) {
    std::uint8_t* row = flags.row(y);
    for (std::int64_t u = x; u < x + width; ++u) {
      if (row[u] == kFlagNothing) row[u] = kFlagInside;
    }
  }
}

/// Pass 3: copies row y with the marks painted.
inline void markRow(PatternTask task, ImageView flags, std::int64_t y, MutableImageView marked) {
  const bool outlined = task.marks.style == MarkStyle::outline;
  const Colour colour = outlined ? task.marks.colour : Colour{255, 255, 255};
  const std::uint8_t paint[] = {colour.red, colour.green, colour.blue};
  const int channels = task.scene.format().channels;
  const std::uint8_t* from = task.scene.row(y);
  std::uint8_t* to = marked.row(y);
  for (std::int64_t x = 0; x < flags.width(); ++x) {
    const bool belongs = *flags.pixel(x, y) != kFlagNothing;
    const bool painted =
        !belongs && (!outlined || isFlaggedNear(flags, x, y, task.marks.thickness));
    for (int c = 0; c < channels; ++c) {
      to[x * channels + c] = painted ? paint[c] : from[x * channels + c];
    }
  }
}

}  // namespace espy::lab::pattern
