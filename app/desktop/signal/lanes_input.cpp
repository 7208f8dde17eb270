// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Mouse and keyboard input of lanes.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "signal/lanes_view.h"

namespace espy::desktop {
namespace {

constexpr double kHandle = 6;       // pixels, on both sides of an edge
constexpr double kDragBegins = 4;   // in pixels; less is a click
constexpr double kWheelStep = 120;  // one notch, in 1/8 degree
constexpr double kZoomOfNotch = 1.25;
constexpr double kZoomOfKey = 1.5;
constexpr double kPanOfKey = 0.1;  // of the width
constexpr double kPanOfPage = 0.9;
constexpr double kFirstMotif = 0.1;  // of the visible part
constexpr int kLargeStep = 10;

}  // namespace

int LanesView::laneAt(double y) const {
  if (arrangement_.rows.empty()) return 0;
  const double from = y - rulerHeight() + verticalScrollBar()->value();
  const int row = std::clamp(static_cast<int>(std::floor(from / laneHeight())), 0,
                             static_cast<int>(arrangement_.rows.size()) - 1);
  return arrangement_.rows[static_cast<std::size_t>(row)];
}

int LanesView::markAt(const QPointF& place) const {
  const auto hit = [&](const LaneMark& mark) {
    return std::any_of(mark.parts.begin(), mark.parts.end(), [&](const LaneMark::Part& part) {
      return spanRect(part.lane, static_cast<double>(part.from), static_cast<double>(part.to))
          .contains(place);
    });
  };
  const auto found = std::find_if(marks_.begin(), marks_.end(), hit);
  return found == marks_.end() ? -1 : static_cast<int>(found - marks_.begin());
}

LanesView::Drag LanesView::dragAt(const QPointF& place) const {
  if (place.y() < rulerHeight()) return Drag::pan;
  if (place.x() < headerWidth()) return Drag::none;
  if (!motif_.empty() && motif_.has(laneAt(place.y()))) {
    const double begin = std::abs(place.x() - xOf(static_cast<double>(motif_.from)));
    const double end = std::abs(place.x() - xOf(static_cast<double>(motif_.to)));
    if (std::min(begin, end) <= kHandle) return begin < end ? Drag::begin : Drag::end;
  }
  return Drag::motif;
}

void LanesView::mousePressEvent(QMouseEvent* event) {
  if (!recording_) return;
  pressedAt_ = lastAt_ = event->position();
  moved_ = false;
  drag_ = Drag::none;
  const bool pans =
      event->button() == Qt::MiddleButton ||
      (event->button() == Qt::LeftButton && event->modifiers() == Qt::ControlModifier);
  if (pans) {
    drag_ = Drag::pan;
  } else if (event->button() == Qt::LeftButton) {
    drag_ = dragAt(pressedAt_);
    const bool inLanes = pressedAt_.y() >= rulerHeight();
    if (inLanes) chooseLane(laneAt(pressedAt_.y()));
    if (inLanes && pressedAt_.x() < headerWidth() && event->modifiers() == Qt::ShiftModifier) {
      toggleLane(lane_);
    }
  }
  if (drag_ == Drag::pan) viewport()->setCursor(Qt::ClosedHandCursor);
}

void LanesView::mouseMoveEvent(QMouseEvent* event) {
  if (!recording_) return;
  const QPointF place = event->position();
  if (drag_ == Drag::none || event->buttons() == Qt::NoButton) {
    const Drag could = dragAt(place);
    viewport()->setCursor(could == Drag::pan                           ? Qt::OpenHandCursor
                          : could == Drag::begin || could == Drag::end ? Qt::SizeHorCursor
                          : could == Drag::motif                       ? Qt::IBeamCursor
                                                                       : Qt::ArrowCursor);
    return;
  }
  moved_ = moved_ || std::abs(place.x() - pressedAt_.x()) >= kDragBegins;
  if (!moved_) return;
  if (drag_ == Drag::pan) {
    window_.pan(lastAt_.x() - place.x());
    lastAt_ = place;
    return windowMoved();
  }
  dragMotif(place);
}

void LanesView::dragMotif(const QPointF& place) {
  LaneSpan motif = motif_;
  const std::int64_t here = sampleAt(place.x());
  if (drag_ == Drag::motif) {
    const std::int64_t there = sampleAt(pressedAt_.x());
    motif.from = std::min(here, there);
    motif.to = std::max(here, there);
    motif.lanes = lanesBetween(laneAt(pressedAt_.y()), laneAt(place.y()));
  } else {
    const std::int64_t kept = drag_ == Drag::begin ? motif.to : motif.from;
    // Dragged beyond the other edge: the edges swap.
    if (drag_ == Drag::begin && here > kept) drag_ = Drag::end;
    if (drag_ == Drag::end && here < kept) drag_ = Drag::begin;
    motif.from = std::min(here, kept);
    motif.to = std::max(here, kept);
  }
  changeMotif(motif);
}

void LanesView::changeMotif(const LaneSpan& motif) {
  if (motif == motif_) return;
  setMotif(motif);
  emit motifChanged(motif_);
}

void LanesView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(drag_, Drag::none);
  if (drag == Drag::none) return;
  viewport()->setCursor(drag == Drag::pan ? Qt::OpenHandCursor : Qt::IBeamCursor);
  if (moved_) {
    if (drag != Drag::pan) emit motifChosen();
    return;
  }
  if (drag == Drag::pan || event->button() != Qt::LeftButton) return;
  if (const int mark = markAt(event->position()); mark >= 0) emit markChosen(mark);
  emit placeChosen(window_.sampleAt(event->position().x() - headerWidth()));
}

void LanesView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!recording_ || event->button() != Qt::LeftButton) return;
  const QPointF place = event->position();
  if (place.y() >= rulerHeight() && place.x() < headerWidth()) return fitLane(laneAt(place.y()));
  const int mark = markAt(place);
  if (mark < 0) return;
  const LaneMark::Part& part = marks_[static_cast<std::size_t>(mark)].parts.front();
  showPart(static_cast<double>(part.from), static_cast<double>(part.to));
}

void LanesView::wheelEvent(QWheelEvent* event) {
  if (!recording_) return;
  QPoint turned = event->angleDelta();
  event->accept();
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    return scaleLane(laneAt(event->position().y()), std::pow(kZoomOfNotch, turned.y() / kWheelStep),
                     event->position().y());
  }
  if (event->position().x() < headerWidth()) {
    verticalScrollBar()->setValue(verticalScrollBar()->value() - turned.y() / 2);
    return;
  }
  const bool sideways =
      event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(turned.x()) > std::abs(turned.y());
  if (sideways) {
    const int by = turned.x() != 0 ? turned.x() : turned.y();
    window_.pan(-by / kWheelStep * kPanOfKey * window_.width());
  } else {
    window_.zoom(std::pow(kZoomOfNotch, turned.y() / kWheelStep),
                 event->position().x() - headerWidth());
  }
  windowMoved();
}

void LanesView::chooseLane(int lane) {
  if (lane < 0 || lane >= lanes()) return;
  lane_ = lane;
  const double top = std::max(rowOf(lane), 0) * laneHeight();
  QScrollBar* bar = verticalScrollBar();
  if (top < bar->value()) bar->setValue(static_cast<int>(top));
  if (top + laneHeight() > bar->value() + visibleHeight()) {
    bar->setValue(static_cast<int>(top) + laneHeight() - visibleHeight());
  }
  viewport()->update();
  emit laneChosen(lane_);
}

void LanesView::toggleLane(int lane) {
  if (motif_.to <= motif_.from) return;
  LaneSpan motif = motif_;
  if (motif.has(lane)) {
    if (motif.lanes.size() == 1) return;  // keep at least one lane
    std::erase(motif.lanes, lane);
  } else {
    motif.lanes.insert(std::lower_bound(motif.lanes.begin(), motif.lanes.end(), lane), lane);
  }
  changeMotif(motif);
  emit motifChosen();
}

void LanesView::beginMotif() {
  const double half = kFirstMotif * window_.width() / 2;
  const double middle = headerWidth() + window_.width() / 2;
  changeMotif({sampleAt(middle - half),
               std::max(sampleAt(middle + half), sampleAt(middle - half) + 1),
               {lane_}});
  emit motifChosen();
}

/// As for crop rectangles: arrows move, with Shift in large steps, with Alt they resize.
bool LanesView::moveMotif(const QKeyEvent& event) {
  if (event.key() != Qt::Key_Left && event.key() != Qt::Key_Right) return false;
  if (motif_.empty()) return false;
  const auto pixel = std::max<std::int64_t>(std::llround(window_.per()), 1);
  const bool large = event.modifiers().testFlag(Qt::ShiftModifier);
  const std::int64_t step =
      (event.key() == Qt::Key_Left ? -1 : 1) * pixel * (large ? kLargeStep : 1);
  LaneSpan motif = motif_;
  if (event.modifiers().testFlag(Qt::AltModifier)) {
    motif.to = std::clamp(motif.to + step, motif.from + 1, window_.size());
  } else {
    const std::int64_t by = std::clamp(step, -motif.from, window_.size() - motif.to);
    motif.from += by;
    motif.to += by;
  }
  changeMotif(motif);
  revealPart(static_cast<double>(motif_.from), static_cast<double>(motif_.to));
  emit motifChosen();
  return true;
}

bool LanesView::walk(int key) {
  switch (key) {
    case Qt::Key_Left:
      window_.pan(-kPanOfKey * window_.width());
      break;
    case Qt::Key_Right:
      window_.pan(kPanOfKey * window_.width());
      break;
    case Qt::Key_PageUp:
      window_.pan(-kPanOfPage * window_.width());
      break;
    case Qt::Key_PageDown:
      window_.pan(kPanOfPage * window_.width());
      break;
    case Qt::Key_Home:
      window_.setFrom(0);
      break;
    case Qt::Key_End:
      window_.setFrom(static_cast<double>(window_.size()));
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      window_.zoom(kZoomOfKey, window_.width() / 2);
      break;
    case Qt::Key_Minus:
      window_.zoom(1 / kZoomOfKey, window_.width() / 2);
      break;
    case Qt::Key_0:
      window_.fit();
      break;
    default:
      return false;
  }
  windowMoved();
  return true;
}

bool LanesView::pressed(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Up:
      stepLane(-1);
      return true;
    case Qt::Key_Down:
      stepLane(1);
      return true;
    case Qt::Key_Insert:
      toggleLane(lane_);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (motif_.empty()) {
        beginMotif();
      } else {
        emit searchWanted();
      }
      return true;
    case Qt::Key_Delete:
      if (motif_.empty()) return false;
      changeMotif({});
      emit motifChosen();
      return true;
    case Qt::Key_Space:
      emit playWanted();
      return true;
    case Qt::Key_Period:
      emit stepWanted(1);
      return true;
    case Qt::Key_Comma:
      emit stepWanted(-1);
      return true;
    default:
      return false;
  }
}

void LanesView::keyPressEvent(QKeyEvent* event) {
  if (recording_ &&
      (arrangeBy(*event) || moveMotif(*event) || pressed(*event) || walk(event->key())))
    return;
  QAbstractScrollArea::keyPressEvent(event);
}

void LanesView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void LanesView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace espy::desktop
