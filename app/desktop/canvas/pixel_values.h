// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPainter>
#include <QPalette>

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
  void paint(QPainter& painter, const DeviceMap& map, const QPalette& palette);

 private:
  void paintGrid(QPainter& painter, const DeviceMap& map, const QColor& colour) const;
  void writeValues(const DeviceMap& map, const QFont& font);

  PicturePtr picture_;
  bool fresh_ = false;
  DeviceMap map_;
  QImage values_;  ///< written, kept until the view changes
};

}  // namespace espy::desktop
