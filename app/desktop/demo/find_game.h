// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QRect>
#include <QTimer>

class QImage;

namespace espy::desktop {

class Canvas;
class FindPanel;
class Spotlight;

/// Game "Can you find him?" over a picture: a stopwatch runs until the user finds him or gives up.
/// Then it emits `wanted`; the caller searches and calls reveal(), which dims everything but the
/// match and zooms in. The night game has instructions instead of a stopwatch.
class FindGame : public QObject {
  Q_OBJECT

 public:
  enum class State { idle, preparing, asking, guiding, waiting, revealed };

  explicit FindGame(Canvas& canvas, QObject* parent = nullptr);

  State state() const { return state_; }
  /// Shows that the crowd is being generated.
  void prepare(const QString& sentence);
  /// Starts the stopwatch.
  void ask(const QImage& traveller, const QRect& place, const QString& hint);
  /// Shows the match of the search, and its time.
  void reveal(const QRect& place, double milliseconds);
  /// Shows instructions and the needle; `enough`: there are enough clicks to learn from.
  void guide(const QImage& who, const QString& sentence, const QString& detail, bool enough);
  /// Shows that work is in progress.
  void wait(const QString& sentence);
  /// Zooms to the traveller and shows a conclusion.
  void conclude(const QRect& place, const QString& sentence, const QString& detail);
  /// Ends the game and removes its widgets.
  void stop();
  /// Without motion the view jumps to the target.
  void setReducedMotion(bool reduced);
  bool reducedMotion() const;

  FindPanel& panel() { return *panel_; }
  Spotlight& spotlight() { return *spotlight_; }

 signals:
  void wanted();  ///< found by hand or given up: run the search
  void ended();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void give();
  void flyTo(const QRect& place);
  void tick();

  Canvas& canvas_;
  Spotlight* spotlight_;
  FindPanel* panel_;
  State state_ = State::idle;
  bool foundByHand_ = false;
  QRect place_;
  QElapsedTimer watch_;
  double seconds_ = 0;  ///< final reading of the stopwatch
  QTimer tick_;
};

/// Seconds with as many decimals as their magnitude needs: "41", "2.5" or "0.0004".
QString secondsText(double seconds);

}  // namespace espy::desktop
