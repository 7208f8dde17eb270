// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/main_window.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>
#include <QShortcut>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

#include "canvas/canvas.h"
#include "demo/traveller.h"
#include "options/options_panel.h"
#include "project/command_line.h"
#include "results/results_view.h"
#include "tray/needle_export.h"
#include "tray/tray_view.h"
#include "widgets/chosen_style.h"
#include "window/canvas_link.h"
#include "window/drop_zones.h"
#include "window/help_page.h"
#include "window/intake.h"
#include "window/notice_bar.h"
#include "window/picture_page.h"
#include "window/project_keeper.h"
#include "window/remembered.h"
#include "window/status_band.h"
#include "window/status_line.h"
#include "window/traveller_link.h"
#include "window/views.h"
#include "window/workbench.h"

namespace espy::desktop {

MainWindow::MainWindow(const Registry& registry)
    : registry_(registry),
      bench_(new Workbench(registry, this)),
      actions_(new Actions(this)),
      page_(new PicturePage(registry, *bench_, *actions_, this)),
      views_(new Views(registry, *bench_, *actions_, *page_, *this)) {
  setWindowTitle(tr("Espy"));
  setCentralWidget(views_->stack());
  intake_ = new Intake(*bench_, *this);
  keeper_ = new ProjectKeeper(*bench_, *this);
  needleExport_ = new NeedleExport(*this);
  auto* zones = new DropZones(this, page_->tray(), canvas());
  connect(zones, &DropZones::dropped, intake_, &Intake::drop);
  makeMenus();
  makeToolBar();
  makeEscape();
  new StatusLine(*statusBar(), *bench_, canvas());
  link_ = std::make_unique<CanvasLink>(*bench_, canvas(), results(), notice(), *actions_);
  traveller_ = std::make_unique<TravellerLink>(*bench_, canvas(), *actions_);
  connect(traveller_.get(), &TravellerLink::failed, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::trouble); });
  connectBench();
  connect(actions_, &Actions::asked, this, &MainWindow::act);
  // Also with two pixels for one the first window leaves some of the screen.
  const QSize room = screen()->availableSize() * 0.9;
  resize(QSize(1280, 800).boundedTo(room));
  recall(*this);
  page_->options().show(bench_->settings(), bench_->markSettings());
  canvas().setMarkSettings(bench_->markSettings());
  canvas().setFocus();
  viewChanged();
  updateActions();
}

MainWindow::~MainWindow() {
  // Views look at the workbench to the last, so they go before it.
  traveller_.reset();
  link_.reset();
  bench_->undo().disconnect(this);
  setStatusBar(nullptr);
  delete takeCentralWidget();
}

Canvas& MainWindow::canvas() {
  return page_->canvas();
}

ResultsView& MainWindow::results() {
  return page_->results();
}

NoticeBar& MainWindow::notice() {
  return page_->notice();
}

StatusBand& MainWindow::status() {
  return page_->status();
}

void MainWindow::makeMenus() {
  actions_->fill(*menuBar());
  recent_ = new QMenu(tr("&Recent scenes"), this);
  menuBar()->actions().front()->menu()->insertMenu(actions_->at(Do::saveNeedle), recent_);
  connect(intake_, &Intake::recentChanged, this, &MainWindow::fillRecent);
  fillRecent();
}

void MainWindow::makeToolBar() {
  toolBar_ = addToolBar(tr("Tools"));
  toolBar_->setObjectName(QStringLiteral("tools"));
  toolBar_->setMovable(false);
  toolBar_->setContextMenuPolicy(Qt::PreventContextMenu);  // it cannot be lost
  toolBar_->setToolButtonStyle(Qt::ToolButtonIconOnly);
  const auto group = [&](std::initializer_list<Do> actions) {
    for (const Do what : actions) toolBar_->addAction(actions_->at(what));
    toolBar_->addSeparator();
  };
  group({Do::openScene, Do::undo, Do::redo});
  group({Do::toolCrop, Do::toolLasso, Do::toolIgnore, Do::toolHand});
  group({Do::fit, Do::actualSize, Do::zoomIn, Do::zoomOut});
  auto* between = new QWidget(toolBar_);
  between->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  toolBar_->addWidget(between);
  // The switcher: words, since nobody knows a picture for these.
  for (const Do view : Views::all()) {
    auto* button = new QToolButton(toolBar_);
    button->setDefaultAction(actions_->at(view));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setStyleSheet(chosenStyle());
    toolBar_->addWidget(button);
  }
  for (auto* button : toolBar_->findChildren<QToolButton*>()) {
    const QAction* action = button->defaultAction();
    if (action == nullptr) continue;
    button->setAccessibleName(action->iconText());
    button->setFocusPolicy(Qt::TabFocus);
  }
}

void MainWindow::makeEscape() {
  // While there is nothing to end the key belongs to who has the focus; so it does during a search
  // that nobody notices.
  auto* escape = new QShortcut(Qt::Key_Escape, this);
  auto* noticed = new QTimer(escape);
  noticed->setSingleShot(true);
  noticed->setInterval(static_cast<int>(SearchController::kQuickMilliseconds));
  const auto arm = [this, escape] {
    escape->setEnabled(bench_->search().running() || isFullScreen());
  };
  connect(escape, &QShortcut::activated, this, [this] {
    if (bench_->search().running()) return bench_->search().cancel();
    if (isFullScreen()) setWindowState(windowState() & ~Qt::WindowFullScreen);
  });
  SearchController& search = bench_->search();
  connect(&search, &SearchController::started, noticed, qOverload<>(&QTimer::start));
  connect(noticed, &QTimer::timeout, escape, arm);
  connect(&search, &SearchController::finished, escape, arm);
  connect(&search, &SearchController::failed, escape, arm);
  connect(&search, &SearchController::stopped, escape, arm);
  connect(this, &MainWindow::fullScreenChanged, escape, arm);
  arm();
}

void MainWindow::connectBench() {
  OptionsPanel& options = page_->options();
  TrayView& tray = page_->tray();
  connect(&options, &OptionsPanel::searchChanged, bench_, &Workbench::setSettings);
  connect(&options, &OptionsPanel::marksChanged, this, [this](MarkSettings marks) {
    marks.pass = bench_->markSettings().pass;
    bench_->setMarkSettings(marks);
  });
  for (const auto changed : {&Workbench::settingsChanged, &Workbench::markSettingsChanged}) {
    connect(bench_, changed, &options,
            [this, &options] { options.show(bench_->settings(), bench_->markSettings()); });
  }
  connect(bench_, &Workbench::complained, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::trouble); });
  connect(bench_, &Workbench::noted, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::plain); });
  connect(bench_, &Workbench::sceneChanged, this, [this] {
    const PicturePtr& scene = bench_->scene();
    setWindowTitle(scene ? tr("%1, %2 x %3 - Espy")
                               .arg(scene->name)
                               .arg(scene->image.size().width)
                               .arg(scene->image.size().height)
                         : tr("Espy"));
  });
  connect(bench_, &Workbench::cutChanged, this, [this, &tray] {
    if (bench_->cutId() != 0) tray.setCurrent(bench_->cutId());
  });
  connect(&tray, &TrayView::chosen, bench_, &Workbench::resumeCut);
  connect(needleExport_, &NeedleExport::said, this, [this](const QString& sentence, bool trouble) {
    notice().say(sentence, trouble ? NoticeBar::Tone::trouble : NoticeBar::Tone::plain);
  });
  connect(intake_, &Intake::projectWanted, keeper_,
          [this](const QString& file) { keeper_->open(file); });
  connect(intake_, &Intake::changedOnDisk, this, [this] {
    notice().say(tr("%1 has changed on disk.").arg(bench_->scene()->name), NoticeBar::Tone::plain,
                 {{tr("Read it again"), [this] { intake_->readAgain(); }}});
  });
  connect(keeper_, &ProjectKeeper::said, this, [this](const QString& sentence, bool trouble) {
    notice().say(sentence, trouble ? NoticeBar::Tone::trouble : NoticeBar::Tone::plain);
  });
  connect(keeper_, &ProjectKeeper::foundUnsaved, this, [this] {
    const auto restore = [this] { keeper_->restore(); };
    const auto forget = [this] {
      keeper_->forget();
      page_->standing().clear();
    };
    page_->standing().say(
        tr("Espy did not end as it should last time. There are needles in no file."),
        NoticeBar::Tone::plain, {{tr("Bring them back"), restore}, {tr("Forget them"), forget}});
  });
  connect(keeper_, &ProjectKeeper::restored, &page_->standing(), &NoticeBar::clear);
  connect(intake_, &Intake::batchWanted, views_, &Views::showBatch);
  connect(views_, &Views::changed, this, &MainWindow::viewChanged);
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
  for (const Do what : {Do::nextMatch, Do::previousMatch}) actions_->at(what)->setEnabled(found);
  const bool file = scene && !bench_->scene()->path.isEmpty();
  for (const Do what : {Do::nextPicture, Do::previousPicture, Do::readAgain}) {
    actions_->at(what)->setEnabled(file);
  }
  for (const Do what : {Do::saveProject, Do::saveProjectAs}) {
    actions_->at(what)->setEnabled(scene || needles);
  }
  for (const Do what : {Do::copyCommand, Do::copyCode}) {
    actions_->at(what)->setEnabled(bench_->canSearch());
  }
  actions_->at(Do::keepNeedle)->setEnabled(bench_->cutId() != 0);
  for (const Do what : {Do::fit, Do::actualSize, Do::zoomIn, Do::zoomOut}) {
    actions_->at(what)->setEnabled(scene && page_->isVisibleTo(this));
  }
  actions_->at(Do::race)->setEnabled(bench_->canSearch());
  views_->update();
}

void MainWindow::act(Do what) {
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
      return traveller_->begin();
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
      return canvas().zoomBy(1.5);
    case Do::zoomOut:
      return canvas().zoomBy(1 / 1.5);
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

void MainWindow::viewChanged() {
  const bool picture = page_->isVisibleTo(this);
  for (const Do what : {Do::toolCrop, Do::toolLasso, Do::toolIgnore, Do::toolHand, Do::sidePanel}) {
    actions_->at(what)->setEnabled(picture);
  }
  statusBar()->setVisible(picture && !isFullScreen());
  page_->setPassBarShown(views_->shown() == Do::passes);
  updateActions();
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
  return views_->timing();
}

BatchView& MainWindow::batch() {
  return views_->batch();
}

LabView& MainWindow::lab() {
  return views_->lab();
}

void MainWindow::copyNeedle() {
  if (const NeedleItem* needle = bench_->tray().find(page_->tray().currentId()))
    needleExport_->copy(*needle);
}

void MainWindow::saveNeedle() {
  if (const NeedleItem* needle = bench_->tray().find(page_->tray().currentId()))
    needleExport_->save(*needle);
}

void MainWindow::findTheTraveller() {
  const TravellerFiles files = travellerFiles();
  if (files.crowd.isEmpty()) {
    notice().say(tr("The samples are not installed with this program."), NoticeBar::Tone::trouble);
    return;
  }
  bench_->startOver();
  bench_->openScene(files.crowd);
  bench_->openNeedles({files.traveller});
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (isVisible() && keeper_->wouldLose()) {
    event->ignore();
    return keeper_->askBeforeClosing([this] { close(); });
  }
  remember(*this);
  views_->remember();
  QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) actions_->tint(palette());
  if (event->type() == QEvent::WindowStateChange) {
    const bool full = isFullScreen();
    menuBar()->setVisible(!full);
    toolBar_->setVisible(!full);
    statusBar()->setVisible(!full && page_->isVisibleTo(this));
    page_->setBare(full);
    actions_->at(Do::fullScreen)->setChecked(full);
    emit fullScreenChanged();
  }
  QMainWindow::changeEvent(event);
}

}  // namespace espy::desktop
