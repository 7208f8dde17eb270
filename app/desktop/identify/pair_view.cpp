// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/pair_view.h"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr double kDot = 1.6;  // radius of a point, pixels
const QColor kInlier(0, 190, 80);
const QColor kLine(0, 190, 80, 130);  // translucent: the pictures stay visible under many lines
const QColor kBox(255, 205, 0);
const QColor kCasing(0, 0, 0, 170);  // dark outline that contrasts with any picture

QPointF placeIn(const QRectF& frame, Size size, QPointF point) {
  return {frame.x() + point.x() / static_cast<double>(size.width) * frame.width(),
          frame.y() + point.y() / static_cast<double>(size.height) * frame.height()};
}

QPointF pointOf(const PairSide& side, std::int32_t index) {
  const FeaturePoint& point = side.points[static_cast<std::size_t>(index)];
  return {point.x, point.y};
}

QPointF moved(const Homography& by, QPointF point) {
  const auto row = [&](std::size_t r) {
    return by[3 * r] * point.x() + by[3 * r + 1] * point.y() + by[3 * r + 2];
  };
  const double depth = row(2);
  return {row(0) / depth, row(1) / depth};
}

void paintDots(QPainter& painter, const PairSide& side, const QRectF& frame, double radius) {
  for (const FeaturePoint& point : side.points) {
    painter.drawEllipse(placeIn(frame, side.size, {point.x, point.y}), radius, radius);
  }
}

bool isEmpty(const PairSide& side) {
  return side.size.width < 1 || side.size.height < 1;
}

}  // namespace

PairView::PairView(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("The photograph and the surface"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize PairView::sizeHint() const {
  return {30 * fontMetrics().height(), 18 * fontMetrics().height()};
}

QSize PairView::minimumSizeHint() const {
  return {10 * fontMetrics().height(), 8 * fontMetrics().height()};
}

void PairView::show(ShownPair pair) {
  pair_ = std::move(pair);
  arrange();
  describe();
  update();
}

void PairView::clear() {
  pair_.reset();
  setAccessibleDescription({});
  update();
}

void PairView::setOthersShown(bool shown) {
  othersShown_ = shown;
  update();
}

void PairView::setLinesShown(bool shown) {
  linesShown_ = shown;
  update();
}

void PairView::describe() {
  if (!pair_->query) return setAccessibleDescription(pair_->reference.title);
  const auto inliers = std::count(pair_->inliers.begin(), pair_->inliers.end(), true);
  setAccessibleDescription(tr("%1 next to %2: %3 of %4 matched features agree")
                               .arg(pair_->query->title, pair_->reference.title)
                               .arg(inliers)
                               .arg(pair_->pairs.size()));
}

QRectF PairView::frameIn(const QRectF& cell, const PairSide& side) const {
  if (isEmpty(side)) return {};
  const double line = fontMetrics().height() + 2;
  const QRectF room = cell.adjusted(0, line, 0, -line);
  if (room.width() < 1 || room.height() < 1) return {};
  const QSizeF size =
      QSizeF(static_cast<double>(side.size.width), static_cast<double>(side.size.height))
          .scaled(room.size(), Qt::KeepAspectRatio);
  return {room.x() + (room.width() - size.width()) / 2,
          room.y() + (room.height() - size.height()) / 2, size.width(), size.height()};
}

/// Total area of both pictures in these cells, square pixels; `keep` stores their frames.
double PairView::fit(const QRectF& first, const QRectF& second, bool keep) {
  const QRectF query = frameIn(first, *pair_->query);
  const QRectF reference = frameIn(second, pair_->reference);
  if (keep) {
    query_.frame = query;
    reference_.frame = reference;
  }
  return query.width() * query.height() + reference.width() * reference.height();
}

void PairView::arrange() {
  query_.frame = reference_.frame = {};
  if (!pair_) return;
  const QRectF all = QRectF(rect()).adjusted(2, 0, -2, 0);
  if (!pair_->query) {
    reference_.frame = frameIn(all, pair_->reference);
    return;
  }
  const double half = (all.width() - kGap) / 2.0;
  const QRectF left(all.x(), all.y(), half, all.height());
  const QRectF right = left.translated(half + kGap, 0);
  const double high = (all.height() - kGap) / 2.0;
  const QRectF upper(all.x(), all.y(), all.width(), high);
  const QRectF lower = upper.translated(0, high + kGap);
  if (fit(left, right, false) >= fit(upper, lower, false)) {
    fit(left, right, true);
  } else {
    fit(upper, lower, true);
  }
}

void PairView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void PairView::paintPicture(QPainter& painter, const PairSide& side, Place& place) const {
  const QSize size = (place.frame.size() * devicePixelRatioF()).toSize();
  if (place.pixmap.size() != size || place.image != side.image.cacheKey()) {
    place.pixmap = QPixmap::fromImage(
        side.image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    place.image = side.image.cacheKey();
  }
  painter.drawPixmap(place.frame, place.pixmap, QRectF(place.pixmap.rect()));
}

void PairView::paintSide(QPainter& painter, const PairSide& side, Place& place) const {
  const QRectF& frame = place.frame;
  if (frame.isEmpty()) return;
  if (side.image.isNull()) {
    painter.fillRect(frame, palette().color(QPalette::Base));
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.drawRect(frame);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::PlaceholderText));
    paintDots(painter, side, frame, kDot);
  } else {
    paintPicture(painter, side, place);
  }
  const double line = fontMetrics().height();
  // The text may be wider than the picture.
  const double beside = side.image.isNull() ? frame.width() : std::max(frame.width(), 8 * line);
  painter.setPen(palette().color(QPalette::WindowText));
  const QRectF above(frame.x(), frame.y() - line - 2, beside, line);
  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.drawText(above, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(side.title, Qt::ElideMiddle,
                                                    static_cast<int>(above.width())));
  painter.setFont(font());
  const QRectF below(frame.x(), frame.bottom() + 2, beside, line);
  painter.drawText(
      below, Qt::AlignLeft | Qt::AlignVCenter,
      fontMetrics().elidedText(side.note, Qt::ElideMiddle, static_cast<int>(below.width())));
}

void PairView::paintInlier(QPainter& painter, QPointF from, QPointF to) const {
  if (linesShown_) {
    painter.setPen(QPen(kLine, 1.2));
    painter.drawLine(from, to);
  }
  painter.setBrush(kInlier);
  painter.setPen(QPen(kCasing, 0.8));
  for (const QPointF& end : {from, to}) painter.drawEllipse(end, 1.5 * kDot, 1.5 * kDot);
}

void PairView::paintLines(QPainter& painter, bool inliers) const {
  QColor other = palette().color(QPalette::PlaceholderText);
  other.setAlphaF(0.6F);
  for (std::size_t i = 0; i < pair_->pairs.size(); ++i) {
    if (pair_->inliers[i] != inliers) continue;
    const FeaturePair& pair = pair_->pairs[i];
    const QPointF from =
        placeIn(query_.frame, pair_->query->size, pointOf(*pair_->query, pair.query));
    const QPointF to =
        placeIn(reference_.frame, pair_->reference.size, pointOf(pair_->reference, pair.reference));
    if (inliers) {
      paintInlier(painter, from, to);
    } else {
      painter.setPen(QPen(other, 1));
      painter.drawLine(from, to);
    }
  }
}

void PairView::paintBox(QPainter& painter) const {
  const auto width = static_cast<double>(pair_->reference.size.width);
  const auto height = static_cast<double>(pair_->reference.size.height);
  QPolygonF box;
  for (const QPointF corner : {QPointF(0, 0), QPointF(width, 0), QPointF(width, height),
                               QPointF(0, height), QPointF(0, 0)}) {
    box << placeIn(query_.frame, pair_->query->size, moved(*pair_->homography, corner));
  }
  painter.save();
  painter.setClipRect(query_.frame);
  painter.setBrush(Qt::NoBrush);
  for (const auto& [colour, thick] : {std::pair(kCasing, 5.0), std::pair(kBox, 2.5)}) {
    painter.setPen(QPen(colour, thick, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(box);
  }
  painter.restore();
}

void PairView::paintEvent(QPaintEvent* /*event*/) {
  if (!pair_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  paintSide(painter, pair_->reference, reference_);
  if (!pair_->query) return;
  paintSide(painter, *pair_->query, query_);
  if (query_.frame.isEmpty() || reference_.frame.isEmpty()) return;
  if (othersShown_ && linesShown_) paintLines(painter, false);
  paintLines(painter, true);
  if (pair_->homography) paintBox(painter);
}

QImage pictureOfPoints(const PairSide& side, QSize most, const QPalette& palette) {
  if (isEmpty(side)) return {};
  const QSize size = QSize(static_cast<int>(side.size.width), static_cast<int>(side.size.height))
                         .scaled(most, Qt::KeepAspectRatio)
                         .expandedTo(QSize(2, 2));
  QImage picture(size, QImage::Format_ARGB32_Premultiplied);
  picture.fill(palette.color(QPalette::Base));
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette.color(QPalette::Mid));
  painter.drawRect(picture.rect().adjusted(0, 0, -1, -1));
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette.color(QPalette::PlaceholderText));
  paintDots(painter, side, picture.rect(), 1);
  return picture;
}

}  // namespace espy::desktop
