// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/progress_row.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include "widgets/plain_widgets.h"

namespace espy::desktop {
namespace {

constexpr int kSteps = 1000;
constexpr int kShownAfter = 200;  // milliseconds; less is not worth a bar

}  // namespace

ProgressRow::ProgressRow(const QString& name, const QString& stopTip, QWidget* parent)
    : QWidget(parent), bar_(new QProgressBar), stop_(newButton(tr("S&top"), stopTip)) {
  bar_->setAccessibleName(name);
  bar_->setRange(0, kSteps);
  stop_->setAutoDefault(false);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(bar_);
  row->addWidget(stop_);
  QSizePolicy kept = sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  setSizePolicy(kept);
  hide();
  connect(stop_, &QPushButton::clicked, this, &ProgressRow::stopClicked);
}

void ProgressRow::start() {
  since_.start();
}

void ProgressRow::showPart(double part) {
  bar_->setValue(static_cast<int>(part * kSteps));
  setVisible(since_.elapsed() >= kShownAfter);
}

void ProgressRow::end() {
  hide();
}

}  // namespace espy::desktop
