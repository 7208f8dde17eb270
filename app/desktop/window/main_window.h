// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <memory>

#include "window/actions.h"

namespace espy {
class Registry;
}

namespace espy::desktop {

class BatchView;
class Canvas;
class CanvasLink;
class Intake;
class LabView;
class NeedleExport;
class NoticeBar;
class OptionsPanel;
class ResultsView;
class SideViews;
class StatusLine;
class TimingView;
class TrayView;
class TravellerLink;
class Workbench;

/// The window: puts the views side by side and ties them to the workbench. What they do is in their
/// own folders.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const Registry& registry);
  ~MainWindow() override;

  Workbench& bench() { return *bench_; }
  Canvas& canvas() { return *canvas_; }
  Intake& intake() { return *intake_; }
  ResultsView& results() { return *results_; }
  NoticeBar& notice() { return *notice_; }
  const Actions& actions() const { return *actions_; }
  TimingView& timing();
  BatchView& batch();
  LabView& lab();

  QDockWidget* addDock(const QString& name, const QString& title, QWidget* widget,
                       Qt::DockWidgetArea area);

  /// The game of finding the traveller.
  TravellerLink& traveller() { return *traveller_; }
  /// Loads the crowd and the traveller, and searches.
  void findTheTraveller();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeCentre();
  void makeDocks();
  void makeMenus();
  void makeToolBar();
  void connectBench();
  void act(Do what);
  void actOnView(Do what);
  void updateActions();
  void fillRecent();
  void copyNeedle();
  void saveNeedle();
  void setPass(int pass);

  const Registry& registry_;
  Workbench* bench_;
  Actions* actions_;
  Canvas* canvas_ = nullptr;
  NoticeBar* notice_ = nullptr;
  ResultsView* results_ = nullptr;
  OptionsPanel* options_ = nullptr;
  SideViews* sides_ = nullptr;
  TrayView* tray_ = nullptr;
  Intake* intake_ = nullptr;
  NeedleExport* needleExport_ = nullptr;
  QMenu* recent_ = nullptr;
  std::unique_ptr<CanvasLink> link_;
  std::unique_ptr<TravellerLink> traveller_;
  QDockWidget* needlesDock_ = nullptr;
  QDockWidget* optionsDock_ = nullptr;
  QDockWidget* matchesDock_ = nullptr;
};

}  // namespace espy::desktop
