// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/minimum_slider.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QVBoxLayout>
#include <cmath>

namespace espy::desktop {
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
  // One over the other: the handle runs along the feet of the bars.
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
  // A hair more, so that 0.29 is not 0.28999999.
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
