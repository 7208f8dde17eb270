// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/minimum_slider.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace espy::desktop {

ScoreCounts histogramOf(const SearchResultPtr& result) {
  ScoreCounts counts{};
  if (!result || !result->settings.scored()) return counts;
  for (const Match& match : result->finding.matches) {
    const double place = std::clamp(match.score, 0.0, 1.0) * kScoreBins;
    ++counts[std::min(static_cast<std::size_t>(place), kScoreBins - 1)];
  }
  return counts;
}

ScoreHistogram::ScoreHistogram(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Histogram of the scores"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ScoreHistogram::setCounts(const ScoreCounts& counts) {
  counts_ = counts;
  most_ = *std::max_element(counts_.begin(), counts_.end());
  describe();
  update();
}

void ScoreHistogram::setMinimum(double score) {
  minimum_ = score;
  describe();
  update();
}

void ScoreHistogram::setMargin(int margin) {
  margin_ = margin;
  update();
}

void ScoreHistogram::describe() {
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts_) all += count;
  const auto most = std::max_element(counts_.begin(), counts_.end()) - counts_.begin();
  setAccessibleDescription(
      all == 0
          ? QString()
          : tr("%1 matches, most of them with scores around %2")
                .arg(QLocale().toString(static_cast<qulonglong>(all)),
                     QLocale().toString((static_cast<double>(most) + 0.5) / kScoreBins, 'f', 2)));
}

QRectF ScoreHistogram::barRect(std::size_t bin) const {
  const double wide = (width() - 2.0 * margin_) / kScoreBins;
  constexpr double kLeast = 2;
  const std::uint64_t count = counts_[bin];
  const double part =
      count == 0 ? 0
                 : std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most_));
  const double high = count == 0 ? 0 : std::max(kLeast, part * height());
  return {margin_ + static_cast<double>(bin) * wide, height() - high, wide, high};
}

QSize ScoreHistogram::sizeHint() const {
  return {fontMetrics().height() * 8, fontMetrics().height() * 5 / 2};
}

void ScoreHistogram::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  QColor strong = palette().color(QPalette::Highlight);
  QColor pale = palette().color(QPalette::WindowText);
  pale.setAlphaF(0.25F);
  if (!isEnabled()) strong = pale;
  for (std::size_t bin = 0; bin < kScoreBins; ++bin) {
    if (counts_[bin] == 0) continue;
    const bool below = (static_cast<double>(bin) + 1) / kScoreBins <= minimum_;
    painter.fillRect(barRect(bin), below ? pale : strong);
  }
}

namespace {

constexpr int kSteps = 1000;

}  // namespace

MinimumSlider::MinimumSlider(QWidget* parent)
    : QWidget(parent),
      histogram_(new ScoreHistogram),
      slider_(new QSlider(Qt::Horizontal)),
      number_(new QDoubleSpinBox) {
  const QString tip = tr("Shows only matches with at least this score");
  slider_->setAccessibleName(tr("Minimum score, slider"));
  slider_->setToolTip(tip);
  slider_->setRange(0, kSteps);
  slider_->setPageStep(kSteps / 20);
  number_->setAccessibleName(tr("Minimum score"));
  number_->setToolTip(tip);
  number_->setDecimals(3);
  number_->setRange(0, 1);
  number_->setSingleStep(1.0 / kSteps);
  number_->setKeyboardTracking(false);
  auto* label = new QLabel(tr("Minimum score"));
  label->setBuddy(number_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->addWidget(label);
  row->addStretch(1);
  row->addWidget(number_);
  column->addLayout(row);
  // Overlaid: the handle moves along the bottom of the bars.
  auto* pile = new QGridLayout;
  pile->addWidget(histogram_, 0, 0);
  pile->addWidget(slider_, 0, 0, Qt::AlignBottom);
  column->addLayout(pile);
  const auto set = [this](int thousandths) {
    show(thousandths);
    value_ = static_cast<double>(thousandths) / kSteps;
    emit changed(value_);
  };
  connect(slider_, &QSlider::valueChanged, this, set);
  connect(number_, &QDoubleSpinBox::valueChanged, this,
          [set](double value) { set(static_cast<int>(std::lround(value * kSteps))); });
}

void MinimumSlider::setValue(double value) {
  value_ = value;
  // Tolerance: 0.29 is stored as 0.28999...
  show(static_cast<int>(std::floor(value * kSteps + 1e-6)));
}

void MinimumSlider::setHistogram(const ScoreCounts& counts) {
  histogram_->setCounts(counts);
}

void MinimumSlider::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  QStyleOptionSlider option;
  option.initFrom(slider_);
  histogram_->setMargin(slider_->style()->pixelMetric(QStyle::PM_SliderLength, &option, slider_) /
                        2);
}

void MinimumSlider::show(int thousandths) {
  const QSignalBlocker quietSlider(slider_);
  const QSignalBlocker quietNumber(number_);
  slider_->setValue(thousandths);
  number_->setValue(static_cast<double>(thousandths) / kSteps);
  histogram_->setMinimum(static_cast<double>(thousandths) / kSteps);
}

}  // namespace espy::desktop
