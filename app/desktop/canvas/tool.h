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

/// What mouse and keys do on the canvas: one of these is at work at a time. The wheel, panning with
/// the middle button or the space bar, and zooming belong to the canvas in every tool. Handlers
/// return whether they took the event.
class Tool {
 public:
  /// A press and a release nearer than this, in the widget's coordinates, are a click.
  static constexpr double kDragDistance = 3;

  explicit Tool(Canvas& canvas) : canvas_(canvas) {}
  virtual ~Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  /// Where the pointer last was seen.
  virtual QCursor cursor() const { return Qt::ArrowCursor; }
  /// Paints over picture and marks, in widget coordinates.
  virtual void paint(QPainter& /*painter*/) {}
  virtual bool press(QMouseEvent& /*event*/) { return false; }
  virtual bool move(QMouseEvent& /*event*/) { return false; }
  virtual bool release(QMouseEvent& /*event*/) { return false; }
  virtual bool wheel(QWheelEvent& /*event*/) { return false; }
  /// Does a drag beyond the edge move the picture on?
  virtual bool scrolls() const { return false; }
  virtual bool key(QKeyEvent& /*event*/) { return false; }

 protected:
  Canvas& canvas() const { return canvas_; }

 private:
  Canvas& canvas_;
};

/// Moves the picture, and clicks on marks.
class HandTool : public Tool {
 public:
  using Tool::Tool;

  QCursor cursor() const override;
  bool press(QMouseEvent& event) override;
  bool move(QMouseEvent& event) override;
  bool release(QMouseEvent& event) override;

 private:
  std::optional<QPointF> last_;  ///< where the pointer was, while the button is down
  QPointF pressed_;
  bool moved_ = false;
};

}  // namespace espy::desktop
