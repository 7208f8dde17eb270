// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/spotlight.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "canvas/canvas.h"

namespace espy::desktop {
namespace {

constexpr double kDarkest = 0.72;
constexpr double kLeastLight = 26;
constexpr double kLine = 3;
// In milliseconds.
constexpr int kFlight = 2400;
constexpr int kShortFlight = 900;
constexpr int kFading = 1200;
/// Fading begins at this depth; above 1 the light stays for a while.
constexpr double kFadeFrom = 3;
/// Final size of the target as a fraction of the picture's shorter side.
constexpr double kPart = 1.0 / 7;

}  // namespace

Spotlight::Spotlight(Canvas& canvas) : QWidget(&canvas), canvas_(canvas) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  lower();  // notices stay readable
  hide();
  flight_.setStartValue(0.0);
  flight_.setEndValue(1.0);
  flight_.setEasingCurve(QEasingCurve::InOutCubic);
  fading_.setStartValue(kFadeFrom);
  fading_.setEndValue(0.0);
  fading_.setDuration(kFading);
  canvas.installEventFilter(this);
  connect(&flight_, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& part) { fly(part.toDouble()); });
  connect(&flight_, &QVariantAnimation::finished, this, [this] {
    if (ending_ == Ending::fades) fading_.start();
  });
  connect(&fading_, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& depth) { setDepth(std::min(1.0, depth.toDouble())); });
  connect(&fading_, &QVariantAnimation::finished, this, &QWidget::hide);
  connect(&canvas, &Canvas::viewChanged, this, qOverload<>(&QWidget::update));
}

void Spotlight::begin(const QRect& place, Ending ending) {
  stop();
  place_ = place;
  ending_ = ending;
  setGeometry(canvas_.rect());
  setDepth(0);
  show();
  fromCentre_ = canvas_.viewport().centre();
  fromZoom_ = canvas_.viewport().zoom();
  const double side = std::max({place.width(), place.height(), 1});
  toZoom_ = std::max(1.0, std::min(canvas_.width(), canvas_.height()) * kPart / side);
  if (reduced_) return fly(1);
  flight_.setDuration(ending == Ending::stays ? kFlight : kShortFlight);
  flight_.start();
}

void Spotlight::fly(double part) {
  // Dims first while the zoom starts. Zoom is interpolated geometrically for an even speed, and the
  // target moves on a straight line: to the centre or, if the light fades and the view remains, as
  // far as the picture fills the view.
  constexpr double kDark = 0.35;
  setDepth(std::min(1.0, part / kDark));
  const double zoom = fromZoom_ * std::pow(toZoom_ / fromZoom_, part);
  const QPointF target = QRectF(place_).center();
  const QPointF goal =
      ending_ == Ending::stays ? target : canvas_.viewport().fullCentre(target, toZoom_);
  const double span = 1 / fromZoom_ - 1 / toZoom_;
  const double left = std::abs(span) > 1e-9 ? (1 / zoom - 1 / toZoom_) / span : 1 - part;
  canvas_.zoomBy(zoom / canvas_.viewport().zoom());
  const QPointF centre = goal + (fromCentre_ - goal) * left;
  canvas_.moveView((canvas_.viewport().centre() - centre) * canvas_.viewport().zoom());
}

void Spotlight::stop() {
  flight_.stop();
  fading_.stop();
  hide();
}

void Spotlight::setDepth(double depth) {
  depth_ = depth;
  update();
}

QRectF Spotlight::light() const {
  const QRectF place = canvas_.viewport().toWidget(QRectF(place_));
  const double radius = std::max(kLeastLight, std::max(place.width(), place.height()) * 1.1);
  QRectF light(0, 0, 2 * radius, 2 * radius);
  light.moveCenter(place.center());
  return light;
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(canvas_.rect());
  return QWidget::eventFilter(watched, event);
}

void Spotlight::paintEvent(QPaintEvent* /*event*/) {
  if (depth_ <= 0) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath dark;
  dark.addRect(rect());
  dark.addEllipse(light());  // a hole by the odd-even fill rule
  QColor night(Qt::black);
  night.setAlphaF(static_cast<float>(kDarkest * depth_));
  painter.fillPath(dark, night);
  // Black and white: visible on any picture.
  painter.setOpacity(depth_);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(Qt::black, kLine + 2));
  painter.drawEllipse(light());
  painter.setPen(QPen(Qt::white, kLine));
  painter.drawEllipse(light());
}

}  // namespace espy::desktop
