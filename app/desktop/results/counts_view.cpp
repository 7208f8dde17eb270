// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/counts_view.h"

#include <QColor>
#include <QHeaderView>
#include <QLocale>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace espy::desktop {

CountsModel::CountsModel(MatchList& matches, QObject* parent)
    : QAbstractTableModel(parent), matches_(matches) {
  connect(&matches, &MatchList::shownChanged, this, &CountsModel::count);
  connect(&matches, &MatchList::judgedChanged, this, &CountsModel::count);
  count();
}

void CountsModel::setExpected(const ExpectedCounts& expected) {
  expected_ = expected;
  count();
}

void CountsModel::count() {
  // kept(), not shown(): rows may still include rejected matches while filtering runs.
  std::vector<NeedleCount> counts;
  if (matches_.result()) counts = countsOf(*matches_.result(), matches_.kept(), expected_);
  const bool sameRows = counts.size() == counts_.size();
  if (!sameRows) beginResetModel();
  counts_ = std::move(counts);
  if (!sameRows) {
    endResetModel();
  } else if (!counts_.empty()) {
    emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
  }
}

Qt::ItemFlags CountsModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
  return index.column() == kExpected ? plain | Qt::ItemIsEditable : plain;
}

QString CountsModel::text(const NeedleCount& count, int column) const {
  switch (column) {
    case kNeedle:
      return count.needle.name;
    case kFound:
      return QLocale().toString(static_cast<qulonglong>(count.found));
    case kExpected:
      return count.expected ? QLocale().toString(*count.expected) : QStringLiteral("–");
    default:
      return verdictOf(count);
  }
}

QVariant CountsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const NeedleCount& count = counts_[static_cast<std::size_t>(index.row())];
  const bool number = index.column() == kFound || index.column() == kExpected;
  switch (role) {
    case Qt::DisplayRole:
      return text(count, index.column());
    case Qt::EditRole:
      return count.expected ? QString::number(*count.expected) : QString();
    case Qt::DecorationRole:
      return index.column() == kNeedle ? QVariant(count.needle.colour) : QVariant();
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
      return index.column() == kExpected ? tr("The expected number of matches; double-click or "
                                              "press F2 to edit, empty for none")
                                         : text(count, index.column());
    default:
      return {};
  }
}

bool CountsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.column() != kExpected) return false;
  const int id = counts_[static_cast<std::size_t>(index.row())].needle.id;
  const QString text = value.toString().trimmed();
  bool good = true;
  const int number = text.isEmpty() ? 0 : text.toInt(&good);
  if (!good || number < 0) return false;
  if (text.isEmpty()) {
    expected_.remove(id);
  } else {
    expected_.insert(id, number);
  }
  count();
  emit expectedChanged();
  return true;
}

QVariant CountsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kNeedle:
      return tr("Needle");
    case kFound:
      return tr("Found");
    case kExpected:
      return tr("Expected");
    default:
      return tr("Verdict");
  }
}

CountsView::CountsView(MatchList& matches, QWidget* parent)
    : QWidget(parent),
      model_(new CountsModel(matches, this)),
      fold_(new QToolButton),
      table_(new QTableView) {
  fold_->setAccessibleName(tr("Counts by needle"));
  fold_->setToolTip(tr("The number of matches of each needle, found and expected"));
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
  // In a narrow panel names and verdicts are elided; tool tips show them in full.
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
