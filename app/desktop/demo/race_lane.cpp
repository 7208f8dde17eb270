// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/race_lane.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <string_view>

#include "charts/chart_style.h"
#include "timing/timing_figures.h"

namespace espy::desktop {
namespace {

QImage layerLike(const QImage& scene) {
  QImage layer(scene.size(), QImage::Format_ARGB32_Premultiplied);
  layer.fill(Qt::transparent);
  return layer;
}

/// Level to draw after a stage: 0 nothing, 1 loaded, 2, 3 and 4 after passes 1, 2 and 3.
int levelAfter(std::string_view stage, int before) {
  if (stage == "load") return std::max(before, 1);
  // A scored search has no pass 1; its "search" finds the matches.
  if (stage == "pass 1" || stage == "search") return std::max(before, 2);
  if (stage == "pass 2") return std::max(before, 3);
  if (stage == "pass 3") return 4;
  return before;
}

void drawLevel(QPainter& painter, const RacePictures& pictures, int level, const QRectF& place,
               double from, double to) {
  if (level == 0 || to <= from) return;
  const double width = pictures.scene.width();
  const double height = pictures.scene.height();
  const QRectF source(0, from * height, width, (to - from) * height);
  const QRectF target(place.left(), place.top() + from * place.height(), place.width(),
                      (to - from) * place.height());
  painter.drawImage(target, pictures.scene, source);
  if (level == 2) painter.drawImage(target, pictures.flagged, source);
  if (level == 3) painter.drawImage(target, pictures.inside, source);
  if (level == 4) painter.drawImage(target, pictures.marked, source);
}

/// Lines do not break between a number, its spread and its unit.
QString unbroken(QString words) {
  for (const QString& part : {QStringLiteral(" ±"), QStringLiteral("± "), QStringLiteral(" ms"),
                              QStringLiteral(" ="), QStringLiteral("= ")}) {
    words.replace(part, QString(part).replace(QLatin1Char(' '), QChar(QChar::Nbsp)));
  }
  return words;
}

QString arrival(bool winner, const QString& time, std::size_t runs) {
  return winner ? RaceLane::tr("winner: whole run %1 ms, n = %2").arg(time).arg(runs)
                : RaceLane::tr("arrived: whole run %1 ms, n = %2").arg(time).arg(runs);
}

}  // namespace

std::vector<RaceMatch> raceMatchesOf(const Marks& marks) {
  std::vector<RaceMatch> matches;
  matches.reserve(marks.all().size());
  for (const Mark& mark : marks.all()) matches.push_back({mark.window, marks.colour(mark)});
  return matches;
}

RacePictures::RacePictures(const QImage& thumbnail, QSize whole,
                           const std::vector<RaceMatch>& matches)
    : scene(thumbnail),
      flagged(layerLike(thumbnail)),
      inside(layerLike(thumbnail)),
      marked(layerLike(thumbnail)) {
  if (thumbnail.isNull() || whole.isEmpty()) return;
  const double across = static_cast<double>(thumbnail.width()) / whole.width();
  const double down = static_cast<double>(thumbnail.height()) / whole.height();
  QPainter dots(&flagged);
  QPainter windows(&inside);
  QPainter outlines(&marked);
  dots.setRenderHint(QPainter::Antialiasing);
  outlines.setRenderHint(QPainter::Antialiasing);
  for (const RaceMatch& match : matches) {
    // Minimum size: matches must stay visible in a thumbnail.
    const QRectF window(match.window.x() * across, match.window.y() * down,
                        std::max(3.0, match.window.width() * across),
                        std::max(3.0, match.window.height() * down));
    QColor wash = match.colour;
    wash.setAlphaF(0.45F);
    dots.setPen(QPen(Qt::white, 1));
    dots.setBrush(match.colour);
    dots.drawEllipse(window.topLeft(), 3.0, 3.0);
    windows.fillRect(window, wash);
    for (const bool halo : {true, false}) {
      outlines.setPen(QPen(halo ? QColor(Qt::white) : match.colour, halo ? 4.0 : 2.2));
      outlines.drawRect(window.adjusted(-1.5, -1.5, 1.5, 1.5));
    }
  }
}

QString nameOf(const RaceRunner& runner) {
  if (runner.engine == "reference") return RaceLane::tr("plain loop (reference)");
  MeasuredEngine named;
  named.engine = runner.engine;
  named.threads = runner.threads;
  named.facts = runner.facts;
  return labelOf(named);
}

RaceLane::RaceLane(RaceRunner runner, double whole, QWidget* parent)
    : QWidget(parent), runner_(std::move(runner)), whole_(whole) {
  setAccessibleName(nameOf(runner_));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setTime(0);
  measureWords();
}

void RaceLane::setPictures(std::shared_ptr<const RacePictures> pictures) {
  pictures_ = std::move(pictures);
  update();
}

void RaceLane::setTime(double milliseconds) {
  const RaceMoment before = moment_;
  moment_ = RacePlan::at(runner_, milliseconds);
  // Update assistive technology on stage changes only, not on every frame.
  if (before.stage != moment_.stage || before.done != moment_.done ||
      accessibleDescription().isEmpty()) {
    setAccessibleDescription(status());
  }
  update();
}

QString RaceLane::status() const {
  if (moment_.done) {
    return arrival(winner_, withSpread(runner_.total, runner_.spread), runner_.runs);
  }
  return stageName(runner_.stages[static_cast<std::size_t>(moment_.stage)].name);
}

void RaceLane::measureWords() {
  QFont bold = font();
  bold.setBold(true);
  const auto highOf = [&](const QString& words) {
    const QRect room(0, 0, width(), QWIDGETSIZE_MAX);
    return QFontMetrics(bold).boundingRect(room, Qt::TextWordWrap, unbroken(words)).height();
  };
  // Few names and times are wider than the first ones, so the pictures of all lanes have one
  // height.
  headHeight_ = std::max(highOf(tr("★ %1").arg(tr("plain loop (reference)"))),
                         highOf(tr("★ %1").arg(nameOf(runner_)))) +
                fontMetrics().height() / 4;
  const QString usual = QStringLiteral("000.0 ± 00.0");
  footHeight_ = 0;
  for (const QString& words :
       {arrival(false, usual, 10), arrival(true, usual, 10),
        arrival(winner_, withSpread(runner_.total, runner_.spread), runner_.runs)}) {
    footHeight_ = std::max(footHeight_, highOf(tr("✓ %1").arg(words)) + fontMetrics().height() / 2);
  }
}

void RaceLane::setWinner(bool winner) {
  winner_ = winner;
  measureWords();
}

void RaceLane::resizeEvent(QResizeEvent* /*event*/) {
  measureWords();
}

QRect RaceLane::headRect() const {
  return {0, 0, width(), headHeight_};
}

QRect RaceLane::footRect() const {
  return {0, height() - footHeight_, width(), footHeight_};
}

QRect RaceLane::pictureRect() const {
  const int em = fontMetrics().height();
  return rect().adjusted(0, headHeight_ + em / 4, 0, -footHeight_ - em * 3 / 2);
}

QRectF RaceLane::stripRect(int stage) const {
  const int em = fontMetrics().height();
  const QRectF strip(0, footRect().top() - em * 1.1, width(), em * 0.8);
  const RaceStage& asked = runner_.stages[static_cast<std::size_t>(stage)];
  return {strip.left() + asked.begin / whole_ * strip.width(), strip.top(),
          (asked.end - asked.begin) / whole_ * strip.width(), strip.height()};
}

QSize RaceLane::minimumSizeHint() const {
  const int em = fontMetrics().height();
  return {em * 11, em * 14};
}

void RaceLane::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  paintPicture(painter);
  paintStrip(painter);
  paintWords(painter);
}

void RaceLane::paintPicture(QPainter& painter) const {
  const QRect room = pictureRect();
  if (!pictures_ || pictures_->scene.isNull() || room.isEmpty()) {
    painter.fillRect(room, palette().color(QPalette::Base));
    return;
  }
  QRectF place(QPointF(0, 0),
               QSizeF(pictures_->scene.size().scaled(room.size(), Qt::KeepAspectRatio)));
  place.moveCenter(QRectF(room).center());
  painter.fillRect(place, palette().color(QPalette::Base));

  // Levels before and after this stage.
  const bool loads = runner_.stages.front().name == "load";
  int before = loads ? 0 : 1;
  for (int i = 0; i < moment_.stage; ++i) {
    before = levelAfter(runner_.stages[static_cast<std::size_t>(i)].name, before);
  }
  if (moment_.done) {
    drawLevel(painter, *pictures_, 4, place, 0, 1);
  } else {
    const RaceStage& stage = runner_.stages[static_cast<std::size_t>(moment_.stage)];
    const int after = levelAfter(stage.name, before);
    drawLevel(painter, *pictures_, after, place, 0, moment_.part);
    drawLevel(painter, *pictures_, before, place, moment_.part, 1);
    const QColor colour = seriesStyle(seriesOfStage(stage.name), palette()).colour;
    QColor wash = colour;
    wash.setAlphaF(0.3F);
    const double y = place.top() + moment_.part * place.height();
    painter.fillRect(QRectF(place.left(), place.top(), place.width(), y - place.top()), wash);
    painter.setPen(QPen(palette().color(QPalette::Base), 5));
    painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
    painter.setPen(QPen(colour, 3));
    painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Mid), 1));
  painter.drawRect(place);
}

void RaceLane::paintStrip(QPainter& painter) const {
  const double x = moment_.clock / whole_ * width();
  const int stages = static_cast<int>(runner_.stages.size());
  QRectF all = stripRect(0).united(stripRect(stages - 1));
  for (int i = 0; i < stages; ++i) {
    const QRectF place = stripRect(i);
    const SeriesStyle style =
        seriesStyle(seriesOfStage(runner_.stages[static_cast<std::size_t>(i)].name), palette());
    fillSeries(painter, place, style);
  }
  // Veil over what is still to come.
  QColor veil = palette().color(QPalette::Window);
  veil.setAlphaF(0.7F);
  QRectF coming = all;
  coming.setLeft(std::min(x, all.right()));
  painter.fillRect(coming, veil);
  painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(all.adjusted(0.5, 0.5, -0.5, -0.5));
}

void RaceLane::paintWords(QPainter& painter) const {
  const QFont plain = font();
  QFont bold = plain;
  bold.setBold(true);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.setFont(bold);
  const QString name = moment_.done && winner_ ? tr("★ %1").arg(nameOf(runner_)) : nameOf(runner_);
  painter.drawText(headRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, name);
  painter.setFont(moment_.done ? bold : plain);
  const QString words =
      moment_.done
          ? tr("✓ %1").arg(status())
          : tr("%1 ms  ·  %2")
                .arg(QLocale().toString(moment_.clock, 'f', whole_ < 10 ? 2 : 1), status());
  painter.drawText(footRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                   unbroken(words));
}

}  // namespace espy::desktop
