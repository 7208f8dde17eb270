// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/side_views.h"

#include <QDockWidget>
#include <QSettings>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "demo/race_window.h"
#include "lab/lab_view.h"
#include "timing/timing_view.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr QLatin1String kLabPlace("lab-window/geometry");

}  // namespace

SideViews::SideViews(MainWindow& window, const Registry& registry, Workbench& bench,
                     const Actions& actions)
    : QObject(&window),
      window_(window),
      registry_(registry),
      bench_(bench),
      actions_(actions),
      timingDock_(window.addDock(QStringLiteral("timing"), tr("Timing"), new QWidget(&window),
                                 Qt::BottomDockWidgetArea)),
      batchDock_(window.addDock(QStringLiteral("batch"), tr("Batch"), new QWidget(&window),
                                Qt::BottomDockWidgetArea)) {
  window.tabifyDockWidget(timingDock_, batchDock_);
  for (QDockWidget* dock : {timingDock_, batchDock_}) dock->hide();
  connect(timingDock_, &QDockWidget::visibilityChanged, this, &SideViews::timingShown);
  connect(batchDock_, &QDockWidget::visibilityChanged, this, &SideViews::batchShown);
}

TimingView& SideViews::timing() {
  if (timing_ == nullptr) {
    timing_ = new TimingView(registry_, &window_);
    timingDock_->setWidget(timing_);
    connect(timing_, &TimingView::raceWanted, this, [this](const TimingResultPtr& result) {
      auto* race = new RaceWindow(registry_, &window_);
      race->setAttribute(Qt::WA_DeleteOnClose);
      race->show(result, window_.canvas().marks());
    });
  }
  return *timing_;
}

BatchView& SideViews::batch() {
  if (batch_ == nullptr) {
    batch_ = new BatchView(registry_, &window_);
    batchDock_->setWidget(batch_);
    connect(batch_, &BatchView::openWanted, this,
            [this](const QString& image) { bench_.openScene(image); });
    update();
  }
  return *batch_;
}

LabView& SideViews::lab() {
  if (lab_ == nullptr) {
    lab_ = new LabView(labTools(registry_), &window_, Qt::Window);
    QSettings settings;
    lab_->setChoice(recalledChoice(settings));
    lab_->restoreGeometry(settings.value(kLabPlace).toByteArray());
  }
  return *lab_;
}

void SideViews::toggle(Do what) {
  QDockWidget* dock = what == Do::timing ? timingDock_ : batchDock_;
  dock->setVisible(actions_.at(what)->isChecked());
}

void SideViews::showBatch(const QStringList& files) {
  batch().setImages(files);
  batchDock_->show();
  batchDock_->raise();
}

void SideViews::showLab() {
  lab().show();
  lab().raise();
  lab().activateWindow();
}

void SideViews::showRace() {
  auto* race = new RaceWindow(registry_, &window_);
  race->setAttribute(Qt::WA_DeleteOnClose);
  race->run(bench_.scene(), bench_.tray().active(), bench_.settings(), bench_.markSettings(),
            window_.canvas().marks());
  race->show();
}

void SideViews::update() {
  if (timing_ != nullptr && timingDock_->isVisible()) {
    timing_->setSubject(bench_.scene(), bench_.tray().active(), bench_.settings(),
                        bench_.markSettings());
  }
  if (batch_ != nullptr) {
    batch_->setNeedles(bench_.tray().active());
    batch_->setSettings(bench_.settings(), bench_.markSettings());
  }
}

void SideViews::remember() const {
  if (lab_ == nullptr) return;
  QSettings settings;
  desktop::remember(lab_->choice(), settings);
  settings.setValue(kLabPlace, lab_->saveGeometry());
}

void SideViews::timingShown(bool shown) {
  actions_.at(Do::timing)->setChecked(!timingDock_->isHidden());
  if (!shown) return;
  timing();
  update();
}

void SideViews::batchShown(bool shown) {
  actions_.at(Do::batch)->setChecked(!batchDock_->isHidden());
  if (shown) batch();
}

}  // namespace espy::desktop
