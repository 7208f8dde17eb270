// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/judge_view.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/contrast.h"
#include "widgets/mnemonic.h"

namespace espy::desktop {

namespace {

/// Lower limit of the recall that can be chosen.
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
    // Start the first label at the axis, clear of the other axis' labels.
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
  painter.setPen(QPen(accentOn(palette().color(QPalette::Base), palette()), 2));
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

namespace {

QString wholePercent(double part) {
  return QLocale().toString(100 * part, 'f', 0);
}

}  // namespace

JudgeView::JudgeView(JudgeController& controller, QWidget* parent)
    : QDialog(parent),
      controller_(controller),
      curve_(new JudgeCurve),
      words_(new QLabel),
      unsure_(new QLabel) {
  setWindowTitle(tr("Confidence of the judge"));
  words_->setWordWrap(true);
  words_->setAccessibleName(tr("Precision and recall"));
  unsure_->setWordWrap(true);
  unsure_->setAccessibleName(tr("Least sure"));
  auto* row = new QHBoxLayout;
  const auto add = [&](const QString& text, const QString& tip, auto slot) {
    auto* made = new QPushButton(text, this);
    made->setAccessibleName(withoutMnemonic(text));
    made->setToolTip(tip);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, slot);
    row->addWidget(made);
    return made;
  };
  next_ = add(tr("&Least sure"), tr("Goes to the match that the judge is least sure of"),
              [this] { next(); });
  yes_ = add(tr("&Yes"), tr("This is a true match"), [this] { sayOfIt(MatchVerdict::yes); });
  no_ =
      add(tr("&No"), tr("This only looks like the needle"), [this] { sayOfIt(MatchVerdict::no); });
  auto* column = new QVBoxLayout(this);
  column->addWidget(curve_, 1);
  column->addWidget(words_);
  column->addWidget(unsure_);
  column->addLayout(row);
  connect(curve_, &JudgeCurve::recallChanging, this, &JudgeView::showWords);
  connect(curve_, &JudgeCurve::recallChosen, &controller, &JudgeController::setRecall);
  connect(&controller, &JudgeController::changed, this, &JudgeView::refresh);
  refresh();
}

void JudgeView::refresh() {
  const JudgeState state = controller_.state();
  const bool on = state.judge && state.judge->judge.isOn();
  if (!on) {
    judge_ = nullptr;
    close();
    return;
  }
  if (state.judge != judge_) {
    const bool another = !judge_ || !(judge_->judge == state.judge->judge);
    judge_ = state.judge;
    if (another) {
      seen_.clear();
      match_.reset();
      unsure_->setText(
          tr("Labels of these matches teach the judge most; label them, then learn again."));
    }
    curve_->setJudge(judge_->judge, judge_->recall);
    showWords(judge_->recall);
  }
  next_->setEnabled(!controller_.leastSure().empty());
  yes_->setEnabled(match_.has_value());
  no_->setEnabled(match_.has_value());
}

void JudgeView::showWords(double recall) {
  const CurvePoint point = pointAt(judge_->judge, judge_->judge.threshold(recall));
  words_->setText(
      tr("To keep about %1 % of the true matches, the judge keeps those with a probability of %2 "
         "or more. On labels that it had not seen, the recall is %3 % and the precision %4 %.")
          .arg(wholePercent(recall), QLocale().toString(point.threshold, 'f', 3),
               wholePercent(point.recall), wholePercent(point.precision)));
}

void JudgeView::forgetMatch() {
  seen_.clear();
  match_.reset();
  refresh();
}

void JudgeView::next() {
  const std::vector<std::uint32_t> unsure = controller_.leastSure();
  if (unsure.empty()) return;
  const auto isNew = [this](std::uint32_t index) {
    return std::find(seen_.begin(), seen_.end(), index) == seen_.end();
  };
  auto found = std::find_if(unsure.begin(), unsure.end(), isNew);
  if (found == unsure.end()) {
    seen_.clear();  // start over
    found = unsure.begin();
  }
  seen_.push_back(*found);
  match_ = *found;
  // The match may be rejected by the judge, but must be visible.
  controller_.setRejectedShown(true);
  unsure_->setText(tr("Match %1: is it a true one?").arg(*match_ + 1));
  refresh();
  emit matchWanted(*match_);
}

void JudgeView::sayOfIt(MatchVerdict said) {
  if (!match_) return;
  controller_.label({*match_}, said);
  next();
}

}  // namespace espy::desktop
