// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QVariantAnimation>
#include <memory>

#include "demo/find_stage.h"

class QImage;

namespace espy::desktop {

class FindPanel;
class FindVeil;

/// "Can you find him?": lies over a picture, holds the stopwatch, and in the end dims all else and
/// flies in. Whoever gives it a stage searches for it, when it says `wanted`.
class FindGame : public QObject {
  Q_OBJECT

 public:
  enum class State { idle, preparing, asking, waiting, told };

  explicit FindGame(std::unique_ptr<FindStage> stage, QObject* parent = nullptr);
  ~FindGame() override;

  State state() const { return state_; }
  /// The crowd is being drawn.
  void prepare(const QString& sentence);
  /// From now on the stopwatch runs.
  void ask(const QImage& traveller, const QRect& place, const QString& hint);
  /// What Espy found, and how long it took.
  void tell(const QRect& place, double milliseconds);
  /// Away with everything.
  void stop();
  /// Zoom or place of the picture changed.
  void follow();
  /// The picture does not fly: it is there.
  void setReducedMotion(bool reduced) { reduced_ = reduced; }

  FindPanel& panel() { return *panel_; }
  FindVeil& veil() { return *veil_; }

 signals:
  void wanted();  ///< somebody found him or gave up: it is Espy's turn
  void againWanted();
  void raceWanted();
  void ended();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void give();
  void fly(double part);
  void tick();

  std::unique_ptr<FindStage> stage_;
  FindVeil* veil_;
  FindPanel* panel_;
  State state_ = State::idle;
  bool reduced_ = false;
  bool foundByHand_ = false;
  QRect place_;
  QElapsedTimer watch_;
  double seconds_ = 0;  ///< that the stopwatch showed in the end
  QTimer tick_;
  QVariantAnimation flight_;
  QPointF fromCentre_;
  double fromZoom_ = 1;
  double toZoom_ = 1;
};

/// "41" or "0.0004": as many digits as a time needs to be read.
QString secondsText(double seconds);

}  // namespace espy::desktop
