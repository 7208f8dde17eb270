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

/// Colours of scores, from dark blue for none to light yellow for 1. Each step looks equally far
/// from the next and is lighter, so that also the colour-blind can read them.
const std::array<QRgb, ScorePlane::kMost + 1>& scoreColours();

/// A plane of scores as an image of the widget's size, translucent, kept until the view changes.
class ScoreLayer {
 public:
  void setPlane(ScorePlanePtr plane);
  const ScorePlanePtr& plane() const { return plane_; }
  /// Premultiplied. Beside the places that have scores it is clear.
  const QImage& image(const DeviceMap& map);

 private:
  ScorePlanePtr plane_;
  DeviceMap map_;
  bool fresh_ = false;
  std::vector<int> columns_;  ///< of the level, for each column of the image; -1: none
  QImage image_;
};

/// Says in a corner of the widget, outside of what is taken, what the colours mean, or that the
/// scores of this needle are still being computed.
void paintScoreLegend(QPainter& painter, const QRect& widget, const QRect& taken,
                      const QPalette& palette, const QString& needle, bool awaited);

}  // namespace espy::desktop
