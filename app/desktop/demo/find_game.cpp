// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_game.h"

#include <QEvent>
#include <QImage>
#include <QLocale>
#include <QMouseEvent>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "demo/find_flight.h"
#include "demo/find_panel.h"
#include "demo/find_veil.h"

namespace espy::desktop {
namespace {

/// Tolerance of a click on the traveller, in pixels of the widget.
constexpr double kNear = 12;

}  // namespace

QString secondsText(double seconds) {
  if (!(seconds > 0)) return QLocale().toString(0);
  const int decade = static_cast<int>(std::floor(std::log10(seconds)));
  const int decimals = decade >= 1 ? 0 : decade < -2 ? -decade : 1 - decade;
  return QLocale().toString(seconds, 'f', std::clamp(decimals, 0, 9));
}

FindGame::FindGame(std::unique_ptr<FindStage> stage, QObject* parent)
    : QObject(parent),
      stage_(std::move(stage)),
      veil_(new FindVeil(&stage_->widget())),
      panel_(new FindPanel(&stage_->widget())),
      flight_(new FindFlight(*stage_, *veil_, this)) {
  veil_->hide();
  panel_->hide();
  stage_->widget().installEventFilter(this);
  connect(panel_, &FindPanel::showWanted, this, &FindGame::give);
  connect(panel_, &FindPanel::againWanted, this, &FindGame::againWanted);
  connect(panel_, &FindPanel::raceWanted, this, &FindGame::raceWanted);
  connect(panel_, &FindPanel::nightWanted, this, &FindGame::nightWanted);
  connect(panel_, &FindPanel::clicksWanted, this, &FindGame::clicksWanted);
  connect(panel_, &FindPanel::learningWanted, this, &FindGame::learningWanted);
  connect(panel_, &FindPanel::closed, this, &FindGame::stop);
  constexpr int kTick = 100;  // milliseconds
  tick_.setInterval(kTick);
  connect(&tick_, &QTimer::timeout, this, &FindGame::tick);
}

FindGame::~FindGame() = default;

void FindGame::setReducedMotion(bool reduced) {
  flight_->setReduced(reduced);
}

bool FindGame::reducedMotion() const {
  return flight_->reduced();
}

void FindGame::prepare(const QString& sentence) {
  stop();
  state_ = State::preparing;
  panel_->prepare(sentence);
  panel_->show();
  panel_->raise();
}

void FindGame::ask(const QImage& traveller, const QRect& place, const QString& hint) {
  flight_->stop();
  state_ = State::asking;
  place_ = place;
  foundByHand_ = false;
  panel_->ask(traveller, hint);
  panel_->show();
  panel_->raise();
  watch_.start();
  tick_.start();
  tick();
}

void FindGame::tick() {
  panel_->setClock(tr("%1 s").arg(QLocale().toString(static_cast<int>(watch_.elapsed() / 1000))));
}

void FindGame::give() {
  if (state_ != State::asking) return;
  seconds_ = static_cast<double>(watch_.elapsed()) / 1000;
  tick_.stop();
  state_ = State::waiting;
  panel_->wait(tr("Espy is searching..."));
  emit wanted();
}

void FindGame::reveal(const QRect& place, double milliseconds) {
  if (state_ != State::waiting) return;
  panel_->reveal(
      tr("You: %1 s. Espy: %2 s.").arg(secondsText(seconds_), secondsText(milliseconds / 1000)),
      foundByHand_
          ? tr("You found him yourself. He stands at %1, %2.").arg(place.x()).arg(place.y())
          : tr("He stands at %1, %2.").arg(place.x()).arg(place.y()));
  flyTo(place);
}

void FindGame::guide(const QImage& who, const QString& sentence, const QString& detail,
                     bool enough) {
  flight_->stop();
  panel_->guide(who, sentence, detail, enough, state_ != State::guiding);
  state_ = State::guiding;
  panel_->show();
  panel_->raise();
}

void FindGame::wait(const QString& sentence) {
  state_ = State::waiting;
  panel_->wait(sentence);
}

void FindGame::conclude(const QRect& place, const QString& sentence, const QString& detail) {
  panel_->conclude(sentence, detail);
  flyTo(place);
}

void FindGame::flyTo(const QRect& place) {
  state_ = State::revealed;
  place_ = place;
  flight_->begin(place);
  panel_->raise();
}

void FindGame::follow() {
  if (state_ == State::revealed) flight_->follow();
}

void FindGame::stop() {
  if (state_ == State::idle) return;
  state_ = State::idle;
  tick_.stop();
  flight_->stop();
  panel_->hide();
  stage_->widget().setFocus();
  emit ended();
}

bool FindGame::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && state_ != State::idle) {
    veil_->setGeometry(stage_->widget().rect());
    panel_->arrange();
    follow();
  }
  if (event->type() == QEvent::MouseButtonPress) {
    const auto& press = static_cast<const QMouseEvent&>(*event);
    if (state_ == State::revealed && !flight_->flying()) stop();
    if (state_ == State::asking &&
        stage_->placeOf(place_).adjusted(-kNear, -kNear, kNear, kNear).contains(press.position())) {
      foundByHand_ = true;
      give();
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace espy::desktop
