// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/race_view.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "charts/chart_axis.h"
#include "charts/figures.h"
#include "demo/race_legend.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr int kFrameMilliseconds = 16;
/// Steps of the speed slider per doubling; its range is 1/4 to 4.
constexpr int kStepsPerDoubling = 4;
constexpr int kDoublings = 2;

/// Rounds large numbers to two significant digits: "14,000".
QString rounded(double number) {
  constexpr double kLarge = 100;
  if (number < kLarge) return figureText(number);
  const double unit = std::pow(10, std::floor(std::log10(number)) - 1);
  return QLocale().toString(std::round(number / unit) * unit, 'f', 0);
}

}  // namespace

RaceView::RaceView(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Race of the engines"));
  auto* layout = new QVBoxLayout(this);
  clock_ = new QLabel;
  clock_->setAccessibleName(tr("Clock"));
  layout->addWidget(clock_);
  track_ = new QHBoxLayout;
  track_->setSpacing(kWideGap);
  layout->addLayout(track_, 1);
  nobody_ = new QLabel(tr("No engine was measured, so there is nothing to race."));
  nobody_->setAlignment(Qt::AlignCenter);
  nobody_->setWordWrap(true);
  layout->addWidget(nobody_, 1);
  legend_ = new RaceLegend;
  layout->addWidget(legend_);
  verdict_ = new QLabel;
  verdict_->setAccessibleName(tr("Result of the race"));
  verdict_->setFont(headingFont(font()));
  verdict_->setWordWrap(true);
  layout->addWidget(verdict_);
  layout->addWidget(makeControls());

  timer_.setInterval(kFrameMilliseconds);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this,
          [this] { advance(static_cast<double>(sinceFrame_.restart()) / 1000); });
  refresh();
}

QWidget* RaceView::makeControls() {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto button = [&](const QString& text, const QString& name, const auto& clicked) {
    auto* made = new QPushButton(text);
    made->setAccessibleName(name);
    connect(made, &QPushButton::clicked, this, clicked);
    layout->addWidget(made);
    return made;
  };
  play_ = button(tr("&Play"), tr("Play or pause the race"), [this] {
    if (playing()) {
      pause();
    } else {
      play();
    }
  });
  step_ = button(tr("&Step"), tr("Go to the end of the next stage"), [this] { step(); });
  replay_ = button(tr("&Replay"), tr("Start the race again"), [this] { replay(); });
  layout->addSpacing(kWideGap);
  auto* label = new QLabel(tr("Spee&d:"));
  slider_ = new QSlider(Qt::Horizontal);
  slider_->setRange(-kDoublings * kStepsPerDoubling, kDoublings * kStepsPerDoubling);
  slider_->setPageStep(kStepsPerDoubling);
  slider_->setTickInterval(kStepsPerDoubling);
  slider_->setTickPosition(QSlider::TicksBelow);
  slider_->setMaximumWidth(220);
  slider_->setAccessibleName(tr("Speed of the race"));
  label->setBuddy(slider_);
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    speed_ = std::exp2(static_cast<double>(value) / kStepsPerDoubling);
    refresh();
  });
  layout->addWidget(label);
  layout->addWidget(slider_, 1);
  layout->addStretch(1);
  still_ = new QCheckBox(tr("Reduced &motion"));
  still_->setAccessibleName(tr("Reduced motion: go from stage to stage by hand"));
  connect(still_, &QCheckBox::toggled, this, &RaceView::setReducedMotion);
  layout->addWidget(still_);
  return row;
}

void RaceView::start(const std::vector<MeasuredEngine>& measured, const PicturePtr& scene,
                     const std::shared_ptr<const Marks>& marks) {
  start(measured, scene, marks ? raceMatchesOf(*marks) : std::vector<RaceMatch>());
}

void RaceView::start(const std::vector<MeasuredEngine>& measured, const PicturePtr& scene,
                     std::vector<RaceMatch> matches) {
  plan_ = RacePlan(measured);
  scene_ = scene;
  matches_ = std::move(matches);
  made_ = {};
  makeLanes();
  makePictures();
  setTime(0);
  if (!reduced_) play();
}

void RaceView::makeLanes() {
  for (RaceLane* lane : lanes_) delete lane;
  lanes_.clear();
  for (const RaceRunner& runner : plan_.runners()) {
    lanes_.push_back(new RaceLane(runner, plan_.end()));
    lanes_.back()->setWinner(&runner == plan_.winner() && plan_.runners().size() > 1);
    track_->addWidget(lanes_.back(), 1);
  }
  nobody_->setVisible(lanes_.empty());
  legend_->setPlan(plan_);
}

void RaceView::makePictures() {
  if (lanes_.empty() || !scene_ || scene_->image.empty()) return;
  const QSize room = lanes_.front()->pictureRect().size() * devicePixelRatioF();
  // Do not make thumbnails again at every step of a resize.
  if (room.isEmpty() ||
      (made_.isValid() && room.width() <= made_.width() && room.height() <= made_.height())) {
    return;
  }
  made_ = room.expandedTo({320, 240});
  const QImage thumbnail = qImageFrom(scene_->image, made_);
  const auto pictures =
      std::make_shared<const RacePictures>(thumbnail, frameOf(scene_->image).size(), matches_);
  for (RaceLane* lane : lanes_) lane->setPictures(pictures);
}

void RaceView::setReducedMotion(bool reduced) {
  if (reduced == reduced_) return;
  reduced_ = reduced;
  still_->setChecked(reduced);
  if (reduced) pause();
  refresh();
  emit reducedMotionChanged(reduced);
}

void RaceView::play() {
  if (reduced_ || plan_.empty()) return;
  if (time_ >= plan_.end()) setTime(0);
  sinceFrame_.start();
  timer_.start();
  refresh();
}

void RaceView::pause() {
  timer_.stop();
  refresh();
}

void RaceView::replay() {
  setTime(0);
  play();
}

void RaceView::step() {
  pause();
  setTime(plan_.nextEnd(time_));
}

void RaceView::setSpeed(double speed) {
  slider_->setValue(static_cast<int>(std::lround(std::log2(speed) * kStepsPerDoubling)));
}

void RaceView::advance(double seconds) {
  setTime(time_ + seconds * speed_ * plan_.millisecondsPerSecond());
}

void RaceView::setTime(double milliseconds) {
  const bool before = time_ < plan_.end();
  time_ = std::clamp(milliseconds, 0.0, plan_.end());
  for (RaceLane* lane : lanes_) lane->setTime(time_);
  const bool arrived = !plan_.empty() && time_ >= plan_.end();
  if (arrived) timer_.stop();
  refresh();
  if (arrived && before) emit finished();
}

QString RaceView::scaleText() const {
  const double there = speed_ * plan_.millisecondsPerSecond();  // per second on the screen
  const double slower = 1000 / there;
  const QString scale = tr("1 s here is %1 ms in real time").arg(figureText(there));
  return slower >= 1 ? tr("%1: %2 times slower than real").arg(scale, rounded(slower))
                     : tr("%1: %2 times faster than real").arg(scale, rounded(1 / slower));
}

QString RaceView::verdict() const {
  const RaceRunner* winner = plan_.winner();
  const RaceRunner* beaten = plan_.beaten();
  if (beaten == nullptr || time_ < plan_.end()) return {};
  const double faster = beaten->total / winner->total;
  if (equallyFast(faster)) {
    return tr("%1 and %2 are equally fast.").arg(nameOf(*winner), nameOf(*beaten));
  }
  return tr("%1 wins: %2 than %3.").arg(nameOf(*winner), fasterOrSlower(faster), nameOf(*beaten));
}

void RaceView::refresh() {
  const bool any = !plan_.empty();
  clock_->setVisible(any);
  if (any) {
    clock_->setText(tr("%1 of %2 ms  ·  %3")
                        .arg(QLocale().toString(time_, 'f', plan_.end() < 10 ? 2 : 1),
                             figureText(plan_.end()), scaleText()));
  }
  const QString verdict = this->verdict();
  // Keeps its line when empty, to avoid a change of layout at the end.
  verdict_->setText(verdict.isEmpty() ? QStringLiteral(" ") : verdict);
  verdict_->setVisible(any);
  legend_->setVisible(any);
  play_->setText(playing() ? tr("&Pause") : tr("&Play"));
  play_->setEnabled(any && !reduced_);
  step_->setEnabled(any && time_ < plan_.end());
  replay_->setEnabled(any && time_ > 0);
  slider_->setEnabled(any && !reduced_);
}

void RaceView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // After the layout has resized the lanes.
  QTimer::singleShot(0, this, &RaceView::makePictures);
}

void RaceView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  QTimer::singleShot(0, this, &RaceView::makePictures);
}

}  // namespace espy::desktop
