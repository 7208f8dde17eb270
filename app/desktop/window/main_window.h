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
class DenoiseLink;
class FirstMatch;
class PictureOpener;
class JudgeLink;
class LabView;
class NeedleExport;
class NightLink;
class NoticeBar;
class PicturePage;
class ProjectKeeper;
class ResultsView;
class ScreenLink;
class StatusBand;
class TimingView;
class ToolBar;
class ToolWindows;
class TravellerLink;
class Views;
class Workbench;
struct NeedleItem;

/// Main window: holds the picture and the batch, one shown at a time, and connects them and the
/// tool windows to the workbench. Their logic is in their own folders.
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
  ToolWindows& tools() { return *tools_; }
  ProjectKeeper& keeper() { return *keeper_; }
  const Actions& actions() const { return *actions_; }
  TimingView& timing();
  BatchView& batch();
  LabView& lab();

  /// "Find the traveller" game.
  TravellerLink& traveller() { return *traveller_; }
  NightLink& night() { return *night_; }
  FirstMatch& firstMatch() { return *firstMatch_; }
  ScreenLink& screening() { return *screenLink_; }
  DenoiseLink& denoising() { return *denoiseLink_; }
  /// Loads the crowd and the traveller, and searches.
  void findTheTraveller();
  /// Shows the picture, and brings the window to the front.
  void raisePicture();

 signals:
  void shown();
  void fullScreenChanged();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeMenus();
  void connectBench();
  void act(ActionId what);
  void updateActions();
  void showTitle();
  /// The selected needle, unless it is an index.
  const NeedleItem* needleToExport();
  void makeIndex();
  void copyNeedle();
  void saveNeedle();
  void setPass(int pass);
  void viewChanged();

  const Registry& registry_;
  Workbench* bench_;
  Actions* actions_;
  PicturePage* page_;
  Views* views_;
  ToolWindows* tools_;
  PictureOpener* opener_ = nullptr;
  ProjectKeeper* keeper_ = nullptr;
  NeedleExport* needleExport_ = nullptr;
  std::unique_ptr<CanvasLink> link_;
  std::unique_ptr<JudgeLink> judgeLink_;
  std::unique_ptr<ScreenLink> screenLink_;
  std::unique_ptr<DenoiseLink> denoiseLink_;
  ToolBar* toolBar_ = nullptr;
  int lastPass_ = 1;  ///< pass that ActionId::passes shows
  std::unique_ptr<TravellerLink> traveller_;
  std::unique_ptr<NightLink> night_;
  std::unique_ptr<FirstMatch> firstMatch_;
};

}  // namespace espy::desktop
