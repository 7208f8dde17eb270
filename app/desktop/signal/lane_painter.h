// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRectF>

#include "signal/sample_levels.h"
#include "signal/time_window.h"

class QPainter;
class QPalette;

namespace espy::desktop {

/// The colours of lanes and of what lies over them, readable on the palette's ground.
QColor curveColour(const QPalette& palette);
QColor motifColour(const QPalette& palette);
QColor foundColour(const QPalette& palette);

/// The values at a lane's lower and upper edge.
struct LaneScale {
  double low = 0;
  double high = 1;

  /// Room for all of these, and for a line where all are the same.
  static LaneScale of(const SampleRange& range);
  double yOf(double value, const QRectF& lane) const {
    return lane.bottom() - (value - low) / (high - low) * lane.height();
  }
};

/// A lane, and where and how large it is painted.
struct PaintedLane {
  const SampleLevels& levels;
  QRectF place;  ///< the window's left edge is its left one
  LaneScale scale;
  TimeWindow window;
};

/// Paints the part of a lane between two x: a curve through the samples where there is room for
/// each, else what lies between the least and the greatest of each column of pixels. Gaps are left
/// out and hatched, and so is what is not summed up yet, in another way.
ReadCount paintLane(QPainter& painter, const PaintedLane& lane, double left, double right,
                    const QPalette& palette);

}  // namespace espy::desktop
