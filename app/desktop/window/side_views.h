// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "window/actions.h"

class QDockWidget;

namespace espy {
class Registry;
}

namespace espy::desktop {

class BatchView;
class Canvas;
class LabView;
class MainWindow;
class TimingView;
class Workbench;

/// The views beside the search: timing and batch in docks, lab and race in windows of their own.
/// Each is made when it is first asked for, so that the window opens at once.
class SideViews : public QObject {
  Q_OBJECT

 public:
  SideViews(MainWindow& window, const Registry& registry, Workbench& bench, const Actions& actions);

  TimingView& timing();
  BatchView& batch();
  LabView& lab();

  /// Shows or hides the dock of timing or batch, as its action is checked.
  void toggle(Do what);
  void showBatch(const QStringList& files);
  void showLab();
  void showRace();
  /// What is searched for, or how, has changed.
  void update();
  /// Writes what is to be remembered of them.
  void remember() const;

 private:
  void timingShown(bool shown);
  void batchShown(bool shown);

  MainWindow& window_;
  const Registry& registry_;
  Workbench& bench_;
  const Actions& actions_;
  QDockWidget* timingDock_;
  QDockWidget* batchDock_;
  TimingView* timing_ = nullptr;
  BatchView* batch_ = nullptr;
  LabView* lab_ = nullptr;
};

}  // namespace espy::desktop
