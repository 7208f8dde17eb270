// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>
#include <QTableView>
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

/// The list of a batch's images, with the keys that work on it. A click on a heading sorts it, a
/// third one brings back the order in which the images were added.
class BatchTable : public QTableView {
  Q_OBJECT

 public:
  explicit BatchTable(BatchQueue& queue, QWidget* parent = nullptr);

  /// What is listed, of all that there is.
  BatchRows& rows() { return *rows_; }
  /// The selected images, by their rows in the queue.
  std::vector<int> selectedImages() const;
  /// Scrolls to an image, if it is listed.
  void showImage(int image);
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
  BatchRows* rows_;
  bool dropHint_ = false;
};

}  // namespace espy::desktop
