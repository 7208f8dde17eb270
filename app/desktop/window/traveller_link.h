// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "demo/crowd_maker.h"
#include "demo/find_game.h"

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
  void ask(const DrawnCrowd& crowd);
  void search();
  void tell();

  Workbench& bench_;
  Canvas& canvas_;
  const Actions& actions_;
  QSize size_ = CrowdMaker::kLarge;
  DrawnCrowd crowd_;
  int turn_ = 0;  ///< varies the crowd from game to game
  FindGame game_;
  CrowdMaker maker_;
};

}  // namespace espy::desktop
