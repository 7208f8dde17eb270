// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/paper_table.h"

#include <QLocale>
#include <utility>

#include "lab/paper_figures.h"
#include "model/paths.h"

namespace espy::desktop {

void PaperTable::setExhibit(LabExhibit exhibit) {
  beginResetModel();
  exhibit_ = std::move(exhibit);
  endResetModel();
}

const LabSeries& PaperTable::seriesAt(int row) const {
  return exhibit_.series[static_cast<std::size_t>(row) % exhibit_.series.size()];
}

const LabCell& PaperTable::cellAt(int row) const {
  return seriesAt(row).cells[static_cast<std::size_t>(row) / exhibit_.series.size()];
}

int PaperTable::sentenceColumn(int row) const {
  return refusalText(cellAt(row)).isEmpty() ? -1 : oursColumn;
}

int PaperTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(exhibit_.rows.size() * exhibit_.series.size());
}

QString PaperTable::text(int row, int column) const {
  const LabCell& cell = cellAt(row);
  switch (column) {
    case rowColumn:
      return textOf(exhibit_.rows[static_cast<std::size_t>(row) / exhibit_.series.size()]);
    case seriesColumn:
      return textOf(seriesAt(row).name);
    case publishedColumn:
      return publishedText(cell);
    case oursColumn: {
      const QString refusal = refusalText(cell);
      return refusal.isEmpty() ? oursText(cell) : tr("not measured: %1").arg(refusal);
    }
    case threadsColumn:
      if (!cell.ours) return {};
      return cell.threads > 0 ? QLocale().toString(cell.threads) : tr("GPU");
    default:
      return cell.refusal.empty() ? ratioText(cell) : QString();
  }
}

QVariant PaperTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int column = index.column();
  const bool sentence = column == oursColumn && sentenceColumn(index.row()) >= 0;
  if (role == Qt::DisplayRole) return text(index.row(), column);
  if (role == Qt::TextAlignmentRole) {
    const bool words = column == rowColumn || column == seriesColumn || sentence;
    return QVariant::fromValue(
        Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
  }
  if (role == Qt::ToolTipRole && sentence) return text(index.row(), column);
  if (role == Qt::AccessibleTextRole) {
    return QStringLiteral("%1: %2").arg(
        headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), text(index.row(), column));
  }
  return {};
}

QVariant PaperTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && section == ratioColumn) {
    return tr("Our value divided by the published one");
  }
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case rowColumn:
      return exhibit_.rowName.empty() ? tr("Row") : textOf(exhibit_.rowName);
    case seriesColumn:
      return tr("Series");
    case publishedColumn:
      return tr("Published");
    case oursColumn:
      return tr("Ours");
    case threadsColumn:
      return tr("Threads");
    default:
      return tr("Ratio");
  }
}

}  // namespace espy::desktop
