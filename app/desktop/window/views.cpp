// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/views.h"

#include <algorithm>
#include <cmath>

#include "batch/batch_view.h"
#include "results/results_view.h"
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
  // Queued: the canvas shows the result first.
  connect(&bench, &Workbench::resultChanged, this, &Views::awaitOpened, Qt::QueuedConnection);
  connect(&bench, &Workbench::sceneChanged, this, [this] {
    if (opened_ && (!bench_.scene() || bench_.scene()->path != opened_->image)) opened_.reset();
  });
  connect(&bench, &Workbench::complained, this, [this] { opened_.reset(); });
  connect(&bench.explorer(), &Explorer::ended, this, &Views::endOpening, Qt::QueuedConnection);
}

Views::~Views() = default;

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
    connect(batch_, &BatchView::matchWanted, this, &Views::openMatch);
    batchPage_ = newScrollArea(batch_);
    stack_->addWidget(batchPage_);
  }
  return *batch_;
}

void Views::openMatch(const BatchMatch& match) {
  opened_ = std::make_unique<BatchMatch>(match);
  show(ActionId::picture);
  if (!bench_.scene() || bench_.scene()->path != match.image) return bench_.openScene(match.image);
  endOpening();
}

bool Views::selectOpened() {
  const SearchResultPtr& result = bench_.matches().result();
  const PicturePtr& scene = bench_.scene();
  if (!result || result->scene != scene || scene->path != opened_->image) return false;
  const std::vector<Match>& matches = result->finding.matches;
  const auto same = std::ranges::find_if(matches, [&](const Match& match) {
    return windowOf(match) == windowOf(opened_->match) &&
           result->needles[match.needle].id == opened_->needle;
  });
  if (same == matches.end()) return false;
  const auto index = static_cast<std::uint32_t>(same - matches.begin());
  if (bench_.matches().rowOf(index) < 0) {
    constexpr double kDigits = 1000;
    bench_.setTemporaryMinimum(std::floor(same->score * kDigits) / kDigits);
  }
  picture_.results().goTo(index);
  return true;
}

void Views::awaitOpened() {
  if (!opened_ || !bench_.scene() || bench_.scene()->path != opened_->image) return;
  if (!bench_.matches().result()) return;
  selectOpened();
  // In automatic mode better results follow, and have to be selected in again.
  if (!bench_.settings().automatic) opened_.reset();
}

void Views::endOpening() {
  if (!opened_ || !bench_.scene() || bench_.scene()->path != opened_->image) return;
  if (bench_.search().running() || bench_.explorer().running()) return;
  if (!selectOpened()) {
    bench_.showVariant(kindOf(opened_->settings));
    selectOpened();
  }
  opened_.reset();
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
