// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Painting of lanes.
#include <QLocale>
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "charts/chart_style.h"
#include "signal/lanes_view.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

constexpr int kBesideText = 6;
constexpr double kTickApart = 7;  // in line heights
constexpr double kMarkApart = 3;  // in pixels

/// A number short enough for a lane's header.
QString shortNumber(double value) {
  return QLocale().toString(value, 'g', 4);
}

}  // namespace

QRectF LanesView::spanRect(int lane, double from, double to) const {
  const QRectF row = laneRect(lane);
  const double left = xOf(from);
  // Minimum width, so that short parts stay visible.
  const double right = std::max(xOf(to), left + 2);
  return {left, row.top(), right - left, row.height()};
}

void LanesView::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  painter.fillRect(event->rect(), palette().color(QPalette::Window));
  lastRead_ = {};
  if (!recording_) return;
  const QRectF rows(0, rulerHeight(), viewport()->width(), visibleHeight());
  const double rate = kTickApart * fontMetrics().height() * window_.per();
  const auto ticks = scale_.ticks(window_.from(), window_.to(), rate);
  painter.setClipRect(rows);
  const double left = std::max<double>(event->rect().left(), headerWidth());
  const double right = event->rect().right() + 1;
  for (const int lane : arrangement_.rows) {
    const QRectF place = laneRect(lane);
    if (place.bottom() < rows.top() || place.top() > rows.bottom()) continue;
    paintGround(painter, lane, ticks);
    paintRecordingMarks(painter, lane);
    paintMarks(painter, lane);
    paintMotif(painter, lane);
    if (left < right) {
      const auto number = static_cast<std::size_t>(lane);
      const ReadCount count =
          paintLane(painter, {*recording_->levels[number], place, laneScales_[number], window_},
                    left, right, palette());
      lastRead_.samples += count.samples;
      lastRead_.ranges += count.ranges;
    }
    paintHeader(painter, lane);
  }
  if (cursor_) {
    painter.setClipRect(rows.adjusted(headerWidth(), 0, 0, 0));
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
    const double x = std::floor(xOf(*cursor_)) + 0.5;
    painter.drawLine(QPointF(x, rows.top()), QPointF(x, rows.bottom()));
  }
  painter.setClipping(false);
  paintRuler(painter, ticks);
}

void LanesView::paintRuler(QPainter& painter, const std::vector<TimeScale::Tick>& ticks) const {
  const QRectF ruler(0, 0, viewport()->width(), rulerHeight());
  painter.fillRect(ruler, palette().color(QPalette::Window));
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(QRectF(kBesideText, 0, headerWidth() - 2 * kBesideText, ruler.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, scale_.unit());
  painter.save();
  painter.setClipRect(ruler.adjusted(headerWidth(), 0, 0, 0));
  for (const TimeScale::Tick& tick : ticks) {
    const double x = std::floor(xOf(tick.sample)) + 0.5;
    const double length = tick.label.isEmpty() ? 3 : 6;
    painter.drawLine(QPointF(x, ruler.bottom() - length), QPointF(x, ruler.bottom()));
    // Skip labels that would be clipped.
    const double end = x + 3 + fontMetrics().horizontalAdvance(tick.label);
    if (tick.label.isEmpty() || end > ruler.right()) continue;
    painter.drawText(QPointF(x + 3, ruler.bottom() - 7), tick.label);
  }
  painter.restore();
  painter.setPen(palette().color(QPalette::Mid));
  painter.drawLine(QPointF(0, ruler.bottom() - 0.5), QPointF(ruler.right(), ruler.bottom() - 0.5));
}

void LanesView::paintGround(QPainter& painter, int lane,
                            const std::vector<TimeScale::Tick>& ticks) const {
  const QRectF row = laneRect(lane);
  const QColor base = palette().color(QPalette::Base);
  painter.fillRect(row, base);
  const QColor grid = mixed(base, palette().color(QPalette::Text), 0.1);
  painter.setPen(grid);
  for (const TimeScale::Tick& tick : ticks) {
    if (tick.label.isEmpty()) continue;
    const double x = std::floor(xOf(tick.sample)) + 0.5;
    painter.drawLine(QPointF(x, row.top()), QPointF(x, row.bottom()));
  }
  const LaneScale& scale = laneScales_[static_cast<std::size_t>(lane)];
  if (scale.low < 0 && scale.high > 0) {
    const double y = std::floor(scale.yOf(0, row)) + 0.5;
    painter.drawLine(QPointF(row.left(), y), QPointF(row.right(), y));
  }
}

void LanesView::paintHeader(QPainter& painter, int lane) const {
  const QRectF row = laneRect(lane);
  const QRectF header(0, row.top(), headerWidth(), row.height());
  const bool current = lane == lane_;
  painter.fillRect(header, palette().color(current ? QPalette::Base : QPalette::Window));
  if (current) {
    painter.fillRect(QRectF(0, header.top(), 3, header.height()),
                     palette().color(hasFocus() ? QPalette::Highlight : QPalette::Mid));
  }
  const QRectF words = header.adjusted(kBesideText + 2, 2, -kBesideText, -2);
  const Channel& channel = recording_->recording.channels[static_cast<std::size_t>(lane)];
  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::WindowText));
  const QFontMetrics metrics = painter.fontMetrics();
  painter.drawText(words, Qt::AlignLeft | Qt::AlignTop,
                   metrics.elidedText(recording_->laneName(lane), Qt::ElideRight,
                                      static_cast<int>(words.width())));
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const LaneScale& scale = laneScales_[static_cast<std::size_t>(lane)];
  const QString unit = QString::fromStdString(channel.unit);
  const QString range = tr("%1 to %2").arg(shortNumber(scale.low), shortNumber(scale.high));
  const QString below =
      (unit.isEmpty() ? range : tr("%1 %2", "a range, and its unit").arg(range, unit));
  QRectF room = words.adjusted(0, metrics.height(), 0, 0);
  QRectF used;
  painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, below, &used);
  if (!arrangement_.scales.contains(lane)) return;
  const LaneScale all = LaneScale::of(recording_->levels[static_cast<std::size_t>(lane)]->whole());
  room.setTop(used.bottom());
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(
      room, Qt::AlignLeft | Qt::AlignTop,
      tr("%1 times", "as high")
          .arg(QLocale().toString((all.high - all.low) / (scale.high - scale.low), 'g', 3)));
}

/// Annotations of the recording; skips those closer than kMarkApart to the last one drawn.
void LanesView::paintRecordingMarks(QPainter& painter, int lane) const {
  const double rate = recording_->rate() > 0 ? recording_->rate() : 1;
  painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1, Qt::DotLine));
  const QRectF row = laneRect(lane);
  double lastLine = -kMarkApart;
  double lastText = 0;
  for (const RecordingMark& mark : recording_->recording.marks) {
    const double x = xOf(mark.second * rate);
    if (x < row.left() || x > row.right() || std::abs(x - lastLine) < kMarkApart) continue;
    lastLine = x;
    painter.drawLine(QPointF(x, row.top()), QPointF(x, row.bottom()));
    if (lane != arrangement_.rows.front() || x < lastText) continue;
    const QString text = QString::fromStdString(mark.text);
    painter.drawText(QPointF(x + 3, row.top() + fontMetrics().ascent()), text);
    lastText = x + 6 + fontMetrics().horizontalAdvance(text);
  }
}

void LanesView::paintMark(QPainter& painter, int mark, const LaneMark::Part& part) const {
  const QRectF place =
      spanRect(part.lane, static_cast<double>(part.from), static_cast<double>(part.to));
  const QRectF row = laneRect(part.lane);
  if (place.right() < row.left() || place.left() > row.right()) return;
  const bool current = mark == currentMark_;
  QColor colour = foundColour(palette());
  QColor fill = colour;
  fill.setAlphaF(current ? 0.34F : 0.16F);
  painter.fillRect(place, fill);
  painter.setPen(QPen(colour, current ? 2 : 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
  const QString number = QString::number(marks_[static_cast<std::size_t>(mark)].number);
  const double width = fontMetrics().horizontalAdvance(number) + 6;
  if (!current && place.width() < width) return;
  const QRectF label(place.left(), place.top(), width, fontMetrics().height());
  painter.fillRect(label, colour);
  painter.setPen(inkOn(colour));
  painter.drawText(label, Qt::AlignCenter, number);
}

void LanesView::paintMarks(QPainter& painter, int lane) const {
  painter.save();
  painter.setClipRect(laneRect(lane), Qt::IntersectClip);
  for (int mark = 0; mark < static_cast<int>(marks_.size()); ++mark) {
    for (const LaneMark::Part& part : marks_[static_cast<std::size_t>(mark)].parts) {
      if (part.lane == lane && mark != currentMark_) paintMark(painter, mark, part);
    }
  }
  if (currentMark_ >= 0 && currentMark_ < static_cast<int>(marks_.size())) {
    for (const LaneMark::Part& part : marks_[static_cast<std::size_t>(currentMark_)].parts) {
      if (part.lane == lane) paintMark(painter, currentMark_, part);
    }
  }
  painter.restore();
}

void LanesView::paintMotif(QPainter& painter, int lane) const {
  if (motif_.empty() || !motif_.has(lane)) return;
  const QRectF row = laneRect(lane);
  const QRectF place =
      spanRect(lane, static_cast<double>(motif_.from), static_cast<double>(motif_.to));
  painter.save();
  painter.setClipRect(row, Qt::IntersectClip);
  const QColor colour = motifColour(palette());
  QColor fill = colour;
  fill.setAlphaF(0.22F);
  painter.fillRect(place, fill);
  painter.setPen(QPen(colour, 2));
  painter.drawLine(place.topLeft(), place.bottomLeft());
  painter.drawLine(place.topRight(), place.bottomRight());
  // Handles show that the edges can be dragged.
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  const double half = std::min(7.0, place.height() / 4);
  for (const double x : {place.left(), place.right()}) {
    painter.drawRoundedRect(QRectF(x - 3, place.center().y() - half, 6, 2 * half), 2, 2);
  }
  painter.restore();
}

}  // namespace espy::desktop
