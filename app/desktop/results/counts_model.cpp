// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/counts_model.h"

#include <QColor>
#include <QLocale>

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
  // While millions are filtered, what is shown is not yet what counts.
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

int CountsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(counts_.size());
}

int CountsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
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
      return index.column() == kExpected
                 ? tr("How many there should be; double-click or F2 to write it, empty for none")
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

}  // namespace espy::desktop
