// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRect>

class QWidget;

namespace espy::desktop {

/// Interface to the picture that the game is played on.
class FindStage {
 public:
  virtual ~FindStage() = default;

  /// Parent of the game's widgets, whose mouse events it filters.
  virtual QWidget& widget() = 0;
  /// Converts pixels of the picture to coordinates of the widget.
  virtual QRectF placeOf(const QRect& pixels) const = 0;
  /// The view: the picture's point in the centre, and widget pixels per picture pixel.
  virtual QPointF centre() const = 0;
  virtual double zoom() const = 0;
  virtual void centreOn(QPointF centre, double zoom) = 0;
};

class Canvas;

/// The window's canvas as a stage.
class CanvasStage : public FindStage {
 public:
  explicit CanvasStage(Canvas& canvas) : canvas_(canvas) {}

  QWidget& widget() override;
  QRectF placeOf(const QRect& pixels) const override;
  QPointF centre() const override;
  double zoom() const override;
  void centreOn(QPointF centre, double zoom) override;

 private:
  Canvas& canvas_;
};

}  // namespace espy::desktop
