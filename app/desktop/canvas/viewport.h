// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace espy::desktop {

/// Which part of a picture a widget shows: a zoom (widget pixels for one of the picture) and the
/// picture's point in the middle of the widget, in doubles, so that pictures may have any size.
class Viewport {
 public:
  static constexpr double kMostZoom = 64;

  void setPicture(QSizeF size);
  void setWidget(QSizeF size);

  double zoom() const { return zoom_; }
  QPointF centre() const { return centre_; }
  QPointF toWidget(QPointF picture) const;
  QPointF toPicture(QPointF widget) const;
  QRectF toWidget(const QRectF& picture) const;
  /// The part of the picture that can be seen.
  QRectF visible() const;

  /// Zooms so that the picture's point under this place of the widget stays there.
  void zoomAt(QPointF widget, double factor);
  void setZoom(double zoom) { zoomAt({widget_.width() / 2, widget_.height() / 2}, zoom / zoom_); }
  /// Moves the picture by so much of the widget, as a hand does.
  void moveBy(QPointF widget);
  void centreOn(QPointF picture);
  /// Shows the whole picture, never larger than 1:1 ... unless it is tiny.
  void fit();
  bool isFit() const { return fit_; }

 private:
  double fitZoom() const;
  double leastZoom() const;
  void stayInRange();
  /// The middle of the widget never leaves the picture.
  void keepInside();

  QSizeF picture_{0, 0};
  QSizeF widget_{0, 0};
  QPointF centre_;
  double zoom_ = 1;
  bool fit_ = true;  ///< stays fit when the widget changes its size
};

}  // namespace espy::desktop
