// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/path_view.h"

#include <QEvent>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "signal/lane_painter.h"

namespace espy::desktop {
namespace {

constexpr double kLineApart = 5;   // in pixels, between adjacent lines of a path
constexpr double kMostPoints = 4;  // of a curve, per pixel

/// One of a row's two curves.
class PathCurve {
 public:
  PathCurve(const std::vector<double>& samples, const ShownPath& shown, const QRectF& place)
      : samples_(samples), place_(place) {
    const auto longest = static_cast<double>(std::max(shown.query.size(), shown.data.size()));
    step_ = place.width() / std::max(longest - 1, 1.0);
    SampleRange range;
    range.add(samples);
    scale_ = LaneScale::of(range);
  }

  bool has(std::int64_t at) const {
    return at >= 0 && at < std::ssize(samples_) &&
           std::isfinite(samples_[static_cast<std::size_t>(at)]);
  }
  QPointF at(std::int64_t at) const {
    return {place_.left() + static_cast<double>(at) * step_,
            scale_.yOf(samples_[static_cast<std::size_t>(at)], place_)};
  }

  void paint(QPainter& painter, const QColor& colour) const {
    painter.setPen(QPen(colour, 1.6));
    painter.setBrush(Qt::NoBrush);
    const auto stride = std::max<std::int64_t>(std::llround(1 / (step_ * kMostPoints)), 1);
    QPolygonF piece;
    for (std::int64_t i = 0; i < std::ssize(samples_); i += stride) {
      if (has(i)) {
        piece.push_back(at(i));
        continue;
      }
      painter.drawPolyline(piece);
      piece.clear();
    }
    painter.drawPolyline(piece);
  }

 private:
  const std::vector<double>& samples_;
  QRectF place_;
  double step_ = 1;
  LaneScale scale_;
};

}  // namespace

PathView::PathView(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("The motif and the match"));
}

void PathView::setPaths(std::vector<ShownPath> paths) {
  paths_ = std::move(paths);
  QStringList titles;
  for (const ShownPath& path : paths_) titles += path.title;
  setAccessibleDescription(titles.join(QStringLiteral("; ")));
  updateGeometry();
  update();
}

void PathView::setEmptyText(const QString& text) {
  emptyText_ = text;
  update();
}

int PathView::leastRowHeight() const {
  return 5 * fontMetrics().height();
}

QSize PathView::sizeHint() const {
  return {20 * fontMetrics().height(), minimumSizeHint().height()};
}

QSize PathView::minimumSizeHint() const {
  const int rows = std::max(static_cast<int>(paths_.size()), 1);
  return {8 * fontMetrics().height(), rows * leastRowHeight()};
}

QRectF PathView::rowPlace(int row) const {
  const double height = static_cast<double>(this->height()) / static_cast<double>(paths_.size());
  return QRectF(0, row * height, width(), height).adjusted(4, 2, -4, -4);
}

QRectF PathView::queryPlace(int row) const {
  QRectF place = rowPlace(row).adjusted(0, fontMetrics().height(), 0, 0);
  place.setHeight(place.height() * 0.4);
  return place;
}

QRectF PathView::dataPlace(int row) const {
  QRectF place = rowPlace(row).adjusted(0, fontMetrics().height(), 0, 0);
  place.setTop(place.bottom() - place.height() * 0.4);
  return place;
}

void PathView::paintPath(QPainter& painter, int row) const {
  const ShownPath& shown = paths_[static_cast<std::size_t>(row)];
  const PathCurve above(shown.query, shown, queryPlace(row));
  const PathCurve below(shown.data, shown, dataPlace(row));
  QColor ink = palette().color(QPalette::Text);
  ink.setAlphaF(0.3F);
  painter.setPen(QPen(ink, 1));
  double last = -kLineApart;
  for (const auto& [i, j] : shown.path) {
    if (!above.has(i) || !below.has(j)) continue;
    const QPointF from = above.at(i);
    if (from.x() - last < kLineApart) continue;
    last = from.x();
    painter.drawLine(from, below.at(j));
  }
}

void PathView::paintRow(QPainter& painter, int row) const {
  const ShownPath& shown = paths_[static_cast<std::size_t>(row)];
  const QRectF place = rowPlace(row);
  const int line = fontMetrics().height();
  painter.fillRect(place.adjusted(0, line, 0, 0), palette().color(QPalette::Base));
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(
      QRectF(place.left(), place.top(), place.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
      fontMetrics().elidedText(shown.title, Qt::ElideRight, static_cast<int>(place.width())));
  paintPath(painter, row);
  PathCurve(shown.query, shown, queryPlace(row)).paint(painter, motifColour(palette()));
  PathCurve(shown.data, shown, dataPlace(row)).paint(painter, foundColour(palette()));
}

void PathView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (paths_.empty()) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRectF(rect()).adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                     emptyText_);
    return;
  }
  for (int row = 0; row < static_cast<int>(paths_.size()); ++row) paintRow(painter, row);
}

void PathView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) update();
  QWidget::changeEvent(event);
}

}  // namespace espy::desktop
