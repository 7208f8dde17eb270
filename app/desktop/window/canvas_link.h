// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace espy::desktop {

class Canvas;
class NoticeBar;
class ResultsView;
class Workbench;

/// Ties the canvas to the workbench and to the table of matches: what is found is drawn, what is
/// dragged becomes a needle, what is selected on one side is selected on the other, and where
/// nothing is found the notice says so and what else there is.
class CanvasLink : public QObject {
  Q_OBJECT

 public:
  CanvasLink(Workbench& bench, Canvas& canvas, ResultsView& results, NoticeBar& notice);

 private:
  void showScene();
  void showCut();
  void showMarks();
  void showSelected();
  void showOutcome();
  void offerBest();
  void offerSimilar(const QString& sentence);
  bool onlyTheCutIsIdentical() const;
  void sayLeftOut();
  QString invitation() const;

  Workbench& bench_;
  Canvas& canvas_;
  ResultsView& results_;
  NoticeBar& notice_;
};

}  // namespace espy::desktop
