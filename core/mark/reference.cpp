// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Reference implementation of marking and screening: one pixel at a time, in order, not optimised.
#include <algorithm>
#include <cstdlib>

#include "mark/engines.h"

namespace espy::mark {
namespace {

bool flagged(const ImageView& flags, std::int64_t x, std::int64_t y) {
  return sampleAt(flags, x, y, 0) != kFlagNothing;
}

/// Whether any pixel within the square of +-thickness around (x, y) is flagged.
bool flaggedNear(const ImageView& flags, std::int64_t x, std::int64_t y, int thickness) {
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

void paint(const MutableImageView& picture, std::int64_t x, std::int64_t y, Colour colour) {
  const Samples samples = opaquePixel(picture.format(), colour);
  for (int channel = 0; channel < picture.format().channels; ++channel) {
    setSample(picture, x, y, channel, samples[static_cast<std::size_t>(channel)]);
  }
}

void darken(const MutableImageView& picture, std::int64_t x, std::int64_t y) {
  for (int channel = 0; channel < picture.format().colourChannels(); ++channel) {
    setSample(picture, x, y, channel, sampleAt(picture, x, y, channel) / 3);
  }
}

bool matches(const ImageView& scene, std::int64_t x, std::int64_t y, Colour keep, int tolerance) {
  const PixelFormat format = scene.format();
  const int unit = format.depth == Depth::u8 ? 1 : 257;
  const int wanted[3] = {keep.red * unit, keep.green * unit, keep.blue * unit};
  for (int part = 0; part < 3; ++part) {
    // A grey sample is red, green and blue.
    const int channel = format.colourChannels() == 1 ? 0 : part;
    const int value = static_cast<int>(sampleAt(scene, x, y, channel));
    if (std::abs(value - wanted[part]) > tolerance) return false;
  }
  return true;
}

void tellRows(std::int64_t done, std::int64_t rows, const Control& control) {
  if (control.progress) control.progress(static_cast<double>(done) / static_cast<double>(rows));
}

}  // namespace

void paintReference(const MutableImageView& picture, const ImageView& flags,
                    const MarkOptions& options, const Control& control) {
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      control.check();
      if (flagged(flags, x, y)) continue;
      switch (options.style) {
        case MarkStyle::outline:
          if (flaggedNear(flags, x, y, options.thickness)) paint(picture, x, y, options.colour);
          break;
        case MarkStyle::whiteout:
          paint(picture, x, y, {255, 255, 255});
          break;
        case MarkStyle::dim:
          darken(picture, x, y);
          break;
        case MarkStyle::none:
          break;
      }
    }
    tellRows(y + 1, picture.height(), control);
  }
}

Image screenReference(const ImageView& scene, Colour keep, int tolerance, const Control& control) {
  Image flags(scene.size(), {1, Depth::u8});
  for (std::int64_t y = 0; y < scene.height(); ++y) {
    for (std::int64_t x = 0; x < scene.width(); ++x) {
      control.check();
      const bool kept = matches(scene, x, y, keep, tolerance);
      setSample(flags.pixels(), x, y, 0, kept ? kFlagInside : kFlagNothing);
    }
    tellRows(y + 1, scene.height(), control);
  }
  return flags;
}

}  // namespace espy::mark
