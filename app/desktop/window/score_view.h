// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "search/score_mapper.h"

namespace espy::desktop {

class Canvas;
class Workbench;

/// View > Score map: while it is on, the canvas shows the scores of the needle that is cut out, or
/// else of the first one that is on. They are computed beside everything else, after each search.
class ScoreView : public QObject {
  Q_OBJECT

 public:
  ScoreView(Workbench& bench, Canvas& canvas, QObject* parent = nullptr);

  void setWanted(bool wanted);
  bool isWanted() const { return wanted_; }
  const ScoreMapper& mapper() const { return mapper_; }

 signals:
  void failed(const QString& sentence);

 private:
  void update();

  Workbench& bench_;
  Canvas& canvas_;
  ScoreMapper mapper_;
  bool wanted_ = false;
};

}  // namespace espy::desktop
