// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointF>
#include <QRect>
#include <QVariantAnimation>

namespace espy::desktop {

class FindStage;
class FindVeil;

/// Animation that dims everything but a target and then zooms to it.
class FindFlight : public QObject {
  Q_OBJECT

 public:
  FindFlight(FindStage& stage, FindVeil& veil, QObject* parent = nullptr);

  /// Without motion the view jumps to the target.
  void setReduced(bool reduced) { reduced_ = reduced; }
  bool reduced() const { return reduced_; }
  void begin(const QRect& place);
  bool flying() const { return flight_.state() == QAbstractAnimation::Running; }
  /// Call when the zoom or the scroll position changed.
  void follow();
  /// Stops and removes the dimming.
  void stop();

 private:
  void fly(double part);

  FindStage& stage_;
  FindVeil& veil_;
  bool reduced_ = false;
  QRect place_;
  QVariantAnimation flight_;
  QPointF fromCentre_;
  double fromZoom_ = 1;
  double toZoom_ = 1;
};

}  // namespace espy::desktop
