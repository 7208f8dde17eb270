// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/night_link.h"

#include <QLocale>
#include <QPainter>
#include <QSettings>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "canvas/canvas.h"
#include "demo/find_panel.h"
#include "results/results_view.h"
#include "window/actions.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr std::size_t kFirstClicks = 8;
constexpr std::size_t kMoreClicks = 4;  ///< for the remaining false matches
constexpr int kBetweenClicks = 350;     ///< milliseconds

/// Some of the photographs in two rows, sorted by brightness.
QImage albumOf(const std::vector<NightPhoto>& photos) {
  constexpr std::size_t kShown = 4;
  constexpr int kSide = 32;
  QImage album(2 * kSide, 2 * kSide, QImage::Format_RGB32);
  QPainter painter(&album);
  for (std::size_t i = 0; i < kShown; ++i) {
    const NightPhoto& photo = photos[i * (photos.size() - 1) / (kShown - 1)];
    const QImage pixels = qImageFrom(photo.picture->image);
    const QPoint middle = windowOf(photo.match).center();
    const QPoint corner(static_cast<int>(i % 2) * kSide, static_cast<int>(i / 2) * kSide);
    painter.drawImage(corner, pixels,
                      QRect(middle - QPoint(kSide / 2 - 1, kSide / 2 - 1), QSize(kSide, kSide)));
  }
  return album;
}

}  // namespace

NightLink::NightLink(Workbench& bench, Canvas& canvas, ResultsView& results, const Actions& actions,
                     QObject* parent)
    : QObject(parent),
      bench_(bench),
      canvas_(canvas),
      results_(results),
      actions_(actions),
      game_(canvas) {
  clicking_.setInterval(kBetweenClicks);
  connect(&clicking_, &QTimer::timeout, this, &NightLink::clickNext);
  connect(&game_.panel(), &FindPanel::clicksWanted, this, &NightLink::click);
  connect(&game_.panel(), &FindPanel::learningWanted, this, &NightLink::learn);
  connect(&game_, &FindGame::ended, this, [this] {
    step_ = Step::none;
    clicking_.stop();
    actions_.at(ActionId::toolCrop)->trigger();
    bench_.endDemo();
  });
  connect(&bench, &Workbench::resultChanged, this, &NightLink::onResult);
  connect(&bench.judging(), &JudgeController::changed, this, &NightLink::onDesk);
  connect(&bench, &Workbench::sceneChanged, this, [this] {
    // Another scene ends the game.
    if (crowd_.scene && bench_.scene() != crowd_.scene) game_.stop();
  });
}

void NightLink::begin() {
  game_.setReducedMotion(QSettings().value(QStringLiteral("race/reducedMotion"), false).toBool());
  game_.prepare(tr("It is getting dark..."));
  if (crowd_.scene) return ask(crowd_);
  if (drawing_.running()) return;
  drawing_.start([&registry = bench_.registry()](
                     const Job::Handle& job) { return drawNight(registry, job.control()); },
                 [this](Outcome<DrawnCrowd> crowd) {
                   if (crowd.value) return ask(std::move(*crowd.value));
                   game_.stop();
                   emit failed(crowd.failure.sentence);
                 });
}

void NightLink::ask(DrawnCrowd crowd) {
  if (game_.state() != FindGame::State::preparing) return;  // cancelled meanwhile
  crowd_ = std::move(crowd);
  rounds_ = 0;
  // A new object, so that verdicts of an earlier game do not apply.
  auto traveller = std::make_shared<Picture>();
  traveller->image = Image::copyOf(crowd_.traveller->image);
  traveller->name = crowd_.traveller->name;
  bench_.beginDemo();
  SearchSettings settings = bench_.settings();
  settings.method = Method::zncc;
  settings.select.overlap = kScoredOverlap;
  bench_.recallSettings(settings);
  if (bench_.scene() != crowd_.scene) bench_.setScene(crowd_.scene);
  bench_.addNeedle(std::move(traveller));
  const NeedleItem& needle = bench_.tray().items().back();
  for (const NightPhoto& photo : crowd_.photos) {
    bench_.matches().verdicts().addToOtherPicture(
        needle, {{photo.picture, {}, photo.match, MatchVerdict::yes}});
  }
  canvas_.setMessage({});
  actions_.at(ActionId::toolHand)->trigger();  // a drag must not crop
  actions_.at(ActionId::fit)->trigger();
  step_ = Step::searching;
  bench_.setTemporaryMinimum(kNightScore);
  bench_.searchNow();
}

void NightLink::onResult() {
  const SearchResultPtr& result = bench_.matches().result();
  const bool awaited = step_ == Step::searching && result && result->scene == crowd_.scene &&
                       result->settings.minScore == kNightScore;
  if (!awaited || result->finding.matches.empty()) return;
  step_ = Step::marking;
  guide();
}

bool NightLink::isTraveller(std::uint32_t match) const {
  const QPoint off = windowOf(bench_.matches().match(match)).topLeft() - crowd_.place.topLeft();
  return std::max(std::abs(off.x()), std::abs(off.y())) <= 2;
}

std::vector<std::uint32_t> NightLink::unmarkedFalseMatches() const {
  const MatchList& list = bench_.matches();
  std::vector<std::uint32_t> left = list.kept();
  std::erase_if(left, [&](std::uint32_t match) {
    return isTraveller(match) || list.said(match) != MatchVerdict::nothing;
  });
  std::sort(left.begin(), left.end());  // best first
  return left;
}

QString NightLink::detail() const {
  if (rounds_ > 0) return tr("Label a few more people who are not him, and learn again.");
  return tr("%1 photographs show him in such light. His friends wear the same clothes, but only he "
            "wears glasses. Click a few people who are not him and press N, or let Espy click; "
            "then learn.")
      .arg(QLocale().toString(static_cast<int>(crowd_.photos.size())));
}

void NightLink::guide() {
  const int left = static_cast<int>(bench_.matches().kept().size());
  const bool enough = bench_.judging().state().enough() && !clicking_.isActive();
  game_.guide(albumOf(crowd_.photos),
              rounds_ == 0 ? tr("%n look like him. Which one is he?", nullptr, left)
                           : tr("%n are left. Which one is he?", nullptr, left),
              detail(), enough);
}

void NightLink::click() {
  if (step_ != Step::marking || clicking_.isActive()) return;
  const std::vector<std::uint32_t> all = unmarkedFalseMatches();
  // Evenly spaced over the scores, for variety.
  const std::size_t count = std::min(rounds_ == 0 ? kFirstClicks : kMoreClicks, all.size());
  clicks_.clear();
  for (std::size_t i = count; i-- > 0;) clicks_.push_back(all[i * all.size() / count]);
  clicking_.setInterval(game_.reducedMotion() ? 0 : kBetweenClicks);
  clicking_.start();
}

void NightLink::clickNext() {
  if (clicks_.empty()) {
    clicking_.stop();
    if (step_ == Step::marking) guide();
    return;
  }
  const std::uint32_t match = clicks_.back();
  clicks_.pop_back();
  results_.select(match, false);
  emit results_.stepped(match);
  bench_.judging().label({match}, MatchVerdict::no);
}

void NightLink::learn() {
  if (step_ == Step::marking && !clicking_.isActive()) bench_.judging().learn();
}

void NightLink::onDesk() {
  const JudgeState state = bench_.judging().state();
  if (step_ == Step::marking && state.learning) {
    step_ = Step::learning;
    game_.wait(tr("Espy is learning..."));
  } else if (step_ == Step::learning) {
    // Wait until the removed matches are hidden.
    const bool still = bench_.judging().busy() || bench_.matches().rejectedShown();
    if (!still) look();
  } else if (step_ == Step::marking) {
    guide();
  }
}

void NightLink::look() {
  step_ = Step::marking;
  if (bench_.tray().items().size() != 1 || !bench_.matches().result()) return game_.stop();
  if (bench_.tray().items().front().judge) ++rounds_;
  const std::vector<std::uint32_t> left = bench_.matches().kept();
  if (left.size() != 1 || !isTraveller(left.front())) return guide();
  step_ = Step::none;
  const JudgeState state = bench_.judging().state();
  const QRect place = windowOf(bench_.matches().match(left.front()));
  const int others = static_cast<int>(bench_.matches().result()->finding.matches.size()) - 1;
  game_.conclude(place, tr("One is left: there he is."),
                 tr("%1 clicks and %2 photographs were enough to separate him from %n others, many "
                    "with a higher score. He stands at %3, %4.",
                    nullptr, others)
                     .arg(state.yes + state.no - state.elsewhere)
                     .arg(state.elsewhere)
                     .arg(place.x())
                     .arg(place.y()));
}

}  // namespace espy::desktop
