// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/traveller_link.h"

#include <QLocale>
#include <QSettings>
#include <utility>

#include "canvas/canvas.h"
#include "demo/find_panel.h"
#include "window/actions.h"
#include "window/workbench.h"

namespace espy::desktop {

TravellerLink::TravellerLink(Workbench& bench, Canvas& canvas, const Actions& actions,
                             QObject* parent)
    : QObject(parent), bench_(bench), canvas_(canvas), actions_(actions), game_(canvas) {
  connect(&game_, &FindGame::wanted, this, &TravellerLink::search);
  connect(&game_.panel(), &FindPanel::againWanted, this, &TravellerLink::begin);
  connect(&game_.panel(), &FindPanel::raceWanted, this,
          [this] { actions_.at(ActionId::race)->trigger(); });
  connect(&game_.panel(), &FindPanel::nightWanted, this,
          [this] { actions_.at(ActionId::night)->trigger(); });
  connect(&game_, &FindGame::ended, this, [this] {
    actions_.at(ActionId::toolCrop)->trigger();
    bench_.endDemo();
  });
  connect(&bench, &Workbench::resultChanged, this, &TravellerLink::reveal);
  connect(&bench, &Workbench::sceneChanged, this, [this] {
    // Another scene ends the game.
    if (crowd_.scene && bench_.scene() != crowd_.scene) game_.stop();
  });
}

void TravellerLink::begin() {
  // Setting shared with the race view.
  game_.setReducedMotion(QSettings().value(QStringLiteral("race/reducedMotion"), false).toBool());
  // A different size gives a different crowd.
  constexpr int kStep = 8;
  constexpr int kTurns = 16;
  const QSize size = size_ - QSize(kStep * (turn_ % kTurns), 0);
  const double megapixels = static_cast<double>(size.width()) * size.height() / 1e6;
  game_.prepare(tr("Drawing a crowd of %1 megapixels...")
                    .arg(QLocale().toString(megapixels, 'f', megapixels < 10 ? 1 : 0)));
  if (crowd_.scene && frameOf(crowd_.scene->image).size() == size) return ask(crowd_);
  if (drawing_.running()) return;
  drawing_.start([size](const Job::Handle& job) { return drawCrowd(size, job.control()); },
                 [this](Outcome<DrawnCrowd> crowd) {
                   if (crowd.value) return ask(std::move(*crowd.value));
                   game_.stop();
                   emit failed(crowd.failure.outOfMemory
                                   ? tr("There is not enough memory for so large a crowd.")
                                   : crowd.failure.sentence);
                 });
}

void TravellerLink::ask(DrawnCrowd crowd) {
  if (game_.state() != FindGame::State::preparing) return;  // cancelled meanwhile
  crowd_ = std::move(crowd);
  bench_.beginDemo();
  if (bench_.scene() != crowd_.scene) bench_.setScene(crowd_.scene);
  canvas_.setMessage({});                      // the panel has instructions
  actions_.at(ActionId::toolHand)->trigger();  // a drag must not crop
  actions_.at(ActionId::fit)->trigger();
  game_.ask(qImageFrom(crowd_.traveller->image), crowd_.place,
            tr("He looks exactly like this, and he is there once. Zoom with the wheel, and click "
               "him when you see him."));
}

void TravellerLink::search() {
  bench_.addNeedle(crowd_.traveller);
}

void TravellerLink::reveal() {
  const SearchResultPtr& result = bench_.matches().result();
  if (!result || result->scene != crowd_.scene || result->finding.matches.empty()) return;
  if (game_.state() != FindGame::State::waiting) return;
  ++turn_;
  const Match& match = result->finding.matches.front();
  game_.reveal({static_cast<int>(match.x), static_cast<int>(match.y), static_cast<int>(match.width),
                static_cast<int>(match.height)},
               result->milliseconds);
}

}  // namespace espy::desktop
