// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QObject>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

namespace espy::desktop {

class Actions;
class Canvas;
class Workbench;

/// The line below: what is under the pointer, the zoom, how the search stands, and the one button
/// that starts and cancels it.
class StatusLine : public QObject {
  Q_OBJECT

 public:
  StatusLine(QStatusBar& bar, Workbench& bench, Canvas& canvas, const Actions& actions);

 private:
  void probe(const QPoint& pixel);
  void showZoom();
  void showSearch();
  void showProgress(double part, double secondsLeft);

  Workbench& bench_;
  Canvas& canvas_;
  const Actions& actions_;
  QLabel* pixel_;
  QLabel* zoom_;
  QLabel* outcome_;
  QProgressBar* progress_;
  QToolButton* start_;
};

}  // namespace espy::desktop
