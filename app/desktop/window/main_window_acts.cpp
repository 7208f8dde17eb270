// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What each action does.
#include <QClipboard>
#include <QGuiApplication>
#include <QUndoStack>

#include "canvas/canvas.h"
#include "project/command_line.h"
#include "results/results_view.h"
#include "signal/lanes_view.h"
#include "signal/signal_view.h"
#include "tray/needle_export.h"
#include "tray/tray_view.h"
#include "window/help_page.h"
#include "window/intake.h"
#include "window/main_window.h"
#include "window/night_link.h"
#include "window/picture_page.h"
#include "window/project_keeper.h"
#include "window/traveller_link.h"
#include "window/views.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr double kZoom = 1.5;  // of an action

}  // namespace

/// While recordings are seen, what moves the view and what asks for matches means them.
bool MainWindow::actOnSignals(Do what) {
  if (views_->shown() != Do::signalLanes) return false;
  SignalView& view = views_->signalLanes();
  switch (what) {
    case Do::fit:
      view.lanes().fit();
      return true;
    case Do::zoomIn:
    case Do::zoomOut:
      view.lanes().zoom(what == Do::zoomIn ? kZoom : 1 / kZoom);
      return true;
    case Do::nextMatch:
    case Do::previousMatch:
      view.stepMatch(what == Do::nextMatch ? 1 : -1);
      return true;
    case Do::search:
      if (view.isBusy()) {
        view.cancel();
      } else {
        view.search();
      }
      return true;
    case Do::exportMatches:
      view.askWhere(false);
      return true;
    default:
      return false;
  }
}

void MainWindow::act(Do what) {
  if (actOnSignals(what)) return;
  switch (what) {
    case Do::openScene:
      return intake_->chooseScene();
    case Do::openNeedles:
      return intake_->chooseNeedles();
    case Do::paste:
      return intake_->paste();
    case Do::pasteScene:
      return intake_->pasteScene();
    case Do::copyCommand:
      return QGuiApplication::clipboard()->setText(commandLine(bench_->project()));
    case Do::copyCode:
      return QGuiApplication::clipboard()->setText(cppLines(bench_->project()));
    case Do::copyPicture:
      return copyNeedle();
    case Do::saveNeedle:
      return saveNeedle();
    case Do::exportMatches:
      return results().exportMenu().ask(ExportKind::csv);
    case Do::exportPicture:
      return results().exportMenu().ask(ExportKind::picture);
    case Do::exportCrops:
      return results().exportMenu().ask(ExportKind::crops);
    case Do::quit:
      close();
      return;
    case Do::undo:
      return bench_->undo().undo();
    case Do::redo:
      return bench_->undo().redo();
    case Do::keepNeedle:
      return bench_->keepCut();
    case Do::removeNeedle:
      return bench_->removeNeedle(page_->tray().currentId());
    case Do::selectAll:
      return results().selectAll();
    case Do::search:
      if (bench_->search().running()) return bench_->search().cancel();
      return bench_->searchNow();
    case Do::traveller:
      night_->game().stop();
      return traveller_->begin();
    case Do::night:
      traveller_->game().stop();
      return night_->begin();
    case Do::identifyPicture:
      return views_->identify(bench_->scene());
    case Do::race:
      return views_->showRace();
    case Do::help:
      return showHelp(*this);
    case Do::about:
      return showAbout(*this, registry_);
    default:
      return actOnFile(what);
  }
}

void MainWindow::actOnFile(Do what) {
  switch (what) {
    case Do::openProject:
      return keeper_->open();
    case Do::saveProject:
      return keeper_->save();
    case Do::saveProjectAs:
      return keeper_->saveAs();
    case Do::nextPicture:
      return intake_->step(1);
    case Do::previousPicture:
      return intake_->step(-1);
    case Do::readAgain:
      return intake_->readAgain();
    case Do::capture:
      return intake_->capture();
    default:
      return actOnView(what);
  }
}

void MainWindow::actOnView(Do what) {
  switch (what) {
    case Do::toolHand:
      return canvas().setToolKind(Canvas::ToolKind::hand);
    case Do::toolCrop:
      return canvas().setToolKind(Canvas::ToolKind::crop);
    case Do::toolLasso:
      return canvas().setToolKind(Canvas::ToolKind::lasso);
    case Do::toolIgnore:
      return canvas().setToolKind(Canvas::ToolKind::ignore);
    case Do::fit:
      return canvas().fit();
    case Do::actualSize:
      return canvas().actualSize();
    case Do::zoomIn:
      return canvas().zoomBy(kZoom);
    case Do::zoomOut:
      return canvas().zoomBy(1 / kZoom);
    case Do::passNone:
      return setPass(0);
    case Do::passOne:
      return setPass(1);
    case Do::passTwo:
      return setPass(2);
    case Do::passThree:
      return setPass(3);
    case Do::fullScreen:
      setWindowState(windowState() ^ Qt::WindowFullScreen);
      return;
    case Do::sidePanel:
      return page_->setPanelShown(actions_->at(what)->isChecked());
    default:
      if (Views::isView(what)) actOnSwitcher(what);
  }
}

void MainWindow::actOnSwitcher(Do view) {
  if (view == views_->shown()) view = Do::picture;
  if (view == Do::passes) return setPass(lastPass_);
  if (bench_->markSettings().pass != 0) setPass(0);
  views_->show(view);
}

void MainWindow::setPass(int pass) {
  MarkSettings marks = bench_->markSettings();
  marks.pass = pass;
  if (pass != 0) lastPass_ = pass;
  bench_->setMarkSettings(marks);
  constexpr Do kPasses[] = {Do::passNone, Do::passOne, Do::passTwo, Do::passThree};
  actions_->at(kPasses[pass])->setChecked(true);
  views_->show(pass == 0 ? Do::picture : Do::passes);
}

void MainWindow::copyNeedle() {
  if (const NeedleItem* needle = bench_->tray().find(page_->tray().currentId()))
    needleExport_->copy(*needle);
}

void MainWindow::saveNeedle() {
  if (const NeedleItem* needle = bench_->tray().find(page_->tray().currentId()))
    needleExport_->save(*needle);
}

}  // namespace espy::desktop
