// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QVariantAnimation>
#include <QWidget>

namespace espy::desktop {

class Canvas;

/// Overlay of a canvas that dims everything but one place of the picture and zooms to it.
/// Transparent for the mouse.
class Spotlight : public QWidget {
  Q_OBJECT

 public:
  enum class Ending { stays, fades };

  explicit Spotlight(Canvas& canvas);

  /// Without motion the view jumps to the target.
  void setReduced(bool reduced) { reduced_ = reduced; }
  bool reduced() const { return reduced_; }
  /// Dims the picture and flies to `place`, in pixels of the picture. Then it stays until stop(),
  /// or fades by itself and is faster.
  void begin(const QRect& place, Ending ending);
  bool flying() const { return flight_.state() == QAbstractAnimation::Running; }
  /// Stops and hides; the view stays where it is.
  void stop();
  /// Opacity of the dark part, from 0 (none) to 1 (darkest).
  double depth() const { return depth_; }
  /// Bounding rectangle of the undimmed ellipse, in this widget's coordinates. Its minimum size
  /// keeps small targets visible.
  QRectF light() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void fly(double part);
  void setDepth(double depth);

  Canvas& canvas_;
  bool reduced_ = false;
  Ending ending_ = Ending::stays;
  QRect place_;
  double depth_ = 0;
  QVariantAnimation flight_;
  QVariantAnimation fading_;
  QPointF fromCentre_;
  double fromZoom_ = 1;
  double toZoom_ = 1;
};

}  // namespace espy::desktop
