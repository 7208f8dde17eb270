// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_game.h"

#include <QEvent>
#include <QImage>
#include <QLocale>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "canvas/canvas.h"
#include "canvas/spotlight.h"
#include "demo/find_panel.h"

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

FindGame::FindGame(Canvas& canvas, QObject* parent)
    : QObject(parent),
      canvas_(canvas),
      spotlight_(new Spotlight(canvas)),
      panel_(new FindPanel(&canvas)) {
  panel_->hide();
  canvas_.installEventFilter(this);
  connect(panel_, &FindPanel::showWanted, this, &FindGame::give);
  connect(panel_, &FindPanel::closed, this, &FindGame::stop);
  constexpr int kTick = 100;  // milliseconds
  tick_.setInterval(kTick);
  connect(&tick_, &QTimer::timeout, this, &FindGame::tick);
}

void FindGame::setReducedMotion(bool reduced) {
  spotlight_->setReduced(reduced);
}

bool FindGame::reducedMotion() const {
  return spotlight_->reduced();
}

void FindGame::prepare(const QString& sentence) {
  stop();
  state_ = State::preparing;
  panel_->prepare(sentence);
  panel_->show();
  panel_->raise();
}

void FindGame::ask(const QImage& traveller, const QRect& place, const QString& hint) {
  spotlight_->stop();
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
  spotlight_->stop();
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
  spotlight_->begin(place, Spotlight::Ending::stays);
  panel_->raise();
}

void FindGame::stop() {
  if (state_ == State::idle) return;
  state_ = State::idle;
  tick_.stop();
  spotlight_->stop();
  panel_->hide();
  canvas_.setFocus();
  emit ended();
}

bool FindGame::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && state_ != State::idle) panel_->arrange();
  if (event->type() == QEvent::MouseButtonPress) {
    const auto& press = static_cast<const QMouseEvent&>(*event);
    if (state_ == State::revealed && !spotlight_->flying()) stop();
    const QRectF there = canvas_.viewport().toWidget(QRectF(place_));
    if (state_ == State::asking &&
        there.adjusted(-kNear, -kNear, kNear, kNear).contains(press.position())) {
      foundByHand_ = true;
      give();
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace espy::desktop
