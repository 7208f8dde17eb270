// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>
#include <optional>

#include "batch/batch_queue.h"

namespace espy::desktop {

/// The images of a batch as the table lists them: in any order, and some of them only.
class BatchRows : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit BatchRows(BatchQueue& queue, QObject* parent = nullptr);

  /// Lists only images whose name or state contains this.
  void setText(const QString& text);
  /// Lists only images of this state; all where there is none.
  void setState(std::optional<BatchState> state);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  BatchQueue& queue_;
  QString text_;
  std::optional<BatchState> state_;
  QCollator collator_;
};

}  // namespace espy::desktop
