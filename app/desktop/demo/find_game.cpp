// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_game.h"

#include <QEvent>
#include <QImage>
#include <QLocale>
#include <QMouseEvent>
#include <QPointF>
#include <QVariantAnimation>
#include <algorithm>
#include <cmath>

#include "canvas/canvas.h"
#include "demo/find_panel.h"
#include "demo/find_veil.h"

namespace espy::desktop {
namespace {

/// Tolerance of a click on the traveller, in pixels of the widget.
constexpr double kNear = 12;

constexpr int kFlight = 2400;  ///< milliseconds
/// Final size of the target as a fraction of the picture's shorter side.
constexpr double kPart = 1.0 / 7;

}  // namespace

/// Animation that dims everything but a target and then zooms to it.
class FindFlight {
 public:
  FindFlight(Canvas& canvas, FindVeil& veil);

  /// Without motion the view jumps to the target.
  void setReduced(bool reduced) { reduced_ = reduced; }
  bool reduced() const { return reduced_; }
  void begin(const QRect& place);
  bool flying() const { return flight_.state() == QAbstractAnimation::Running; }
  /// Call when the zoom or the scroll position changed.
  void follow() { veil_.setPlace(canvas_.viewport().toWidget(QRectF(place_))); }
  /// Stops and removes the dimming.
  void stop() {
    flight_.stop();
    veil_.hide();
  }

 private:
  void fly(double part);

  Canvas& canvas_;
  FindVeil& veil_;
  bool reduced_ = false;
  QRect place_;
  QVariantAnimation flight_;
  QPointF fromCentre_;
  double fromZoom_ = 1;
  double toZoom_ = 1;
};

FindFlight::FindFlight(Canvas& canvas, FindVeil& veil) : canvas_(canvas), veil_(veil) {
  flight_.setStartValue(0.0);
  flight_.setEndValue(1.0);
  flight_.setDuration(kFlight);
  flight_.setEasingCurve(QEasingCurve::InOutCubic);
  QObject::connect(&flight_, &QVariantAnimation::valueChanged, &flight_,
                   [this](const QVariant& part) { fly(part.toDouble()); });
}

void FindFlight::begin(const QRect& place) {
  place_ = place;
  veil_.setGeometry(canvas_.rect());
  veil_.setDepth(0);
  veil_.show();
  veil_.raise();
  fromCentre_ = canvas_.viewport().centre();
  fromZoom_ = canvas_.viewport().zoom();
  const double side = std::max({place.width(), place.height(), 1});
  toZoom_ = std::max(1.0, std::min(canvas_.width(), canvas_.height()) * kPart / side);
  if (reduced_) {
    fly(1);
  } else {
    flight_.start();
  }
}

void FindFlight::fly(double part) {
  // Dims first while the zoom starts. Zoom is interpolated geometrically for an even speed, and the
  // target moves to the centre on a straight line.
  constexpr double kDark = 0.35;
  veil_.setDepth(std::min(1.0, part / kDark));
  const double zoom = fromZoom_ * std::pow(toZoom_ / fromZoom_, part);
  const QPointF goal = QRectF(place_).center();
  const double span = 1 / fromZoom_ - 1 / toZoom_;
  const double left = std::abs(span) > 1e-9 ? (1 / zoom - 1 / toZoom_) / span : 1 - part;
  canvas_.zoomBy(zoom / canvas_.viewport().zoom());
  const QPointF centre = goal + (fromCentre_ - goal) * left;
  canvas_.moveView((canvas_.viewport().centre() - centre) * canvas_.viewport().zoom());
  follow();
}

QString secondsText(double seconds) {
  if (!(seconds > 0)) return QLocale().toString(0);
  const int decade = static_cast<int>(std::floor(std::log10(seconds)));
  const int decimals = decade >= 1 ? 0 : decade < -2 ? -decade : 1 - decade;
  return QLocale().toString(seconds, 'f', std::clamp(decimals, 0, 9));
}

FindGame::FindGame(Canvas& canvas, QObject* parent)
    : QObject(parent),
      canvas_(canvas),
      veil_(new FindVeil(&canvas)),
      panel_(new FindPanel(&canvas)),
      flight_(std::make_unique<FindFlight>(canvas, *veil_)) {
  veil_->hide();
  panel_->hide();
  canvas_.installEventFilter(this);
  connect(panel_, &FindPanel::showWanted, this, &FindGame::give);
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
  canvas_.setFocus();
  emit ended();
}

bool FindGame::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && state_ != State::idle) {
    veil_->setGeometry(canvas_.rect());
    panel_->arrange();
    follow();
  }
  if (event->type() == QEvent::MouseButtonPress) {
    const auto& press = static_cast<const QMouseEvent&>(*event);
    if (state_ == State::revealed && !flight_->flying()) stop();
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
