// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPainter>
#include <QPalette>
#include <array>

#include "canvas/device_map.h"
#include "model/score_plane.h"

namespace espy::desktop {

/// Colour map from dark blue (0) to light yellow (1). Perceptually uniform with increasing
/// lightness, so it is readable with colour blindness.
const std::array<QRgb, ScorePlane::kMost + 1>& scoreColours();

/// Renders a score plane as a translucent image of the widget's size, cached until the view
/// changes.
class ScoreLayer {
 public:
  void setPlane(ScorePlanePtr plane);
  const ScorePlanePtr& plane() const { return plane_; }
  /// Premultiplied. Transparent where there are no scores.
  const QImage& image(const DeviceMap& map);

 private:
  ScorePlanePtr plane_;
  DeviceMap map_;
  bool fresh_ = false;
  std::vector<int> columns_;  ///< column of the level by image column; -1: none
  QImage image_;
};

/// Paints the colour legend into a corner of the widget, outside `taken`, or a note that the scores
/// of this needle are being computed.
void paintScoreLegend(QPainter& painter, const QRect& widget, const QRect& taken,
                      const QPalette& palette, const QString& needle, bool awaited);

}  // namespace espy::desktop
