// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/viewport.h"

#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

/// Pictures with sides up to this length are enlarged to fit.
constexpr double kTinySide = 64;
constexpr double kMostTinyZoom = 16;

}  // namespace

void Viewport::setPicture(QSizeF size) {
  picture_ = size;
  stayInRange();
}

void Viewport::setWidget(QSizeF size) {
  widget_ = size;
  stayInRange();
}

void Viewport::stayInRange() {
  if (fit_) return fit();
  zoom_ = std::clamp(zoom_, leastZoom(), kMostZoom);
  keepInside();
}

QPointF Viewport::toWidget(QPointF picture) const {
  return (picture - centre_) * zoom_ + QPointF(widget_.width(), widget_.height()) / 2;
}

QPointF Viewport::toPicture(QPointF widget) const {
  return (widget - QPointF(widget_.width(), widget_.height()) / 2) / zoom_ + centre_;
}

QRectF Viewport::toWidget(const QRectF& picture) const {
  return {toWidget(picture.topLeft()), picture.size() * zoom_};
}

QRectF Viewport::visible() const {
  const QRectF seen(toPicture(QPointF(0, 0)), widget_ / zoom_);
  return seen.intersected(QRectF(QPointF(0, 0), picture_));
}

void Viewport::zoomAt(QPointF widget, double factor) {
  const QPointF kept = toPicture(widget);
  const double zoom = std::clamp(zoom_ * factor, leastZoom(), kMostZoom);
  if (zoom == zoom_) return;
  const bool out = zoom < zoom_;
  zoom_ = zoom;
  fit_ = false;
  centre_ = kept - (widget - QPointF(widget_.width(), widget_.height()) / 2) / zoom_;
  // A tiny picture fits enlarged, and can still be zoomed out to 1:1.
  if (out && zoom_ <= fitZoom() && fitZoom() <= 1) return fit();
  // When zooming out, a side that fits the widget is centred.
  if (out && picture_.width() * zoom_ <= widget_.width()) centre_.setX(picture_.width() / 2);
  if (out && picture_.height() * zoom_ <= widget_.height()) centre_.setY(picture_.height() / 2);
  keepInside();
}

void Viewport::moveBy(QPointF widget) {
  centreOn(centre_ - widget / zoom_);
}

void Viewport::centreOn(QPointF picture) {
  centre_ = picture;
  fit_ = false;
  keepInside();
}

QPointF Viewport::fullCentre(QPointF picture, double zoom) const {
  const auto within = [zoom](double at, double side, double widget) {
    const double half = std::min(side, widget / zoom) / 2;
    return std::clamp(at, half, side - half);
  };
  return {within(picture.x(), picture_.width(), widget_.width()),
          within(picture.y(), picture_.height(), widget_.height())};
}

void Viewport::fit() {
  fit_ = true;
  zoom_ = fitZoom();
  centre_ = QPointF(picture_.width(), picture_.height()) / 2;
}

double Viewport::fitZoom() const {
  if (picture_.isEmpty() || widget_.isEmpty()) return 1;
  const double whole =
      std::min(widget_.width() / picture_.width(), widget_.height() / picture_.height());
  if (whole <= 1) return whole;
  if (std::max(picture_.width(), picture_.height()) > kTinySide) return 1;
  return std::clamp(std::floor(whole * 0.75), 1.0, kMostTinyZoom);
}

double Viewport::leastZoom() const {
  return std::min(fitZoom(), 1.0);
}

void Viewport::keepInside() {
  centre_.setX(std::clamp(centre_.x(), 0.0, picture_.width()));
  centre_.setY(std::clamp(centre_.y(), 0.0, picture_.height()));
}

}  // namespace espy::desktop
