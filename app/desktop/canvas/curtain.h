// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace espy::desktop {

/// Vertical line over the canvas: left of it is the picture, right of it the preview. It is
/// dragged, or moved by the arrow keys.
class Curtain : public QWidget {
  Q_OBJECT

 public:
  explicit Curtain(QWidget& canvas);

  /// Position in pixels of the canvas.
  int line() const;
  /// As part of the canvas's width, 0 to 1.
  double part() const { return part_; }
  void setPart(double part);
  /// Call when the size of the canvas changed.
  void place();

 signals:
  void moved();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double part_ = 0.5;
};

}  // namespace espy::desktop
