// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QTest>
#include <algorithm>
#include <memory>
#include <vector>

#include "canvas/canvas.h"

namespace espy::desktop {

/// The colour of a pixel of the test scene, which encodes its position.
inline QColor colourOf(std::int64_t x, std::int64_t y) {
  return {static_cast<int>(x * 7 % 251), static_cast<int>(y * 11 % 241),
          static_cast<int>((x / 256 * 13 + y / 256 * 5) % 256)};
}

inline PicturePtr sceneOf(int width, int height) {
  auto scene = std::make_shared<Picture>();
  scene->image = Image::forOverwrite({width, height}, {3, Depth::u8});
  const MutableImageView pixels = scene->image.pixels();
  for (int y = 0; y < height; ++y) {
    std::uint8_t* row = pixels.row(y);
    for (int x = 0; x < width; ++x, row += 3) {
      const QColor colour = colourOf(x, y);
      row[0] = static_cast<std::uint8_t>(colour.red());
      row[1] = static_cast<std::uint8_t>(colour.green());
      row[2] = static_cast<std::uint8_t>(colour.blue());
    }
  }
  return scene;
}

/// The centre of a scene pixel in widget coordinates.
inline QPointF placeOf(const Canvas& canvas, double x, double y) {
  return canvas.viewport().toWidget(QPointF(x + 0.5, y + 0.5));
}

/// The colour that the canvas shows at this pixel.
inline QColor shownAt(Canvas& canvas, int x, int y) {
  const DeviceMap map = canvas.map();
  const int column = (map.edgeX(x) + map.edgeX(x + 1.0)) / 2;
  const int row = (map.edgeY(y) + map.edgeY(y + 1.0)) / 2;
  return canvas.grab().toImage().pixelColor(column, row);
}

inline std::shared_ptr<const Marks> marksAt(const std::vector<QRect>& windows, QSize picture) {
  std::vector<Mark> marks;
  for (const QRect& window : windows) {
    const auto index = static_cast<std::uint32_t>(marks.size());
    marks.push_back({window, 0, index, index + 1});
  }
  return std::make_shared<Marks>(std::move(marks), std::vector<QColor>{QColor(0, 0xc0, 0)},
                                 picture);
}

}  // namespace espy::desktop
