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

#include "demo/find_panel.h"
#include "demo/find_veil.h"

namespace espy::desktop {
namespace {

constexpr int kFlight = 2400;  ///< milliseconds
/// The part of the picture's shorter side that he takes in the end.
constexpr double kPart = 1.0 / 7;
/// Who clicks as near as this, in pixels of the widget, has found him.
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
      panel_(new FindPanel(&stage_->widget())) {
  veil_->hide();
  panel_->hide();
  stage_->widget().installEventFilter(this);
  connect(panel_, &FindPanel::showWanted, this, &FindGame::give);
  connect(panel_, &FindPanel::againWanted, this, &FindGame::againWanted);
  connect(panel_, &FindPanel::raceWanted, this, &FindGame::raceWanted);
  connect(panel_, &FindPanel::closed, this, &FindGame::stop);
  constexpr int kTick = 100;  // milliseconds
  tick_.setInterval(kTick);
  connect(&tick_, &QTimer::timeout, this, &FindGame::tick);
  flight_.setStartValue(0.0);
  flight_.setEndValue(1.0);
  flight_.setDuration(kFlight);
  flight_.setEasingCurve(QEasingCurve::InOutCubic);
  connect(&flight_, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& part) { fly(part.toDouble()); });
}

FindGame::~FindGame() = default;

void FindGame::prepare(const QString& sentence) {
  stop();
  state_ = State::preparing;
  panel_->prepare(sentence);
  panel_->show();
  panel_->raise();
}

void FindGame::ask(const QImage& traveller, const QRect& place, const QString& hint) {
  flight_.stop();
  veil_->hide();
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
  panel_->wait();
  emit wanted();
}

void FindGame::tell(const QRect& place, double milliseconds) {
  if (state_ != State::waiting) return;
  state_ = State::told;
  place_ = place;
  panel_->tell(
      tr("You: %1 s. Espy: %2 s.").arg(secondsText(seconds_), secondsText(milliseconds / 1000)),
      foundByHand_
          ? tr("You found him yourself. He stands at %1, %2.").arg(place.x()).arg(place.y())
          : tr("He stands at %1, %2.").arg(place.x()).arg(place.y()));
  QWidget& widget = stage_->widget();
  veil_->setGeometry(widget.rect());
  veil_->setDepth(0);
  veil_->show();
  veil_->raise();
  panel_->raise();
  fromCentre_ = stage_->centre();
  fromZoom_ = stage_->zoom();
  const double side = std::max({place.width(), place.height(), 1});
  toZoom_ = std::max(1.0, std::min(widget.width(), widget.height()) * kPart / side);
  if (reduced_) {
    fly(1);
  } else {
    flight_.start();
  }
}

void FindGame::fly(double part) {
  // First it gets dark, while the picture begins to come near. Zooms are multiplied, so that the
  // flight seems even, and he moves towards the middle on a straight line.
  constexpr double kDark = 0.35;
  veil_->setDepth(std::min(1.0, part / kDark));
  const double zoom = fromZoom_ * std::pow(toZoom_ / fromZoom_, part);
  const QPointF goal = QRectF(place_).center();
  const double span = 1 / fromZoom_ - 1 / toZoom_;
  const double left = std::abs(span) > 1e-9 ? (1 / zoom - 1 / toZoom_) / span : 1 - part;
  stage_->lookAt(goal + (fromCentre_ - goal) * left, zoom);
  follow();
}

void FindGame::follow() {
  if (state_ == State::told) veil_->setPlace(stage_->placeOf(place_));
}

void FindGame::stop() {
  if (state_ == State::idle) return;
  state_ = State::idle;
  tick_.stop();
  flight_.stop();
  veil_->hide();
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
    if (state_ == State::told && flight_.state() != QAbstractAnimation::Running) stop();
    if (state_ == State::asking &&
        stage_->placeOf(place_).adjusted(-kNear, -kNear, kNear, kNear).contains(press.position())) {
      foundByHand_ = true;
      give();
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace espy::desktop
