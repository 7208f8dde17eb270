// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QPolygon>
#include <QRect>

#include "canvas/marks.h"
#include "canvas/tool.h"

namespace espy::desktop {

/// Draws a polygon: by hand while the button is down, by straight lines from click to click. A
/// double click, the Enter key or coming back to the start closes it.
class LassoTool : public Tool {
 public:
  /// So near the start, in the widget's coordinates, the line is closed.
  static constexpr double kNear = 8;

  using Tool::Tool;

  QCursor cursor() const override { return Qt::CrossCursor; }
  void paint(QPainter& painter) override;
  bool press(QMouseEvent& event) override;
  bool move(QMouseEvent& event) override;
  bool release(QMouseEvent& event) override;
  bool key(QKeyEvent& event) override;
  bool scrolls() const override { return drawing_; }

 private:
  /// The corner of pixels nearest to a place.
  QPoint corner(QPointF place) const;
  QPointF onScreen(QPoint corner) const;
  void add(QPointF place);
  bool atStart(QPointF place) const;
  void close();
  void drop();

  QPolygon points_;
  QPointF last_;  ///< where the last point was added, in the widget
  QPointF pointer_;
  bool drawing_ = false;  ///< the button is down
  bool far_ = false;      ///< the line has been well away from its start
};

/// What a lasso cuts out of a picture.
struct LassoCut {
  QRect frame;     ///< the smallest rectangle of pixels around it
  PixelMask mask;  ///< grey, of the frame's size: 255 inside, 0 outside; null for an empty frame
};

/// Of a polygon through corners of pixels, as Canvas::lassoMade tells it: a pixel is inside if its
/// middle is. Corner (0, 0) is the upper left one of pixel (0, 0).
LassoCut cutOf(const QPolygon& corners);

}  // namespace espy::desktop
