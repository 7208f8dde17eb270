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
class NeedleExport;
class NoticeBar;
class OptionsPanel;
class ResultsView;
class StatusLine;
class TimingView;
class TrayView;
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
  QDockWidget* addDock(const QString& name, const QString& title, QWidget* widget,
                       Qt::DockWidgetArea area);
  void act(Do what);
  void actOnView(Do what);
  void updateActions();
  void fillRecent();
  void showTiming(bool shown);
  void showBatch(bool shown);
  void showRace();
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
  TrayView* tray_ = nullptr;
  Intake* intake_ = nullptr;
  NeedleExport* needleExport_ = nullptr;
  QMenu* recent_ = nullptr;
  std::unique_ptr<CanvasLink> link_;
  QDockWidget* needlesDock_ = nullptr;
  QDockWidget* optionsDock_ = nullptr;
  QDockWidget* matchesDock_ = nullptr;
  QDockWidget* timingDock_ = nullptr;
  QDockWidget* batchDock_ = nullptr;
  TimingView* timing_ = nullptr;  ///< made when first asked for, so that the window opens at once
  BatchView* batch_ = nullptr;
};

}  // namespace espy::desktop
