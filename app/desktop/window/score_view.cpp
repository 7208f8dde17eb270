// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/score_view.h"

#include <algorithm>

#include "canvas/canvas.h"
#include "window/workbench.h"

namespace espy::desktop {

ScoreView::ScoreView(Workbench& bench, Canvas& canvas, QObject* parent)
    : QObject(parent), bench_(bench), canvas_(canvas), mapper_(bench.registry()) {
  connect(&bench, &Workbench::resultChanged, this, &ScoreView::update);
  connect(&bench, &Workbench::cutChanged, this, &ScoreView::update);
  connect(&bench.search(), &SearchController::started, &mapper_, &ScoreMapper::cancel);
  connect(&bench.search(), &SearchController::stopped, this, &ScoreView::update);
  connect(&mapper_, &ScoreMapper::made, this,
          [this](const ScorePlanePtr& plane) { canvas_.setScores(plane); });
  connect(&mapper_, &ScoreMapper::failed, this, [this](const QString& sentence) {
    canvas_.setScores(nullptr);
    emit failed(sentence);
  });
}

void ScoreView::setWanted(bool wanted) {
  wanted_ = wanted;
  update();
}

void ScoreView::update() {
  const std::vector<NeedleItem> active = bench_.tray().active();
  const auto cut = std::find_if(active.begin(), active.end(), [this](const NeedleItem& item) {
    return item.id == bench_.cutId();
  });
  if (!wanted_ || !bench_.scene() || active.empty()) {
    mapper_.cancel();
    canvas_.setScores(nullptr);
    return;
  }
  if (bench_.search().running()) return;  // its end is told; two at once would only wait longer
  const NeedleItem& needle = cut == active.end() ? active.front() : *cut;
  canvas_.awaitScores(needle.name);
  mapper_.start({bench_.scene(), needle, bench_.settings()});
}

}  // namespace espy::desktop
