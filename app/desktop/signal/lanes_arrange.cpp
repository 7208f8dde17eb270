// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Visibility, order and vertical scale of lanes.
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>
#include <cmath>

#include "signal/lanes_view.h"

namespace espy::desktop {
namespace {

constexpr double kHigherOfKey = 1.5;
constexpr double kMostTimes = 1e4;  // relative to the scale that shows the whole range
constexpr double kLeastTimes = 0.1;

}  // namespace

int LanesView::rowOf(int lane) const {
  const auto found = std::find(arrangement_.rows.begin(), arrangement_.rows.end(), lane);
  return found == arrangement_.rows.end() ? -1
                                          : static_cast<int>(found - arrangement_.rows.begin());
}

std::vector<int> LanesView::lanesBetween(int one, int other) const {
  const auto [first, last] = std::minmax({rowOf(one), rowOf(other)});
  std::vector<int> between(arrangement_.rows.begin() + first, arrangement_.rows.begin() + last + 1);
  std::sort(between.begin(), between.end());
  return between;
}

void LanesView::arranged() {
  arrange();
  describe();
  viewport()->update();
}

void LanesView::hideLane(int lane) {
  const int row = rowOf(lane);
  if (row < 0 || arrangement_.rows.size() == 1) return;
  arrangement_.rows.erase(arrangement_.rows.begin() + row);
  arranged();
  if (lane == lane_) {
    chooseLane(arrangement_.rows[static_cast<std::size_t>(
        std::min(row, static_cast<int>(arrangement_.rows.size()) - 1))]);
  }
}

void LanesView::showAllLanes() {
  for (int lane = 0; lane < lanes(); ++lane) {
    if (rowOf(lane) < 0) arrangement_.rows.push_back(lane);
  }
  arranged();
}

void LanesView::moveLane(int lane, int by) {
  const int row = rowOf(lane);
  const int to = std::clamp(row + by, 0, static_cast<int>(arrangement_.rows.size()) - 1);
  if (row < 0 || to == row) return;
  arrangement_.rows.erase(arrangement_.rows.begin() + row);
  arrangement_.rows.insert(arrangement_.rows.begin() + to, lane);
  arranged();
  chooseLane(lane);
}

void LanesView::stepLane(int by) {
  const int row = rowOf(lane_) + by;
  if (row < 0 || row >= static_cast<int>(arrangement_.rows.size())) return;
  chooseLane(arrangement_.rows[static_cast<std::size_t>(row)]);
}

void LanesView::scaleLane(int lane, double times, double y) {
  const QRectF place = laneRect(lane);
  if (place.isEmpty() || !(times > 0)) return;
  const LaneScale all = LaneScale::of(recording_->levels[static_cast<std::size_t>(lane)]->whole());
  const LaneScale now = laneScale(lane);
  const double whole = all.high - all.low;
  const double size =
      std::clamp((now.high - now.low) / times, whole / kMostTimes, whole / kLeastTimes);
  const double part = (place.bottom() - y) / place.height();
  const double kept = std::lerp(now.low, now.high, part);
  arrangement_.scales[lane] = {kept - part * size, kept + (1 - part) * size};
  refresh();
}

void LanesView::fitLane(int lane) {
  if (rowOf(lane) < 0) return;
  if (arrangement_.scales.erase(lane) == 0) {
    const SampleLevels& levels = *recording_->levels[static_cast<std::size_t>(lane)];
    std::vector<SampleColumn> columns(
        static_cast<std::size_t>(std::max(std::ceil(window_.width()), 1.0)));
    levels.columns(window_.from(), window_.per(), columns);
    SampleRange seen;
    for (const SampleColumn& column : columns) seen.add(column.range);
    if (!seen.empty() && !window_.showsAll()) arrangement_.scales[lane] = LaneScale::of(seen);
  }
  refresh();
}

/// Ctrl+Up/Down scales the lane, Alt+Up/Down moves it, F fits it.
bool LanesView::arrangeBy(const QKeyEvent& event) {
  const bool up = event.key() == Qt::Key_Up;
  if (event.key() == Qt::Key_F && event.modifiers() == Qt::NoModifier) {
    fitLane(lane_);
    return true;
  }
  if (!up && event.key() != Qt::Key_Down) return false;
  if (event.modifiers() == Qt::ControlModifier) {
    scaleLane(lane_, up ? kHigherOfKey : 1 / kHigherOfKey, laneRect(lane_).center().y());
    return true;
  }
  if (event.modifiers() == Qt::AltModifier) {
    moveLane(lane_, up ? -1 : 1);
    return true;
  }
  return false;
}

void LanesView::contextMenuEvent(QContextMenuEvent* event) {
  if (!recording_) return;
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  if (!byKey && event->y() < rulerHeight()) return;
  const int lane = byKey ? lane_ : laneAt(event->y());
  chooseLane(lane);
  const QPoint place =
      byKey ? viewport()->mapToGlobal(laneRect(lane).topLeft().toPoint()) : event->globalPos();
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](const QString& text, bool can, auto act) {
    QAction* action = menu->addAction(text);
    action->setEnabled(can);
    connect(action, &QAction::triggered, this, act);
  };
  const bool several = arrangement_.rows.size() > 1;
  const int row = rowOf(lane);
  const bool own = arrangement_.scales.contains(lane);
  add(own ? tr("Show the lane's whole &range\tF") : tr("&Fit the lane to the visible part\tF"),
      own || !window_.showsAll(), [this, lane] { fitLane(lane); });
  add(motif_.has(lane) ? tr("Remove the lane from the &motif\tIns")
                       : tr("Add the lane to the &motif\tIns"),
      !motif_.empty(), [this, lane] { toggleLane(lane); });
  menu->addSeparator();
  add(tr("Move the lane &up\tAlt+Up"), row > 0, [this, lane] { moveLane(lane, -1); });
  add(tr("Move the lane &down\tAlt+Down"), row + 1 < std::ssize(arrangement_.rows),
      [this, lane] { moveLane(lane, 1); });
  add(tr("&Hide the lane"), several, [this, lane] { hideLane(lane); });
  add(tr("&Show all lanes"), std::ssize(arrangement_.rows) < lanes(), [this] { showAllLanes(); });
  menu->popup(place);
}

}  // namespace espy::desktop
