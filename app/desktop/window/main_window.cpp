// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QScrollArea>
#include <QStatusBar>
#include <QToolBar>
#include <QUndoStack>
#include <QVBoxLayout>

#include "canvas/canvas.h"
#include "demo/traveller.h"
#include "options/options_panel.h"
#include "results/results_view.h"
#include "tray/needle_export.h"
#include "tray/tray_view.h"
#include "window/canvas_link.h"
#include "window/drop_zones.h"
#include "window/help_page.h"
#include "window/intake.h"
#include "window/notice_bar.h"
#include "window/remembered.h"
#include "window/side_views.h"
#include "window/status_line.h"
#include "window/traveller_link.h"
#include "window/workbench.h"

namespace espy::desktop {

MainWindow::MainWindow(const Registry& registry)
    : registry_(registry), bench_(new Workbench(registry, this)), actions_(new Actions(this)) {
  setWindowTitle(tr("Espy"));
  setDockNestingEnabled(true);
  makeCentre();
  makeDocks();
  intake_ = new Intake(*bench_, *this);
  needleExport_ = new NeedleExport(*this);
  auto* zones = new DropZones(this);
  connect(zones, &DropZones::dropped, intake_, &Intake::drop);
  makeMenus();
  makeToolBar();
  new StatusLine(*statusBar(), *bench_, *canvas_, *actions_);
  link_ = std::make_unique<CanvasLink>(*bench_, *canvas_, *results_, *notice_);
  traveller_ = std::make_unique<TravellerLink>(*bench_, *canvas_, *actions_);
  connect(traveller_.get(), &TravellerLink::failed, this,
          [this](const QString& sentence) { notice_->say(sentence, NoticeBar::Tone::trouble); });
  connectBench();
  connect(actions_, &Actions::asked, this, &MainWindow::act);
  resize(1280, 800);
  resizeDocks({needlesDock_, matchesDock_}, {260, results_->sizeHint().width()}, Qt::Horizontal);
  resizeDocks({needlesDock_, optionsDock_}, {200, 520}, Qt::Vertical);
  recall(*this);
  options_->show(bench_->settings(), bench_->markSettings());
  canvas_->setMarkSettings(bench_->markSettings());
  canvas_->setFocus();
  updateActions();
}

MainWindow::~MainWindow() {
  // Views look at the workbench to the last, so they go before it.
  traveller_.reset();
  link_.reset();
  bench_->undo().disconnect(this);
  setStatusBar(nullptr);
  qDeleteAll(findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly));
  delete takeCentralWidget();
}

void MainWindow::makeCentre() {
  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  notice_ = new NoticeBar(centre);
  canvas_ = new Canvas(centre);
  column->addWidget(notice_);
  column->addWidget(canvas_, 1);
  setCentralWidget(centre);
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* widget,
                                 Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  dock->setWidget(widget);
  addDockWidget(area, dock);
  return dock;
}

void MainWindow::makeDocks() {
  tray_ = new TrayView(bench_->tray(),
                       {actions_->at(Do::keepNeedle), actions_->at(Do::removeNeedle)}, this);
  options_ = new OptionsPanel(registry_, this);
  auto* scroll = new QScrollArea(this);
  scroll->setWidget(options_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(options_->minimumSizeHint().width() + 24);
  results_ = new ResultsView(bench_->matches(), bench_->undo(), this);
  results_->setRegistry(registry_);
  needlesDock_ = addDock(QStringLiteral("needles"), tr("Needles"), tray_, Qt::LeftDockWidgetArea);
  optionsDock_ = addDock(QStringLiteral("options"), tr("Options"), scroll, Qt::LeftDockWidgetArea);
  matchesDock_ =
      addDock(QStringLiteral("matches"), tr("Matches"), results_, Qt::RightDockWidgetArea);
  sides_ = new SideViews(*this, registry_, *bench_, *actions_);
}

void MainWindow::makeMenus() {
  actions_->fill(*menuBar());
  recent_ = new QMenu(tr("&Recent scenes"), this);
  menuBar()->actions().front()->menu()->insertMenu(actions_->at(Do::saveNeedle), recent_);
  connect(intake_, &Intake::recentChanged, this, &MainWindow::fillRecent);
  fillRecent();
}

void MainWindow::makeToolBar() {
  QToolBar* bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setToolButtonStyle(Qt::ToolButtonIconOnly);
  const auto group = [&](std::initializer_list<Do> actions) {
    for (const Do what : actions) bar->addAction(actions_->at(what));
    bar->addSeparator();
  };
  group({Do::openScene, Do::undo, Do::redo});
  group({Do::toolCrop, Do::toolLasso, Do::toolIgnore, Do::toolHand});
  group({Do::fit, Do::actualSize, Do::zoomIn, Do::zoomOut});
  group({Do::timing, Do::batch, Do::lab});
  for (QAction* action : bar->actions()) {
    if (QWidget* button = bar->widgetForAction(action)) {
      button->setAccessibleName(action->text().remove(QLatin1Char('&')));
      button->setFocusPolicy(Qt::TabFocus);
    }
  }
}

void MainWindow::connectBench() {
  connect(options_, &OptionsPanel::searchChanged, bench_, &Workbench::setSettings);
  connect(options_, &OptionsPanel::marksChanged, this, [this](MarkSettings marks) {
    marks.pass = bench_->markSettings().pass;
    bench_->setMarkSettings(marks);
  });
  connect(bench_, &Workbench::settingsChanged, this,
          [this] { options_->show(bench_->settings(), bench_->markSettings()); });
  connect(bench_, &Workbench::markSettingsChanged, this,
          [this] { options_->show(bench_->settings(), bench_->markSettings()); });
  connect(bench_, &Workbench::complained, this, [this](const QString& sentence) {
    statusBar()->clearMessage();  // it is no longer being read
    notice_->say(sentence, NoticeBar::Tone::trouble);
  });
  connect(bench_, &Workbench::noted, this,
          [this](const QString& sentence) { notice_->say(sentence, NoticeBar::Tone::plain); });
  connect(bench_, &Workbench::loading, this, [this](const QString& path) {
    statusBar()->showMessage(tr("Reading %1").arg(QFileInfo(path).fileName()), 3000);
  });
  connect(bench_, &Workbench::sceneChanged, this, [this] {
    statusBar()->clearMessage();
    const PicturePtr& scene = bench_->scene();
    setWindowTitle(scene ? tr("%1, %2 x %3 - Espy")
                               .arg(scene->name)
                               .arg(scene->image.size().width)
                               .arg(scene->image.size().height)
                         : tr("Espy"));
  });
  connect(bench_, &Workbench::cutChanged, this, [this] { tray_->setCurrent(bench_->cutId()); });
  connect(tray_, &TrayView::chosen, bench_, &Workbench::resumeCut);
  connect(needleExport_, &NeedleExport::said, this, [this](const QString& sentence, bool trouble) {
    notice_->say(sentence, trouble ? NoticeBar::Tone::trouble : NoticeBar::Tone::plain);
  });
  connect(intake_, &Intake::batchWanted, sides_, &SideViews::showBatch);
  for (const auto changed : {&Workbench::sceneChanged, &Workbench::resultChanged,
                             &Workbench::staleChanged, &Workbench::cutChanged}) {
    connect(bench_, changed, this, &MainWindow::updateActions);
  }
  connect(&bench_->tray(), &NeedleTray::changed, this, &MainWindow::updateActions);
  connect(&bench_->undo(), &QUndoStack::indexChanged, this, &MainWindow::updateActions);
}

void MainWindow::updateActions() {
  QUndoStack& undo = bench_->undo();
  const bool scene = bench_->scene() != nullptr;
  const bool needles = !bench_->tray().items().empty();
  const bool found =
      bench_->matches().result() && !bench_->matches().result()->finding.matches.empty();
  actions_->at(Do::undo)->setEnabled(undo.canUndo());
  actions_->at(Do::redo)->setEnabled(undo.canRedo());
  actions_->at(Do::undo)->setToolTip(tr("Undo: %1").arg(undo.undoText()));
  actions_->at(Do::redo)->setToolTip(tr("Redo: %1").arg(undo.redoText()));
  for (const Do what : {Do::saveNeedle, Do::copyPicture, Do::removeNeedle}) {
    actions_->at(what)->setEnabled(needles);
  }
  for (const Do what : {Do::exportMatches, Do::exportPicture, Do::exportCrops, Do::selectAll}) {
    actions_->at(what)->setEnabled(found);
  }
  actions_->at(Do::keepNeedle)->setEnabled(bench_->cutId() != 0);
  for (const Do what : {Do::fit, Do::actualSize, Do::zoomIn, Do::zoomOut}) {
    actions_->at(what)->setEnabled(scene);
  }
  actions_->at(Do::race)->setEnabled(bench_->canSearch());
  sides_->update();
}

void MainWindow::act(Do what) {
  switch (what) {
    case Do::openScene:
      return intake_->chooseScene();
    case Do::openNeedles:
      return intake_->chooseNeedles();
    case Do::paste:
      return intake_->paste();
    case Do::copyPicture:
      return copyNeedle();
    case Do::saveNeedle:
      return saveNeedle();
    case Do::exportMatches:
      return results_->exportMenu().ask(ExportKind::csv);
    case Do::exportPicture:
      return results_->exportMenu().ask(ExportKind::picture);
    case Do::exportCrops:
      return results_->exportMenu().ask(ExportKind::crops);
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
      return bench_->removeNeedle(tray_->currentId());
    case Do::selectAll:
      return results_->selectAll();
    case Do::search:
      if (bench_->search().running()) return bench_->search().cancel();
      return bench_->searchNow();
    case Do::traveller:
      return traveller_->begin();
    case Do::race:
      return sides_->showRace();
    case Do::help:
      return showHelp(*this);
    case Do::about:
      return showAbout(*this, registry_);
    default:
      return actOnView(what);
  }
}

void MainWindow::actOnView(Do what) {
  switch (what) {
    case Do::toolHand:
      return canvas_->setToolKind(Canvas::ToolKind::hand);
    case Do::toolCrop:
      return canvas_->setToolKind(Canvas::ToolKind::crop);
    case Do::toolLasso:
      return canvas_->setToolKind(Canvas::ToolKind::lasso);
    case Do::toolIgnore:
      return canvas_->setToolKind(Canvas::ToolKind::ignore);
    case Do::fit:
      return canvas_->fit();
    case Do::actualSize:
      return canvas_->actualSize();
    case Do::zoomIn:
      return canvas_->zoomBy(1.5);
    case Do::zoomOut:
      return canvas_->zoomBy(1 / 1.5);
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
    case Do::timing:
    case Do::batch:
      return sides_->toggle(what);
    case Do::lab:
      return sides_->showLab();
    default:
      return;
  }
}

void MainWindow::setPass(int pass) {
  MarkSettings marks = bench_->markSettings();
  marks.pass = pass;
  bench_->setMarkSettings(marks);
}

void MainWindow::fillRecent() {
  recent_->clear();
  for (const QString& path : intake_->recent()) {
    QAction* action = recent_->addAction(QFileInfo(path).fileName());
    action->setStatusTip(path);
    connect(action, &QAction::triggered, bench_, [this, path] { bench_->openScene(path); });
  }
  recent_->setEnabled(!intake_->recent().isEmpty());
}

TimingView& MainWindow::timing() {
  return sides_->timing();
}

BatchView& MainWindow::batch() {
  return sides_->batch();
}

LabView& MainWindow::lab() {
  return sides_->lab();
}

void MainWindow::copyNeedle() {
  if (const NeedleItem* needle = bench_->tray().find(tray_->currentId()))
    needleExport_->copy(*needle);
}

void MainWindow::saveNeedle() {
  if (const NeedleItem* needle = bench_->tray().find(tray_->currentId()))
    needleExport_->save(*needle);
}

void MainWindow::findTheTraveller() {
  const TravellerFiles files = travellerFiles();
  if (files.crowd.isEmpty()) {
    notice_->say(tr("The samples are not installed with this program."), NoticeBar::Tone::trouble);
    return;
  }
  bench_->startOver();
  bench_->openScene(files.crowd);
  bench_->openNeedles({files.traveller});
}

void MainWindow::closeEvent(QCloseEvent* event) {
  remember(*this);
  sides_->remember();
  QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) actions_->tint(palette());
  QMainWindow::changeEvent(event);
}

}  // namespace espy::desktop
