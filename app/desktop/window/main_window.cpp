// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/main_window.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>
#include <QShortcut>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QUndoStack>
#include <algorithm>
#include <iterator>

#include "canvas/canvas.h"
#include "options/options_panel.h"
#include "project/command_line.h"
#include "results/results_view.h"
#include "search/search_controller.h"
#include "signal/found_view.h"
#include "signal/lanes_view.h"
#include "signal/signal_view.h"
#include "tray/needle_export.h"
#include "tray/tray_view.h"
#include "widgets/notice_bar.h"
#include "window/actions.h"
#include "window/canvas_link.h"
#include "window/drop_zones.h"
#include "window/help_page.h"
#include "window/intake.h"
#include "window/judge_link.h"
#include "window/night_link.h"
#include "window/picture_page.h"
#include "window/project_keeper.h"
#include "window/remembered.h"
#include "window/status_band.h"
#include "window/traveller_link.h"
#include "window/views.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// Paths of the sample crowd and its traveller, installed or in the build's source tree. Both are
/// empty if they do not exist.
struct TravellerFiles {
  QString crowd;
  QString traveller;
};

TravellerFiles travellerFiles() {
  const QString program = QCoreApplication::applicationDirPath();
  const QString folders[] = {program + QStringLiteral("/../share/espy/samples"),
                             program + QStringLiteral("/../../../samples"),
                             QStringLiteral(ESPY_SAMPLES)};
  for (const QString& folder : folders) {
    TravellerFiles files{QDir::cleanPath(folder + QStringLiteral("/crowd.ppm")),
                         QDir::cleanPath(folder + QStringLiteral("/traveller.ppm"))};
    if (QFileInfo::exists(files.crowd) && QFileInfo::exists(files.traveller)) return files;
  }
  return {};
}

/// Escape cancels the search, else leaves full screen.
void addEscape(MainWindow& window, SearchController& search) {
  // Without a search, and during searches too fast to notice, Escape goes to the focused widget.
  auto* escape = new QShortcut(Qt::Key_Escape, &window);
  auto* noticed = new QTimer(escape);
  noticed->setSingleShot(true);
  noticed->setInterval(static_cast<int>(SearchController::kQuickMilliseconds));
  const auto arm = [&window, &search, escape] {
    escape->setEnabled(search.running() || window.isFullScreen());
  };
  QObject::connect(escape, &QShortcut::activated, &window, [&window, &search] {
    if (search.running()) return search.cancel();
    if (window.isFullScreen()) {
      window.setWindowState(window.windowState() & ~Qt::WindowFullScreen);
    }
  });
  QObject::connect(&search, &SearchController::started, noticed, qOverload<>(&QTimer::start));
  QObject::connect(noticed, &QTimer::timeout, escape, arm);
  QObject::connect(&search, &SearchController::finished, escape, arm);
  QObject::connect(&search, &SearchController::failed, escape, arm);
  QObject::connect(&search, &SearchController::stopped, escape, arm);
  QObject::connect(&window, &MainWindow::fullScreenChanged, escape, arm);
  arm();
}

constexpr double kZoom = 1.5;  // of an action

}  // namespace

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
  toolBar_ = makeToolBar(*this, *actions_);
  addEscape(*this, bench_->search());
  new StatusLine(*statusBar(), *bench_, canvas());
  link_ = std::make_unique<CanvasLink>(*bench_, canvas(), results(), notice(), *actions_);
  judgeLink_ = std::make_unique<JudgeLink>(*bench_, *page_);
  traveller_ = std::make_unique<TravellerLink>(*bench_, canvas(), *actions_);
  connect(traveller_.get(), &TravellerLink::failed, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::trouble); });
  night_ = std::make_unique<NightLink>(*bench_, canvas(), results(), *actions_);
  connect(night_.get(), &NightLink::failed, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::trouble); });
  connectBench();
  connect(actions_, &Actions::asked, this, &MainWindow::act);
  // At most 90 % of the screen, also with a device pixel ratio of 2.
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
  // Views use the workbench in their destructors, so they are deleted first.
  night_.reset();
  traveller_.reset();
  judgeLink_.reset();
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
  auto* recent = new RecentMenu(*bench_, *intake_, this);
  menuBar()->actions().front()->menu()->insertMenu(actions_->at(Do::saveNeedle), recent);
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
    page_->standing().say(tr("Espy did not close properly last time. There are unsaved needles."),
                          NoticeBar::Tone::plain,
                          {{tr("Restore them"), restore}, {tr("Discard them"), forget}});
  });
  connect(keeper_, &ProjectKeeper::restored, &page_->standing(), &NoticeBar::clear);
  connect(intake_, &Intake::recordingsWanted, views_, &Views::showRecordings);
  connect(intake_, &Intake::batchWanted, views_, &Views::showBatch);
  connect(views_, &Views::changed, this, &MainWindow::viewChanged);
  connect(views_, &Views::abilitiesChanged, this, &MainWindow::updateActions);
  for (const auto changed : {&Workbench::sceneChanged, &Workbench::resultChanged,
                             &Workbench::staleChanged, &Workbench::cutChanged}) {
    connect(bench_, changed, this, &MainWindow::updateActions);
  }
  connect(&bench_->tray(), &NeedleTray::changed, this, &MainWindow::updateActions);
  connect(&bench_->undo(), &QUndoStack::indexChanged, this, &MainWindow::updateActions);
}

void MainWindow::updateActions() {
  enableActions(*actions_, *bench_, page_->isVisibleTo(this));
  if (views_->shown() == Do::signalLanes) enableSignalActions(*actions_, views_->signalLanes());
  views_->update();
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

TimingView& MainWindow::timing() {
  return views_->timing();
}

BatchView& MainWindow::batch() {
  return views_->batch();
}

LabView& MainWindow::lab() {
  return views_->lab();
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
  if (isVisible() && keeper_->hasUnsavedWork()) {
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
    page_->setPictureOnly(full);
    actions_->at(Do::fullScreen)->setChecked(full);
    emit fullScreenChanged();
  }
  QMainWindow::changeEvent(event);
}

/// Handles actions that apply to recordings while these are shown.
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
      view.matches().step(what == Do::nextMatch ? 1 : -1);
      return true;
    case Do::search:
      if (view.isBusy()) {
        view.cancel();
      } else {
        view.search();
      }
      return true;
    case Do::exportMatches:
      view.matches().askWhere(false);
      return true;
    default:
      return false;
  }
}

void MainWindow::act(Do what) {
  if (actOnSignals(what)) return;
  struct Reaction {
    Do what;
    void (*act)(MainWindow& w);
  };
  static constexpr Reaction kReactions[] = {
      {Do::openScene, [](MainWindow& w) { w.intake_->chooseScene(); }},
      {Do::openNeedles, [](MainWindow& w) { w.intake_->chooseNeedles(); }},
      {Do::paste, [](MainWindow& w) { w.intake_->paste(); }},
      {Do::pasteScene, [](MainWindow& w) { w.intake_->pasteScene(); }},
      {Do::copyCommand,
       [](MainWindow& w) {
         QGuiApplication::clipboard()->setText(commandLine(w.bench_->project()));
       }},
      {Do::copyCode,
       [](MainWindow& w) { QGuiApplication::clipboard()->setText(cppLines(w.bench_->project())); }},
      {Do::copyPicture, [](MainWindow& w) { w.copyNeedle(); }},
      {Do::saveNeedle, [](MainWindow& w) { w.saveNeedle(); }},
      {Do::exportMatches, [](MainWindow& w) { w.results().exportMenu().ask(ExportKind::csv); }},
      {Do::exportPicture, [](MainWindow& w) { w.results().exportMenu().ask(ExportKind::picture); }},
      {Do::exportCrops, [](MainWindow& w) { w.results().exportMenu().ask(ExportKind::crops); }},
      {Do::quit, [](MainWindow& w) { w.close(); }},
      {Do::undo, [](MainWindow& w) { w.bench_->undo().undo(); }},
      {Do::redo, [](MainWindow& w) { w.bench_->undo().redo(); }},
      {Do::keepNeedle, [](MainWindow& w) { w.bench_->keepCut(); }},
      {Do::removeNeedle,
       [](MainWindow& w) { w.bench_->removeNeedle(w.page_->tray().currentId()); }},
      {Do::selectAll, [](MainWindow& w) { w.results().selectAll(); }},
      {Do::search,
       [](MainWindow& w) {
         if (w.bench_->search().running()) return w.bench_->search().cancel();
         w.bench_->searchNow();
       }},
      {Do::traveller,
       [](MainWindow& w) {
         w.night_->game().stop();
         w.traveller_->begin();
       }},
      {Do::night,
       [](MainWindow& w) {
         w.traveller_->game().stop();
         w.night_->begin();
       }},
      {Do::identifyPicture, [](MainWindow& w) { w.views_->identify(w.bench_->scene()); }},
      {Do::race, [](MainWindow& w) { w.views_->showRace(); }},
      {Do::help, [](MainWindow& w) { showHelp(w); }},
      {Do::about, [](MainWindow& w) { showAbout(w, w.registry_); }},
      {Do::openProject, [](MainWindow& w) { w.keeper_->open(); }},
      {Do::saveProject, [](MainWindow& w) { w.keeper_->save(); }},
      {Do::saveProjectAs, [](MainWindow& w) { w.keeper_->saveAs(); }},
      {Do::nextPicture, [](MainWindow& w) { w.intake_->step(1); }},
      {Do::previousPicture, [](MainWindow& w) { w.intake_->step(-1); }},
      {Do::readAgain, [](MainWindow& w) { w.intake_->readAgain(); }},
      {Do::capture, [](MainWindow& w) { w.intake_->capture(); }},
      {Do::toolHand, [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::hand); }},
      {Do::toolCrop, [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::crop); }},
      {Do::toolLasso, [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::lasso); }},
      {Do::toolIgnore, [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::ignore); }},
      {Do::fit, [](MainWindow& w) { w.canvas().fit(); }},
      {Do::actualSize, [](MainWindow& w) { w.canvas().actualSize(); }},
      {Do::zoomIn, [](MainWindow& w) { w.canvas().zoomBy(kZoom); }},
      {Do::zoomOut, [](MainWindow& w) { w.canvas().zoomBy(1 / kZoom); }},
      {Do::passNone, [](MainWindow& w) { w.setPass(0); }},
      {Do::passOne, [](MainWindow& w) { w.setPass(1); }},
      {Do::passTwo, [](MainWindow& w) { w.setPass(2); }},
      {Do::passThree, [](MainWindow& w) { w.setPass(3); }},
      {Do::fullScreen,
       [](MainWindow& w) { w.setWindowState(w.windowState() ^ Qt::WindowFullScreen); }},
      {Do::sidePanel,
       [](MainWindow& w) { w.page_->setPanelShown(w.actions_->at(Do::sidePanel)->isChecked()); }}};
  const auto* const reaction =
      std::find_if(std::begin(kReactions), std::end(kReactions),
                   [what](const Reaction& each) { return each.what == what; });
  if (reaction != std::end(kReactions)) {
    reaction->act(*this);
  } else if (Views::isView(what)) {
    actOnSwitcher(what);
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
