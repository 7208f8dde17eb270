// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

#include "window/actions.h"

namespace espy::desktop {

class Workbench;

/// The line at the picture's upper edge: what is being read, how the search stands, and the one
/// button that starts and cancels it.
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
  /// After a while of which nothing is known: something moves.
  void showBusy();

  Workbench& bench_;
  const Actions& actions_;
  QString text_;  ///< whole, also where there is no room for it
  QLabel* outcome_;
  QProgressBar* progress_;
  QLabel* left_;
  QToolButton* start_;
  QTimer patience_;
};

}  // namespace espy::desktop
