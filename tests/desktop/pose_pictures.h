// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPainter>
#include <cstdint>
#include <initializer_list>
#include <utility>

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

/// The needle on a plain background at these places, blended with a second pattern.
inline QImage sceneOf(std::initializer_list<std::pair<QPoint, double>> places) {
  QImage scene(320, 200, QImage::Format_RGB32);
  scene.fill(QColor(120, 130, 140));
  const QImage needle = needlePixels();
  const QImage other = blocks(needle.width(), needle.height(), 4, 77);
  for (const auto& [place, part] : places) {
    QImage mixed(needle);
    for (int y = 0; y < mixed.height(); ++y) {
      for (int x = 0; x < mixed.width(); ++x) {
        const auto mix = [part = part](int a, int b) {
          return static_cast<int>(a * (1 - part) + b * part);
        };
        const QRgb a = needle.pixel(x, y);
        const QRgb b = other.pixel(x, y);
        mixed.setPixel(
            x, y, qRgb(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b))));
      }
    }
    put(scene, mixed, place.x(), place.y());
  }
  return scene;
}

/// Half-transparent copies over each other, so that windows overlap.
inline QImage crowdedScene(test::Random& random) {
  QImage scene = blocks(160, 120, 8, random.below(1000));
  QPainter painter(&scene);
  for (int i = 0; i < 30; ++i) {
    painter.setOpacity(0.5 + static_cast<double>(random.below(50)) / 100);
    painter.drawImage(
        QPoint(static_cast<int>(random.below(112)), static_cast<int>(random.below(88))),
        needlePixels());
  }
  return scene;
}

}  // namespace espy::desktop
