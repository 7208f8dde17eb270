// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>

#include "demo/find_stage.h"

class QImage;

namespace espy::desktop {

class FindFlight;
class FindPanel;
class FindVeil;

/// "Can you find him?": lies over a picture, holds the stopwatch, and in the end dims all else and
/// flies in. Whoever gives it a stage searches for it, when it says `wanted`. At night it has no
/// stopwatch, and says what to do instead.
class FindGame : public QObject {
  Q_OBJECT

 public:
  enum class State { idle, preparing, asking, guiding, waiting, told };

  explicit FindGame(std::unique_ptr<FindStage> stage, QObject* parent = nullptr);
  ~FindGame() override;

  State state() const { return state_; }
  /// The crowd is being drawn.
  void prepare(const QString& sentence);
  /// From now on the stopwatch runs.
  void ask(const QImage& traveller, const QRect& place, const QString& hint);
  /// What Espy found, and how long it took.
  void tell(const QRect& place, double milliseconds);
  /// What to do in the picture, and who is looked for; `enough` is known to learn from.
  void guide(const QImage& who, const QString& sentence, const QString& detail, bool enough);
  /// Something takes its time.
  void wait(const QString& sentence);
  /// He is found, and this is said of it.
  void conclude(const QRect& place, const QString& sentence, const QString& detail);
  /// Away with everything.
  void stop();
  /// Zoom or place of the picture changed.
  void follow();
  /// The picture does not fly: it is there.
  void setReducedMotion(bool reduced);
  bool reducedMotion() const;

  FindPanel& panel() { return *panel_; }
  FindVeil& veil() { return *veil_; }

 signals:
  void wanted();  ///< somebody found him or gave up: it is Espy's turn
  void againWanted();
  void raceWanted();
  void nightWanted();
  void clicksWanted();    ///< Espy is to click
  void learningWanted();  ///< from what was clicked
  void ended();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void give();
  void flyTo(const QRect& place);
  void tick();

  std::unique_ptr<FindStage> stage_;
  FindVeil* veil_;
  FindPanel* panel_;
  FindFlight* flight_;
  State state_ = State::idle;
  bool foundByHand_ = false;
  QRect place_;
  QElapsedTimer watch_;
  double seconds_ = 0;  ///< that the stopwatch showed in the end
  QTimer tick_;
};

/// "41" or "0.0004": as many digits as a time needs to be read.
QString secondsText(double seconds);

}  // namespace espy::desktop
