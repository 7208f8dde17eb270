// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QRect>
#include <QVariantAnimation>

#include "canvas/device_map.h"

namespace espy::desktop {

/// Animation of a ring that expands once, to draw attention to a rectangle of the picture.
class Pulse : public QVariantAnimation {
  Q_OBJECT

 public:
  static constexpr int kMilliseconds = 700;

  explicit Pulse(QObject* parent = nullptr);

  void start(const QRect& place);
  void paint(QPainter& painter, const DeviceMap& map) const;

 private:
  QRect place_;
};

}  // namespace espy::desktop
