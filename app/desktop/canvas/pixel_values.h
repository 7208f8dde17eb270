// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPainter>
#include <array>

#include "canvas/device_map.h"
#include "model/picture.h"

namespace espy::desktop {

/// What is drawn over pixels that are large: lines between them, and their values.
class PixelValues {
 public:
  static constexpr double kGridZoom = 8;
  static constexpr double kValuesZoom = 32;

  void setPicture(PicturePtr picture);
  /// Paints what there is room for at this zoom.
  void paint(QPainter& painter, const DeviceMap& map);

 private:
  void paintGrid(QPainter& painter, const DeviceMap& map) const;
  void writeValues(const DeviceMap& map, const QFont& font);
  void makeDigits(const QFont& font, double ratio);
  /// Writes a number with its middle here, in pixels of the screen.
  void write(std::uint32_t number, int middle, int top, bool white);

  PicturePtr picture_;
  bool fresh_ = false;
  DeviceMap map_;
  QImage values_;                 ///< written, kept until the view changes
  std::array<QImage, 2> digits_;  ///< 0 to 9 side by side, black and white
  QSize digit_;                   ///< of one of them, in pixels of the screen
};

}  // namespace espy::desktop
