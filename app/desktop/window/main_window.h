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
class PictureOpener;
class JudgeLink;
class LabView;
class NeedleExport;
class NightLink;
class NoticeBar;
class PicturePage;
class ProjectKeeper;
class ResultsView;
class StatusBand;
class TimingView;
class TravellerLink;
class Views;
class Workbench;

/// Main window: holds the views, one shown at a time, and connects them to the workbench. Their
/// logic is in their own folders.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const Registry& registry);
  ~MainWindow() override;

  Workbench& bench() { return *bench_; }
  PicturePage& page() { return *page_; }
  Canvas& canvas();
  PictureOpener& opener() { return *opener_; }
  ResultsView& results();
  NoticeBar& notice();
  StatusBand& status();
  Views& views() { return *views_; }
  ProjectKeeper& keeper() { return *keeper_; }
  const Actions& actions() const { return *actions_; }
  TimingView& timing();
  BatchView& batch();
  LabView& lab();

  /// "Find the traveller" game.
  TravellerLink& traveller() { return *traveller_; }
  NightLink& night() { return *night_; }
  /// Loads the crowd and the traveller, and searches.
  void findTheTraveller();

 signals:
  void fullScreenChanged();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeMenus();
  void connectBench();
  void act(ActionId what);
  bool actOnSignals(ActionId what);
  /// Shows a view, or the picture if that view is already shown.
  void actOnSwitcher(ActionId view);
  void updateActions();
  void showTitle();
  void copyNeedle();
  void saveNeedle();
  void setPass(int pass);
  void viewChanged();

  const Registry& registry_;
  Workbench* bench_;
  Actions* actions_;
  PicturePage* page_;
  Views* views_;
  PictureOpener* opener_ = nullptr;
  ProjectKeeper* keeper_ = nullptr;
  NeedleExport* needleExport_ = nullptr;
  std::unique_ptr<CanvasLink> link_;
  std::unique_ptr<JudgeLink> judgeLink_;
  QToolBar* toolBar_ = nullptr;
  int lastPass_ = 1;  ///< pass shown by the next switch to the view of passes
  std::unique_ptr<TravellerLink> traveller_;
  std::unique_ptr<NightLink> night_;
};

}  // namespace espy::desktop
