// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCursor>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPointF>
#include <optional>

namespace espy::desktop {

class Canvas;

/// Handles mouse and keys on the canvas; one tool is active at a time. The canvas itself handles
/// zooming by wheel and panning with the middle button or the space bar. Handlers return whether
/// they accepted the event.
class Tool {
 public:
  /// A press and a release closer than this, in widget coordinates, are a click.
  static constexpr double kDragDistance = 3;

  explicit Tool(Canvas& canvas) : canvas_(canvas) {}
  virtual ~Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  /// For the last pointer position.
  virtual QCursor cursor() const { return Qt::ArrowCursor; }
  /// Paints over picture and marks, in widget coordinates.
  virtual void paint(QPainter& /*painter*/) {}
  virtual bool press(QMouseEvent& /*event*/) { return false; }
  virtual bool move(QMouseEvent& /*event*/) { return false; }
  virtual bool release(QMouseEvent& /*event*/) { return false; }
  virtual bool wheel(QWheelEvent& /*event*/) { return false; }
  /// Whether a drag beyond the edge scrolls the picture.
  virtual bool scrolls() const { return false; }
  virtual bool key(QKeyEvent& /*event*/) { return false; }

 protected:
  Canvas& canvas() const { return canvas_; }

 private:
  Canvas& canvas_;
};

/// Pans the picture and clicks on marks.
class HandTool : public Tool {
 public:
  using Tool::Tool;

  QCursor cursor() const override;
  bool press(QMouseEvent& event) override;
  bool move(QMouseEvent& event) override;
  bool release(QMouseEvent& event) override;

 private:
  std::optional<QPointF> last_;  ///< last pointer position while the button is down
  QPointF pressed_;
  bool moved_ = false;
};

}  // namespace espy::desktop
