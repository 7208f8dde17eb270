// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_veil.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace espy::desktop {
namespace {

constexpr double kDarkest = 0.72;
constexpr double kLeastRadius = 26;
constexpr double kLine = 3;

}  // namespace

FindVeil::FindVeil(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
}

void FindVeil::setDepth(double depth) {
  depth_ = depth;
  update();
}

void FindVeil::setPlace(const QRectF& place) {
  place_ = place;
  update();
}

QRectF FindVeil::light() const {
  const double radius = std::max(kLeastRadius, std::max(place_.width(), place_.height()) * 1.1);
  QRectF light(0, 0, 2 * radius, 2 * radius);
  light.moveCenter(place_.center());
  return light;
}

void FindVeil::paintEvent(QPaintEvent* /*event*/) {
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
