// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/views.h"

#include "batch/batch_view.h"
#include "widgets/plain_widgets.h"
#include "window/picture_page.h"
#include "window/workbench.h"

namespace espy::desktop {

Views::Views(const Registry& registry, Workbench& bench, const Actions& actions,
             PicturePage& picture, QWidget& window)
    : QObject(&window),
      registry_(registry),
      bench_(bench),
      actions_(actions),
      picture_(picture),
      stack_(new QStackedWidget(&window)) {
  stack_->addWidget(&picture_);
  show(ActionId::picture);
}

std::vector<ActionId> Views::all() {
  return {ActionId::picture, ActionId::batch};
}

void Views::show(ActionId view) {
  shown_ = view;
  if (view == ActionId::batch) {
    batch();
    stack_->setCurrentWidget(batchPage_);
  } else {
    stack_->setCurrentWidget(&picture_);
  }
  for (const ActionId each : all()) actions_.at(each)->setChecked(each == view);
  update();
  emit changed();
}

BatchView& Views::batch() {
  if (batch_ == nullptr) {
    batch_ = new BatchView(registry_);
    connect(batch_, &BatchView::openWanted, this, [this](const QString& image) {
      bench_.openScene(image);
      show(ActionId::picture);
    });
    batchPage_ = newScrollArea(batch_);
    stack_->addWidget(batchPage_);
  }
  return *batch_;
}

void Views::showBatch(const QStringList& files) {
  batch().setImages(files);
  show(ActionId::batch);
}

void Views::update() {
  if (batch_ == nullptr) return;
  MarkSettings marks = bench_.markSettings();
  marks.pass = 0;  // of the picture page only
  batch_->setNeedles(bench_.tray().active());
  batch_->setSettings(bench_.settings(), marks);
}

}  // namespace espy::desktop
