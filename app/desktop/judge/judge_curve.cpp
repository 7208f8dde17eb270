// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/judge_curve.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

/// Nobody wants to lose half of what is true.
constexpr double kLeastRecall = 0.5;
constexpr double kStep = 0.01;
constexpr double kHandle = 6;

double shareFrom(const std::vector<double>& rising, double threshold) {
  const auto from = std::lower_bound(rising.begin(), rising.end(), threshold);
  return static_cast<double>(rising.end() - from);
}

}  // namespace

CurvePoint pointAt(const Judge& judge, double threshold) {
  const double yes = shareFrom(judge.yes, threshold);
  const double no = shareFrom(judge.no, threshold);
  CurvePoint point{threshold, 1, 1};
  if (yes + no > 0) point.precision = yes / (yes + no);
  if (!judge.yes.empty()) point.recall = yes / static_cast<double>(judge.yes.size());
  return point;
}

std::vector<CurvePoint> curveOf(const Judge& judge) {
  std::vector<double> thresholds{0};
  thresholds.insert(thresholds.end(), judge.yes.begin(), judge.yes.end());
  thresholds.insert(thresholds.end(), judge.no.begin(), judge.no.end());
  std::sort(thresholds.begin(), thresholds.end());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  std::vector<CurvePoint> points;
  points.reserve(thresholds.size());
  for (const double threshold : thresholds) points.push_back(pointAt(judge, threshold));
  return points;
}

JudgeCurve::JudgeCurve(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Precision over recall"));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::SizeHorCursor);
  setToolTip(tr("Drag the point, or move it with the arrow keys"));
}

void JudgeCurve::setJudge(const Judge& judge, double recall) {
  judge_ = judge;
  points_ = curveOf(judge);
  recall_ = recall;
  const QLocale locale;
  const CurvePoint chosen = pointAt(judge_, judge_.threshold(recall_));
  setAccessibleDescription(tr("precision %1 %, recall %2 %")
                               .arg(locale.toString(100 * chosen.precision, 'f', 0),
                                    locale.toString(100 * chosen.recall, 'f', 0)));
  update();
}

QRectF JudgeCurve::plot() const {
  const QFontMetricsF metrics(font());
  const double left = metrics.horizontalAdvance(QStringLiteral("100 %")) + 10;
  return QRectF(rect()).adjusted(left, 1.8 * metrics.height(), -kHandle - 12,
                                 -2.4 * metrics.height());
}

QPointF JudgeCurve::placeOf(double recall, double precision) const {
  const QRectF area = plot();
  return {area.left() + recall * area.width(), area.bottom() - precision * area.height()};
}

void JudgeCurve::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  const QRectF area = plot();
  const QFontMetricsF metrics(font());
  QColor soft = palette().color(QPalette::Text);
  soft.setAlphaF(0.25F);
  const QColor text = palette().color(QPalette::Text);
  for (const int percent : {0, 50, 100}) {
    const double part = percent / 100.0;
    painter.setPen(soft);
    painter.drawLine(placeOf(0, part), placeOf(1, part));
    painter.drawLine(placeOf(part, 0), placeOf(part, 1));
    painter.setPen(text);
    const QString words = tr("%1 %").arg(percent);
    const QPointF left = placeOf(0, part);
    painter.drawText(QPointF(left.x() - 5 - metrics.horizontalAdvance(words),
                             left.y() + metrics.capHeight() / 2),
                     words);
    const QPointF below = placeOf(part, 0);
    const double wide = metrics.horizontalAdvance(words);
    // The first one stands beside the line, not below the other axis' own.
    const double from = percent == 0 ? below.x() : below.x() - wide / 2;
    painter.drawText(QPointF(std::min(from, width() - wide), below.y() + metrics.ascent() + 4),
                     words);
  }
  painter.drawText(QRectF(0, 0, width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("Precision"));
  painter.drawText(QRectF(0, height() - metrics.height() - 1, area.right(), metrics.height()),
                   Qt::AlignRight | Qt::AlignVCenter, tr("Recall"));
  QPainterPath path;
  for (const CurvePoint& point : points_) {
    const QPointF place = placeOf(point.recall, point.precision);
    if (path.elementCount() == 0) {
      path.moveTo(place);
    } else {
      path.lineTo(place);
    }
  }
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.drawPath(path);
  const CurvePoint chosen = pointAt(judge_, judge_.threshold(recall_));
  painter.setPen(QPen(text, hasFocus() ? 2.5 : 1.5));
  painter.setBrush(palette().color(QPalette::Highlight));
  painter.drawEllipse(placeOf(chosen.recall, chosen.precision), kHandle, kHandle);
}

void JudgeCurve::take(double recall) {
  recall = std::clamp(std::round(recall / kStep) * kStep, kLeastRecall, 1.0);
  if (recall == recall_) return;
  setJudge(judge_, recall);
  emit recallChanging(recall_);
}

void JudgeCurve::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  take((event->position().x() - plot().left()) / plot().width());
}

void JudgeCurve::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) == 0) return;
  take((event->position().x() - plot().left()) / plot().width());
}

void JudgeCurve::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit recallChosen(recall_);
}

void JudgeCurve::keyPressEvent(QKeyEvent* event) {
  const bool less = event->key() == Qt::Key_Left || event->key() == Qt::Key_Down;
  const bool more = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
  if (!less && !more) return QWidget::keyPressEvent(event);
  take(recall_ + (more ? kStep : -kStep));
  emit recallChosen(recall_);
}

}  // namespace espy::desktop
