// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/tool_windows.h"

#include <QSettings>
#include <QTabWidget>
#include <algorithm>
#include <iterator>
#include <utility>

#include "canvas/canvas.h"
#include "demo/race_window.h"
#include "espy/error.h"
#include "identify/identify_view.h"
#include "lab/lab_view.h"
#include "lab/paper_view.h"
#include "live/live_view.h"
#include "model/inputs.h"
#include "model/translated.h"
#include "signal/signal_choice.h"
#include "signal/signal_view.h"
#include "timing/timing_view.h"
#include "tray/tray_view.h"
#include "widgets/plain_widgets.h"
#include "window/picture_page.h"
#include "window/tool_window.h"
#include "window/view_actions.h"
#include "window/workbench.h"

namespace espy::desktop {

/// A window and the factory of its view.
struct ToolWindows::Row {
  ToolWindowKind kind;
  QWidget* (ToolWindows::*make)();
};
const ToolWindows::Row ToolWindows::kTable[] = {
    {{ActionId::timing, "timing", "timing", {960, 700}, true}, &ToolWindows::makeTiming},
    {{ActionId::lab, "lab", "lab", {1080, 720}, true}, &ToolWindows::makeLab},
    {{ActionId::identify, "identify", "espy_identify", {1180, 760}, false},
     &ToolWindows::makeIdentify},
    {{ActionId::signalLanes, "signals", "espy_signals", {1180, 760}, false},
     &ToolWindows::makeSignalLanes},
    {{ActionId::live, "live", "espy_live", {1180, 760}, false}, &ToolWindows::makeLive}};

ToolWindows::ToolWindows(const Registry& registry, Workbench& bench, const Actions& actions,
                         PicturePage& picture, QWidget& mainWindow)
    : QObject(&mainWindow),
      registry_(registry),
      bench_(bench),
      actions_(actions),
      picture_(picture),
      mainWindow_(mainWindow) {}

ToolWindows::~ToolWindows() = default;

std::vector<ActionId> ToolWindows::all() {
  std::vector<ActionId> actions;
  for (const Row& row : kTable) actions.push_back(row.kind.what);
  return actions;
}

bool ToolWindows::opens(ActionId what) {
  return std::any_of(std::begin(kTable), std::end(kTable),
                     [what](const Row& row) { return row.kind.what == what; });
}

ToolWindow& ToolWindows::window(ActionId what) {
  std::unique_ptr<ToolWindow>& window = windows_[what];
  if (window == nullptr) {
    const auto* row = std::find_if(std::begin(kTable), std::end(kTable),
                                   [what](const Row& each) { return each.kind.what == what; });
    QWidget* view = (this->*row->make)();
    QHash<int, QAction*> own;
    if (what == ActionId::signalLanes) own = signalActions(*signal_);
    if (what == ActionId::live) {
      own = liveActions(*live_);
      for (const ActionId of : {ActionId::openNeedles, ActionId::removeNeedle}) {
        QAction* action = own.value(static_cast<int>(of));
        action->setIcon(actions_.at(of)->icon());
        live_->tray().addButton(action);
      }
    }
    window = std::make_unique<ToolWindow>(row->kind, view, actions_, own);
    connect(window.get(), &ToolWindow::opened, this, &ToolWindows::update);
    connect(window.get(), &ToolWindow::closed, this, &ToolWindows::remember);
    if (what == ActionId::live) connect(window.get(), &ToolWindow::closed, live_, &LiveView::stop);
  }
  return *window;
}

void ToolWindows::open(ActionId what) {
  window(what).open();
}

void ToolWindows::close() {
  for (const auto& [what, window] : windows_) window->close();
}

std::function<void(const std::string& path)> ToolWindows::inputGuard() const {
  return [&bench = bench_](const std::string& path) {
    refuseInputs(path, bench.scene(), bench.tray().items());
  };
}

QWidget* ToolWindows::makeTiming() {
  timing_ = new TimingView(registry_);
  timing_->setGuard(inputGuard());
  connect(timing_, &TimingView::raceWanted, this, [this](const TimingResultPtr& result) {
    auto* race = new RaceWindow(registry_, &mainWindow_);
    race->setAttribute(Qt::WA_DeleteOnClose);
    race->show(result, picture_.canvas().marks());
  });
  return newScrollArea(timing_);
}

QWidget* ToolWindows::makeLab() {
  LabTools experiments;
  PaperTools exhibits;
  try {
    experiments = labTools(registry_);
    exhibits = paperTools(registry_);
  } catch (const Error& error) {  // the lab is a package of its own
    QLabel* reason = wrappedLabel(tr("Lab"));
    reason->setText(translated(error));
    reason->setAlignment(Qt::AlignCenter);
    return reason;
  }
  lab_ = new LabView(std::move(experiments));
  lab_->setGuard(inputGuard());
  QSettings settings;
  lab_->setChoice(recalledChoice(settings));
  papers_ = new PaperView(std::move(exhibits));
  papers_->setGuard(inputGuard());
  papers_->setChoice(recalledPaperChoice(settings));
  auto* tabs = new QTabWidget;
  tabs->setAccessibleName(tr("Lab"));
  tabs->setDocumentMode(true);
  tabs->addTab(newScrollArea(lab_), tr("Experiments"));
  tabs->addTab(newScrollArea(papers_), tr("Papers"));
  // Two measurements at a time would disturb each other.
  connect(lab_, &FigureView::runningChanged, tabs,
          [tabs](bool running) { tabs->setTabEnabled(1, !running); });
  connect(papers_, &FigureView::runningChanged, tabs,
          [tabs](bool running) { tabs->setTabEnabled(0, !running); });
  return tabs;
}

QWidget* ToolWindows::makeIdentify() {
  identify_ = new IdentifyView(identifyTools(registry_));
  QSettings settings;
  identify_->setChoice(recalledIdentifyChoice(settings));
  return newScrollArea(identify_);
}

QWidget* ToolWindows::makeSignalLanes() {
  signal_ = new SignalView(signalTools(registry_));
  QSettings settings;
  signal_->setSettings(recalledSignalSettings(settings));
  return signal_;
}

QWidget* ToolWindows::makeLive() {
  live_ = new LiveView(registry_, liveTools());
  QSettings settings;
  live_->setSettings(recalledLiveSettings(settings, live_->settings()));
  connect(live_, &LiveView::pictureWanted, this, &ToolWindows::pictureWanted);
  return live_;
}

TimingView& ToolWindows::timing() {
  window(ActionId::timing);
  return *timing_;
}

LabView& ToolWindows::lab() {
  window(ActionId::lab);
  return *lab_;
}

PaperView& ToolWindows::papers() {
  window(ActionId::lab);
  return *papers_;
}

IdentifyView& ToolWindows::identify() {
  window(ActionId::identify);
  return *identify_;
}

SignalView& ToolWindows::signalLanes() {
  window(ActionId::signalLanes);
  return *signal_;
}

LiveView& ToolWindows::live() {
  window(ActionId::live);
  return *live_;
}

void ToolWindows::openLive(const QStringList& files) {
  open(ActionId::live);
  live().open(files);
}

void ToolWindows::openRecordings(const QStringList& files) {
  signalLanes().open(files);
  open(ActionId::signalLanes);
}

void ToolWindows::identify(const QStringList& paths) {
  QStringList photographs;
  for (const QString& path : paths) {
    if (isLibraryFolder(path)) {
      identify().openLibrary(path);
    } else {
      photographs += path;
    }
  }
  if (!photographs.isEmpty()) identify().identify(photographs);
  open(ActionId::identify);
}

void ToolWindows::identify(const PicturePtr& picture) {
  identify().identify(picture);
  open(ActionId::identify);
}

void ToolWindows::openRace() {
  auto* race = new RaceWindow(registry_, &mainWindow_);
  race->setAttribute(Qt::WA_DeleteOnClose);
  race->run(bench_.scene(), bench_.tray().activePictures(), bench_.settings(),
            bench_.markSettings(), picture_.canvas().marks());
  race->show();
}

void ToolWindows::update() {
  if (timing_ == nullptr || !timing_->isVisible()) return;
  MarkSettings marks = bench_.markSettings();
  marks.pass = 0;  // whole runs, whatever is looked at
  timing_->setSubject(bench_.scene(), bench_.tray().activePictures(), bench_.settings(), marks);
}

void ToolWindows::remember() const {
  QSettings settings;
  if (lab_ != nullptr) desktop::remember(lab_->choice(), settings);
  if (papers_ != nullptr) desktop::remember(papers_->choice(), settings);
  if (identify_ != nullptr) desktop::remember(identify_->choice(), settings);
  if (signal_ != nullptr) desktop::remember(signal_->settings(), settings);
  if (live_ != nullptr) desktop::remember(live_->settings(), settings);
}

}  // namespace espy::desktop
