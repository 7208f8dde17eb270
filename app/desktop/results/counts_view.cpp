// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/counts_view.h"

#include <QHeaderView>
#include <QLocale>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace espy::desktop {

CountsView::CountsView(MatchList& matches, QWidget* parent)
    : QWidget(parent),
      model_(new CountsModel(matches, this)),
      fold_(new QToolButton),
      table_(new QTableView) {
  fold_->setAccessibleName(tr("Counts by needle"));
  fold_->setToolTip(tr("How many there are of each needle, and how many there should be"));
  fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  fold_->setAutoRaise(true);
  fold_->setCheckable(true);
  fold_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(fold_, &QToolButton::toggled, this, &CountsView::setOpen);
  table_->setAccessibleName(tr("Counts by needle"));
  table_->setModel(model_);
  table_->setSelectionBehavior(QTableView::SelectItems);
  table_->setEditTriggers(QTableView::DoubleClicked | QTableView::EditKeyPressed |
                          QTableView::AnyKeyPressed);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->hide();
  const int line = fontMetrics().height();
  table_->verticalHeader()->setDefaultSectionSize(line + line / 3);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  // In a narrow panel names and verdicts are shortened; the fold and the tips have them whole.
  for (const int section : {CountsModel::kNeedle, CountsModel::kVerdict}) {
    table_->horizontalHeader()->setSectionResizeMode(section, QHeaderView::Stretch);
  }
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->addWidget(fold_);
  column->addWidget(table_);
  connect(model_, &QAbstractItemModel::modelReset, this, &CountsView::refresh);
  connect(model_, &QAbstractItemModel::dataChanged, this, &CountsView::refresh);
  setOpen(false);
}

void CountsView::setOpen(bool open) {
  fold_->setChecked(open);
  fold_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  refresh();
}

void CountsView::setMostRows(int rows) {
  if (rows == mostRows_) return;
  mostRows_ = rows;
  refresh();
}

void CountsView::refresh() {
  const std::vector<NeedleCount>& counts = model_->counts();
  setVisible(!counts.empty());
  table_->setVisible(fold_->isChecked());
  const int rows = std::min(model_->rowCount(), mostRows_);
  table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                         rows * table_->verticalHeader()->defaultSectionSize() +
                         2 * table_->frameWidth());
  const QString verdict = verdictOf(counts);
  fold_->setText(verdict.isEmpty() ? tr("Counts by needle") : verdict);
  fold_->setAccessibleDescription(verdict);
}

}  // namespace espy::desktop
