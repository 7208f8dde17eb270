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
#include <QUndoStack>
#include <algorithm>
#include <iterator>

#include "canvas/canvas.h"
#include "index/index_dialog.h"
#include "options/options_panel.h"
#include "project/command_line.h"
#include "results/results_view.h"
#include "search/search_controller.h"
#include "tray/needle_export.h"
#include "tray/tray_view.h"
#include "widgets/notice_bar.h"
#include "window/actions.h"
#include "window/canvas_link.h"
#include "window/denoise_link.h"
#include "window/drop_zones.h"
#include "window/first_match.h"
#include "window/help_page.h"
#include "window/judge_link.h"
#include "window/night_link.h"
#include "window/picture_opener.h"
#include "window/picture_page.h"
#include "window/project_keeper.h"
#include "window/remembered.h"
#include "window/screen_link.h"
#include "window/status_band.h"
#include "window/tool_bar.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"
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

constexpr int kNoticedMilliseconds = 200;  // shorter searches are not noticed

/// Escape cancels the search, else stops the explorer, else leaves full screen.
void addEscape(MainWindow& window, SearchController& search, Explorer& explorer) {
  // Without a search, and during searches too fast to notice, Escape goes to the focused widget.
  auto* escape = new QShortcut(Qt::Key_Escape, &window);
  auto* noticed = new QTimer(escape);
  noticed->setSingleShot(true);
  noticed->setInterval(kNoticedMilliseconds);
  const auto arm = [&window, &search, &explorer, escape] {
    escape->setEnabled(search.running() || explorer.running() || window.isFullScreen());
  };
  QObject::connect(escape, &QShortcut::activated, &window, [&window, &search, &explorer] {
    if (search.running()) return search.cancel();
    if (explorer.running()) return explorer.stop();
    if (window.isFullScreen()) {
      window.setWindowState(window.windowState() & ~Qt::WindowFullScreen);
    }
  });
  QObject::connect(&search, &SearchController::started, noticed, qOverload<>(&QTimer::start));
  QObject::connect(noticed, &QTimer::timeout, escape, arm);
  QObject::connect(&search, &SearchController::finished, escape, arm);
  QObject::connect(&search, &SearchController::failed, escape, arm);
  QObject::connect(&search, &SearchController::stopped, escape, arm);
  QObject::connect(&explorer, &Explorer::changed, escape, [&search, arm] {
    if (!search.running()) arm();
  });
  QObject::connect(&window, &MainWindow::fullScreenChanged, escape, arm);
  arm();
}

}  // namespace

MainWindow::MainWindow(const Registry& registry)
    : registry_(registry),
      bench_(new Workbench(registry, this)),
      actions_(new Actions(this)),
      page_(new PicturePage(registry, *bench_, *actions_, this)),
      views_(new Views(registry, *bench_, *actions_, *page_, *this)),
      tools_(new ToolWindows(registry, *bench_, *actions_, *page_, *this)) {
  setWindowTitle(tr("Espy") + QStringLiteral("[*]"));
  setCentralWidget(views_->stack());
  opener_ = new PictureOpener(*bench_, *this);
  keeper_ = new ProjectKeeper(*bench_, *this);
  needleExport_ = new NeedleExport(*this);
  auto* zones = new DropZones(this, page_->tray(), canvas());
  connect(zones, &DropZones::dropped, opener_, &PictureOpener::drop);
  makeMenus();
  toolBar_ = new ToolBar(*actions_, this);
  addToolBar(toolBar_);
  addEscape(*this, bench_->search(), bench_->explorer());
  new StatusLine(*statusBar(), *bench_, canvas());
  // Results do not change under the pointer.
  bench_->setHold([this] { return results().underMouse(); });
  link_ = std::make_unique<CanvasLink>(*bench_, canvas(), results(), notice(), *actions_);
  judgeLink_ = std::make_unique<JudgeLink>(*bench_, *page_);
  screenLink_ = std::make_unique<ScreenLink>(*bench_, canvas());
  denoiseLink_ = std::make_unique<DenoiseLink>(*bench_, canvas());
  traveller_ = std::make_unique<TravellerLink>(*bench_, canvas(), *actions_);
  connect(traveller_.get(), &TravellerLink::failed, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::trouble); });
  night_ = std::make_unique<NightLink>(*bench_, canvas(), results(), *actions_);
  connect(night_.get(), &NightLink::failed, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::trouble); });
  firstMatch_ = std::make_unique<FirstMatch>(*bench_, canvas(), [this] {
    return traveller_->game().state() != FindGame::State::idle ||
           night_->game().state() != FindGame::State::idle;
  });
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
  firstMatch_.reset();
  night_.reset();
  traveller_.reset();
  denoiseLink_.reset();
  screenLink_.reset();
  judgeLink_.reset();
  link_.reset();
  bench_->undo().disconnect(this);
  setStatusBar(nullptr);
  delete takeCentralWidget();
  delete tools_;
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
  Actions::fill(*menuBar(), [this](ActionId what) { return actions_->at(what); });
  auto* recent = new RecentMenu(*bench_, *opener_, this);
  menuBar()->actions().front()->menu()->insertMenu(actions_->at(ActionId::saveNeedle), recent);
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
    connect(bench_, changed, views_, &Views::update);
  }
  connect(bench_, &Workbench::complained, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::trouble); });
  connect(bench_, &Workbench::noted, this,
          [this](const QString& sentence) { notice().say(sentence, NoticeBar::Tone::plain); });
  connect(bench_, &Workbench::sceneChanged, this, &MainWindow::showTitle);
  connect(keeper_, &ProjectKeeper::changed, this, &MainWindow::showTitle);
  connect(bench_, &Workbench::cutChanged, this, [this, &tray] {
    if (bench_->cutId() != 0) tray.setCurrent(bench_->cutId());
  });
  connect(&tray, &TrayView::chosen, bench_, &Workbench::resumeCut);
  connect(needleExport_, &NeedleExport::said, this, [this](const QString& sentence, bool trouble) {
    notice().say(sentence, trouble ? NoticeBar::Tone::trouble : NoticeBar::Tone::plain);
  });
  connect(opener_, &PictureOpener::projectWanted, keeper_,
          [this](const QString& file) { keeper_->open(file); });
  connect(opener_, &PictureOpener::changedOnDisk, this, [this] {
    notice().say(tr("%1 has changed on disk.").arg(bench_->scene()->name), NoticeBar::Tone::plain,
                 {{tr("Read it again"), [this] { opener_->readAgain(); }}});
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
    page_->standing().say(tr("Your last session was not saved."), NoticeBar::Tone::plain,
                          {{tr("Restore"), restore}, {tr("Discard"), forget}});
  });
  connect(keeper_, &ProjectKeeper::restored, &page_->standing(), &NoticeBar::clear);
  connect(opener_, &PictureOpener::recordingsWanted, tools_, &ToolWindows::openRecordings);
  connect(tools_, &ToolWindows::pictureWanted, this, [this](const PicturePtr& picture) {
    raisePicture();
    bench_->setScene(picture);
  });
  connect(opener_, &PictureOpener::pictureWanted, views_,
          [this] { views_->show(ActionId::picture); });
  connect(opener_, &PictureOpener::batchWanted, views_, &Views::showBatch);
  connect(views_, &Views::changed, this, &MainWindow::viewChanged);
  for (const auto changed : {&Workbench::sceneChanged, &Workbench::resultChanged,
                             &Workbench::staleChanged, &Workbench::cutChanged}) {
    connect(bench_, changed, this, &MainWindow::updateActions);
  }
  connect(&bench_->tray(), &NeedleTray::changed, this, &MainWindow::updateActions);
  connect(&bench_->undo(), &QUndoStack::indexChanged, this, &MainWindow::updateActions);
}

void MainWindow::showTitle() {
  const PicturePtr& scene = bench_->scene();
  // In titles the mark itself is written twice.
  const auto plain = [](QString name) {
    return name.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
  };
  if (!keeper_->name().isEmpty()) {
    setWindowTitle(tr("%1[*] - Espy").arg(plain(keeper_->name())));
  } else if (scene) {
    setWindowTitle(tr("%1[*], %2 x %3 - Espy")
                       .arg(plain(scene->name))
                       .arg(scene->image.size().width)
                       .arg(scene->image.size().height));
  } else {
    setWindowTitle(tr("Espy") + QStringLiteral("[*]"));
  }
  setWindowModified(keeper_->hasUnsavedWork());
}

void MainWindow::updateActions() {
  enableActions(*actions_, *bench_, page_->isVisibleTo(this));
  views_->update();
  tools_->update();
}

void MainWindow::viewChanged() {
  const bool picture = page_->isVisibleTo(this);
  for (const ActionId what : {ActionId::toolCrop, ActionId::toolLasso, ActionId::toolIgnore,
                              ActionId::toolHand, ActionId::sidePanel}) {
    actions_->at(what)->setEnabled(picture);
  }
  statusBar()->setVisible(picture && !isFullScreen());
  toolBar_->setPictureToolsShown(picture);
  updateActions();
}

TimingView& MainWindow::timing() {
  return tools_->timing();
}

BatchView& MainWindow::batch() {
  return views_->batch();
}

LabView& MainWindow::lab() {
  return tools_->lab();
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
  bench_->endDemo();
  remember(*this);
  tools_->close();
  QMainWindow::closeEvent(event);
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  emit shown();
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) actions_->tint(palette());
  if (event->type() == QEvent::WindowStateChange) {
    const bool full = isFullScreen();
    menuBar()->setVisible(!full);
    toolBar_->setVisible(!full);
    statusBar()->setVisible(!full && page_->isVisibleTo(this));
    page_->setPictureOnly(full);
    actions_->at(ActionId::fullScreen)->setChecked(full);
    emit fullScreenChanged();
  }
  QMainWindow::changeEvent(event);
}

void MainWindow::raisePicture() {
  views_->show(ActionId::picture);
  bringForward(*this);
}

void MainWindow::act(ActionId what) {
  struct Reaction {
    ActionId what;
    void (*act)(MainWindow& w);
  };
  static constexpr Reaction kReactions[] = {
      {ActionId::openScene,
       [](MainWindow& w) {
         w.raisePicture();
         w.opener_->chooseScene();
       }},
      {ActionId::openNeedles, [](MainWindow& w) { w.opener_->chooseNeedles(); }},
      {ActionId::openIndex, [](MainWindow& w) { w.opener_->chooseIndex(); }},
      {ActionId::paste, [](MainWindow& w) { w.opener_->paste(); }},
      {ActionId::pasteScene, [](MainWindow& w) { w.opener_->pasteScene(); }},
      {ActionId::copyCommand,
       [](MainWindow& w) {
         QGuiApplication::clipboard()->setText(commandLine(w.bench_->project()));
       }},
      {ActionId::copyCode,
       [](MainWindow& w) { QGuiApplication::clipboard()->setText(cppLines(w.bench_->project())); }},
      {ActionId::copyPicture, [](MainWindow& w) { w.copyNeedle(); }},
      {ActionId::saveNeedle, [](MainWindow& w) { w.saveNeedle(); }},
      {ActionId::exportMatches,
       [](MainWindow& w) { w.results().exportMenu().ask(ExportKind::csv); }},
      {ActionId::exportPicture,
       [](MainWindow& w) { w.results().exportMenu().ask(ExportKind::picture); }},
      {ActionId::exportCrops,
       [](MainWindow& w) { w.results().exportMenu().ask(ExportKind::crops); }},
      {ActionId::quit, [](MainWindow& w) { w.close(); }},
      {ActionId::undo, [](MainWindow& w) { w.bench_->undo().undo(); }},
      {ActionId::redo, [](MainWindow& w) { w.bench_->undo().redo(); }},
      {ActionId::keepNeedle, [](MainWindow& w) { w.bench_->keepCut(); }},
      {ActionId::removeNeedle,
       [](MainWindow& w) { w.bench_->removeNeedle(w.page_->tray().currentId()); }},
      {ActionId::selectAll, [](MainWindow& w) { w.results().selectAll(); }},
      {ActionId::search,
       [](MainWindow& w) {
         if (w.bench_->search().running()) return w.bench_->search().cancel();
         w.firstMatch_->forget();
         w.bench_->searchNow();
       }},
      {ActionId::traveller,
       [](MainWindow& w) {
         w.raisePicture();
         w.night_->game().stop();
         w.traveller_->begin();
       }},
      {ActionId::night,
       [](MainWindow& w) {
         w.raisePicture();
         w.traveller_->game().stop();
         w.night_->begin();
       }},
      {ActionId::identifyPicture, [](MainWindow& w) { w.tools_->identify(w.bench_->scene()); }},
      {ActionId::screenColour, [](MainWindow& w) { w.screenLink_->open(); }},
      {ActionId::denoise, [](MainWindow& w) { w.denoiseLink_->open(); }},
      {ActionId::makeIndex, [](MainWindow& w) { w.makeIndex(); }},
      {ActionId::race, [](MainWindow& w) { w.tools_->openRace(); }},
      {ActionId::help, [](MainWindow& w) { showHelp(w); }},
      {ActionId::about, [](MainWindow& w) { showAbout(w, w.registry_); }},
      {ActionId::openProject, [](MainWindow& w) { w.keeper_->open(); }},
      {ActionId::saveProject, [](MainWindow& w) { w.keeper_->save(); }},
      {ActionId::saveProjectAs, [](MainWindow& w) { w.keeper_->saveAs(); }},
      {ActionId::nextPicture, [](MainWindow& w) { w.opener_->step(1); }},
      {ActionId::previousPicture, [](MainWindow& w) { w.opener_->step(-1); }},
      {ActionId::readAgain, [](MainWindow& w) { w.opener_->readAgain(); }},
      {ActionId::capture, [](MainWindow& w) { w.opener_->capture(); }},
      {ActionId::toolHand, [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::hand); }},
      {ActionId::toolCrop, [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::crop); }},
      {ActionId::toolLasso, [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::lasso); }},
      {ActionId::toolIgnore,
       [](MainWindow& w) { w.canvas().setToolKind(Canvas::ToolKind::ignore); }},
      {ActionId::fit, [](MainWindow& w) { w.canvas().fit(); }},
      {ActionId::actualSize, [](MainWindow& w) { w.canvas().actualSize(); }},
      {ActionId::zoomIn, [](MainWindow& w) { w.canvas().zoomBy(kZoomStep); }},
      {ActionId::zoomOut, [](MainWindow& w) { w.canvas().zoomBy(1 / kZoomStep); }},
      {ActionId::picture, [](MainWindow& w) { w.views_->show(ActionId::picture); }},
      {ActionId::batch,
       [](MainWindow& w) {
         const bool shown = w.views_->shown() == ActionId::batch;
         w.views_->show(shown ? ActionId::picture : ActionId::batch);
       }},
      {ActionId::passes,
       [](MainWindow& w) { w.setPass(w.bench_->markSettings().pass == 0 ? w.lastPass_ : 0); }},
      {ActionId::passNone, [](MainWindow& w) { w.setPass(0); }},
      {ActionId::passOne, [](MainWindow& w) { w.setPass(1); }},
      {ActionId::passTwo, [](MainWindow& w) { w.setPass(2); }},
      {ActionId::passThree, [](MainWindow& w) { w.setPass(3); }},
      {ActionId::fullScreen,
       [](MainWindow& w) { w.setWindowState(w.windowState() ^ Qt::WindowFullScreen); }},
      {ActionId::sidePanel, [](MainWindow& w) {
         w.page_->setPanelShown(w.actions_->at(ActionId::sidePanel)->isChecked());
       }}};
  const auto* const reaction =
      std::find_if(std::begin(kReactions), std::end(kReactions),
                   [what](const Reaction& each) { return each.what == what; });
  if (reaction != std::end(kReactions)) {
    reaction->act(*this);
  } else if (ToolWindows::opens(what)) {
    tools_->open(what);
  }
}

void MainWindow::setPass(int pass) {
  MarkSettings marks = bench_->markSettings();
  marks.pass = pass;
  if (pass != 0) lastPass_ = pass;
  bench_->setMarkSettings(marks);
  constexpr ActionId kPasses[] = {ActionId::passNone, ActionId::passOne, ActionId::passTwo,
                                  ActionId::passThree};
  actions_->at(kPasses[pass])->setChecked(true);
  actions_->at(ActionId::passes)->setChecked(pass != 0);
  if (pass != 0) views_->show(ActionId::picture);
}

const NeedleItem* MainWindow::needleToExport() {
  const NeedleItem* needle = bench_->tray().find(page_->tray().currentId());
  if (needle == nullptr || !needle->isIndex()) return needle;
  notice().say(tr("%1 is an index, not a picture.").arg(needle->name), NoticeBar::Tone::plain);
  return nullptr;
}

void MainWindow::copyNeedle() {
  if (const NeedleItem* needle = needleToExport()) needleExport_->copy(*needle);
}

void MainWindow::saveNeedle() {
  if (const NeedleItem* needle = needleToExport()) needleExport_->save(*needle);
}

void MainWindow::makeIndex() {
  auto* dialog = new IndexDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &IndexDialog::made, bench_,
          [this](const QString& index) { bench_->openNeedles({index}); });
  dialog->show();
}

}  // namespace espy::desktop
