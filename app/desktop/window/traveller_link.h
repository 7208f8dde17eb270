// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "demo/drawn_crowd.h"
#include "demo/find_game.h"
#include "model/job.h"

namespace espy::desktop {

class Actions;
class Canvas;
class Workbench;

/// "Find the traveller" game: the crowd becomes the scene and, at Espy's turn, the traveller
/// becomes the needle.
class TravellerLink : public QObject {
  Q_OBJECT

 public:
  TravellerLink(Workbench& bench, Canvas& canvas, const Actions& actions,
                QObject* parent = nullptr);

  /// Draws the crowd and starts the game.
  void begin();
  void setCrowdSize(QSize size) { size_ = size; }
  FindGame& game() { return game_; }

 signals:
  void failed(const QString& sentence);

 private:
  void ask(DrawnCrowd crowd);
  void search();
  void reveal();

  Workbench& bench_;
  Canvas& canvas_;
  const Actions& actions_;
  QSize size_ = kLargeCrowd;
  DrawnCrowd crowd_;
  int turn_ = 0;  ///< varies the crowd from game to game
  FindGame game_;
  Job drawing_;
};

}  // namespace espy::desktop
