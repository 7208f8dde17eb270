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

/// Colours of lanes and their overlays, readable on the palette's background.
QColor curveColour(const QPalette& palette);
QColor motifColour(const QPalette& palette);
QColor foundColour(const QPalette& palette);

/// Values at a lane's lower and upper edge.
struct LaneScale {
  double low = 0;
  double high = 1;

  /// Covers this range with a margin; never empty, also for constant signals.
  static LaneScale of(const SampleRange& range);
  double yOf(double value, const QRectF& lane) const {
    return lane.bottom() - (value - low) / (high - low) * lane.height();
  }
};

/// A lane and its geometry.
struct PaintedLane {
  const SampleLevels& levels;
  QRectF place;  ///< its left edge is that of `window`
  LaneScale scale;
  TimeWindow window;
};

/// Paints a lane between two x positions: a curve if samples are at least a few pixels wide, else
/// the minimum-maximum band of each pixel column. Gaps and parts without levels yet are hatched, in
/// different styles.
ReadCount paintLane(QPainter& painter, const PaintedLane& lane, double left, double right,
                    const QPalette& palette);

}  // namespace espy::desktop
