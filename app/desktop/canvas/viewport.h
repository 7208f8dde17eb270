// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace espy::desktop {

/// The visible part of a picture: zoom (widget pixels per picture pixel) and the picture point in
/// the widget's centre, in doubles, so that pictures may have any size.
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
  /// The visible part of the picture.
  QRectF visible() const;

  /// Zooms; the picture point under `widget` stays there.
  void zoomAt(QPointF widget, double factor);
  void setZoom(double zoom) { zoomAt({widget_.width() / 2, widget_.height() / 2}, zoom / zoom_); }
  /// Pans by an offset in widget coordinates.
  void moveBy(QPointF widget);
  void centreOn(QPointF picture);
  /// The centre closest to a point of the picture with which no more than necessary beyond the
  /// picture is visible at this zoom.
  QPointF fullCentre(QPointF picture, double zoom) const;
  /// Shows the whole picture, at most at 1:1 except for tiny pictures.
  void fit();
  bool isFit() const { return fit_; }

 private:
  double fitZoom() const;
  double leastZoom() const;
  void stayInRange();
  /// Clamps the centre to the picture.
  void keepInside();

  QSizeF picture_{0, 0};
  QSizeF widget_{0, 0};
  QPointF centre_;
  double zoom_ = 1;
  bool fit_ = true;  ///< fit again when the widget is resized
};

}  // namespace espy::desktop
