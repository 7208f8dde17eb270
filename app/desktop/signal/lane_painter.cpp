// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/lane_painter.h"

#include <QLineF>
#include <QPainter>
#include <QPalette>
#include <QPolygonF>
#include <QVector>
#include <algorithm>
#include <cmath>
#include <vector>

#include "charts/chart_style.h"

namespace espy::desktop {
namespace {

constexpr double kRoomAbove = 0.06;          // margin at both edges, relative to the range
constexpr double kSamplesAreDots = 1.0 / 7;  // samples per pixel
constexpr double kSamplesAreLines = 0.7;
constexpr double kLinesAreSmooth = 0.25;  // above, antialiasing takes several times as long

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Base).lightnessF() < 0.5;
}

/// Paints a lane as one vertical line per device-pixel column.
class ColumnPainter {
 public:
  ColumnPainter(QPainter& painter, const PaintedLane& lane, const QPalette& palette)
      : painter_(painter), lane_(lane), palette_(palette) {
    ratio_ = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1;
  }

  ReadCount paint(double left, double right) {
    const auto first = static_cast<qint64>(std::floor((left - lane_.place.left()) * ratio_));
    const auto last = static_cast<qint64>(std::ceil((right - lane_.place.left()) * ratio_));
    // One more on the left, to connect the first column.
    const qint64 begin = std::max<qint64>(first - 1, 0);
    if (last <= begin) return {};
    columns_.resize(static_cast<std::size_t>(last - begin));
    const double per = lane_.window.per() / ratio_;
    const ReadCount count =
        lane_.levels.columns(lane_.window.from() + static_cast<double>(begin) * per, per, columns_);
    left_ = lane_.place.left() + static_cast<double>(begin) / ratio_;
    paintRuns(per);
    paintLines();
    return count;
  }

 private:
  double xOf(std::size_t column) const { return left_ + static_cast<double>(column) / ratio_; }

  /// Hatches gaps and columns without levels.
  void paintRuns(double per) {
    const auto kindOf = [&](std::size_t i) {
      const double sample = lane_.window.sampleAt(xOf(i) - lane_.place.left());
      if (sample + per <= 0 || sample >= static_cast<double>(lane_.levels.size())) return 0;
      if (!columns_[i].known) return 1;
      return columns_[i].range.empty() ? 2 : 0;
    };
    for (std::size_t i = 0; i < columns_.size();) {
      const int kind = kindOf(i);
      std::size_t end = i + 1;
      while (end < columns_.size() && kindOf(end) == kind) ++end;
      const QRectF place(xOf(i), lane_.place.top(), xOf(end) - xOf(i), lane_.place.height());
      if (kind == 1)
        painter_.fillRect(place, QBrush(palette_.color(QPalette::Mid), Qt::Dense7Pattern));
      if (kind == 2)
        painter_.fillRect(place, QBrush(palette_.color(QPalette::Mid), Qt::BDiagPattern));
      i = end;
    }
  }

  void paintLines() {
    QVector<QLineF> lines;
    lines.reserve(static_cast<qsizetype>(columns_.size()));
    const SampleRange* before = nullptr;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const SampleRange& range = columns_[i].range;
      if (range.empty()) {
        before = nullptr;
        continue;
      }
      // Connect to the previous column, so that steep curves have no holes.
      SampleRange drawn = range;
      if (before != nullptr && before->low > drawn.high) drawn.high = before->low;
      if (before != nullptr && before->high < drawn.low) drawn.low = before->high;
      const double x = xOf(i) + 0.5 / ratio_;
      double top = lane_.scale.yOf(drawn.high, lane_.place);
      double bottom = lane_.scale.yOf(drawn.low, lane_.place);
      // QPainter fails at coordinates far outside.
      top = std::clamp(top, lane_.place.top() - 2, lane_.place.bottom() + 2);
      bottom = std::clamp(bottom, lane_.place.top() - 2, lane_.place.bottom() + 2);
      if (bottom - top < 1) {  // minimum height of one pixel
        top = (top + bottom) / 2 - 0.5;
        bottom = top + 1;
      }
      lines.push_back({x, top, x, bottom});
      before = &range;
    }
    QPen pen(curveColour(palette_));
    pen.setWidthF(1);
    pen.setCosmetic(true);
    pen.setCapStyle(Qt::FlatCap);
    painter_.setPen(pen);
    painter_.drawLines(lines);
  }

  QPainter& painter_;
  const PaintedLane& lane_;
  const QPalette& palette_;
  double ratio_ = 1;
  double left_ = 0;
  std::vector<SampleColumn> columns_;
};

void paintPiece(QPainter& painter, const QPolygonF& piece, bool dots, const QColor& colour) {
  if (piece.isEmpty()) return;
  const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, smooth ? 1.4 : 0));  // 0: one device pixel
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(piece);
  if (!dots && piece.size() > 1) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  for (const QPointF& point : piece) painter.drawEllipse(point, 2.2, 2.2);
}

/// Paints the samples, connected by straight lines.
ReadCount paintSamples(QPainter& painter, const PaintedLane& lane, double left, double right,
                       const QPalette& palette) {
  const TimeWindow& window = lane.window;
  const auto sampleAt = [&](double x) {
    return std::floor(window.sampleAt(x - lane.place.left()));
  };
  const auto size = static_cast<double>(lane.levels.size());
  const auto first = static_cast<std::int64_t>(std::clamp(sampleAt(left) - 1, 0.0, size));
  const auto last = static_cast<std::int64_t>(std::clamp(sampleAt(right) + 3, 0.0, size));
  if (last <= first) return {};
  std::vector<double> samples(static_cast<std::size_t>(last - first));
  lane.levels.samples().read(first, samples);
  const QColor colour = curveColour(palette);
  const bool dots = window.per() <= kSamplesAreDots;
  QPolygonF piece;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    // A sample is drawn in the middle of its interval.
    const double place = static_cast<double>(first) + static_cast<double>(i);
    const double x = lane.place.left() + window.xOf(place + 0.5);
    if (std::isfinite(samples[i])) {
      piece.push_back({x, lane.scale.yOf(samples[i], lane.place)});
      continue;
    }
    paintPiece(painter, piece, dots, colour);
    piece.clear();
    painter.fillRect(
        QRectF(x - 0.5 / window.per(), lane.place.top(), 1 / window.per(), lane.place.height()),
        QBrush(palette.color(QPalette::Mid), Qt::BDiagPattern));
  }
  paintPiece(painter, piece, dots, colour);
  return {std::ssize(samples), 0};
}

}  // namespace

QColor curveColour(const QPalette& palette) {
  return isDark(palette) ? QColor(0x6f, 0xb4, 0xe8) : QColor(0x1f, 0x66, 0xa6);
}

QColor motifColour(const QPalette& palette) {
  return isDark(palette) ? QColor(0xf2, 0xb5, 0x3a) : QColor(0xc2, 0x7c, 0x00);
}

QColor foundColour(const QPalette& palette) {
  return isDark(palette) ? QColor(0x4d, 0xc6, 0x9b) : QColor(0x0d, 0x7a, 0x5f);
}

LaneScale LaneScale::of(const SampleRange& range) {
  if (range.empty()) return {};
  const double size = static_cast<double>(range.high) - range.low;
  const double room = size > 0 ? kRoomAbove * size : std::max(std::abs(range.high) * 0.5, 0.5);
  return {range.low - room, range.high + room};
}

ReadCount paintLane(QPainter& painter, const PaintedLane& lane, double left, double right,
                    const QPalette& palette) {
  painter.save();
  painter.setClipRect(
      lane.place.intersected(QRectF(left, lane.place.top(), right - left, lane.place.height())),
      Qt::IntersectClip);
  ReadCount count;
  if (lane.window.per() < kSamplesAreLines) {
    painter.setRenderHint(QPainter::Antialiasing, lane.window.per() <= kLinesAreSmooth);
    count = paintSamples(painter, lane, left, right, palette);
  } else {
    painter.setRenderHint(QPainter::Antialiasing, false);
    count = ColumnPainter(painter, lane, palette).paint(left, right);
  }
  painter.restore();
  return count;
}

}  // namespace espy::desktop
