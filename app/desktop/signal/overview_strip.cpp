// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/overview_strip.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace espy::desktop {
namespace {

constexpr double kLeastSeen = 6;  // in pixels; wide enough to be dragged

}  // namespace

OverviewStrip::OverviewStrip(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Overview"));
  setAccessibleDescription(tr("The whole recording, small. Click or drag to move the view."));
  setToolTip(tr("The whole recording: click or drag to move the view"));
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize OverviewStrip::sizeHint() const {
  return {20 * fontMetrics().height(), 2 * fontMetrics().height() + 6};
}

void OverviewStrip::setLane(const ShownRecordingPtr& recording, int lane) {
  recording_ = recording;
  lane_ = lane;
  refresh();
}

void OverviewStrip::setWindow(const TimeWindow& window, double left) {
  if (left != left_) curve_ = {};
  window_ = window;
  left_ = left;
  update();
}

void OverviewStrip::setMarks(std::vector<Part> marks) {
  marks_ = std::move(marks);
  update();
}

void OverviewStrip::setMotif(Part motif) {
  motif_ = motif;
  update();
}

void OverviewStrip::refresh() {
  curve_ = {};
  update();
}

QRectF OverviewStrip::inner() const {
  return QRectF(rect()).adjusted(left_, 2, 0, -2);
}

double OverviewStrip::xOf(std::int64_t sample) const {
  const auto size = static_cast<double>(std::max<std::int64_t>(window_.size(), 1));
  return inner().left() + static_cast<double>(sample) / size * inner().width();
}

QRectF OverviewStrip::seen() const {
  const QRectF all = inner();
  const auto size = static_cast<double>(std::max<std::int64_t>(window_.size(), 1));
  QRectF seen = all;
  seen.setLeft(all.left() + window_.from() / size * all.width());
  seen.setRight(all.left() + std::min(window_.to() / size, 1.0) * all.width());
  const double wider = std::max(0.0, kLeastSeen - seen.width()) / 2;
  return seen.adjusted(-wider, 0, wider, 0);
}

void OverviewStrip::makeCurve() {
  const QRectF all = inner();
  if (all.width() < 1 || all.height() < 1) return;
  const double ratio = devicePixelRatioF();
  curve_ = QPixmap((all.size() * ratio).toSize());
  curve_.setDevicePixelRatio(ratio);
  curve_.fill(palette().color(QPalette::Base));
  if (!recording_ || lane_ >= recording_->lanes()) return;
  const SampleLevels& levels = *recording_->levels[static_cast<std::size_t>(lane_)];
  TimeWindow whole;
  whole.setSize(recording_->size());
  whole.setWidth(all.width());
  QPainter painter(&curve_);
  const QRectF place(QPointF(0, 0), all.size());
  paintLane(painter, {levels, place, LaneScale::of(levels.whole()), whole}, 0, all.width(),
            palette());
}

void OverviewStrip::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (!recording_) return;
  if (curve_.isNull()) makeCurve();
  const QRectF all = inner();
  painter.drawPixmap(all.topLeft(), curve_);
  const auto paintPart = [&](const Part& part, QColor colour) {
    const double left = xOf(part.first);
    const double width = std::max(xOf(part.second) - left, 2.0);
    colour.setAlphaF(0.75F);
    painter.fillRect(QRectF(left, all.bottom() - all.height() / 4, width, all.height() / 4),
                     colour);
  };
  for (const Part& mark : marks_) paintPart(mark, foundColour(palette()));
  if (motif_.second > motif_.first) paintPart(motif_, motifColour(palette()));
  const QRectF view = seen();
  QColor veil = palette().color(QPalette::Window);
  veil.setAlphaF(0.6F);
  painter.fillRect(QRectF(all.topLeft(), QPointF(view.left(), all.bottom())), veil);
  painter.fillRect(QRectF(QPointF(view.right(), all.top()), all.bottomRight()), veil);
  painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(view.adjusted(0.5, 0.5, -0.5, -0.5));
}

void OverviewStrip::look(double x) {
  const QRectF all = inner();
  if (!recording_ || all.width() < 1) return;
  const double middle = (x - all.left()) / all.width() * static_cast<double>(window_.size());
  emit viewWanted(middle - window_.width() * window_.per() / 2);
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) look(event->position().x());
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) look(event->position().x());
}

void OverviewStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  curve_ = {};
}

void OverviewStrip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refresh();
  QWidget::changeEvent(event);
}

}  // namespace espy::desktop
