// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/pulse.h"

#include <algorithm>

namespace espy::desktop {
namespace {

// In widget pixels.
constexpr double kLeast = 24;   // minimum side of the first frame
constexpr double kSpread = 36;  // growth
constexpr double kWidth = 6;
constexpr double kFar = 4096;  // QPainter fails further away

}  // namespace

Pulse::Pulse(QObject* parent) : QVariantAnimation(parent) {
  setStartValue(0.0);
  setEndValue(1.0);
  setDuration(kMilliseconds);
  setEasingCurve(QEasingCurve::OutCubic);
}

void Pulse::start(const QRect& place) {
  stop();
  place_ = place;
  QVariantAnimation::start();
}

void Pulse::paint(QPainter& painter, const DeviceMap& map) const {
  if (state() != Running) return;
  const double part = currentValue().toDouble();
  QRectF box = map.toWidget(place_);
  const double wider = std::max(0.0, kLeast - box.width()) / 2 + 4 + kSpread * part;
  const double higher = std::max(0.0, kLeast - box.height()) / 2 + 4 + kSpread * part;
  box = box.adjusted(-wider, -higher, wider, higher) &
        QRectF(-kFar, -kFar, map.width / map.ratio + 2 * kFar, map.height / map.ratio + 2 * kFar);
  painter.setBrush(Qt::NoBrush);
  // Dark around light is visible on any picture.
  const double alpha = 1 - part;
  painter.setPen(QPen(QColor::fromRgbF(0, 0, 0, static_cast<float>(alpha)), kWidth));
  painter.drawRoundedRect(box, 8, 8);
  painter.setPen(QPen(QColor::fromRgbF(1, 1, 1, static_cast<float>(alpha)), kWidth / 2));
  painter.drawRoundedRect(box, 8, 8);
}

}  // namespace espy::desktop
