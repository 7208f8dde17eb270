// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_flight.h"

#include <QWidget>
#include <algorithm>
#include <cmath>

#include "demo/find_stage.h"
#include "demo/find_veil.h"

namespace espy::desktop {
namespace {

constexpr int kFlight = 2400;  ///< milliseconds
/// Final size of the target as a fraction of the picture's shorter side.
constexpr double kPart = 1.0 / 7;

}  // namespace

FindFlight::FindFlight(FindStage& stage, FindVeil& veil, QObject* parent)
    : QObject(parent), stage_(stage), veil_(veil) {
  flight_.setStartValue(0.0);
  flight_.setEndValue(1.0);
  flight_.setDuration(kFlight);
  flight_.setEasingCurve(QEasingCurve::InOutCubic);
  connect(&flight_, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& part) { fly(part.toDouble()); });
}

void FindFlight::begin(const QRect& place) {
  place_ = place;
  QWidget& widget = stage_.widget();
  veil_.setGeometry(widget.rect());
  veil_.setDepth(0);
  veil_.show();
  veil_.raise();
  fromCentre_ = stage_.centre();
  fromZoom_ = stage_.zoom();
  const double side = std::max({place.width(), place.height(), 1});
  toZoom_ = std::max(1.0, std::min(widget.width(), widget.height()) * kPart / side);
  if (reduced_) {
    fly(1);
  } else {
    flight_.start();
  }
}

void FindFlight::fly(double part) {
  // Dims first while the zoom starts. Zoom is interpolated geometrically for an even speed, and the
  // target moves to the centre on a straight line.
  constexpr double kDark = 0.35;
  veil_.setDepth(std::min(1.0, part / kDark));
  const double zoom = fromZoom_ * std::pow(toZoom_ / fromZoom_, part);
  const QPointF goal = QRectF(place_).center();
  const double span = 1 / fromZoom_ - 1 / toZoom_;
  const double left = std::abs(span) > 1e-9 ? (1 / zoom - 1 / toZoom_) / span : 1 - part;
  stage_.centreOn(goal + (fromCentre_ - goal) * left, zoom);
  follow();
}

void FindFlight::follow() {
  veil_.setPlace(stage_.placeOf(place_));
}

void FindFlight::stop() {
  flight_.stop();
  veil_.hide();
}

}  // namespace espy::desktop
