// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/lanes_view.h"

#include <QEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace espy::desktop {
namespace {

constexpr int kLeastLaneLines = 3;  // minimum lane height in text lines

}  // namespace

LanesView::LanesView(QWidget* parent) : QAbstractScrollArea(parent) {
  setAccessibleName(tr("Lanes"));
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

void LanesView::setRecording(const ShownRecordingPtr& recording) {
  if (recording_) arrangements_[recording_->id] = arrangement_;
  recording_ = recording;
  arrangement_ = {};
  if (recording && arrangements_.contains(recording->id))
    arrangement_ = arrangements_[recording->id];
  if (std::ssize(arrangement_.rows) == 0) {
    arrangement_.rows.resize(static_cast<std::size_t>(lanes()));
    std::iota(arrangement_.rows.begin(), arrangement_.rows.end(), 0);
  }
  scale_ = TimeScale(recording ? recording->rate() : 0);
  window_.setSize(recording ? recording->size() : 0);
  motif_ = {};
  marks_.clear();
  currentMark_ = -1;
  cursor_.reset();
  lane_ = arrangement_.rows.empty() ? 0 : arrangement_.rows.front();
  arrange();
  verticalScrollBar()->setValue(0);
  refresh();
  windowMoved();
}

void LanesView::setMotif(const LaneSpan& motif) {
  motif_ = motif;
  describe();
  viewport()->update();
}

void LanesView::setMarks(std::vector<LaneMark> marks) {
  marks_ = std::move(marks);
  currentMark_ = -1;
  describe();
  viewport()->update();
}

void LanesView::setCurrentMark(int mark) {
  currentMark_ = mark;
  viewport()->update();
}

void LanesView::setCursorPlace(std::optional<double> sample) {
  const auto updateAt = [this](const std::optional<double>& place) {
    if (!place) return;
    const int x = static_cast<int>(std::floor(xOf(*place)));
    viewport()->update(x - 2, 0, 5, viewport()->height());
  };
  updateAt(cursor_);
  cursor_ = sample;
  updateAt(cursor_);
}

void LanesView::refresh() {
  laneScales_.clear();
  for (int lane = 0; lane < lanes(); ++lane) {
    const auto own = arrangement_.scales.find(lane);
    laneScales_.push_back(
        own != arrangement_.scales.end()
            ? own->second
            : LaneScale::of(recording_->levels[static_cast<std::size_t>(lane)]->whole()));
  }
  viewport()->update();
}

int LanesView::headerWidth() const {
  return std::min(7 * fontMetrics().height(), std::max(viewport()->width() / 4, 1));
}

int LanesView::rulerHeight() const {
  return fontMetrics().height() + 10;
}

int LanesView::visibleHeight() const {
  return std::max(viewport()->height() - rulerHeight(), 1);
}

int LanesView::laneHeight() const {
  const int least = kLeastLaneLines * fontMetrics().height();
  return std::max(least, visibleHeight() / std::max(static_cast<int>(arrangement_.rows.size()), 1));
}

void LanesView::arrange() {
  window_.setWidth(viewport()->width() - headerWidth());
  QScrollBar* bar = verticalScrollBar();
  bar->setPageStep(visibleHeight());
  bar->setSingleStep(laneHeight() / 2);
  bar->setRange(
      0, std::max(static_cast<int>(arrangement_.rows.size()) * laneHeight() - visibleHeight(), 0));
}

QRectF LanesView::laneRect(int lane) const {
  const int row = rowOf(lane);
  if (row < 0) return {};
  const double top = rulerHeight() + row * laneHeight() - verticalScrollBar()->value();
  return QRectF(headerWidth(), top, viewport()->width() - headerWidth(), laneHeight())
      .adjusted(0, 1, 0, -1);
}

double LanesView::xOf(double sample) const {
  return headerWidth() + window_.xOf(sample);
}

std::int64_t LanesView::sampleAt(double x) const {
  const double sample = std::round(window_.sampleAt(x - headerWidth()));
  return static_cast<std::int64_t>(std::clamp(sample, 0.0, static_cast<double>(window_.size())));
}

void LanesView::windowMoved() {
  describe();
  viewport()->update();
  emit windowChanged();
}

void LanesView::fit() {
  window_.fit();
  windowMoved();
}

void LanesView::zoom(double times) {
  window_.zoom(times, window_.width() / 2);
  windowMoved();
}

void LanesView::showPart(double from, double to) {
  window_.show(from, to);
  windowMoved();
}

void LanesView::revealPart(double from, double to) {
  window_.reveal(from, to);
  windowMoved();
}

void LanesView::setFrom(double sample) {
  window_.setFrom(sample);
  windowMoved();
}

void LanesView::describe() {
  if (!recording_) return setAccessibleDescription(tr("No recording"));
  QStringList parts{tr("%1, from %2 to %3")
                        .arg(recording_->name, scale_.place(window_.from()),
                             scale_.place(std::min(window_.to(), double(window_.size()))))};
  if (!motif_.empty()) {
    parts += tr("motif at %1, %2, lanes: %3")
                 .arg(scale_.place(static_cast<double>(motif_.from)),
                      scale_.length(static_cast<double>(motif_.length())))
                 .arg(motif_.lanes.size());
  }
  if (std::ssize(arrangement_.rows) < lanes()) {
    parts += tr("lanes hidden: %1").arg(lanes() - std::ssize(arrangement_.rows));
  }
  if (!marks_.empty()) parts += tr("matches: %1").arg(marks_.size());
  setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

QSize LanesView::sizeHint() const {
  return {40 * fontMetrics().height(), 16 * fontMetrics().height()};
}

QSize LanesView::minimumSizeHint() const {
  return {16 * fontMetrics().height(), rulerHeight() + kLeastLaneLines * fontMetrics().height()};
}

void LanesView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  arrange();
  windowMoved();
}

void LanesView::scrollContentsBy(int /*dx*/, int /*dy*/) {
  viewport()->update();
}

void LanesView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) arrange();
  if (event->type() == QEvent::PaletteChange) viewport()->update();
  QAbstractScrollArea::changeEvent(event);
}

bool LanesView::event(QEvent* event) {
  // These keys are shortcuts of the picture, except while the lanes have the focus.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);  // NOLINT: type checked
    const bool ours = key->modifiers() == Qt::NoModifier &&
                      (key->key() == Qt::Key_Period || key->key() == Qt::Key_Comma ||
                       key->key() == Qt::Key_Delete);
    if (ours) {
      event->accept();
      return true;
    }
  }
  return QAbstractScrollArea::event(event);
}

}  // namespace espy::desktop
