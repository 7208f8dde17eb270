// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRect>
#include <array>
#include <optional>

#include "canvas/tool.h"

namespace espy::desktop {

/// Draws, resizes and moves the crop rectangle.
class CropTool : public Tool {
 public:
  static constexpr double kHandle = 12;  ///< side of a handle, in widget coordinates

  using Tool::Tool;

  QCursor cursor() const override;
  void paint(QPainter& painter) override;
  bool press(QMouseEvent& event) override;
  bool move(QMouseEvent& event) override;
  bool release(QMouseEvent& event) override;
  bool key(QKeyEvent& event) override;
  bool scrolls() const override { return dragged_; }

 private:
  /// What is dragged: a set of sides, all of them (a move), or a new rectangle.
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
  unsigned under_ = kNone;  ///< part under the pointer
  bool dragged_ = false;    ///< the pointer moved beyond kDragDistance
  QPointF pressed_;         ///< in widget coordinates
  QPointF from_;            ///< the same point in the picture
  std::optional<QRect> before_;
};

}  // namespace espy::desktop
