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

/// Ties the game of finding the traveller to the workbench: the crowd becomes the scene, and when
/// it is Espy's turn he becomes the needle.
class TravellerLink : public QObject {
  Q_OBJECT

 public:
  TravellerLink(Workbench& bench, Canvas& canvas, const Actions& actions,
                QObject* parent = nullptr);

  /// Draws the crowd, and asks.
  void begin();
  void setCrowdSize(QSize size) { size_ = size; }
  FindGame& game() { return game_; }

 signals:
  void failed(const QString& sentence);

 private:
  void ask(DrawnCrowd crowd);
  void search();
  void tell();

  Workbench& bench_;
  Canvas& canvas_;
  const Actions& actions_;
  QSize size_ = kLargeCrowd;
  DrawnCrowd crowd_;
  int turn_ = 0;  ///< who knows where he is gets another crowd
  FindGame game_;
  Job drawing_;
};

}  // namespace espy::desktop
