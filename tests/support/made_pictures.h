// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/find.h"
#include "support/random_pictures.h"

/// Pictures that are made by one expression.
namespace espy::test {

/// The samples are `value(x, y, channel)`, row by row and pixel by pixel.
template <class Value>
Image imageOf(Size size, PixelFormat format, const Value& value) {
  Image image(size, format);
  const MutableImageView pixels = image.pixels();
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      for (int c = 0; c < format.channels; ++c) {
        setSample(pixels, x, y, c, static_cast<std::uint32_t>(value(x, y, c)));
      }
    }
  }
  return image;
}

/// Grey of 8 bits: `value(x, y)`.
template <class Value>
Image greyOf(Size size, const Value& value) {
  return imageOf(size, {1, Depth::u8},
                 [&](std::int64_t x, std::int64_t y, int /*c*/) { return value(x, y); });
}

/// 255 where `isInside(x, y)`, 0 elsewhere.
template <class IsInside>
Image maskOf(Size size, const IsInside& isInside) {
  return greyOf(size, [&](std::int64_t x, std::int64_t y) { return isInside(x, y) ? 255 : 0; });
}

/// An ellipse that touches the four sides.
inline Image ellipseIn(Size size) {
  return maskOf(size, [&](std::int64_t x, std::int64_t y) {
    const double right = static_cast<double>(2 * x + 1) / static_cast<double>(size.width) - 1;
    const double down = static_cast<double>(2 * y + 1) / static_cast<double>(size.height) - 1;
    return right * right + down * down <= 1;
  });
}

inline Image drawn(Size size, PixelFormat format, Kind kind, Random& random) {
  Image image(size, format);
  draw(image.pixels(), kind, random, false);
  return image;
}

/// A needle for each picture; the pictures must outlive them.
inline std::vector<Needle> needlesOf(const std::vector<Image>& pictures) {
  std::vector<Needle> needles;
  for (const Image& picture : pictures) needles.push_back({picture, {}});
  return needles;
}

}  // namespace espy::test
