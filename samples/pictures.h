// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "canvas.h"

namespace samples {

/// A picture for a file: 1 channel (grey) or 3 (RGB).
struct Picture {
  int width = 0;
  int height = 0;
  int channels = 1;
  std::vector<std::uint8_t> samples;

  Picture(int w, int h, int c)
      : width(w),
        height(h),
        channels(c),
        samples(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) *
                static_cast<std::size_t>(c)) {}

  std::uint8_t* pixel(int x, int y) {
    return samples.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(x)) *
                                static_cast<std::size_t>(channels);
  }
  const std::uint8_t* pixel(int x, int y) const { return const_cast<Picture*>(this)->pixel(x, y); }
};

Picture pictureOf(const Canvas& canvas);
void paste(Picture& picture, const Picture& part, int x, int y);

/// The number of exact matches of the needle, by brute force.
int countMatches(const Picture& picture, const Picture& needle);

/// Throws if `countMatches` is not `expected`: such a sample must not be written.
void requireMatches(const Picture& picture, const Picture& needle, int expected);

/// Throws if `writePicture` does not support the ending, before anything is drawn.
void requireEnding(const std::string& path);

/// Writes grey pictures as PGM, and colour as PPM or, if the path ends in .pam, as RGBA.
void writePicture(const std::string& path, const Picture& picture);

}  // namespace samples
