// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

#include "batch/batch_queue.h"

namespace espy::desktop {

/// The list of a batch's images, with the keys that work on it.
class BatchTable : public QTableView {
  Q_OBJECT

 public:
  explicit BatchTable(BatchQueue& queue, QWidget* parent = nullptr);

  std::vector<int> selectedRows() const;
  /// Lights up while something hovers over it that could be dropped.
  void setDropHint(bool shown);

 signals:
  void openPressed(const QModelIndex& index);
  void removePressed();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  BatchQueue& queue_;
  bool dropHint_ = false;
};

}  // namespace espy::desktop
