// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <cstdint>

#include "model/picture.h"
#include "support/random_pictures.h"

/// Pictures that contain rotated and scaled needles.
namespace espy::desktop {

/// Random blocks, so that half-size copies are similar.
inline QImage blocks(int width, int height, int side, std::uint64_t seed) {
  test::Random random(seed);
  QImage picture(width, height, QImage::Format_RGB32);
  for (int y = 0; y < height; y += side) {
    for (int x = 0; x < width; x += side) {
      const QColor colour(static_cast<int>(random.below(256)), static_cast<int>(random.below(256)),
                          static_cast<int>(random.below(256)));
      for (int v = y; v < std::min(y + side, height); ++v) {
        for (int u = x; u < std::min(x + side, width); ++u) picture.setPixelColor(u, v, colour);
      }
    }
  }
  return picture;
}

inline PicturePtr pictureOf(const QImage& pixels, const char* name) {
  auto picture = std::make_shared<Picture>();
  picture->image = imageFrom(pixels);
  picture->name = QString::fromLatin1(name);
  return picture;
}

inline void put(QImage& scene, const QImage& piece, int left, int top) {
  for (int y = 0; y < piece.height(); ++y) {
    for (int x = 0; x < piece.width(); ++x) {
      scene.setPixelColor(left + x, top + y, piece.pixelColor(x, y));
    }
  }
}

inline QImage needlePixels() {
  return blocks(48, 32, 16, 7);
}
inline QImage turnedPixels() {  // counter-clockwise
  return needlePixels().transformed(QTransform().rotate(-90));
}
/// The picture at half size.
inline QImage halfPixels(const QImage& whole) {
  QImage half(whole.width() / 2, whole.height() / 2, QImage::Format_RGB32);
  for (int y = 0; y < half.height(); ++y) {
    for (int x = 0; x < half.width(); ++x) {
      half.setPixelColor(x, y, whole.pixelColor(2 * x, 2 * y));
    }
  }
  return half;
}

}  // namespace espy::desktop
