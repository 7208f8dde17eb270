// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

#include "batch/batch_rows.h"

namespace espy::desktop {

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
