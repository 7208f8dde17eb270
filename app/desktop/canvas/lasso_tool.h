// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QPolygon>
#include <QRect>

#include "canvas/marks.h"
#include "canvas/tool.h"

namespace espy::desktop {

/// Draws a polygon: freehand while the button is down, straight lines between clicks. A double
/// click, Enter or returning to the start closes it.
class LassoTool : public Tool {
 public:
  /// Distance from the start, in widget coordinates, within which the line is closed.
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
  /// The pixel corner nearest to a point.
  QPoint corner(QPointF place) const;
  QPointF onScreen(QPoint corner) const;
  void add(QPointF place);
  bool atStart(QPointF place) const;
  void close();
  void drop();

  QPolygon points_;
  QPointF last_;  ///< last added point, in widget coordinates
  QPointF pointer_;
  bool drawing_ = false;  ///< the button is down
  bool far_ = false;      ///< the line has left the start
};

/// The part of a picture inside a lasso.
struct LassoMask {
  QRect frame;     ///< bounding box in pixels
  PixelMask mask;  ///< grey, of the frame's size: 255 inside, 0 outside; null for an empty frame
};

/// Rasterises a polygon of pixel corners (see Canvas::lassoMade): a pixel is inside if its centre
/// is. Corner (0, 0) is the upper-left corner of pixel (0, 0).
LassoMask lassoMaskOf(const QPolygon& corners);

}  // namespace espy::desktop
