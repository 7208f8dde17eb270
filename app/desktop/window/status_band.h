// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>

#include "window/actions.h"

namespace espy::desktop {

class Canvas;
class Workbench;

/// Line above the picture: loading, search progress and time, a chip that shows the passes, and the
/// button that starts and cancels the search.
class StatusBand : public QFrame {
  Q_OBJECT

 public:
  StatusBand(Workbench& bench, const Actions& actions, QWidget* parent = nullptr);

  const QString& text() const { return text_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showNow();
  void showOutcome();
  void elide();
  void showProgress(double part, double secondsLeft);
  /// Shows an indeterminate progress bar after a delay without progress.
  void showBusy();

  Workbench& bench_;
  const Actions& actions_;
  QString text_;  ///< before eliding
  QLabel* outcome_;
  QProgressBar* progress_;
  QLabel* left_;
  QToolButton* passes_;
  QToolButton* start_;
  QTimer patience_;
};

/// Status bar contents: the pixel under the pointer and the zoom.
class StatusLine : public QObject {
  Q_OBJECT

 public:
  StatusLine(QStatusBar& bar, Workbench& bench, Canvas& canvas);

 private:
  void probe(const QPoint& pixel);
  void showZoom();

  Workbench& bench_;
  Canvas& canvas_;
  QLabel* pixel_;
  QLabel* zoom_;
};

}  // namespace espy::desktop
