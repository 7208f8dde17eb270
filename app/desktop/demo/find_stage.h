// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRect>

class QWidget;

namespace espy::desktop {

/// What the game of finding needs of the picture that it is played on.
class FindStage {
 public:
  virtual ~FindStage() = default;

  /// What the game lies over, and whose clicks it hears.
  virtual QWidget& widget() = 0;
  /// Where pixels of the picture lie in the widget.
  virtual QRectF placeOf(const QRect& pixels) const = 0;
  /// What is looked at: the point of the picture in the middle, and pixels of the widget for one of
  /// the picture.
  virtual QPointF centre() const = 0;
  virtual double zoom() const = 0;
  virtual void lookAt(QPointF centre, double zoom) = 0;
};

class Canvas;

/// The window's canvas as such a stage.
class CanvasStage : public FindStage {
 public:
  explicit CanvasStage(Canvas& canvas) : canvas_(canvas) {}

  QWidget& widget() override;
  QRectF placeOf(const QRect& pixels) const override;
  QPointF centre() const override;
  double zoom() const override;
  void lookAt(QPointF centre, double zoom) override;

 private:
  Canvas& canvas_;
};

}  // namespace espy::desktop
