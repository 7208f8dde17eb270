// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/views.h"

#include <QSettings>
#include <algorithm>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "demo/race_window.h"
#include "identify/identify_choice.h"
#include "identify/identify_view.h"
#include "lab/lab_view.h"
#include "model/inputs.h"
#include "signal/signal_choice.h"
#include "signal/signal_view.h"
#include "timing/timing_view.h"
#include "widgets/plain_widgets.h"
#include "window/picture_page.h"
#include "window/workbench.h"

namespace espy::desktop {

/// A view: its action and the factory of its page. Views may share a page.
struct Views::Row {
  ActionId action;
  QWidget* (Views::*make)();
};
const Views::Row Views::kTable[] = {{ActionId::picture, &Views::makePicture},
                                    {ActionId::passes, &Views::makePicture},
                                    {ActionId::timing, &Views::makeTiming},
                                    {ActionId::batch, &Views::makeBatch},
                                    {ActionId::lab, &Views::makeLab},
                                    {ActionId::identify, &Views::makeIdentify},
                                    {ActionId::signalLanes, &Views::makeSignalLanes}};

Views::Views(const Registry& registry, Workbench& bench, const Actions& actions,
             PicturePage& picture, QWidget& window)
    : QObject(&window),
      registry_(registry),
      bench_(bench),
      actions_(actions),
      picture_(picture),
      window_(window),
      stack_(new QStackedWidget(&window)) {
  show(ActionId::picture);
}

std::vector<ActionId> Views::all() {
  std::vector<ActionId> actions;
  for (const Row& row : kTable) actions.push_back(row.action);
  return actions;
}

bool Views::isView(ActionId what) {
  return std::any_of(std::begin(kTable), std::end(kTable),
                     [what](const Row& row) { return row.action == what; });
}

QWidget* Views::page(ActionId view) {
  QWidget*& page = pages_[static_cast<int>(view)];
  if (page == nullptr) {
    const auto* row = std::find_if(std::begin(kTable), std::end(kTable),
                                   [view](const Row& each) { return each.action == view; });
    page = (this->*row->make)();
    if (stack_->indexOf(page) < 0) stack_->addWidget(page);
  }
  return page;
}

void Views::show(ActionId view) {
  shown_ = view;
  stack_->setCurrentWidget(page(view));
  for (const Row& row : kTable) actions_.at(row.action)->setChecked(row.action == view);
  update();
  emit changed();
}

QWidget* Views::makePicture() {
  return &picture_;
}

std::function<void(const std::string& path)> Views::inputGuard() const {
  return [&bench = bench_](const std::string& path) {
    refuseInputs(path, bench.scene(), bench.tray().items());
  };
}

QWidget* Views::makeTiming() {
  timing_ = new TimingView(registry_);
  timing_->setGuard(inputGuard());
  connect(timing_, &TimingView::raceWanted, this, [this](const TimingResultPtr& result) {
    auto* race = new RaceWindow(registry_, &window_);
    race->setAttribute(Qt::WA_DeleteOnClose);
    race->show(result, picture_.canvas().marks());
  });
  return newScrollArea(timing_);
}

QWidget* Views::makeBatch() {
  batch_ = new BatchView(registry_);
  connect(batch_, &BatchView::openWanted, this, [this](const QString& image) {
    bench_.openScene(image);
    show(ActionId::picture);
  });
  return newScrollArea(batch_);
}

QWidget* Views::makeLab() {
  lab_ = new LabView(labTools(registry_));
  lab_->setGuard(inputGuard());
  QSettings settings;
  lab_->setChoice(recalledChoice(settings));
  return newScrollArea(lab_);
}

QWidget* Views::makeIdentify() {
  identify_ = new IdentifyView(identifyTools(registry_));
  QSettings settings;
  identify_->setChoice(recalledIdentifyChoice(settings));
  return newScrollArea(identify_);
}

QWidget* Views::makeSignalLanes() {
  signal_ = new SignalView(signalTools(registry_));
  QSettings settings;
  signal_->setSettings(recalledSignalSettings(settings));
  connect(signal_, &SignalView::changed, this, &Views::abilitiesChanged);
  return signal_;
}

TimingView& Views::timing() {
  page(ActionId::timing);
  return *timing_;
}

BatchView& Views::batch() {
  page(ActionId::batch);
  return *batch_;
}

LabView& Views::lab() {
  page(ActionId::lab);
  return *lab_;
}

IdentifyView& Views::identify() {
  page(ActionId::identify);
  return *identify_;
}

SignalView& Views::signalLanes() {
  page(ActionId::signalLanes);
  return *signal_;
}

void Views::identify(const PicturePtr& picture) {
  identify().identify(picture);
  show(ActionId::identify);
}

void Views::showBatch(const QStringList& files) {
  batch().setImages(files);
  show(ActionId::batch);
}

void Views::showRecordings(const QStringList& files) {
  signalLanes().open(files);
  show(ActionId::signalLanes);
}

void Views::showRace() {
  auto* race = new RaceWindow(registry_, &window_);
  race->setAttribute(Qt::WA_DeleteOnClose);
  race->run(bench_.scene(), bench_.tray().active(), bench_.settings(), bench_.markSettings(),
            picture_.canvas().marks());
  race->show();
}

void Views::update() {
  if (shown_ == ActionId::timing) {
    timing_->setSubject(bench_.scene(), bench_.tray().active(), bench_.settings(),
                        bench_.markSettings());
  }
  if (batch_ != nullptr) {
    batch_->setNeedles(bench_.tray().active());
    batch_->setSettings(bench_.settings(), bench_.markSettings());
  }
}

void Views::remember() const {
  QSettings settings;
  if (lab_ != nullptr) desktop::remember(lab_->choice(), settings);
  if (identify_ != nullptr) desktop::remember(identify_->choice(), settings);
  if (signal_ != nullptr) desktop::remember(signal_->settings(), settings);
}

}  // namespace espy::desktop
