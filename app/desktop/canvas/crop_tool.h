// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRect>
#include <array>
#include <optional>

#include "canvas/tool.h"

namespace espy::desktop {

/// Draws a rectangle, and resizes and moves it.
class CropTool : public Tool {
 public:
  static constexpr double kHandle = 12;  ///< side of a handle, in the widget's coordinates

  using Tool::Tool;

  QCursor cursor() const override;
  void paint(QPainter& painter) override;
  bool press(QMouseEvent& event) override;
  bool move(QMouseEvent& event) override;
  bool release(QMouseEvent& event) override;
  bool key(QKeyEvent& event) override;
  bool scrolls() const override { return dragged_; }

 private:
  /// What is dragged: sides of the rectangle, all of them to move it, or a new rectangle.
  enum Part : unsigned {
    kNone = 0,
    kLeft = 1,
    kRight = 2,
    kTop = 4,
    kBottom = 8,
    kAll = 15,
    kNew = 16
  };
  struct Handle {
    unsigned sides;
    QRectF box;
  };

  std::array<Handle, 8> handles(const QRect& selection) const;
  unsigned partAt(QPointF place) const;
  QRect dragged(QPointF place, bool square) const;
  void drag(QPointF place, bool square);
  bool nudge(QPoint by, bool resize);
  void paintSize(QPainter& painter, const QRect& selection) const;

  unsigned part_ = kNone;   ///< being dragged, or kNone
  unsigned under_ = kNone;  ///< the pointer
  bool dragged_ = false;    ///< the pointer went far enough
  QPointF pressed_;         ///< in the widget
  QPointF from_;            ///< the same, in the picture
  std::optional<QRect> before_;
};

}  // namespace espy::desktop
