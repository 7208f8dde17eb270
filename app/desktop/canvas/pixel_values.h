// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPainter>
#include <array>

#include "canvas/device_map.h"
#include "model/picture.h"

namespace espy::desktop {

/// Pixel grid and pixel values, drawn at high zoom.
class PixelValues {
 public:
  static constexpr double kGridZoom = 8;
  static constexpr double kValuesZoom = 32;

  void setPicture(PicturePtr picture);
  /// Paints the grid and, if pixels are large enough, the values.
  void paint(QPainter& painter, const DeviceMap& map);

 private:
  void paintGrid(QPainter& painter, const DeviceMap& map) const;
  void writeValues(const DeviceMap& map, const QFont& font);
  void makeDigits(const QFont& font, double ratio);
  /// Writes a number, centred at `middle`, in device pixels.
  void write(std::uint32_t number, int middle, int top, bool white);

  PicturePtr picture_;
  bool fresh_ = false;
  DeviceMap map_;
  QImage values_;                 ///< rendered values, cached until the view changes
  std::array<QImage, 2> digits_;  ///< 0 to 9 in a row, black and white
  QSize digit_;                   ///< size of a digit in device pixels
};

}  // namespace espy::desktop
