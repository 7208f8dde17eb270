// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <optional>

#include "batch/batch_queue.h"
#include "results/crop_cache.h"

namespace espy::desktop {

/// Filtered and sorted rows of a batch queue.
class BatchRows : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit BatchRows(BatchQueue& queue, QObject* parent = nullptr);

  /// Shows only images whose name or state contains `text`.
  void setText(const QString& text);
  /// Shows only images in this state; all for nullopt.
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

/// Table of a batch's images with its keys. A click on a heading sorts, a third one restores the
/// order of insertion. Each image has a thumbnail, of the marked picture once there is one; only
/// visible ones are read.
class BatchTable : public QTableView {
  Q_OBJECT

 public:
  explicit BatchTable(BatchQueue& queue, QWidget* parent = nullptr);

  /// The filtered rows.
  BatchRows& rows() { return *rows_; }
  /// Selected images as rows of the queue.
  std::vector<int> selectedImages() const;
  /// Scrolls to an image if the filter shows it.
  void showImage(int image);
  /// Highlights the table while a drop is possible.
  void setDropHint(bool shown);
  /// Thumbnail of an image of the queue; null: not read yet, or it cannot be read.
  const QImage* thumbnail(int image);
  CropCache& thumbnails() { return thumbnails_; }

 signals:
  void unreadable(const QString& sentence);  ///< why an image has no thumbnail
  void openPressed(const QModelIndex& index);
  void removePressed();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void readThumbnails(int side);

  BatchQueue& queue_;
  BatchRows* rows_;
  bool dropHint_ = false;
  CropCache thumbnails_;
};

}  // namespace espy::desktop
