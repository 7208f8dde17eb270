// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <vector>

#include "demo/drawn_crowd.h"
#include "demo/find_game.h"
#include "model/job.h"

namespace espy::desktop {

class Actions;
class Canvas;
class ResultsView;
class Workbench;

/// "Find at night" game: many figures resemble the traveller; a few clicks mark false matches, and
/// a judge learns from them and from photographs of him. Uses the ordinary search and judge; the
/// game itself only knows which match must not be clicked.
class NightLink : public QObject {
  Q_OBJECT

 public:
  NightLink(Workbench& bench, Canvas& canvas, ResultsView& results, const Actions& actions,
            QObject* parent = nullptr);

  /// Draws the crowd and starts the game.
  void begin();
  FindGame& game() { return game_; }
  /// Whether false matches are being labelled, one after the other.
  bool clicking() const { return clicking_.isActive(); }

 signals:
  void failed(const QString& sentence);

 private:
  enum class Step { none, searching, marking, learning };

  void ask(DrawnCrowd crowd);
  void onResult();
  void onDesk();
  void guide();
  void click();
  void clickNext();
  void learn();
  void look();
  bool isTraveller(std::uint32_t match) const;
  /// The remaining matches without a verdict, except the traveller.
  std::vector<std::uint32_t> unmarkedFalseMatches() const;
  QString detail() const;

  Workbench& bench_;
  Canvas& canvas_;
  ResultsView& results_;
  const Actions& actions_;
  DrawnCrowd crowd_;
  Step step_ = Step::none;
  int rounds_ = 0;                     ///< number of completed learning steps
  std::vector<std::uint32_t> clicks_;  ///< clicks to simulate, last one first
  QTimer clicking_;
  FindGame game_;
  Job drawing_;
};

}  // namespace espy::desktop
