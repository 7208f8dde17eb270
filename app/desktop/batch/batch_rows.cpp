// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_rows.h"

#include "model/folder_scan.h"

namespace espy::desktop {

BatchRows::BatchRows(BatchQueue& queue, QObject* parent)
    : QSortFilterProxyModel(parent), queue_(queue), collator_(orderOfNames()) {
  setSourceModel(&queue);
  setDynamicSortFilter(true);
}

void BatchRows::setText(const QString& text) {
  text_ = text;
  invalidateFilter();
}

void BatchRows::setState(std::optional<BatchState> state) {
  state_ = state;
  invalidateFilter();
}

bool BatchRows::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  if (state_ && queue_.fate(row).state != *state_) return false;
  if (text_.isEmpty()) return true;
  for (const int column : {BatchQueue::kImage, BatchQueue::kState}) {
    const QString text = queue_.data(queue_.index(row, column), Qt::DisplayRole).toString();
    if (text.contains(text_, Qt::CaseInsensitive)) return true;
  }
  return false;
}

bool BatchRows::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QVariant a = queue_.data(left, BatchQueue::kSortRole);
  const QVariant b = queue_.data(right, BatchQueue::kSortRole);
  if (a.typeId() == QMetaType::Double) return a.toDouble() < b.toDouble();
  return collator_.compare(a.toString(), b.toString()) < 0;
}

}  // namespace espy::desktop
